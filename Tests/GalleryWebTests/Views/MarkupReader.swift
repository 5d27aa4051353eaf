/// Reads the tags of a page as a browser does, as far as needed to detect injected markup.
///
/// Source: HTML, section 13.2.5 (tokenization).
struct MarkupReader {
    /// A start tag.
    struct Tag: Hashable {
        var name: String
        var attributes: [[String]]

        /// The value of an attribute; nil if it is missing.
        subscript(_ attribute: String) -> String? {
            attributes.first { $0[0] == attribute }?[1]
        }
    }

    /// The start tags of a page in order, with attributes as written and entities resolved.
    static func tags(_ page: String) -> [Tag] {
        var reader = MarkupReader(rest: page.unicodeScalars[...])
        var tags: [Tag] = []
        while let scalar = reader.rest.popFirst() {
            guard scalar == "<", let next = reader.rest.first, next.properties.isAlphabetic else {
                continue
            }
            tags.append(reader.tag())
        }
        return tags
    }

    /// The names of the tags and of their attributes.
    static func shape(_ page: String) -> [[String]] {
        tags(page).map { [$0.name] + $0.attributes.map { $0[0] } }
    }

    private var rest: Substring.UnicodeScalarView

    private static let blanks: Set<Unicode.Scalar> = [" ", "\n", "\t", "\u{C}", "\r"]

    private mutating func take(until isEnd: (Unicode.Scalar) -> Bool) -> String {
        let taken = rest.prefix { !isEnd($0) }
        rest = rest.dropFirst(taken.count)
        return String(String.UnicodeScalarView(taken))
    }

    private mutating func tag() -> Tag {
        let name = take { MarkupReader.blanks.contains($0) || $0 == ">" || $0 == "/" }
        var tag = Tag(name: name.lowercased(), attributes: [])
        while let next = rest.first {
            if next == ">" {
                rest.removeFirst()
                return tag
            }
            if MarkupReader.blanks.contains(next) || next == "/" {
                rest.removeFirst()
                continue
            }
            let name = take {
                MarkupReader.blanks.contains($0) || $0 == ">" || $0 == "/" || $0 == "="
            }
            var value = ""
            if rest.first == "=" {
                rest.removeFirst()
                if let quote = rest.first, quote == "\"" || quote == "'" {
                    rest.removeFirst()
                    value = take { $0 == quote }
                    _ = rest.popFirst()
                } else {
                    value = take { MarkupReader.blanks.contains($0) || $0 == ">" }
                }
            } else if name.isEmpty {
                rest.removeFirst()
            }
            tag.attributes.append([name.lowercased(), MarkupReader.resolved(value)])
        }
        return tag
    }

    private static func resolved(_ text: String) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
            .reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
