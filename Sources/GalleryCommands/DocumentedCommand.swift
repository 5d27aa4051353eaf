import ArgumentParser

/// A command with examples, which stand in `--help`, in docs/cli.md and in the man page.
protocol DocumentedCommand: ParsableCommand {
    /// What the command does, at a length that fits a man page; may be empty.
    static var explanation: String { get }
    /// At least one way to use the command.
    static var examples: [CommandExample] { get }
}

/// A command line and what it is for.
struct CommandExample: Sendable {
    /// What the line does, without a full stop.
    let purpose: String
    /// The whole line, as typed.
    let line: String

    init(_ line: String, _ purpose: String) {
        self.line = line
        self.purpose = purpose
    }
}

extension DocumentedCommand {
    static var explanation: String { "" }

    /// The explanation followed by the examples, as `--help` shows them.
    static var helpDiscussion: String {
        let shown = examples.map { "  # \($0.purpose)\n  \($0.line)" }.joined(separator: "\n")
        return (explanation.isEmpty ? "" : explanation + "\n\n") + "Examples:\n" + shown
    }

    /// A configuration whose discussion holds the examples.
    static func documented(_ name: String, _ abstract: String) -> CommandConfiguration {
        CommandConfiguration(commandName: name, abstract: abstract, discussion: helpDiscussion)
    }
}
