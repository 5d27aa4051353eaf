import ArgumentParser
import Gallery

/// Generates the man page `gallery(1)`.
///
/// Source: man(7), the macro package that every man program supports
enum ManualPage {
    /// Returns the page as roff.
    static func roff() throws -> String {
        var lines = [
            ".TH GALLERY 1 \"\" \"gallery \(GalleryCommand.version)\" \"User Commands\"",
            ".SH NAME", "gallery \\- \(lowered(GalleryCommand.configuration.abstract))",
            ".SH SYNOPSIS", ".B gallery", ".I command", "[options]", ".SH DESCRIPTION",
        ]
        lines += text(
            GalleryCommand.configuration.discussion.split(separator: "\n\n").map(String.init)[0])
        lines.append(".SH COMMANDS")
        for command in try CommandDocumentation.all() { lines += section(command) }
        lines.append(".SH ENVIRONMENT")
        for setting in SettingDefinition.all {
            lines += [".TP", ".B \(escaped(setting.variable))"] + text(setting.summary)
            if !setting.defaultText.isEmpty { lines += text("Default: \(setting.defaultText)") }
        }
        lines.append(".SH EXIT STATUS")
        for (status, meaning) in CommandReference.exitStatuses {
            lines += [".TP", ".B \(escaped(status))"] + text(meaning)
        }
        lines += [".SH FILES", ".TP", ".I ~/.config/gallery/config.json"]
        lines += text("The configuration file.")
        lines += [".TP", ".I ~/.local/share/gallery"] + text("The catalog.")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func section(_ command: CommandDocumentation) -> [String] {
        let type = command.type
        var lines = [".SS gallery \(escaped(command.name))"] + text(command.abstract)
        for paragraph in type.explanation.split(separator: "\n\n").map(String.init) {
            lines += [".PP"] + text(paragraph)
        }
        for argument in command.arguments {
            lines += [".TP", ".B \(escaped(argument.synopsis))"] + text(argument.meaning)
        }
        lines += [".PP", "Examples:"]
        for (line, purpose) in type.examples {
            lines += [".PP"] + text(purpose)
            lines += [".RS", ".nf", escaped(line), ".fi", ".RE"]
        }
        return lines
    }

    private static func text(_ text: String) -> [String] {
        text.split(separator: "\n").map { escaped(String($0)) }
    }

    /// Returns a line with minus signs escaped, and protected from being read as a roff request.
    private static func escaped(_ line: String) -> String {
        let plain = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }

    private static func lowered(_ sentence: String) -> String {
        let text = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
