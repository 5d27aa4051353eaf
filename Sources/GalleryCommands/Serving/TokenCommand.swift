import ArgumentParser

/// The commands `gallery token …`.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Make and revoke tokens for programs that ask the server.",
        discussion: """
            A program sends its token with each request: 'Authorization: Bearer TOKEN'. A running server \
            knows at once which tokens there are.
            """,
        subcommands: [
            TokenListCommand.self, TokenCreateCommand.self, TokenRevokeCommand.self,
        ],
        defaultSubcommand: TokenListCommand.self)
}
