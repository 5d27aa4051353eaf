internal import COpenSSL
package import Foundation

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

/// Computes a SHA-1 incrementally, for protocols that require it; it does not protect against
/// intent.
///
/// Source: FIPS 180-4, section 6.1
package struct SHA1Hasher: Sendable {
    private var state = SHA_CTX()

    /// Creates a hasher without input.
    package init() { SHA1_Init(&state) }

    /// Adds bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        SHA1_Update(&state, bytes.baseAddress, bytes.count)
    }

    /// The 20 bytes of the digest of the bytes added so far.
    package var digestBytes: [UInt8] {
        var state = state
        return [UInt8](unsafeUninitializedCapacity: Int(SHA_DIGEST_LENGTH)) { bytes, count in
            SHA1_Final(bytes.baseAddress, &state)
            count = bytes.count
        }
    }
}

extension FileDigest {
    /// Hashes memory, or an array of bytes, without copying it.
    package init(of bytes: some ContiguousBytes) {
        var hasher = SHA256Hasher()
        bytes.withUnsafeBytes { hasher.update($0) }
        self = hasher.digest
    }

    /// Hashes the UTF-8 bytes of a text.
    package init(of text: String) { self.init(of: Array(text.utf8)) }
}

/// Computes a cache key from a sequence of values, each delimited so that different inputs give
/// different keys.
///
/// The key is the same on every machine and in every run.
package struct InputDigest: Sendable {
    private var bytes: [UInt8] = []

    /// Creates a digest of values; nil and empty ones differ.
    package init(_ values: (any DigestValue)?...) {
        bytes.reserveCapacity(512)
        add(values)
    }

    /// Adds values.
    package mutating func add(_ values: (any DigestValue)?...) { add(values) }

    private mutating func add(_ values: [(any DigestValue)?]) {
        for value in values {
            if let value { value.add(to: &bytes) } else { bytes.append(0) }
        }
    }

    /// The first 64 bits of the SHA-256 of all values added so far.
    package var value: UInt64 {
        var hasher = SHA256Hasher()
        bytes.withUnsafeBytes { hasher.update($0) }
        return hasher.digestBytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// A value of an `InputDigest`.
package protocol DigestValue {
    /// Adds the value in a form that ends by itself and differs from those of other types.
    func add(to bytes: inout [UInt8])
}

extension String: DigestValue {
    /// Adds the length and the UTF-8 bytes.
    package func add(to bytes: inout [UInt8]) {
        bytes.append(UInt64(utf8.count), kind: 1)
        bytes.append(contentsOf: utf8)
    }
}

extension Int: DigestValue {
    /// Adds the integer.
    package func add(to bytes: inout [UInt8]) { Int64(self).add(to: &bytes) }
}

extension Int64: DigestValue {
    /// Adds the integer.
    package func add(to bytes: inout [UInt8]) { bytes.append(UInt64(bitPattern: self), kind: 2) }
}

extension Double: DigestValue {
    /// Adds the bit pattern.
    package func add(to bytes: inout [UInt8]) { bytes.append(bitPattern, kind: 3) }
}

extension UInt64: DigestValue {
    /// Adds another digest.
    package func add(to bytes: inout [UInt8]) { bytes.append(self, kind: 4) }
}

extension Bool: DigestValue {
    /// Adds the Boolean.
    package func add(to bytes: inout [UInt8]) { bytes.append(self ? 6 : 5) }
}

extension Array: DigestValue where Element: DigestValue {
    /// Adds the number of values, then each value.
    package func add(to bytes: inout [UInt8]) {
        count.add(to: &bytes)
        for value in self { value.add(to: &bytes) }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ bits: UInt64, kind: UInt8) {
        append(kind)
        for shift in stride(from: 0, to: 64, by: 8) {
            append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
        }
    }
}
