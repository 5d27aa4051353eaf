import ArgumentParser

/// The commands `gallery account …`.
struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Say who may sign in to the server.",
        discussion: """
            The owner signs in with the password of 'gallery serve --password-file' and no name. Everybody \
            else needs an account: viewers look at everything and change nothing, members add photos of their \
            own beside that, owners do whatever the commands can do.
            """,
        subcommands: [
            AccountListCommand.self, AccountAddCommand.self, AccountSetCommand.self,
            AccountPasswordCommand.self, AccountRemoveCommand.self,
        ],
        defaultSubcommand: AccountListCommand.self)
}
