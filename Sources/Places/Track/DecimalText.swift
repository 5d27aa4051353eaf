/// Reads decimal numbers from ASCII bytes.
enum DecimalText {
    /// Powers of ten that doubles hold exactly.
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    /// A finite number such as `-33.8568`, blanks around it allowed; nil for anything else, the
    /// hexadecimal forms and the words of `Double` among it.
    ///
    /// Up to 15 digits the quotient of two exact doubles is the double nearest to the text.
    /// Source: W. Clinger, "How to Read Floating Point Numbers Accurately", 1990, section 3.
    static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        var mantissa = 0
        var digits = 0
        var decimals = 0
        var hasPoint = false
        var isNegative = false
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case 0x30...0x39 where digits < 15:
                mantissa = mantissa * 10 + Int(byte - 0x30)
                digits += 1
                decimals += hasPoint ? 1 : 0
            case UInt8(ascii: ".") where !hasPoint: hasPoint = true
            case UInt8(ascii: "-") where index == 0: isNegative = true
            default: return slow(bytes)
            }
        }
        guard digits > 0 else { return nil }
        let value = Double(mantissa) / powers[decimals]
        return isNegative ? -value : value
    }

    /// Blanks, more digits, exponents.
    private static func slow(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        let body = bytes.drop { blanks.contains($0) }
        let end = body.lastIndex { !blanks.contains($0) }.map { $0 + 1 } ?? body.startIndex
        let text = body[body.startIndex..<end]
        guard text.count <= 64, text.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else {
            return nil
        }
        return Double(String(decoding: text, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }
}
