import ArgumentParser
import Gallery

/// Writes `docs/cli.md`: every command from the facts that `--help` shows.
enum CommandReference {
    /// The reference as Markdown.
    static func markdown() throws -> String {
        var parts = [
            "# gallery: commands",
            "<!-- Made by `gallery generate-reference`. Edit the commands, not this file. -->",
            GalleryCommand.configuration.discussion.split(separator: "\n\n").map(String.init)[0],
        ]
        let commands = try CommandDescription.documented()
        let index = commands.map { command in
            let anchor = command.name.replacing(" ", with: "-")
            return
                "| [`\(command.name)`](#gallery-\(anchor)) | \(command.description.abstract ?? "") |"
        }
        parts.append((["| command | does |", "| --- | --- |"] + index).joined(separator: "\n"))
        for command in commands { parts.append(section(command)) }
        parts += ["## Settings", settings, SettingsDocument.markdown, "## Exit statuses", statuses]
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static func section(_ command: Documented) -> String {
        let type = command.type
        let usage = GalleryCommand.usageString(for: type)
        var parts = ["## gallery \(command.name)", command.description.abstract ?? ""]
        parts.append("```\n\(usage)\n```")
        if !type.explanation.isEmpty { parts.append(type.explanation) }
        let rows = command.description.shownArguments.map { argument in
            let synopsis = argument.synopsis.replacing("|", with: "\\|")
            return "| `\(synopsis)` | \(argument.meaning.replacing("|", with: "\\|")) |"
        }
        parts.append((["| argument | meaning |", "| --- | --- |"] + rows).joined(separator: "\n"))
        let examples = type.examples.map { "# \($0.purpose)\n\($0.line)" }
        parts.append("```sh\n\(examples.joined(separator: "\n\n"))\n```")
        return parts.joined(separator: "\n\n")
    }

    private static let settings = """
        A flag wins over the environment, the environment over the configuration file \
        `${XDG_CONFIG_HOME:-~/.config}/gallery/config.json`, the file over the default. An empty \
        variable counts as unset. `Config/config.example.json` shows the file, \
        `Config/config.schema.json` explains it to editors.
        """

    static let exitStatuses: [(status: String, meaning: String)] = [
        ("0", "done, also when there was nothing to do"),
        (
            "1",
            "done, but some items failed: each is named on standard error, 'gallery problems' lists them"
        ),
        ("64", "the command line is wrong"),
        ("65", "the input is not what it claims to be, or the catalog is damaged or none of ours"),
        ("66", "no such input, section or photo"),
        ("69", "the other side is unavailable, after retries"),
        ("70", "a mistake of this program: please report it"),
        ("74", "reading or writing failed, or the disk is full"),
        ("75", "try later: rate limit, hourly budget spent, catalog busy"),
        ("77", "not allowed: a key is missing or wrong"),
        ("78", "the configuration is wrong, or the catalog is newer than the program"),
        ("130, 143", "interrupted by SIGINT, SIGTERM; running the command again finishes the work"),
    ]

    private static var statuses: String {
        let rows = exitStatuses.map { "| \($0.status) | \($0.meaning) |" }
        return (["| status | meaning |", "| --- | --- |"] + rows).joined(separator: "\n")
    }
}
