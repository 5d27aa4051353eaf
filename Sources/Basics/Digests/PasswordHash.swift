private import Crypto
private import CryptoExtras
import Foundation

/// What is kept of a password: an scrypt digest with its salt and cost, `scrypt$N$r$p$SALT$DIGEST`.
///
/// Salt and digest are base64url without padding. A password is compared in Unicode's composed form, so that
/// two keyboards that spell an accent in different ways mean the same.
///
/// Source: RFC 7914; RFC 8265, section 4.2 (OpaqueString).
package struct PasswordHash: Hashable, Sendable {
    /// How much a guess costs: memory of 128 * `rounds` * `blockSize` bytes, gone through `parallelism` times.
    package struct Cost: Hashable, Sendable {
        /// N of scrypt, a power of 2.
        package var rounds: Int
        /// r of scrypt.
        package var blockSize: Int
        /// p of scrypt.
        package var parallelism: Int

        /// 32 MiB, three times: OWASP's Password Storage Cheat Sheet names it among equals.
        package static let standard = Cost(rounds: 1 << 15, blockSize: 8, parallelism: 3)
        /// Next to nothing, for tests.
        package static let trifling = Cost(rounds: 16, blockSize: 1, parallelism: 1)

        /// Whether it can be computed in the 64 MiB that a hash may take.
        fileprivate var isBearable: Bool {
            (2...1 << 20).contains(rounds) && rounds & (rounds - 1) == 0
                && (1...64).contains(blockSize) && (1...64).contains(parallelism)
                && 128 * rounds * blockSize <= 64 << 20
        }
    }

    /// The cost that it was made at.
    package let cost: Cost
    private let salt: [UInt8]
    private let digest: [UInt8]

    /// Hashes a password with a salt of its own; takes as long as the cost says, half a second at most.
    ///
    /// - Throws: what the library says where the memory cannot be had.
    package init(of password: String, cost: Cost = .standard) throws {
        let salt = RandomBytes.make(16)
        self.cost = cost
        self.salt = salt
        digest = try PasswordHash.derive(password, salt, cost, length: 32)
    }

    /// Reads the text form; nil for anything else, and for a cost that nobody should pay.
    package init?(text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0] == "scrypt", let rounds = Int(parts[1]),
            let blockSize = Int(parts[2]), let parallelism = Int(parts[3]),
            let salt = Base64URL.bytes(String(parts[4])),
            let digest = Base64URL.bytes(String(parts[5])),
            (8...64).contains(salt.count), (16...64).contains(digest.count)
        else { return nil }
        cost = Cost(rounds: rounds, blockSize: blockSize, parallelism: parallelism)
        guard cost.isBearable else { return nil }
        self.salt = salt
        self.digest = digest
    }

    /// The text form.
    package var text: String {
        "scrypt$\(cost.rounds)$\(cost.blockSize)$\(cost.parallelism)$\(Base64URL.text(salt))$"
            + Base64URL.text(digest)
    }

    /// Whether it was made of a password; takes as long whatever the answer.
    ///
    /// - Throws: what the library says where the memory cannot be had.
    package func fits(_ password: String) throws -> Bool {
        let other = try PasswordHash.derive(password, salt, cost, length: digest.count)
        // All bytes are looked at, so that the time tells nothing.
        return zip(digest, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func derive(
        _ password: String, _ salt: [UInt8], _ cost: Cost, length: Int
    ) throws -> [UInt8] {
        let composed = password.precomposedStringWithCanonicalMapping
        let key = try KDF.Scrypt.deriveKey(
            from: Array(composed.utf8), salt: salt, outputByteCount: length, rounds: cost.rounds,
            blockSize: cost.blockSize, parallelism: cost.parallelism)
        return key.withUnsafeBytes { Array($0) }
    }
}
