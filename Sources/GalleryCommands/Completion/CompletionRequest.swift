import ArgumentParser
import Basics
import Gallery
import Glibc

/// What a shell asks for: the names that a word may become.
struct CompletionRequest {
    /// How many names are offered at most: more would be read by nobody.
    static let limit = 300
    /// Where the script for bash says which part of the word bash is going to replace.
    static let replacedVariable = "_GALLERY_REPLACED"

    /// The word up to the cursor, as the program is going to get it.
    let prefix: String
    /// The word up to the cursor, as it is written.
    private let written: String
    private let words: [String]
    private let shell: CompletionShell?

    /// Takes what ArgumentParser hands to a closure of `CompletionKind.custom`.
    init(_ words: [String], _ index: Int, _ written: String) {
        shell = CompletionShell.requesting
        self.words = words
        self.written = written
        let text = CompletionRequest.text(written, shell)
        // `--where=tag:` is one word to zsh and fish.
        let isOption = text.hasPrefix("--") && text.contains("=")
        prefix = isOption ? String(text.drop { $0 != "=" }.dropFirst()) : text
    }

    /// The catalog, where there is one that can be read as it is.
    func gallery() -> PhotoGallery? {
        guard let environment = try? ProcessEnvironment.read(),
            let settings = try? GallerySettings.load(environment: environment),
            let path = try? folder(environment) ?? settings.catalogPath(environment: environment)
        else { return nil }
        return try? PhotoGallery.openForReading(at: path)
    }

    /// The names as the shell wants them, those that could steer a terminal left out.
    func reply(_ names: [String]) -> [String] {
        let names = names.lazy.filter { DisplayText.escaped($0) == $0 }.prefix(Self.limit)
        guard shell == .bash else { return Array(names) }
        let replaced = getenv(Self.replacedVariable).map { String(cString: $0) } ?? ""
        // What stands before that part stays on the line.
        guard written.hasSuffix(replaced) else { return [] }
        let kept = ShellText.unquoted(String(written.dropLast(replaced.count)))
        return names.compactMap { name in
            guard name.lowercased().hasPrefix(kept.text.lowercased()) else { return nil }
            return ShellText.quoted(String(name.dropFirst(kept.text.count)), in: kept.end)
        }
    }

    /// The folder that the line names with `--catalog`.
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
        // fish before version 4 hands words over as the program gets them.
        let isPlain =
            shell == .fish
            && CompletionShell.requestingVersion.flatMap { Int($0.prefix { $0 != "." }) } ?? 0 < 4
        return isPlain ? word : ShellText.unquoted(word).text
    }
}
