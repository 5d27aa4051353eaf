import Basics

/// An entity tag; equal strong tags of one address mean equal bytes.
///
/// Source: RFC 9110, section 8.8.3.
struct EntityTag: Hashable, Sendable {
    /// True if equal tags only mean equivalent content.
    let isWeak: Bool
    /// The text between the quotes.
    let opaque: String

    /// Creates a tag from a digest or another text without quotes, spaces and control characters.
    init(_ opaque: String, isWeak: Bool = false) {
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// Creates the tag of bytes.
    init(of bytes: [UInt8]) { self.init(String(FileDigest(of: bytes).hexadecimal.prefix(32))) }

    /// Parses a single tag, as in `If-Range`; nil for a date or anything else.
    init?(header: String) {
        var rest = Substring(HeaderValue.trimmed(header[...])).utf8
        guard rest.first != UInt8(ascii: ","), let tag = EntityTag(reading: &rest), rest.isEmpty
        else { return nil }
        self = tag
    }

    /// The tag in header syntax.
    var text: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    /// Strong comparison, for combining parts of a body.
    func isStrongly(_ other: EntityTag) -> Bool { !isWeak && self == other }

    /// Weak comparison, for validating cached copies.
    func isWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }

    /// Returns true if an `If-None-Match` or `If-Match` header, a list of tags or `*`, contains the
    /// tag, which means that the client has the body.
    ///
    /// A malformed list counts up to the first error.
    ///
    /// - Parameter isStrongly: true for strong comparison, as `If-Match` requires.
    func isNamed(in list: String?, isStrongly: Bool = false) -> Bool {
        var rest = Substring(list ?? "").utf8
        while let tag = EntityTag(reading: &rest) {
            if isStrongly ? self.isStrongly(tag) : isWeakly(tag) { return true }
        }
        return rest.first == UInt8(ascii: "*")
    }

    /// Reads the next tag of a list; nil at anything else, with which the rest then begins.
    private init?(reading rest: inout Substring.UTF8View) {
        rest = rest.drop { " \t,".utf8.contains($0) }
        isWeak = rest.starts(with: "W/".utf8)
        let quoted = rest.dropFirst(isWeak ? 2 : 0)
        let inside = quoted.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
        // Spaces and control characters are not allowed.
        guard quoted.first == UInt8(ascii: "\""), inside.endIndex < rest.endIndex,
            inside.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return nil }
        rest = rest[inside.endIndex...].dropFirst()
        opaque = String(inside) ?? ""
    }
}

/// The range of bytes that a request specifies.
///
/// Source: RFC 9110, section 14.
enum ByteRange: Hashable, Sendable {
    /// The whole file: the header is missing, malformed or specifies several ranges.
    case whole
    /// A non-empty range.
    case part(Range<Int>)
    /// A range outside the file.
    case unsatisfiable

    /// Parses a `Range` header.
    ///
    /// - Parameters:
    ///   - header: the value of the header; nil if missing.
    ///   - size: the size of the file in bytes.
    init(_ header: String?, size: Int) {
        self = .whole
        let pattern = /bytes=[ \t,]*([0-9]*)-([0-9]*)[ \t,]*/.ignoresCase()
        guard let match = header?.wholeMatch(of: pattern) else { return }
        // A number that overflows becomes the maximum.
        let numbers = [match.1, match.2].map { $0.isEmpty ? nil : Int($0) ?? .max }
        switch (numbers[0], numbers[1]) {
        case (let first?, let last?):
            if first > last { return }
            self = ByteRange.part(first, upTo: last < size ? last + 1 : size)
        case (let first?, nil): self = ByteRange.part(first, upTo: size)
        // A suffix range; for an empty file it is the whole file.
        case (nil, 0): self = .unsatisfiable
        case (nil, let count?) where size > 0: self = .part(max(size - count, 0)..<size)
        case (nil, _): return
        }
    }

    private static func part(_ first: Int, upTo end: Int) -> ByteRange {
        first < end ? .part(first..<end) : .unsatisfiable
    }
}
