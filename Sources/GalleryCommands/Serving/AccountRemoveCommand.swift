import ArgumentParser
import Gallery

/// The command `gallery account remove NAME`.
struct AccountRemoveCommand: CatalogCommand {
    static let explanation =
        """
        Wherever the account is signed in, it is signed out, and its tokens are gone. Its photos stay. This cannot \
        be undone.
        """
    static let examples = [CommandExample("gallery account remove eva", "remove an account")]
    static let configuration = documented("remove", "Remove an account.")

    @Argument(help: "The account's name.")
    var name: Operand

    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        try run.gallery().removeAccount(named: name.text)
        return CommandOutcome(sentences: ["removed the account '\(name.text)'"])
    }
}
