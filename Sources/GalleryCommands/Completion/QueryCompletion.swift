import Gallery
import GalleryModel

/// What the last term of a query that is being typed may become.
struct QueryCompletion {
    /// What stands before the term, or before its key, and stays.
    private let before: Substring
    /// The key that was typed, with what introduces it; nil where there is no colon yet.
    private let key: String?
    /// What was typed of the key or, behind the colon, of the value.
    private let typed: String

    /// Reads a text from its beginning to the cursor.
    init(_ text: String) {
        var isQuoted = false
        var start = text.startIndex
        for index in text.indices {
            if text[index] == "\"" { isQuoted.toggle() }
            let ends = text[index].isWhitespace || "()".contains(text[index])
            if ends, !isQuoted { start = text.index(after: index) }
        }
        while text[start...].hasPrefix("-") { start = text.index(after: start) }
        while text[start...].hasPrefix("not:") { start = text.index(start, offsetBy: 4) }
        before = text[..<start]
        guard let colon = text[start...].firstIndex(of: ":") else {
            key = nil
            typed = String(text[start...])
            return
        }
        key = text[start..<colon].lowercased()
        typed = text[text.index(after: colon)...].filter { $0 != "\"" && $0 != "\\" }
    }

    /// The whole text with what the term may become.
    ///
    /// - Parameter names: opens the catalog, where one is needed.
    func candidates(_ names: () -> CompletionNames?) -> [String] {
        guard let key else {
            let keys = QueryCompletion.keys.filter { $0.hasPrefix(typed.lowercased()) }
            return keys.map { "\(before)\($0):" }
        }
        let values = QueryCompletion.fixedValues[key]?.filter { value in
            value.lowercased().hasPrefix(typed.lowercased())
        }
        return (values ?? named(key, names)).map { "\(before)\(key):\(QueryCompletion.value($0))" }
    }

    private func named(_ key: String, _ names: () -> CompletionNames?) -> [String] {
        if key == "section" { return names()?.sections(startingWith: typed) ?? [] }
        guard let kind = NameKind(rawValue: key) else { return [] }
        return names()?.names(kind, startingWith: typed) ?? []
    }

    /// A value as the language writes it: in quotes where it is not a word.
    private static func value(_ text: String) -> String {
        let isWord = !text.contains { $0.isWhitespace || "()\"".contains($0) }
        return isWord
            ? text : "\"\(text.replacing(#"\"#, with: #"\\"#).replacing("\"", with: #"\""#))\""
    }

    private static let keys = QueryKey.allCases.map(\.rawValue) + ["not"]

    private static let fixedValues = [
        "is": PhotoCondition.State.allCases.map(\.rawValue),
        "has": PhotoCondition.Property.allCases.map(\.rawValue),
        "no": PhotoCondition.Property.allCases.map(\.rawValue),
    ]
}
