/// What an `Accept-Encoding` takes.
///
/// Source: RFC 9110, section 12.5.3.
struct AcceptedEncoding: Hashable, Sendable {
    /// Whether answers may be compressed by gzip: named, or by `*`, and not with a weight of 0.
    let hasGzip: Bool

    /// Reads the header; nil takes nothing.
    init(_ header: String?) {
        var named: Bool?
        var others = false
        for part in (header ?? "").split(separator: ",") {
            let pieces = part.split(separator: ";").map {
                $0.filter { $0 != " " && $0 != "\t" }.lowercased()
            }
            let isTaken = !pieces.dropFirst().contains {
                $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0
            }
            switch pieces.first {
            case "gzip", "x-gzip": named = isTaken
            case "*": others = isTaken
            default: continue
            }
        }
        hasGzip = named ?? others
    }
}
