import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes

/// Checks names and passwords, as slowly for those that there are none of, and not without end.
final class SignInDesk: Sendable {
    private let gallery: PhotoGallery
    private let cost: PasswordHash.Cost
    /// A digest of the server's password under a key that nobody knows, so that comparing tells nothing.
    private let owner: String?
    private let key = SecretToken().text
    /// A hash takes 32 MiB and a core.
    private let turns = BoundedTurns(limit: 2, queue: 16)
    private let addresses: AttemptLimits
    private let names: AttemptLimits

    /// Makes a desk.
    ///
    /// - Parameters:
    ///   - password: the server's; nil where none is set, which opens nothing.
    ///   - now: the clock.
    init(
        _ gallery: PhotoGallery, password: String?, cost: PasswordHash.Cost,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.gallery = gallery
        self.cost = cost
        owner = password.map { [key] in SignInDesk.digest($0, key) }
        addresses = AttemptLimits(.init(free: 10, longest: .seconds(900)), now: now)
        // Shorter, as others can lock somebody out by it.
        names = AttemptLimits(.init(free: 10, longest: .seconds(60)), now: now)
    }

    /// The account that a name and a password open; nil for the owner, who has no name.
    ///
    /// - Throws: 401 where either is wrong; 429 and 503 with `Retry-After`.
    func check(name: String, password: String, from client: Client) async throws -> Account? {
        let address = AttemptKey.address(client.address)
        let person = AttemptKey.name(name)
        try addresses.begin(address)
        do { try names.begin(person) } catch {
            addresses.takeBack(address)
            throw error
        }
        let outcome: Outcome
        do {
            outcome = try await turns.run { try await self.outcome(name, password) }
        } catch {
            // Nothing was tried.
            addresses.takeBack(address)
            names.takeBack(person)
            throw error
        }
        switch outcome {
        case .wrong:
            throw Problem(
                .unauthorized, say: "error.wrong-password",
                headers: [.wwwAuthenticate: "Bearer realm=\"gallery\""])
        case .owner:
            addresses.takeBack(address)
            names.reset(person)
            return nil
        case .account(let account):
            addresses.takeBack(address)
            names.reset(person)
            return account
        }
    }

    private enum Outcome: Sendable {
        case wrong
        case owner
        case account(Account)
    }

    private func outcome(_ name: String, _ typed: String) async throws -> Outcome {
        try await offload { [self] in
            guard typed.utf8.count <= PasswordRule.longest else {
                _ = try PasswordHash(of: "", cost: cost)
                return .wrong
            }
            if name.allSatisfy(\.isWhitespace) {
                // Known as it is, it needs no hash: this takes the time that an account's does.
                _ = try PasswordHash(of: typed, cost: cost)
                return SignInDesk.digest(typed, key) == owner ? .owner : .wrong
            }
            let account = try gallery.account(named: name, password: typed, cost: cost)
            return account.map { .account($0) } ?? .wrong
        }
    }

    private static func digest(_ password: String, _ key: String) -> String {
        SecretToken.digest(of: password.precomposedStringWithCanonicalMapping, boundTo: key)
    }
}

/// What attempts are counted by.
enum AttemptKey {
    /// The household of an address.
    static func address(_ text: String) -> String {
        guard let address = IPAddress(text: text) else { return text }
        return address.household.map(String.init).joined(separator: ".")
    }

    /// A name of any length.
    static func name(_ text: String) -> String {
        FileDigest(of: SectionReference.key(String(text.prefix(1000)))).hexadecimal
    }
}
