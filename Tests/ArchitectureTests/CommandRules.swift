/// How commands are called: docs/design.md, "Layout".
enum CommandRules {
    /// A command type as the sources declare it.
    private struct Command {
        let file: SourceFile
        let line: Int
        let type: String
        /// The word that is typed; nil where the type gives none.
        let word: String?
        /// The types of its sub-commands.
        let children: [String]
    }

    /// Command types that do not stand in a file of their name, or whose name is not the command line as
    /// it is typed: `faces detect` is `FacesDetectCommand`.
    static func breaches(in files: [SourceFile]) -> [Breach] {
        let commands = files.filter { $0.module == "GalleryCommands" }.flatMap(commands)
        var parents: [String: Command] = [:]
        for command in commands { for child in command.children { parents[child] = command } }
        return commands.compactMap { command in
            func breach(_ message: String) -> Breach {
                Breach(path: command.file.path, line: command.line, message: message)
            }
            if command.file.stem != command.type {
                return breach(
                    "'\(command.type)' stands in a file of its own, \(command.type).swift")
            }
            let typed = typed(command, parents)
            guard !typed.isEmpty else { return breach("'\(command.type)' has no name to type") }
            // The program's own name is that of the root command alone.
            let words = typed.count == 1 ? typed : Array(typed.dropFirst())
            let name = words.map(capitalized).joined() + "Command"
            if name == command.type { return nil }
            return breach(
                "'\(typed.joined(separator: " "))' is called '\(name)', not '\(command.type)'")
        }
    }

    private static func commands(in file: SourceFile) -> [Command] {
        let found = file.matches(of: #/^struct (\w+Command)\b/#)
        let text = file.lines.joined(separator: "\n")
        let word = text.firstMatch(of: #/(?:documented\(|commandName:)\s*"([^"]+)"/#)
        let children = text.matches(of: #/subcommands: \[([^\]]*)\]/#).flatMap { list in
            list.output.1.matches(of: #/(\w+)\.self/#).map { String($0.output.1) }
        }
        return found.map { line, match in
            Command(
                file: file, line: line, type: String(match.output.1),
                word: word.map { String($0.output.1) }, children: children)
        }
    }

    /// The words of a command line, the program's name first.
    private static func typed(_ command: Command, _ parents: [String: Command]) -> [String] {
        var words: [String] = []
        var next: Command? = command
        while let command = next, words.count < 4 {
            guard let word = command.word else { return [] }
            words.insert(word, at: 0)
            next = parents[command.type]
        }
        return words
    }

    private static func capitalized(_ word: String) -> String {
        word.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
