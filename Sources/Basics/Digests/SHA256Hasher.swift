private import Crypto

/// Computes a SHA-256 of bytes that come one after the other.
///
/// The one place that hashes: no other module imports Crypto.
/// Source: FIPS 180-4, section 6.2
package struct SHA256Hasher: Sendable {
    private var state = SHA256()

    /// Begins with no bytes.
    package init() {}

    /// Takes the next bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        state.update(bufferPointer: bytes)
    }

    /// The digest of the bytes so far.
    package var digest: FileDigest { FileDigest(bytes: state.finalize()) }

    /// The digest's 32 bytes.
    package var digestBytes: [UInt8] { Array(state.finalize()) }
}

extension FileDigest {
    /// Hashes bytes without a copy of them.
    package init(of bytes: UnsafeRawBufferPointer) {
        var hasher = SHA256Hasher()
        hasher.update(bytes)
        self = hasher.digest
    }

    /// Hashes bytes.
    package init(of bytes: [UInt8]) {
        self = bytes.withUnsafeBytes { FileDigest(of: $0) }
    }

    /// Hashes a text's UTF-8 bytes.
    package init(of text: String) {
        self.init(of: Array(text.utf8))
    }
}
