/// Tells apart what something is made of: values one after the other, each ended so that no two pass for one.
///
/// The same values give the same number on every machine and in every run.
package struct InputDigest: Sendable {
    private var bytes: [UInt8] = []

    /// Begins with no value.
    package init() { bytes.reserveCapacity(512) }

    /// Adds a text; nil is another one than the empty one.
    package mutating func add(_ text: String?) {
        guard let text else { return bytes.append(0) }
        let utf8 = text.utf8
        add(UInt64(utf8.count), kind: 1)
        bytes.append(contentsOf: utf8)
    }

    /// Adds a number.
    package mutating func add(_ number: Int?) {
        guard let number else { return bytes.append(0) }
        add(UInt64(bitPattern: Int64(number)), kind: 2)
    }

    /// Adds a number by its bits.
    package mutating func add(_ number: Double?) {
        guard let number else { return bytes.append(0) }
        add(number.bitPattern, kind: 3)
    }

    /// Adds another digest.
    package mutating func add(_ digest: UInt64) { add(digest, kind: 4) }

    /// Adds yes or no.
    package mutating func add(_ flag: Bool) { bytes.append(flag ? 6 : 5) }

    /// Adds texts, and how many they are.
    package mutating func add(_ texts: [String]) {
        add(texts.count)
        for text in texts { add(text) }
    }

    /// The first 64 bits of the SHA-256 of all values so far.
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
