package import Basics
import Catalog
import Foundation
package import GalleryModel

/// The accounts of a server.
package struct GalleryAccounts: GalleryFeature {
    let gallery: PhotoGallery

    /// Returns the accounts that can sign in to a server of the gallery, in order of creation.
    package func list() throws(GalleryError) -> [Account] { try translated(catalog.accounts()) }

    /// Adds an account; takes a few tenths of a second, as password hashing is deliberately slow.
    ///
    /// - Throws: `usage` for an invalid name, password or profile, and if another account has the
    ///   name or the email address; `notFound` if the profile photo does not exist.
    package func add(
        named name: String, role: AccountRole, profile: AccountProfile = AccountProfile(),
        password: String, cost: PasswordHash.Cost = .standard
    ) throws(GalleryError) {
        let name = try AccountName.checked(name, of: "account")
        let profile = try checked(profile)
        let hash = try Self.hash(password, cost)
        let outcome = try translated(
            catalog.addAccount(named: name, role: role, profile: profile, passwordHash: hash))
        try Self.check(outcome, name, profile)
    }

    /// Replaces the role and profile of an account.
    ///
    /// - Throws: `usage` for an invalid profile, and if another account has the email address;
    ///   `notFound` if the account or the profile photo does not exist.
    package func set(
        named name: String, role: AccountRole, profile: AccountProfile
    ) throws(GalleryError) {
        let profile = try checked(profile)
        let outcome = try translated(
            catalog.updateAccount(named: name, role: role, profile: profile))
        try Self.check(outcome, name, profile)
    }

    private func checked(_ profile: AccountProfile) throws(GalleryError) -> AccountProfile {
        if let photo = profile.photo { _ = try gallery.photo(id: photo) }
        return try profile.checked()
    }

    private static func check(
        _ outcome: StoredAccount, _ name: String, _ profile: AccountProfile
    ) throws(GalleryError) {
        switch outcome {
        case .stored: return
        case .unknown: throw noAccount(name)
        case .nameTaken:
            throw GalleryError(
                .usage,
                "an account '\(name)' already exists: 'gallery account password' changes its "
                    + "password, 'gallery account set' its role and profile")
        case .emailTaken:
            throw GalleryError(
                .usage,
                "another account has the address '\(profile.email ?? "")': "
                    + "see 'gallery account list'")
        }
    }

    /// Removes an account, ends its sessions and deletes its tokens; its photos stay.
    ///
    /// - Throws: `notFound`.
    package func remove(named name: String) throws(GalleryError) {
        if try !translated(catalog.removeAccount(named: name)) { throw Self.noAccount(name) }
    }

    /// Changes the password of an account, ends its sessions and revokes its tokens; takes a few
    /// tenths of a second.
    ///
    /// - Throws: `usage` for an invalid password; `notFound`.
    package func setPassword(
        _ password: String, ofAccount name: String, cost: PasswordHash.Cost = .standard
    ) throws(GalleryError) {
        // An unknown account is reported before the password is checked.
        _ = try account(named: name)
        let hash = try Self.hash(password, cost)
        guard try translated(catalog.setPasswordHash(hash, ofAccount: name)) else {
            throw Self.noAccount(name)
        }
    }

    /// Returns the account with a name, ignoring case.
    ///
    /// - Throws: `notFound`.
    package func account(named name: String) throws(GalleryError) -> Account {
        guard let found = try translated(catalog.account(named: name)?.account) else {
            throw Self.noAccount(name)
        }
        return found
    }

    /// Returns the current account; nil if it was removed or its password has changed.
    package func current(_ account: Account) throws(GalleryError) -> Account? {
        guard let found = try translated(catalog.account(named: account.name))?.account,
            found.id == account.id, found.datePassword == account.datePassword
        else { return nil }
        return found
    }

    /// Returns the current account with an id; nil if there is none.
    package func account(id: Int64) throws(GalleryError) -> Account? {
        try list().first { $0.id == id }
    }

    /// Returns the id of the account with a name, or else with an email address; nil if there is
    /// none.
    package func id(named name: String) throws(GalleryError) -> Int64? {
        try translated((catalog.account(named: name) ?? catalog.account(email: name))?.account.id)
    }

    /// Returns the account with a name, or else with an email address, if the password is correct;
    /// otherwise nil.
    ///
    /// Takes equally long for unknown names. If the stored hash has another cost, it is replaced,
    /// provided that the catalog is writable.
    package func account(
        named name: String, password: String, cost: PasswordHash.Cost
    ) throws(GalleryError) -> Account? {
        try GalleryError.translating {
            guard let found = try catalog.account(named: name) ?? catalog.account(email: name),
                let hash = PasswordHash(text: found.passwordHash)
            else {
                _ = try PasswordHash(of: password, cost: cost)
                return nil
            }
            guard try hash.fits(password) else { return nil }
            if hash.cost != cost {
                let new = try PasswordHash(of: password, cost: cost).text
                // If writing fails, a later sign-in replaces the hash.
                try? catalog.replacePasswordHash(
                    found.passwordHash, with: new, ofAccount: found.account.id)
            }
            return found.account
        }
    }

    private static func hash(
        _ password: String, _ cost: PasswordHash.Cost
    ) throws(GalleryError) -> String {
        if let objection = PasswordRule.objection(to: password) {
            throw GalleryError(
                .usage,
                "the password is invalid: \(objection); "
                    + "expected at least \(PasswordRule.minimumLength) characters")
        }
        return try translated(PasswordHash(of: password, cost: cost).text)
    }

    private static func noAccount(_ name: String) -> GalleryError {
        GalleryError(.notFound, "no account '\(name)': 'gallery account list' shows all accounts")
    }
}

