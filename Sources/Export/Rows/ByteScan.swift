/// Looks for bytes that need care, eight at a time.
///
/// Source: "Determine if a word has a zero byte",
/// https://graphics.stanford.edu/~seander/bithacks.html
enum ByteScan {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Whether CSV must quote a cell of these bytes for what is inside: comma, quote, CR or LF.
    @inline(__always)
    static func hasCSVSpecial(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        contains(bytes) { word in
            zeros(word ^ (ones &* 0x2C)) | zeros(word ^ (ones &* 0x22))
                | zeros(word ^ (ones &* 0x0D)) | zeros(word ^ (ones &* 0x0A))
        } matches: { byte in
            byte == 0x2C || byte == 0x22 || byte == 0x0D || byte == 0x0A
        }
    }

    /// Whether a JSON string must escape any of these bytes: quote, backslash or a control
    /// character.
    @inline(__always)
    static func hasJSONSpecial(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        contains(bytes) { word in
            zeros(word ^ (ones &* 0x22)) | zeros(word ^ (ones &* 0x5C))
                | ((word &- (ones &* 0x20)) & ~word)
        } matches: { byte in
            byte == 0x22 || byte == 0x5C || byte < 0x20
        }
    }

    /// A word whose high bits are set where a byte of `word` is zero, or above such a byte.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }

    @inline(__always)
    private static func contains(
        _ bytes: UnsafeBufferPointer<UInt8>, word: (UInt64) -> UInt64, matches: (UInt8) -> Bool
    ) -> Bool {
        guard bytes.count >= 8, let base = UnsafeRawPointer(bytes.baseAddress) else {
            for byte in bytes where matches(byte) { return true }
            return false
        }
        var offset = 0
        let last = bytes.count - 8
        while offset < last {
            let loaded = base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            if word(loaded) & highs != 0 { return true }
            offset += 8
        }
        // The last word overlaps the one before it, so that no byte is looked at alone.
        return word(base.loadUnaligned(fromByteOffset: last, as: UInt64.self)) & highs != 0
    }
}
