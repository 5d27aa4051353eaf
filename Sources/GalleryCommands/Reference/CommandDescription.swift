import Basics
import ArgumentParser
import Foundation
import Gallery

/// What the argument parser knows about a command: the source of the reference and the manual.
///
/// Source: ArgumentParserToolInfo, `ToolInfoV0`
struct CommandDescription: Decodable {
    /// An argument, option or flag.
    struct Argument: Decodable {
        /// One of an option's names.
        struct Name: Decodable {
            let kind: String
            let name: String

            /// The name with its minus signs.
            var text: String { (kind == "long" ? "--" : "-") + name }
        }

        let kind: String
        let shouldDisplay: Bool
        let isOptional: Bool
        let isRepeating: Bool
        let names: [Name]?
        let valueName: String?
        let defaultValue: String?
        let allValues: [String]?
        let abstract: String?

        /// How the argument is written, such as `-j, --jobs <n>` or `<term> ...`.
        var synopsis: String {
            let value = allValues?.joined(separator: "|") ?? valueName ?? "value"
            let spelled = value.contains("|") ? value : "<\(value)>"
            switch kind {
            case "positional": return "<\(valueName ?? "value")>" + (isRepeating ? " ..." : "")
            case "option": return sortedNames + " " + spelled
            default: return sortedNames
            }
        }

        /// What the argument means, with its default.
        var meaning: String {
            let isPlainFlag = kind == "flag" && defaultValue == "false"
            guard let defaultValue, !defaultValue.isEmpty, !isPlainFlag else {
                return abstract ?? ""
            }
            return (abstract ?? "") + " (default: \(defaultValue))"
        }

        private var sortedNames: String {
            (names ?? []).sorted { $0.text.count < $1.text.count }.map(\.text)
                .joined(separator: ", ")
        }
    }

    let commandName: String
    let shouldDisplay: Bool
    let abstract: String?
    let subcommands: [CommandDescription]?
    let arguments: [Argument]?

    /// The arguments that help shows; those that every program has left out.
    var shownArguments: [Argument] {
        (arguments ?? []).filter { argument in
            argument.shouldDisplay
                && argument.names?.contains { ["help", "version"].contains($0.name) } != true
        }
    }

    /// The description of the whole program.
    ///
    /// - Throws: `bug` where the argument parser's description cannot be read.
    static func root() throws -> CommandDescription {
        struct Tool: Decodable { let command: CommandDescription }
        do {
            _ = try GalleryCommand.parseAsRoot(["--experimental-dump-help"])
        } catch {
            let text = GalleryCommand.fullMessage(for: error)
            return try JSONText.decode(Tool.self, from: text.utf8).command
        }
        throw GalleryError(.bug, "the argument parser does not describe the commands")
    }

    /// The commands that help shows, each with its whole name and what was written about it; those of
    /// a group, such as `faces name`, one by one.
    static func documented() throws -> [Documented] {
        documented(GalleryCommand.self, described: try root(), within: "")
    }

    private static func documented(
        _ parent: any ParsableCommand.Type, described: CommandDescription, within path: String
    ) -> [Documented] {
        parent.configuration.subcommands.flatMap { type -> [Documented] in
            let name = type.configuration.commandName ?? ""
            guard let found = described.subcommands?.first(where: { $0.commandName == name })
            else { return [] }
            if let type = type as? any DocumentedCommand.Type {
                return [Documented(name: path + name, description: found, type: type)]
            }
            return documented(type, described: found, within: path + name + " ")
        }
    }
}

/// A command with its whole name, such as `faces name`.
struct Documented {
    let name: String
    let description: CommandDescription
    let type: any DocumentedCommand.Type
}
