import ArgumentParser
import Foundation
import Gallery
import GalleryModel

/// The command `gallery token create NAME`.
struct TokenCreateCommand: CatalogCommand {
    static let explanation = """
        Prints the token, this once: the catalog keeps a digest of it. A viewer looks at everything and \
        changes nothing, an owner does whatever the commands can do. A token for an account has the account's \
        role, adds photos of that account, and ends with its password.
        """
    static let examples = [
        CommandExample(
            "gallery token create backup --role viewer", "let a program read the gallery"),
        CommandExample(
            "TOKEN=$(gallery token create ci --expires 30)", "keep a token for a month's work"),
        CommandExample(
            "gallery token create phone --account eva", "let a program add photos for eva"),
    ]
    static let configuration = documented("create", "Make a token.")

    @Argument(help: "What the token is called, such as the program's name.")
    var name: Operand

    @Option(
        help: ArgumentHelp(
            "What it may be used for; owner, unless it is for an account.", valueName: "role"))
    var role: RoleChoice?

    @Option(help: ArgumentHelp("The account for which it acts.", valueName: "name"))
    var account: Operand?

    @Option(
        help: ArgumentHelp("After how many days it ends, else never.", valueName: "days"))
    var expires: Int?

    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        if role != nil, account != nil {
            throw ValidationError("a token for an account has its role: leave --role out")
        }
        if role == .member {
            throw ValidationError(
                InvalidValue.message(
                    "--role", "member", expected: "owner or viewer, or --account NAME"))
        }
        try InvalidValue.check("--expires", expires, in: 1...36_500, expected: "1 to 36500 days")
    }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let date = expires.map { Date() + TimeInterval($0) * 86_400 }
        let secret = try run.gallery().makeAccessToken(
            named: name.text, role: role?.role ?? .owner, account: account?.text, expires: date)
        try StandardOutput.shared.write(secret + "\n")
        return .printed
    }
}
