import Basics
import Foundation
import GalleryModel

/// A growing byte buffer for rows, drained by its owner.
///
/// Optimized for millions of rows: appending is a capacity check and a copy, and `removeAll` keeps
/// the memory.
package struct OutputBuffer: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// The number of bytes in the buffer.
    package private(set) var count = 0

    /// Creates an empty buffer with a capacity in bytes, at least 64.
    package init(capacity: Int = 1 << 16) {
        self.capacity = max(capacity, 64)
        base = .allocate(capacity: self.capacity)
    }

    deinit { base.deallocate() }

    /// Removes all bytes and keeps the memory.
    package mutating func removeAll() { count = 0 }

    /// A copy of the bytes.
    package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: base, count: count)) }

    /// Appends bytes.
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        reserve(bytes.count)
        (base + count).update(from: start, count: bytes.count)
        count += bytes.count
    }

    /// Appends bytes.
    package mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

    /// Appends the UTF-8 bytes of a text.
    package mutating func append(_ text: String) {
        let copied: Void? = text.utf8.withContiguousStorageIfAvailable { append($0) }
        guard copied == nil else { return }
        for byte in text.utf8 { append(byte) }
    }

    /// Appends one byte.
    package mutating func append(_ byte: UInt8) {
        reserve(1)
        base[count] = byte
        count += 1
    }

    /// Reserves `extra` bytes and passes them to `body`, which returns the number of bytes written,
    /// at most `extra`.
    @inline(__always)
    mutating func write(_ extra: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
        reserve(extra)
        let written = body(base + count)
        assert((0...extra).contains(written), "wrote past the reserved bytes")
        count += written
    }

    /// Passes the bytes from `start` on to `body` for reading or modification in place.
    @inline(__always)
    mutating func tail<Result>(
        from start: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Result
    ) -> Result {
        body(UnsafeMutableBufferPointer(start: base + start, count: count - start))
    }

    @inline(__always)
    private mutating func reserve(_ extra: Int) {
        if capacity - count < extra { grow(extra) }
    }

    @inline(never)
    private mutating func grow(_ extra: Int) {
        let larger = max(capacity * 2, count + extra)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.update(from: base, count: count)
        base.deallocate()
        base = moved
        capacity = larger
    }
}

// Invariant: the memory is owned only by this value, which cannot be copied.
extension OutputBuffer: @unchecked Sendable {}

extension OutputBuffer {
    /// Appends an integer in decimal digits.
    mutating func append(number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        append(digits: number.magnitude, atLeast: 1)
    }

