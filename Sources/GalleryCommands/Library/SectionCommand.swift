import ArgumentParser

/// The commands `gallery section …`.
struct SectionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "section", abstract: "Remove sections.",
        subcommands: [SectionRemoveCommand.self])
}
