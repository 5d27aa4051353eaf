import ArgumentParser
import Gallery

/// The command `gallery account password NAME`.
struct AccountPasswordCommand: CatalogCommand {
    static let explanation = """
        Asks for it on the terminal, twice and unseen, unless a file has it. Wherever the account is signed in, \
        it has to sign in again, and its tokens are revoked.
        """
    static let examples = [CommandExample("gallery account password eva", "change a password")]
    static let configuration = documented("password", "Give an account another password.")

    @Argument(help: "The account's name.")
    var name: Operand

    @OptionGroup var password: PasswordOption

    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        try gallery.checkAccount(named: name.text)
        try gallery.setPassword(try password.read(for: name.text), ofAccount: name.text)
        return CommandOutcome(sentences: ["changed the password of the account '\(name.text)'"])
    }
}
