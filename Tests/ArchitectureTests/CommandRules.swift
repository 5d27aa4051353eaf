/// Names and files of commands: docs/design.md, "Layout".
enum CommandRules {
    /// A command type as declared in the sources.
    private struct Command {
        let file: SourceFile
        let line: Int
        let type: String
        /// The word of the command line; nil if the type does not declare one.
        let word: String?
        /// The types of its sub-commands.
        let children: [String]
    }

    /// Command types outside a file of commands, or whose name differs from the command line:
    /// `faces detect` is `FacesDetectCommand`.
    static func breaches(in files: [SourceFile]) -> [Breach] {
        let commands = files.filter { $0.module == "GalleryCommands" }.flatMap(commands)
        var parents: [String: Command] = [:]
        for command in commands { for child in command.children { parents[child] = command } }
        return commands.compactMap { command in
            func breach(_ message: String) -> Breach {
                Breach(path: command.file.path, line: command.line, message: message)
            }
            if command.file.stem != command.type, !command.file.stem.hasSuffix("Commands") {
                return breach(
                    "'\(command.type)' belongs in \(command.type).swift or, with the other "
                        + "commands of its noun, in a file named …Commands.swift")
            }
            let typed = typed(command, parents)
            guard !typed.isEmpty else { return breach("'\(command.type)' has no command name") }
            // The program's name belongs only to the root command.
            let words = typed.count == 1 ? typed : Array(typed.dropFirst())
            let name = words.map(capitalized).joined() + "Command"
            if name == command.type { return nil }
            return breach(
                "'\(typed.joined(separator: " "))' must be named '\(name)', not '\(command.type)'")
        }
    }

    private static func commands(in file: SourceFile) -> [Command] {
        file.matches(
            of: #/^(?:package |public )?struct (\w+Command)\b/#, with: ["struct"]
        ).map { line, match in
            let rest = file.lines[(line - 1)...]
            let body = rest.prefix { $0 != "}" }.joined(separator: "\n")
            let word = body.firstMatch(of: #/(?:documented\(|commandName:)\s*"([^"]+)"/#)
            let children = body.matches(of: #/subcommands: \[([^\]]*)\]/#).flatMap { list in
                list.output.1.matches(of: #/(\w+)\.self/#).map { String($0.output.1) }
            }
            return Command(
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
