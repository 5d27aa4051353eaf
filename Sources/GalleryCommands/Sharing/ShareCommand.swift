import ArgumentParser

/// The commands `gallery share …`; without one of their names, `copy` is meant.
struct ShareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share", abstract: "Give photos away, as copies or by a link.",
        discussion: """
            'gallery share 42 --to beach.jpg' is short for 'gallery share copy 42 --to beach.jpg': 'gallery \
            share copy --help' explains it. The others look after links of 'gallery share --link'.
            """,
        subcommands: [
            ShareCopyCommand.self, ShareListCommand.self, ShareRevokeCommand.self,
        ], defaultSubcommand: ShareCopyCommand.self)
}
