/// Reproducible pseudorandom numbers from a seed.
///
/// Source: SplitMix64, https://doi.org/10.1145/2660193.2660195
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Text of characters that break formats, plain letters and any other scalars.
    mutating func text(upTo length: Int = 30) -> String {
        let awkward: [Unicode.Scalar] = [
            ",", "\"", "\r", "\n", " ", "'", "=", "\\", "\t", "/", ".", "-", "\u{1}", "\u{7f}",
            "\u{301}", "\u{2028}", "\u{202E}", "\u{FEFF}", "\u{1F468}", "\u{200D}", "犬",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...length, using: &self) {
            switch Int.random(in: 0..<4, using: &self) {
            case 0: text.append(awkward.randomElement(using: &self) ?? ",")
            case 1:
                let value = UInt32.random(in: 1...0x10FFFF, using: &self)
                text.append(Unicode.Scalar(value) ?? "\u{FFFD}")
            default:
                text.append(Unicode.Scalar(UInt8.random(in: 0x61...0x7A, using: &self)))
            }
        }
        return String(text)
    }
}
