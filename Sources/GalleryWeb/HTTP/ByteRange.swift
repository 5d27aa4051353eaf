/// Which bytes of a file a request asks for.
///
/// Source: RFC 9110, section 14.
enum ByteRange: Hashable, Sendable {
    /// All of them: nothing else was asked for, or nothing that can be read, or several ranges at once.
    case whole
    /// These, at least one.
    case part(Range<Int>)
    /// None that there are.
    case unsatisfiable

    /// Reads the header `Range`.
    ///
    /// - Parameters:
    ///   - header: nil where the request has none.
    ///   - size: how many bytes there are.
    init(_ header: String?, size: Int) {
        self = .whole
        guard let header, let equals = header.utf8.firstIndex(of: UInt8(ascii: "=")),
            header[..<equals].lowercased() == "bytes"
        else { return }
        let ranges = header.utf8[equals...].dropFirst().split(separator: UInt8(ascii: ","))
            .map(ByteRange.trimmed).filter { !$0.isEmpty }
        guard ranges.count == 1, let range = ranges.first,
            let minus = range.firstIndex(of: UInt8(ascii: "-"))
        else { return }
        let (before, after) = (range[..<minus], range[minus...].dropFirst())
        switch (ByteRange.number(before), ByteRange.number(after)) {
        case (let first?, let last?):
            if first > last { return }
            self = ByteRange.part(first, upTo: last < size ? last + 1 : size)
        case (let first?, nil) where after.isEmpty: self = ByteRange.part(first, upTo: size)
        // The last bytes: of an empty file they are the whole of it.
        case (nil, let count?) where before.isEmpty:
            if count == 0 {
                self = .unsatisfiable
            } else if size > 0 {
                self = .part(max(size - count, 0)..<size)
            }
        default: return
        }
    }

    private static func part(_ first: Int, upTo end: Int) -> ByteRange {
        first < end ? .part(first..<end) : .unsatisfiable
    }

    private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var rest = text.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return rest
    }

    /// Digits and nothing else; more than any file has is the most that a number can be.
    private static func number(_ digits: Substring.UTF8View) -> Int? {
        guard !digits.isEmpty,
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(String(Substring(digits))) ?? .max
    }
}
