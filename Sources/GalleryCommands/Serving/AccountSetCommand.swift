import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery account set NAME`.
struct AccountSetCommand: CatalogCommand {
    static let explanation = """
        What is not given stays as it is; an empty text takes it away. Whoever is signed in stays so, with the new \
        role.
        """
    static let examples = [
        CommandExample("gallery account set eva --role viewer", "let somebody only look from now"),
        CommandExample(
            "gallery account set eva --email eva@example.org --bio ''",
            "change an address and take a text away"),
    ]
    static let configuration = documented("set", "Change what an account may and tells.")

    @Argument(help: "The account's name.")
    var name: Operand

    @Option(help: ArgumentHelp("What they may do.", valueName: "role"))
    var role: RoleChoice?

    @OptionGroup var profile: ProfileFlags

    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        guard role != nil || profile.areGiven else {
            throw ValidationError("nothing to change: give --role, --email or another option")
        }
    }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let account = try gallery.account(named: name.text)
        try gallery.setAccount(
            named: name.text, role: role?.role ?? account.role,
            profile: try profile.applied(to: account.profile, in: gallery))
        return CommandOutcome(sentences: ["changed the account '\(account.name)'"])
    }
}
