import Basics
package import GalleryModel

/// What the term of a query that is being typed may become: keys, and behind a key the names that it may have.
package struct QueryCompletion {
    /// What a candidate is.
    package enum Kind: Hashable, Sendable {
        /// A key with its colon, which a value follows.
        case key
        /// One of the few words that a key takes.
        case value
        /// A section.
        case section
        /// A name that photos have.
        case name(NameKind)

        /// The kind as programs are told it.
        package var text: String {
            switch self {
            case .key: "key"
            case .value: "value"
            case .section: "section"
            case .name(let kind): kind.rawValue
            }
        }
    }

    /// What may stand in place of what was typed.
    package struct Candidate: Hashable, Sendable {
        /// The text, with quotes where it needs them.
        package var text: String
        /// What it is.
        package var kind: Kind
        /// How many photos have it; nil where that is not known.
        package var photos: Int?
    }

    /// What of the text a candidate replaces: the term, or what of it stands behind `-` and `not:`.
    package let range: Range<String.Index>

    /// The key that was typed, in lower case; nil where there is no colon yet.
    private let key: String?
    /// What was typed up to the caret: of a word or, behind the colon, of the value.
    private let typed: String

    /// Reads a text up to a caret in it; nil for its end.
    ///
    /// It goes by scalars, as reading a query does: a quote stays one before a combining accent.
    package init(_ text: String, caret: String.Index? = nil) {
        let scalars = text.unicodeScalars
        let caret = caret.map { scalars.index(atOrBefore: $0) } ?? scalars.endIndex
        var scan = TermScan(scalars)
        while scan.index < caret { scan.step() }
        var start = scan.start
        let front = scalars[start..<caret]
        start = front.firstIndex { $0 != "-" } ?? caret
        while scalars[start..<caret].starts(with: "not:".unicodeScalars, by: QueryCompletion.isSame)
        {
            start = scalars.index(start, offsetBy: 4)
        }
        let term = scalars[start..<caret]
        range = start..<scan.end(from: caret)
        let colon = term.first == "\"" ? nil : term.firstIndex(of: ":")
        key = colon.map { String(text[start..<$0]).lowercased() }
        typed =
            colon.map { colon in
                String(String.UnicodeScalarView(term[colon...].dropFirst()).filter(isNoQuoting))
            } ?? String(text[start..<caret])
    }

    /// What the term may become, the likeliest first.
    ///
    /// Blocks for some milliseconds. Nothing is said where the catalog cannot be read: a person is typing.
    ///
    /// - Parameters:
    ///   - limit: how many names of a kind at most.
    ///   - opened: opens the gallery, where one is needed.
    package func candidates(limit: Int, in opened: () -> PhotoGallery?) -> [Candidate] {
        guard let key else { return keys }
        if let values = QueryCompletion.fixedValues[key] {
            let fitting = values.filter { $0.hasPrefix(typed.lowercased()) }
            return fitting.map { Candidate(text: "\(key):\($0)", kind: .value) }
        }
        guard let kind = QueryCompletion.kind(of: key), let gallery = opened() else { return [] }
        return names(of: kind, key, limit, in: gallery)
    }

    /// As `candidates`; a word without a key may also become the names that begin with it.
    package func candidates(naming limit: Int, in gallery: PhotoGallery) -> [Candidate] {
        guard key == nil, !typed.isEmpty else {
            return Array(candidates(limit: limit, in: { gallery }).prefix(limit))
        }
        // Three of a kind, so that one of them does not hide the others.
        let names = QueryCompletion.named.flatMap { key in
            let kind = QueryCompletion.kind(of: key)
            return kind.map { self.names(of: $0, key, 3, in: gallery) } ?? []
        }
        let ranked = names.enumerated().sorted { one, other in
            (other.element.photos ?? 0, one.offset) < (one.element.photos ?? 0, other.offset)
        }
        return Array((keys.prefix(3) + ranked.map(\.element)).prefix(limit))
    }

    private var keys: [Candidate] {
        QueryCompletion.keys.filter { $0.hasPrefix(typed.lowercased()) }.map {
            Candidate(text: "\($0):", kind: .key)
        }
    }

    private func names(
        of kind: Kind, _ key: String, _ limit: Int, in gallery: PhotoGallery
    ) -> [Candidate] {
        let found: [(name: String, photos: Int?)]? =
            switch kind {
            case .section: try? Array(gallery.sectionNames(startingWith: typed).prefix(limit))
            case .name(let kind):
                try? gallery.names(kind, startingWith: typed, limit: limit).map {
                    ($0.name, $0.photos)
                }
            case .key, .value: nil
            }
        // Names that could steer a terminal, or hide what stands beside them, are not offered.
        return (found ?? []).filter { DisplayText.escaped($0.name) == $0.name }.map {
            Candidate(
                text: "\(key):\(QueryCompletion.value($0.name))", kind: kind, photos: $0.photos)
        }
    }

    /// A value as the language writes it: in quotes where it is not a word.
    private static func value(_ text: String) -> String {
        let isWord = !text.unicodeScalars.contains {
            $0.properties.isWhitespace || "()\"".unicodeScalars.contains($0)
        }
        if isWord { return text }
        let quoted = text.unicodeScalars.flatMap { scalar in
            scalar == "\"" || scalar == "\\" ? ["\\", scalar] : [scalar]
        }
        return "\"\(String(String.UnicodeScalarView(quoted)))\""
    }

    private static func isSame(_ one: Unicode.Scalar, _ other: Unicode.Scalar) -> Bool {
        one.properties.lowercaseMapping == other.properties.lowercaseMapping
    }

    private static func kind(of key: String) -> Kind? {
        key == "section" ? .section : NameKind(rawValue: key).map(Kind.name)
    }

    private static let keys = QueryKey.allCases.map(\.rawValue) + ["not"]

    /// The keys whose names a word without a key may become.
    private static let named = [
        "person", "tag", "section", "city", "country", "camera", "license",
    ]

    private static let fixedValues = [
        "is": PhotoCondition.State.allCases.map(\.rawValue),
        "has": PhotoCondition.Property.allCases.map(\.rawValue),
        "no": PhotoCondition.Property.allCases.map(\.rawValue),
    ]
}

/// What of a value is no sign of its quotes.
private func isNoQuoting(_ scalar: Unicode.Scalar) -> Bool { scalar != "\"" && scalar != "\\" }

/// Goes through a query scalar by scalar, and knows where its terms begin and end.
private struct TermScan {
    private let scalars: String.UnicodeScalarView
    private var isQuoted = false
    /// Where it stands.
    private(set) var index: String.Index
    /// Where the term begins that it is in.
    private(set) var start: String.Index

    init(_ scalars: String.UnicodeScalarView) {
        self.scalars = scalars
        index = scalars.startIndex
        start = index
    }

    /// Whether a term ends here.
    private var isBetween: Bool {
        let scalar = scalars[index]
        return !isQuoted
            && (scalar.properties.isWhitespace || "()".unicodeScalars.contains(scalar))
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

    /// Where the term ends that a caret is in; the caret, where no quote closes its value.
    func end(from caret: String.Index) -> String.Index {
        var scan = self
        while scan.index < scalars.endIndex, !scan.isBetween { scan.step() }
        return scan.isQuoted ? caret : max(scan.index, caret)
    }
}

extension String.UnicodeScalarView {
    /// The scalar that an index is in or at.
    fileprivate func index(atOrBefore index: Index) -> Index {
        index >= endIndex ? endIndex : self.index(before: self.index(after: index))
    }
}
