import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery account add NAME`.
struct AccountAddCommand: CatalogCommand {
    static let explanation = """
        Asks for the password on the terminal, twice and unseen, unless a file has it. It is kept as an scrypt \
        hash.
        """
    static let examples = [
        CommandExample("gallery account add eva", "let somebody look at photos and add their own"),
        CommandExample(
            "gallery account add eva --role owner --password-file eva.txt",
            "let somebody change them, too"),
        CommandExample(
            "gallery account add roger --email roger@example.org --first-name Roger",
            "let somebody post to a campaign"),
    ]
    static let configuration = documented("add", "Add an account.")

    @Argument(help: "The name to sign in with.")
    var name: Operand

    @Option(help: ArgumentHelp("What they may do.", valueName: "role"))
    var role = RoleChoice.member

    @OptionGroup var profile: ProfileFlags

    @OptionGroup var password: PasswordOption

    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let profile = try profile.applied(to: AccountProfile(), in: gallery)
        let password = try password.read(for: name.text)
        try gallery.addAccount(
            named: name.text, role: role.role, profile: profile, password: password)
        return CommandOutcome(sentences: ["added the account '\(name.text)', \(role.noun)"])
    }
}
