internal import COpenSSL
import Foundation

/// A stored password: an scrypt digest with its salt and cost, `scrypt$N$r$p$SALT$DIGEST`.
///
/// Salt and digest are base64url without padding. Passwords are compared in Unicode NFC, so that
/// keyboards that compose accents differently give the same password.
///
/// Source: RFC 7914; RFC 8265, section 4.2 (OpaqueString).
package struct PasswordHash: Hashable, Sendable {
    /// The cost of a guess: 128 * `rounds` * `blockSize` bytes of memory, processed `parallelism`
    /// times.
    package struct Cost: Hashable, Sendable {
        /// scrypt's N, a power of 2.
        package var rounds: Int
        /// scrypt's r.
        package var blockSize: Int
        /// scrypt's p.
        package var parallelism: Int

        /// 32 MiB, three times: one of the equivalent settings in OWASP's Password Storage Cheat
        /// Sheet.
        package static let standard = Cost(rounds: 1 << 15, blockSize: 8, parallelism: 3)
        /// A negligible cost for tests.
        package static let testing = Cost(rounds: 16, blockSize: 1, parallelism: 1)

        /// Indicates whether the parameters are valid and need at most 64 MiB.
        fileprivate var isWithinLimits: Bool {
            (2...1 << 20).contains(rounds) && rounds & (rounds - 1) == 0
                && (1...64).contains(blockSize) && (1...64).contains(parallelism)
                && 128 * rounds * blockSize <= 64 << 20
        }
    }

    /// The cost of this hash.
    package let cost: Cost
    private let salt: [UInt8]
    private let digest: [UInt8]

    /// Hashes a password with a random salt; takes up to half a second at the standard cost.
    ///
    /// - Throws: The library's error if memory cannot be allocated.
    package init(of password: String, cost: Cost = .standard) throws {
        let salt = RandomBytes.make(16)
        self.cost = cost
        self.salt = salt
        digest = try PasswordHash.derive(password, salt, cost, length: 32)
    }

    /// Parses the text form; nil if it is invalid or the cost exceeds the limit.
    package init?(text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0] == "scrypt", let rounds = Int(parts[1]),
            let blockSize = Int(parts[2]), let parallelism = Int(parts[3]),
            let salt = Base64URL.bytes(String(parts[4])),
            let digest = Base64URL.bytes(String(parts[5])),
            (8...64).contains(salt.count), (16...64).contains(digest.count)
        else { return nil }
        cost = Cost(rounds: rounds, blockSize: blockSize, parallelism: parallelism)
        guard cost.isWithinLimits else { return nil }
        self.salt = salt
        self.digest = digest
    }

    /// The stored text form.
    package var text: String {
        "scrypt$\(cost.rounds)$\(cost.blockSize)$\(cost.parallelism)$\(Base64URL.text(salt))$"
            + Base64URL.text(digest)
    }

    /// Indicates whether a password matches, in constant time.
    ///
    /// - Throws: The library's error if memory cannot be allocated.
    package func fits(_ password: String) throws -> Bool {
        let other = try PasswordHash.derive(password, salt, cost, length: digest.count)
        // Compare all bytes, so that timing reveals nothing.
        return zip(digest, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// The most memory that an accepted cost takes, with what scrypt needs beside its table.
    private static let maximumMemory: UInt64 = 72 << 20

    private static func derive(
        _ password: String, _ salt: [UInt8], _ cost: Cost, length: Int
    ) throws -> [UInt8] {
        let composed = password.precomposedStringWithCanonicalMapping
        let bytes = Array(composed.utf8)
        var key = [UInt8](repeating: 0, count: length)
        let isDerived = bytes.withUnsafeBytes { password in
            EVP_PBE_scrypt(
                password.baseAddress, password.count, salt, salt.count, UInt64(cost.rounds),
                UInt64(cost.blockSize), UInt64(cost.parallelism), maximumMemory, &key, length)
        }
        guard isDerived == 1 else { throw PasswordHashError() }
        return key
    }
}

/// OpenSSL could not derive a key; the costs are checked before.
package struct PasswordHashError: Error, CustomStringConvertible {
    package var description: String {
        "OpenSSL cannot compute scrypt: out of memory, or disabled by its configuration"
    }
}
