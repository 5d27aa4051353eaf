import ArgumentParser
import Foundation
import Gallery

/// The command `gallery token create NAME`.
struct TokenCreateCommand: CatalogCommand {
    static let explanation = """
        Prints the token, this once: the catalog keeps a digest of it. A viewer looks at everything and \
        changes nothing, an owner does whatever the commands can do.
        """
    static let examples = [
        CommandExample(
            "gallery token create backup --role viewer", "let a program read the gallery"),
        CommandExample(
            "TOKEN=$(gallery token create ci --expires 30)", "keep a token for a month's work"),
    ]
    static let configuration = documented("create", "Make a token.")

    @Argument(help: "What the token is called, such as the program's name.")
    var name: Operand

    @Option(help: ArgumentHelp("What it may be used for.", valueName: "role"))
    var role = RoleChoice.owner

    @Option(
        help: ArgumentHelp("After how many days it ends, else never.", valueName: "days"))
    var expires: Int?

    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try InvalidValue.check("--expires", expires, in: 1...36_500, expected: "1 to 36500 days")
    }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let date = expires.map { Date() + TimeInterval($0) * 86_400 }
        let secret = try run.gallery().makeAccessToken(
            named: name.text, role: role.role, expires: date)
        try StandardOutput.shared.write(secret + "\n")
        return .printed
    }
}
