import Basics
import Catalog
package import GalleryModel

/// Completions for the term of a query being typed: keys and, after a key, its values.
package struct QueryCompletion {
    /// A replacement for the typed text.
    package struct Candidate: Hashable, Sendable {
        /// The text, quoted if necessary.
        package var text: String
        /// The kind of the text for other programs: `key` for a key with its colon, after which a
        /// value follows; `value` for one of the fixed values of a key; `section`; or the kind of a
        /// name that photos have, such as `tag`.
        package var kind: String
        /// The number of photos with this name; nil if unknown.
        package var photos: Int?
    }

    /// The part of the text that a candidate replaces: the term without a leading `-` or `not:`.
    package let range: Range<String.Index>

    /// The typed key in lower case; nil before the first colon.
    private let key: String?
    /// The typed text up to the caret: part of a word or, after the colon, of the value.
    private let typed: String

    /// Parses a text up to the caret; nil means its end.
    ///
    /// Works on Unicode scalars, like the query parser: a quote stays a quote before a combining
    /// accent.
    package init(_ text: String, caret: String.Index? = nil) {
        let scalars = text.unicodeScalars
        // A slice ends at the scalar at or around the caret.
        let caret = scalars[..<(caret ?? scalars.endIndex)].endIndex
        var scan = TermScan(scalars: scalars, index: scalars.startIndex, start: scalars.startIndex)
        while scan.index < caret { scan.step() }
        var start = scalars[scan.start..<caret].firstIndex { $0 != "-" } ?? caret
        while scalars[start..<caret].starts(
            with: "not:".unicodeScalars,
            by: { $0.properties.lowercaseMapping == $1.properties.lowercaseMapping })
        {
            start = scalars.index(start, offsetBy: 4)
        }
        let term = scalars[start..<caret]
        range = start..<scan.end(from: caret)
        let colon = term.first == "\"" ? nil : term.firstIndex(of: ":")
        key = colon.map { String(text[start..<$0]).lowercased() }
        typed =
            colon.map { colon in
                String(
                    String.UnicodeScalarView(
                        term[colon...].dropFirst().filter { $0 != "\"" && $0 != "\\" }))
            } ?? String(text[start..<caret])
    }

    /// Returns the completions of the term, most likely first.
    ///
    /// Blocks for a few milliseconds. Errors of the catalog are ignored and yield no candidates, as
    /// the user is still typing.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of names per kind.
    ///   - opened: opens the gallery if it is needed.
    package func candidates(limit: Int, in opened: () -> PhotoGallery?) -> [Candidate] {
        guard let key else { return keys }
        if let choices = QueryKey(rawValue: key)?.choices, !choices.isEmpty {
            let fitting = choices.filter { $0.hasPrefix(typed.lowercased()) }
            return fitting.map { Candidate(text: "\(key):\($0)", kind: "value") }
        }
        return names(of: key, limit, in: opened)
    }

    /// Like `candidates(limit:in:)`, but a word without a key also completes to names that begin
    /// with it.
    package func candidates(naming limit: Int, in gallery: PhotoGallery) -> [Candidate] {
        guard key == nil, !typed.isEmpty else {
            return Array(candidates(limit: limit, in: { gallery }).prefix(limit))
        }
        // At most three per kind, so that no kind hides the others.
        let names = QueryCompletion.named.flatMap { self.names(of: $0, 3, in: { gallery }) }
        let ranked = names.enumerated().sorted { one, other in
            (other.element.photos ?? 0, one.offset) < (one.element.photos ?? 0, other.offset)
        }
        return Array((keys.prefix(3) + ranked.map(\.element)).prefix(limit))
    }

    private var keys: [Candidate] {
        QueryKey.names.filter { $0.hasPrefix(typed.lowercased()) }.map {
            Candidate(text: "\($0):", kind: "key")
        }
    }

    private func names(
        of key: String, _ limit: Int, in opened: () -> PhotoGallery?
    ) -> [Candidate] {
        let named = QueryKey(rawValue: key).flatMap { $0.hasNames ? $0 : nil }
        guard named != nil || key == "section", let gallery = opened() else { return [] }
        let found: [(name: String, photos: Int?)]? =
            if let named {
                try? gallery.names(named, startingWith: typed, limit: limit).map {
                    ($0.name, $0.photos)
                }
            } else {
                try? Array(gallery.sections.names(startingWith: typed).prefix(limit))
            }
        // Names that could control a terminal or hide adjacent text are not offered.
        return (found ?? []).filter { DisplayText.escaped($0.name) == $0.name }.map {
            Candidate(
                text: "\(key):\(QueryCompletion.value($0.name))", kind: key, photos: $0.photos)
        }
    }

    /// Returns a value in query syntax, quoted unless it is a single word.
    private static func value(_ text: String) -> String {
        let isWord = !text.unicodeScalars.contains {
            $0.properties.isWhitespace || "()\"".unicodeScalars.contains($0)
        }
        return isWord ? text : PhotoCondition.quoted(text)
    }

    /// The keys whose names are offered for a word without a key.
    private static let named = [
        "person", "tag", "section", "city", "country", "camera", "license",
    ]
}

/// Walks through a query scalar by scalar and tracks where its terms begin and end.
private struct TermScan {
    let scalars: String.UnicodeScalarView
    /// The current index.
    var index: String.Index
    /// The start of the current term.
    var start: String.Index
    var isQuoted = false

    /// True if the current scalar separates terms.
    private var isBetween: Bool {
        let scalar = scalars[index]
        return !isQuoted && (scalar.properties.isWhitespace || "()".unicodeScalars.contains(scalar))
    }

    mutating func step() {
        let scalar = scalars[index]
        let isGap = isBetween
        let next = scalars.index(after: index)
        let isEscape =
            isQuoted && scalar == "\\" && next < scalars.endIndex
            && "\"\\".unicodeScalars.contains(scalars[next])
        if scalar == "\"" { isQuoted.toggle() }
        index = isEscape ? scalars.index(after: next) : next
        if isGap { start = index }
    }

    /// Returns the end of the term that contains a caret; the caret itself if the term has an
    /// unclosed quote.
    func end(from caret: String.Index) -> String.Index {
        var scan = self
        while scan.index < scalars.endIndex, !scan.isBetween { scan.step() }
        return scan.isQuoted ? caret : max(scan.index, caret)
    }
}

extension PhotoGallery {
    /// Returns the names of a kind that begin with a prefix, ignoring case and accents, with their
    /// numbers of photos; the most frequent first.
    ///
    /// Blocks for a few milliseconds.
    package func names(
        _ key: QueryKey, startingWith prefix: String, limit: Int
    ) throws(GalleryError) -> [NameCount] {
        try translated(catalog.names(key, startingWith: prefix, limit: limit))
    }
}