    /// Appends decimal digits, padded with zeros to `width`, at most 20.
    mutating func append(digits number: UInt64, atLeast width: Int) {
        var rest = number
        var length = 1
        while rest >= 10 {
            rest /= 10
            length += 1
        }
        length = max(length, width)
        write(length) { start in
            var rest = number
            var index = length
            while index > 0 {
                index -= 1
                start[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            return length
        }
    }

    /// Appends the shortest plain decimal that parses as the same number, never with an exponent.
    ///
    /// Integers have no fraction, and minus zero is `0`. Nothing is appended for a number that is
    /// not finite; the caller chooses a substitute.
    mutating func append(decimal number: Double) {
        guard number.isFinite else { return }
        // A number with at most 15 significant digits is the correctly rounded quotient of two
        // exact numbers, so these digits parse as the same number, and no shorter ones do.
        let scaled = (number.magnitude * 1e7).rounded()
        if scaled < 1e15, scaled / 1e7 == number.magnitude {
            if number < 0 { append(UInt8(ascii: "-")) }
            append(tenMillionths: UInt64(scaled))
        } else {
            append(expanding: number.description)
        }
    }

    private mutating func append(tenMillionths scaled: UInt64) {
        append(digits: scaled / 10_000_000, atLeast: 1)
        var fraction = scaled % 10_000_000
        guard fraction > 0 else { return }
        var width = 7
        while fraction % 10 == 0 {
            fraction /= 10
            width -= 1
        }
        append(UInt8(ascii: "."))
        append(digits: fraction, atLeast: width)
    }

    /// Appends `[-]d.ddde±xx` or `[-]ddd.ddd` as a plain decimal.
    private mutating func append(expanding text: String) {
        var mantissa = Array(text.utf8)
        var exponent = 0
        if let mark = mantissa.firstIndex(of: UInt8(ascii: "e")) {
            exponent = Int(String(decoding: mantissa[(mark + 1)...], as: UTF8.self)) ?? 0
            mantissa.removeSubrange(mark...)
        }
        if mantissa.first == UInt8(ascii: "-") { append(mantissa.removeFirst()) }
        let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.count
        var digits = mantissa.filter { $0 != UInt8(ascii: ".") }
        let wholeCount = point + exponent
        let zero = UInt8(ascii: "0")
        if wholeCount <= 0 {
            digits.insert(contentsOf: [UInt8](repeating: zero, count: 1 - wholeCount), at: 0)
        } else if wholeCount > digits.count {
            digits += [UInt8](repeating: zero, count: wholeCount - digits.count)
        }
        let whole = max(wholeCount, 1)
        append(Array(digits[..<whole]))
        let fraction = digits[whole...]
        guard let last = fraction.lastIndex(where: { $0 != zero }) else { return }
        append(UInt8(ascii: "."))
        append(Array(fraction[...last]))
    }
}

extension OutputBuffer {
    /// Appends an instant as `YYYY-MM-DDTHH:MM:SSZ`. Source: ISO 8601, RFC 3339
    mutating func append(instant unixSeconds: Int64) {
        let date = CivilDate(unixSeconds: unixSeconds)
        if date.year < 0 { append(UInt8(ascii: "-")) }
        append(digits: UInt64(date.year.magnitude), atLeast: 4)
        let parts: [(UInt8, Int)] = [
            (0x2D, date.month), (0x2D, date.day), (0x54, date.hour), (0x3A, date.minute),
            (0x3A, date.second),
        ]
        for (mark, number) in parts {
            append(mark)
            append(digits: UInt64(number), atLeast: 2)
        }
        append(UInt8(ascii: "Z"))
    }
}

extension OutputBuffer {
    /// Quotes the cell from `start` to the end of the buffer if necessary.
    ///
    /// In addition to the rules of RFC 4180, cells that start or end with a space are quoted:
    /// exiftool and others trim unquoted cells.
    @inline(__always)
    mutating func quoteCell(from start: Int) {
        let isBare = tail(from: start) { cell in
            let cell = UnsafeBufferPointer(cell)
            guard let first = cell.first, let last = cell.last else { return true }
            return first != UInt8(ascii: " ") && last != UInt8(ascii: " ")
                && !ByteScan.hasCSVSpecial(cell)
        }
        if !isBare { quote(from: start) }
    }

    private mutating func quote(from start: Int) {
        let mark = UInt8(ascii: "\"")
        let length = count - start
        let quotes = tail(from: start) { cell in cell.count { $0 == mark } }
        write(quotes + 2) { _ in quotes + 2 }
        tail(from: start) { cell in
            // Backward, so that no byte is overwritten before it is moved.
            var target = cell.count - 1
            cell[target] = mark
            var source = length
            while source > 0 {
                source -= 1
                target -= 1
                cell[target] = cell[source]
                if cell[source] == mark {
                    target -= 1
                    cell[target] = mark
                }
            }
            cell[0] = mark
        }
    }

    /// Inserts a `'` before the cell that starts at `start` if a spreadsheet would evaluate it.
    ///
    /// This applies to text that starts with `=`, `+`, `-`, `@`, their full-width forms, a tab or a
    /// line break.
    /// Source: https://owasp.org/www-community/attacks/CSV_Injection
    mutating func disarmFormula(from start: Int) {
        guard tail(from: start, { OutputBuffer.isFormula(UnsafeBufferPointer($0)) }) else { return }
        let cell = tail(from: start) { Array($0) }
        count = start
        append(UInt8(ascii: "'"))
        append(cell)
    }

    static func isFormula(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        switch cell.first {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"),
            UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
            return true
        case 0xEF:
            return ["＝", "＋", "－", "＠"].contains { cell.starts(with: $0.utf8) }
        default: return false
        }
    }
}

extension OutputBuffer {
    /// Appends a quoted JSON string and escapes only what JSON requires.
    ///
    /// Source: RFC 8259, section 7
    mutating func append(jsonString text: String) {
        append(UInt8(ascii: "\""))
        let appended: Void? = text.utf8.withContiguousStorageIfAvailable { append(jsonContent: $0) }
        if appended == nil { Array(text.utf8).withUnsafeBufferPointer { append(jsonContent: $0) } }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(jsonContent bytes: UnsafeBufferPointer<UInt8>) {
        guard ByteScan.hasJSONSpecial(bytes) else { return append(bytes) }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(bytes.count + 16)
        JSONText.append(escaping: bytes, escapesDelete: false, to: &escaped)
        append(escaped)
    }

    /// Appends a JSON number, or null if it is not finite.
    mutating func append(jsonNumber number: Double) {
        if number.isFinite { append(decimal: number) } else { append("null") }
    }

    /// Appends `["a","b"]`.
    mutating func append(jsonArray strings: [String]) {
        append(jsonArray: strings) { $0.append(jsonString: $1) }
    }

    /// Appends `[[x,y,w,h],…]` in pixels of the upright picture.
    mutating func append(jsonArray rectangles: [FaceRectangle]) {
        append(jsonArray: rectangles) { buffer, box in
            buffer.append(jsonArray: [box.x, box.y, box.width, box.height]) {
                $0.append(jsonNumber: $1)
            }
        }
    }

    private mutating func append<Item>(
        jsonArray items: [Item], _ appendItem: (inout OutputBuffer, Item) -> Void
    ) {
        append(UInt8(ascii: "["))
        for (index, item) in items.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            appendItem(&self, item)
        }
        append(UInt8(ascii: "]"))
    }

    /// Appends a path as a JSON string; if it is not UTF-8, it is escaped, and the exact bytes
    /// follow under `bytesKey` in Base64 (RFC 4648, section 4).
    mutating func append(jsonPath path: BytePath, bytesKey: String) {
        if let string = path.string {
            append(jsonString: string)
        } else {
            append(jsonString: path.escaped)
            append(",\"\(bytesKey)\":\"")
            append(Data(path.bytes).base64EncodedString())
            append(UInt8(ascii: "\""))
        }
    }
}

extension OutputBuffer {
    /// Appends escaped text for an element or a quoted attribute.
    ///
    /// Drops characters that XML cannot represent: controls other than tab and line breaks, U+FFFE
    /// and U+FFFF. Also drops U+007F, which XMP readers replace by a space.
    /// Source: XML 1.0, sections 2.2 (Char), 2.4 and 2.11 (a bare CR would become a LF)
    mutating func append(xmlText text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": append("&amp;")
            case "<": append("&lt;")
            case ">": append("&gt;")
            case "\"": append("&quot;")
            case "\r": append("&#xD;")
            case "\t", "\n": append(UInt8(truncatingIfNeeded: scalar.value))
            case "\u{0}"..<" ", "\u{7F}", "\u{FFFE}", "\u{FFFF}": break
            default:
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
            }
        }
    }
}

