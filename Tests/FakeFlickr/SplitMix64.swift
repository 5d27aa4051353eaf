/// A generator of reproducible pseudorandom numbers.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes a generator from a seed.
    package init(seed: UInt64) {
        state = seed
    }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A whole number below `bound`, which is at least 1.
    ///
    /// The bias is below 2⁻³² and negligible here.
    package mutating func below(_ bound: Int) -> Int {
        Int((next() >> 32) % UInt64(max(1, bound)))
    }

    /// True with a chance of one in `count`.
    package mutating func oneIn(_ count: Int) -> Bool {
        below(count) == 0
    }

    /// A random value; nil if there are no values.
    package mutating func pick<Value>(_ values: [Value]) -> Value? {
        values.isEmpty ? nil : values[below(values.count)]
    }

    /// `count` lower-case hexadecimal digits, at most 16.
    package mutating func hexadecimal(_ count: Int) -> String {
        let digits = String(next(), radix: 16)
        return String((String(repeating: "0", count: 16 - digits.count) + digits).suffix(count))
    }

    /// Hashes text into a number that depends only on its bytes (FNV-1a, then one round).
    ///
    /// Source: http://www.isthe.com/chongo/tech/comp/fnv/
    package static func hash(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        var generator = SplitMix64(seed: hash)
        return generator.next()
    }
}
