internal import COpenSSL
import Foundation

/// The SHA-256 of a file's bytes.
package struct FileDigest: Hashable, Sendable {
    /// 64 lowercase hexadecimal digits.
    package let hexadecimal: String

    /// Creates a digest from its 32 bytes.
    package init(bytes: some Sequence<UInt8>) {
        var text = [UInt8]()
        text.reserveCapacity(64)
        for byte in bytes { text.append(hex: byte) }
        hexadecimal = String(decoding: text, as: UTF8.self)
    }

    /// Parses 64 lowercase hexadecimal digits; nil for anything else.
    package init?(hexadecimal: String) {
        let isDigit = { (byte: UInt8) in
            byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
        guard hexadecimal.utf8.count == 64, hexadecimal.utf8.allSatisfy(isDigit) else { return nil }
        self.hexadecimal = hexadecimal
    }
}

/// Computes a SHA-256 incrementally.
///
/// Source: FIPS 180-4, section 6.2
package struct SHA256Hasher: Sendable {
    private var state = SHA256_CTX()

    /// Creates a hasher without input.
    package init() { SHA256_Init(&state) }

    /// Adds bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        SHA256_Update(&state, bytes.baseAddress, bytes.count)
    }

    /// The digest of the bytes added so far.
    package var digest: FileDigest { FileDigest(bytes: digestBytes) }

    /// The digest's 32 bytes.
    package var digestBytes: [UInt8] {
        var state = state
        return [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { bytes, count in
            SHA256_Final(bytes.baseAddress, &state)
            count = bytes.count
        }
    }
}

extension FileDigest {
    /// Hashes memory without copying it.
    package init(of bytes: UnsafeRawBufferPointer) {
        var hasher = SHA256Hasher()
        hasher.update(bytes)
        self = hasher.digest
    }

    /// Hashes bytes.
    package init(of bytes: [UInt8]) {
        self = bytes.withUnsafeBytes { FileDigest(of: $0) }
    }

    /// Hashes the UTF-8 bytes of a text.
    package init(of text: String) {
        self.init(of: Array(text.utf8))
    }
}

/// Computes a cache key from a sequence of values, each delimited so that different inputs give
/// different keys.
///
/// The key is the same on every machine and in every run.
package struct InputDigest: Sendable {
    private var bytes: [UInt8] = []

    /// Creates a digest without values.
    package init() { bytes.reserveCapacity(512) }

    /// Adds a text; nil and the empty text differ.
    package mutating func add(_ text: String?) {
        guard let text else { return bytes.append(0) }
        let utf8 = text.utf8
        add(UInt64(utf8.count), kind: 1)
        bytes.append(contentsOf: utf8)
    }

    /// Adds an integer.
    package mutating func add(_ number: Int?) {
        guard let number else { return bytes.append(0) }
        add(UInt64(bitPattern: Int64(number)), kind: 2)
    }

    /// Adds a floating-point number by its bit pattern.
    package mutating func add(_ number: Double?) {
        guard let number else { return bytes.append(0) }
        add(number.bitPattern, kind: 3)
    }

    /// Adds another digest.
    package mutating func add(_ digest: UInt64) { add(digest, kind: 4) }

    /// Adds a Boolean.
    package mutating func add(_ flag: Bool) { bytes.append(flag ? 6 : 5) }

    /// Adds a list of texts with its length.
    package mutating func add(_ texts: [String]) {
        add(texts.count)
        for text in texts { add(text) }
    }

    /// The first 64 bits of the SHA-256 of all values added so far.
    package var value: UInt64 {
        var hasher = SHA256Hasher()
        bytes.withUnsafeBytes { hasher.update($0) }
        return hasher.digestBytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func add(_ bits: UInt64, kind: UInt8) {
        bytes.append(kind)
        for shift in stride(from: 0, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
        }
    }
}
