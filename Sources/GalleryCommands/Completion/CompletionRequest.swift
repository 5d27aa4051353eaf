import ArgumentParser
import Basics
import Gallery
import GalleryModel
import Glibc

/// A shell's request for completions of a word.
struct CompletionRequest {
    /// The maximum number of names returned; no one reads a longer list.
    static let limit = 300
    /// The variable in which the bash script passes the part of the word that bash will replace.
    static let replacedVariable = "_GALLERY_REPLACED"

    /// The word up to the cursor, unquoted as the program would receive it.
    let prefix: String
    /// The word up to the cursor, as typed.
    private let written: String
    private let words: [String]
    private let shell: CompletionShell?

    /// Creates a request from the parameters of a `CompletionKind.custom` closure.
    init(_ words: [String], _ index: Int, _ written: String) {
        shell = CompletionShell.requesting
        self.words = words
        self.written = written
        let text = CompletionRequest.text(written, shell)
        // zsh and fish pass `--where=tag:` as one word.
        let isOption = text.hasPrefix("--") && text.contains("=")
        prefix = isOption ? String(text.drop { $0 != "=" }.dropFirst()) : text
    }

    /// Returns the catalog, opened read-only; nil if it does not exist or cannot be opened.
    func gallery() -> PhotoGallery? {
        guard let environment = try? ProcessEnvironment.read(),
            let settings = try? GallerySettings.load(environment: environment),
            let path = try? folder(environment) ?? settings.catalogPath(environment: environment)
        else { return nil }
        return try? PhotoGallery.openForReading(at: path)
    }

    /// Returns the names in the form that the shell expects, without names that contain control
    /// characters.
    func reply(_ names: [String]) -> [String] {
        let names = names.lazy.filter { DisplayText.escaped($0) == $0 }.prefix(Self.limit)
        guard shell == .bash else { return Array(names) }
        let replaced = getenv(Self.replacedVariable).map { String(cString: $0) } ?? ""
        // bash keeps the text before the replaced part on the line.
        guard written.hasSuffix(replaced) else { return [] }
        let kept = ShellText.unquoted(String(written.dropLast(replaced.count)))
        return names.compactMap { name in
            guard name.lowercased().hasPrefix(kept.text.lowercased()) else { return nil }
            return ShellText.quoted(String(name.dropFirst(kept.text.count)), in: kept.end)
        }
    }

    /// Returns the folder given by `--catalog` on the command line.
    private func folder(_ environment: [String: String]) -> BytePath? {
        for (index, word) in words.enumerated() {
            var name: String?
            if word == "--catalog", index + 1 < words.count { name = words[index + 1] }
            if word.hasPrefix("--catalog=") { name = String(word.dropFirst("--catalog=".count)) }
            guard let name, !name.isEmpty else { continue }
            let text = CompletionRequest.text(name, shell)
            guard name.hasPrefix("~/"), let home = environment["HOME"] else {
                return BytePath(text)
            }
            return BytePath(home).appending(BytePath(String(text.dropFirst(2))))
        }
        return nil
    }

    private static func text(_ word: String, _ shell: CompletionShell?) -> String {
        // fish before version 4 passes words already unquoted.
        let isPlain =
            shell == .fish
            && CompletionShell.requestingVersion.flatMap { Int($0.prefix { $0 != "." }) } ?? 0 < 4
        return isPlain ? word : ShellText.unquoted(word).text
    }
}

/// Completions with names from the catalog.
///
/// They are empty, without an error message, if the catalog does not exist or cannot be read: a
/// message would appear in the line being typed.
extension CompletionKind {
    /// The names of sections.
    static let sections = names { request in
        (try? request.gallery()?.sections.names(startingWith: request.prefix).map(\.name)) ?? []
    }

    /// The names of albums, without `album:`.
    static let albums = names { request in
        (try? request.gallery()?.albums.names(startingWith: request.prefix)) ?? []
    }

    /// The names of people.
    static let people = names { request in
        let people = try? request.gallery()?.names(
            .person, startingWith: request.prefix, limit: CompletionRequest.limit)
        return people?.map(\.name) ?? []
    }

    /// The names of settings.
    static let settings = CompletionKind.list(SettingDefinition.all.map(\.name))

    /// The keys of queries and, after a key, its possible values.
    static let query = names { request in
        let query = QueryCompletion(request.prefix)
        let before = request.prefix[..<query.range.lowerBound]
        return query.candidates(limit: CompletionRequest.limit) { request.gallery() }.map {
            before + $0.text
        }
    }

    private static func names(
        _ find: @escaping @Sendable (CompletionRequest) -> [String]
    ) -> CompletionKind {
        .custom { words, index, prefix in
            let request = CompletionRequest(words, index, prefix)
            return request.reply(find(request))
        }
    }
}

/// Quotes and unquotes words of a POSIX-like shell.
package enum ShellText {
    /// The kind of quotes that are open at the end of a text.
    package enum Quote: Sendable {
        case none, single, double
    }

    /// Returns a word with quotes and backslashes removed, and the quote that is open at its end.
    ///
    /// Expansions are not performed. Source: POSIX.1-2017, Shell Command Language, 2.2 Quoting
    package static func unquoted(_ word: String) -> (text: String, end: Quote) {
        var text = ""
        var quote = Quote.none
        var rest = Substring(word)
        while let character = rest.popFirst() {
            switch (quote, character) {
            case (.none, "'"): quote = .single
            case (.none, "\""): quote = .double
            case (.single, "'"), (.double, "\""): quote = .none
            case (.none, "\\"): if let next = rest.popFirst() { text.append(next) }
            case (.double, "\\"):
                if let next = rest.first, "$`\"\\".contains(next) {
                    rest.removeFirst()
                    text.append(next)
                } else {
                    text.append(character)
                }
            default: text.append(character)
            }
        }
        return (text, quote)
    }

    /// Returns the text escaped for the given open quote, so that the shell reads the original
    /// text.
    package static func quoted(_ text: String, in quote: Quote) -> String {
        switch quote {
        case .single: return text.replacing("'", with: "'\\''")
        case .double:
            return text.reduce(into: "") { result, character in
                if "$`\"\\".contains(character) { result.append("\\") }
                // `!` expands history even in double quotes, and a backslash would stay in the
                // word.
                result += character == "!" ? "\"'!'\"" : String(character)
            }
        case .none:
            return text.reduce(into: "") { result, character in
                let isPlain =
                    character.isLetter || character.isNumber || "_-+./:,@%".contains(character)
                    || !character.isASCII && !character.isWhitespace
                result += isPlain ? String(character) : "\\\(character)"
            }
        }
    }
}
