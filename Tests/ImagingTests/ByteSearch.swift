import Foundation

/// Searches bytes for words and numbers, in the encodings used by metadata.
struct ByteSearch {
    private let haystack: Data

    init(_ bytes: [UInt8]) { haystack = Data(bytes) }

    /// The words found: as UTF-8, UTF-16 of either byte order, base64 or hexadecimal.
    func found(_ words: [String]) -> [String] {
        words.filter { word in
            let plain = Data(word.utf8)
            // The base64 of three letters occurs by chance.
            let shifts = plain.count < 8 ? 0..<0 : 0..<3
            let forms =
                [plain, utf16(word, bigEndian: true), utf16(word, bigEndian: false)]
                + shifts.map { base64(plain, shift: $0) }
                + [Data(plain.map { String($0, radix: 16) }.joined().utf8)]
            return forms.contains { haystack.range(of: $0) != nil }
        }
    }

    /// The fractions, such as `1740/100`, found as two 32-bit numbers of either byte order.
    func found(fractions: [String]) -> [String] {
        fractions.filter { fraction in
            let numbers = fraction.split(separator: "/").compactMap { UInt32($0) }
            guard numbers.count == 2 else { return false }
            let big = numbers.flatMap { number in
                withUnsafeBytes(of: number.bigEndian) { Array($0) }
            }
            let little = numbers.flatMap { number in
                withUnsafeBytes(of: number.littleEndian) { Array($0) }
            }
            return [big, little].contains { haystack.range(of: Data($0)) != nil }
        }
    }

    private func utf16(_ word: String, bigEndian: Bool) -> Data {
        Data(
            word.utf16.flatMap { unit in
                withUnsafeBytes(of: bigEndian ? unit.bigEndian : unit.littleEndian) { Array($0) }
            })
    }

    /// The base64 of a text without its ends, if the text starts at this offset modulo 3.
    private func base64(_ plain: Data, shift: Int) -> Data {
        let text = (Data(repeating: 0, count: shift) + plain).base64EncodedString()
        let drop = shift == 0 ? 0 : shift + 1
        let tail = (shift + plain.count) % 3 == 0 ? 0 : 4
        return Data(text.dropFirst(drop).dropLast(tail).utf8)
    }
}