/// Searches for special bytes, eight at a time.
///
/// Source: "Determine if a word has a zero byte",
/// https://graphics.stanford.edu/~seander/bithacks.html
enum ByteScan {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Indicates whether a CSV cell must be quoted because it contains a comma, quote, CR or LF.
    @inline(__always)
    static func hasCSVSpecial(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        contains(bytes) { word in
            zeros(word ^ (ones &* 0x2C)) | zeros(word ^ (ones &* 0x22))
                | zeros(word ^ (ones &* 0x0D)) | zeros(word ^ (ones &* 0x0A))
        } matches: { byte in
            byte == 0x2C || byte == 0x22 || byte == 0x0D || byte == 0x0A
        }
    }

    /// Indicates whether a JSON string must be escaped because it contains a quote, backslash or
    /// control character.
    @inline(__always)
    static func hasJSONSpecial(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        contains(bytes) { word in
            zeros(word ^ (ones &* 0x22)) | zeros(word ^ (ones &* 0x5C))
                | ((word &- (ones &* 0x20)) & ~word)
        } matches: { byte in
            byte == 0x22 || byte == 0x5C || byte < 0x20
        }
    }

    /// Returns a word whose high bits are set for zero bytes of `word`, and possibly for bytes
    /// above them.
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
        // The last word overlaps the previous one, so that no single bytes remain.
        return word(base.loadUnaligned(fromByteOffset: last, as: UInt64.self)) & highs != 0
    }
}
