/// A validator: equal strong tags at one address mean equal bytes.
///
/// Source: RFC 9110, section 8.8.3.
struct EntityTag: Hashable, Sendable {
    /// Whether equal tags only mean that the one will do for the other.
    let isWeak: Bool
    /// What stands between the quotes.
    let opaque: String

    /// Makes a tag of a digest or a name without quotes, spaces or control characters.
    init(_ opaque: String, isWeak: Bool = false) {
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// Reads one tag, as `If-Range` has it; nil for a date or anything else.
    init?(header: String) {
        var rest = Substring(header).utf8
        EntityTag.skipSpaces(&rest)
        guard let tag = EntityTag(reading: &rest) else { return nil }
        EntityTag.skipSpaces(&rest)
        guard rest.isEmpty else { return nil }
        self = tag
    }

    /// The tag as a header has it.
    var text: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    /// Whether both are strong and equal: what parts of a body are put together by.
    func isStrongly(_ other: EntityTag) -> Bool { !isWeak && self == other }

    /// Whether one will do for the other: what a copy is kept by.
    func isWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }

    /// Whether an `If-None-Match` names the tag, so that the asker has the body: a list of tags, or `*`.
    ///
    /// A list that cannot be read counts up to where it can.
    func isNamed(in ifNoneMatch: String?) -> Bool {
        guard let ifNoneMatch else { return false }
        var rest = Substring(ifNoneMatch).utf8
        while true {
            EntityTag.skipSpaces(&rest)
            guard let byte = rest.first else { return false }
            switch byte {
            case UInt8(ascii: ","): rest.removeFirst()
            case UInt8(ascii: "*"): return true
            default:
                guard let tag = EntityTag(reading: &rest) else { return false }
                if isWeakly(tag) { return true }
            }
        }
    }

    private init?(reading rest: inout Substring.UTF8View) {
        isWeak = rest.starts(with: "W/".utf8)
        if isWeak { rest.removeFirst(2) }
        guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
        let inside = rest.prefix { $0 != UInt8(ascii: "\"") }
        // No spaces and control characters.
        guard inside.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        rest.removeFirst(inside.count)
        guard rest.popFirst() != nil else { return nil }
        opaque = String(inside) ?? ""
    }

    private static func skipSpaces(_ rest: inout Substring.UTF8View) {
        while rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "\t") {
            rest.removeFirst()
        }
    }
}
