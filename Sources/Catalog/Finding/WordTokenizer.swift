import Foundation
import GRDB
import GRDBSQLite
import GalleryModel

/// Splits text into words for SQLite's full-text indexes, without case and accents.
///
/// Scripts without spaces between words are split into characters, so that a run of characters is
/// found as a phrase.
final class WordTokenizer: FTS5CustomTokenizer {
    static let name = "gallery"

    init(db: Database, arguments: [String]) throws {}

    func tokenize(
        context: UnsafeMutableRawPointer?, tokenization: FTS5Tokenization,
        pText: UnsafePointer<CChar>?, nText: CInt, tokenCallback: @escaping FTS5TokenCallback
    ) -> CInt {
        guard let pText, nText > 0 else { return SQLITE_OK }
        return pText.withMemoryRebound(to: UInt8.self, capacity: Int(nText)) { start in
            let bytes = UnsafeBufferPointer(start: start, count: Int(nText))
            if bytes.allSatisfy({ $0 < 0x80 }) {
                return Self.forEachASCIIWord(bytes, context, tokenCallback)
            }
            return Self.forEachWord(String(decoding: bytes, as: UTF8.self)) { word, range in
                word.withContiguousStorageIfAvailable { word in
                    word.withMemoryRebound(to: CChar.self) {
                        tokenCallback(
                            context, 0, $0.baseAddress, CInt($0.count), CInt(range.lowerBound),
                            CInt(range.upperBound))
                    }
                } ?? SQLITE_ERROR
            }
        }
    }

    /// True if a text contains a word.
    static func hasWords(_ text: String) -> Bool {
        text.unicodeScalars.contains(where: isWordCharacter)
    }

    /// The fast path for ASCII, which most text is: only the case is folded.
    private static func forEachASCIIWord(
        _ bytes: UnsafeBufferPointer<UInt8>, _ context: UnsafeMutableRawPointer?,
        _ tokenCallback: FTS5TokenCallback
    ) -> CInt {
        var word: [CChar] = []
        word.reserveCapacity(32)
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): word.append(CChar(byte | 0x20))
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                word.append(CChar(byte))
            default:
                if word.isEmpty { continue }
                let code = tokenCallback(
                    context, 0, word, CInt(word.count), CInt(index - word.count), CInt(index))
                if code != SQLITE_OK { return code }
                word.removeAll(keepingCapacity: true)
            }
        }
        if word.isEmpty { return SQLITE_OK }
        return tokenCallback(
            context, 0, word, CInt(word.count), CInt(bytes.count - word.count), CInt(bytes.count))
    }

    /// Passes the words of a text to `body`, in order, with their byte ranges in the folded text.
    ///
    /// - Parameter body: receives each word in UTF-8; a code other than `SQLITE_OK` stops.
    private static func forEachWord(_ text: String, body: ([UInt8], Range<Int>) -> CInt) -> CInt {
        let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .precomposedStringWithCanonicalMapping
        var word: [UInt8] = []
        var byteOffset = 0
        func end() -> CInt {
            if word.isEmpty { return SQLITE_OK }
            defer { word.removeAll(keepingCapacity: true) }
            return body(word, (byteOffset - word.count)..<byteOffset)
        }
        for scalar in folded.unicodeScalars {
            var code = SQLITE_OK
            if isStandaloneWord(scalar) {
                code = end()
                if code == SQLITE_OK {
                    let bytes = Array(String(scalar).utf8)
                    byteOffset += bytes.count
                    code = body(bytes, (byteOffset - bytes.count)..<byteOffset)
                }
            } else if isWordCharacter(scalar) {
                let bytes = (Place.plainLetter(Character(scalar)) ?? String(scalar)).utf8
                word += bytes
                byteOffset += bytes.count
            } else {
                code = end()
                byteOffset += 1
            }
            if code != SQLITE_OK { return code }
        }
        return end()
    }

    /// True if a character is part of words: letters, digits, and combining marks.
    private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
        let category = scalar.properties.generalCategory
        return category.isIndexed || category == .nonspacingMark || category == .spacingMark
    }

    /// True if a character belongs to a script without spaces between words: Thai, Lao, Burmese,
    /// Khmer, Kana, Hangul, Han.
    ///
    /// Source: Unicode 15, Blocks.txt.
    private static func isStandaloneWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x3005...0x3007,
            0x3041...0x30FF, 0x3130...0x318F, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC,
            0x20000...0x3FFFF:
            isWordCharacter(scalar)
        default: false
        }
    }
}
