/// The rules for names of types, members and modules: docs/design.md, "Layout".
enum NameRules {
    /// Endings that do not describe the type.
    static let emptyEndings = [
        "Manager", "Helper", "Helpers", "Utils", "Utilities", "Common", "Service", "Base",
    ]

    /// Last words of types that are metaphors; a cache is named `…Cache`, a queue `…Queue`.
    static let metaphors: Set<String> = ["desk", "book", "shelf", "board", "words", "wall"]

    /// Words that names in `Sources` do not use, each with the term to use instead.
    static let glossary = [
        ("told", "public, visible, reported or translated"),
        ("tells", "reveals, reports or includes"),
        ("gone", "delisted or missing"),
        ("asker", "requester, client or waiter"), ("askers", "clients or waiters"),
        ("shelf", "cache"), ("desk", "cache, verifier or responder"),
        ("behind", "after"),
        ("longest side", "long edge"),
        ("colour", "color"), ("colours", "colors"),
        ("grey", "gray"), ("greys", "grays"),
        ("centre", "center"), ("centres", "centers"), ("centred", "centered"),
        ("licence", "license"), ("licences", "licenses"),
        ("neighbour", "neighbor"), ("neighbours", "neighbors"), ("neighbouring", "neighboring"),
        ("metres", "meters"), ("kilometres", "kilometers"),
        ("analyse", "analyze"), ("analysed", "analyzed"), ("analysing", "analyzing"),
    ]

    /// Names that may use a word of the glossary, each with the reason.
    static let exceptions = [
        "dateGone": "a column of the catalog",
        "gone": "a column of the journal",
        "analyse": "the earlier spelling of the option --analyze",
    ]

    static func breaches(in file: SourceFile) -> [Breach] {
        let types = typeBreaches(in: file)
        let lines = Set(types.map(\.line))
        return types + memberBreaches(in: file).filter { !lines.contains($0.line) }
    }

    private static func typeBreaches(in file: SourceFile) -> [Breach] {
        let declaration = #/\b(?:class|struct|enum|actor|protocol|typealias)\s+([A-Za-z_]\w*)/#
        return file.matches(of: declaration, with: keywords.sorted()).compactMap { line, match in
            let name = String(match.output.1)
            if name == file.module {
                return Breach(
                    path: file.path, line: line,
                    message: "the type '\(name)' has its module's name: nothing could then name "
                        + "the module's other parts")
            }
            if let word = words(of: name).last, metaphors.contains(word) {
                return Breach(
                    path: file.path, line: line,
                    message: "'\(word)' in '\(name)' is a metaphor: name what the type is")
            }
            // `Base` in `Database` is not a separate word.
            guard let ending = emptyEndings.first(where: { name.hasSuffix($0) }) else { return nil }
            return Breach(
                path: file.path, line: line,
                message: "'\(ending)' in '\(name)' says nothing: name what the type is")
        }
    }

    private static func memberBreaches(in file: SourceFile) -> [Breach] {
        file.code.enumerated().flatMap { index, line in
            declaredNames(in: Array(line.utf8)).compactMap { name in
                guard exceptions[name] == nil else { return nil }
                let phrase = " " + words(of: name).joined(separator: " ") + " "
                guard let term = glossary.first(where: { phrase.contains(" \($0.0) ") }) else {
                    return nil
                }
                return Breach(
                    path: file.path, line: index + 1,
                    message: "'\(term.0)' in '\(name)' is not the term: write \(term.1)")
            }
        }
    }

    private static let keywords: Set<String> = [
        "func", "var", "let", "case", "class", "struct", "enum", "actor", "protocol", "typealias",
    ]

    /// Returns the names that a line of code declares, including lists and tuples.
    ///
    /// Scans bytes, since a regex is too slow for all declarations.
    private static func declaredNames(in line: [UInt8]) -> [String] {
        var names: [String] = []
        var isExpected = false
        var isNamed = false
        var index = 0
        while index < line.count {
            let start = index
            while index < line.count, isPartOfName(line[index]) { index += 1 }
            guard index > start else {
                switch line[index] {
                case UInt8(ascii: " "): break
                case UInt8(ascii: ","): isExpected = isExpected || isNamed
                case UInt8(ascii: "(") where isExpected: break
                default: (isExpected, isNamed) = (false, false)
                }
                index += 1
                continue
            }
            // The longest keyword has nine letters.
            let word = String(decoding: line[start..<index], as: UTF8.self)
            if index - start <= 9, keywords.contains(word) {
                (isExpected, isNamed) = (true, false)
            } else if isExpected {
                names.append(word)
                (isExpected, isNamed) = (false, true)
            } else {
                isNamed = false
            }
        }
        return names
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    /// The words of a name in camel case, in lower case: `["is", "png", "large"]` for
    /// `isPNGLarge`.
    static func words(of name: String) -> [String] {
        let characters = Array(name)
        var words: [String] = []
        var isNew = true
        for (index, character) in characters.enumerated() {
            if character == "_" {
                isNew = true
                continue
            }
            if character.isUppercase, index > 0 {
                let startsWord = index + 1 < characters.count && characters[index + 1].isLowercase
                isNew = isNew || !characters[index - 1].isUppercase || startsWord
            }
            if isNew { words.append("") }
            words[words.count - 1] += character.lowercased()
            isNew = false
        }
        return words
    }

    /// Pairs of folders that are the same on a disk that ignores case.
    static func collisions(of folders: [String]) -> [String] {
        Dictionary(grouping: folders) { $0.lowercased() }.values
            .filter { $0.count > 1 }
            .map { $0.sorted().joined(separator: " and ") }
            .sorted()
    }
}