extension AccountProfile {
    /// Returns the profile as it is stored: in composed form, without empty texts.
    ///
    /// - Throws: `usage` for a text that is too long or has a control character, and for an invalid
    ///   email address.
    func checked() throws(GalleryError) -> AccountProfile {
        var profile = self
        profile.firstName = try Self.checked(firstName, "first name")
        profile.lastName = try Self.checked(lastName, "last name")
        profile.level = try Self.checked(level, "level")
        profile.bio = try Self.checked(bio, "bio", atMost: 2000, isLine: false)
        profile.email = try Self.checked(email, "email", atMost: 254)
        if let email = profile.email {
            // Only its server knows whether the address exists.
            let sides = email.split(separator: "@", omittingEmptySubsequences: false)
            guard sides.count == 2, !sides[0].isEmpty, !sides[1].isEmpty,
                !email.contains(where: \.isWhitespace)
            else { throw Self.invalid("email", email, "an address such as eva@example.org") }
        }
        return profile
    }

    private static func checked(
        _ text: String?, _ name: String, atMost maximumLength: Int = 100, isLine: Bool = true
    ) throws(GalleryError) -> String? {
        guard let text else { return nil }
        let kept =
            isLine ? SectionReference.normalized(text) : text.precomposedStringWithCanonicalMapping
        let line = isLine ? kept : kept.filter { !$0.isNewline && $0 != "\t" }
        guard kept.count <= maximumLength, kept.utf8.count <= 4 * maximumLength, !line.hasControls()
        else {
            let expected = "at most \(maximumLength) characters"
            throw invalid(name, text, isLine ? expected + " in one line" : expected)
        }
        return kept.allSatisfy(\.isWhitespace) ? nil : kept
    }

    private static func invalid(
        _ name: String, _ text: String, _ expected: String
    ) -> GalleryError {
        GalleryError(
            .usage,
            "invalid \(name) '\(DisplayText.truncated(text, to: 60))': expected \(expected)")
    }
}

/// Validates the names of accounts, tokens and campaigns.
enum AccountName {
    /// The maximum number of characters.
    private static let maximumLength = 100

    /// Returns true if a normalized name is not too long and has only visible characters.
    static func isUsable(_ name: String) -> Bool {
        (1...maximumLength).contains(name.count) && name.utf8.count <= 4 * maximumLength
            && !name.hasControls()
            && !name.unicodeScalars.contains { $0.properties.generalCategory == .format }
    }

    /// Returns a name as it is stored: with single spaces between words, in composed form.
    ///
    /// - Parameter noun: the kind of name, used in the error message.
    /// - Throws: `usage` for a name that is empty, too long, or has a slash or a control character.
    static func checked(_ text: String, of noun: String) throws(GalleryError) -> String {
        let name = SectionReference.normalized(text)
        guard isUsable(name), !name.contains("/") else {
            throw GalleryError(
                .usage,
                "invalid \(noun) name '\(name)': expected 1 to \(maximumLength) characters "
                    + "without '/'")
        }
        return name
    }
}

/// Requirements for passwords.
package enum PasswordRule {
    /// The minimum number of characters.
    package static let minimumLength = 8
    /// The maximum number of bytes.
    package static let maximumLength = 1024

    /// Returns the reason why a password is invalid; nil if it is valid.
    ///
    /// - Parameter minimumLength: the minimum number of characters.
    package static func objection(
        to password: String, minimumLength: Int = minimumLength
    ) -> String? {
        if password.isEmpty { return "it is empty" }
        if password.count < minimumLength { return "it has fewer than \(minimumLength) characters" }
        if password.utf8.count > maximumLength { return "it is longer than \(maximumLength) bytes" }
        return password.hasControls() ? "it has a control character" : nil
    }

    /// Returns the password in the first line of a file's bytes; nil if it is not UTF-8.
    package static func firstLine(of bytes: [UInt8]) -> String? {
        var line = bytes.prefix { $0 != 0x0A }
        if line.last == 0x0D { line.removeLast() }
        return String(validating: line, as: UTF8.self)
    }
}
