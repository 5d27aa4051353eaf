import ArgumentParser
import Foundation
import Gallery
import GalleryModel

/// The commands `gallery token …`.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Create and revoke API tokens for the server.",
        discussion: """
            A program sends its token with each request: 'Authorization: Bearer TOKEN'. Changes \
            take effect immediately on a running server.
            """,
        subcommands: [
            TokenListCommand.self, TokenCreateCommand.self, TokenRevokeCommand.self,
        ],
        defaultSubcommand: TokenListCommand.self)
}

/// The command `gallery token [list]`.
struct TokenListCommand: ListingCommand {
    static let explanation = """
        JSON rows have the keys name, role, account, state (valid, expired or revoked), created, \
        expires and used. The tokens themselves are not stored.
        """
    static let examples: KeyValuePairs = [
        "gallery token": "list all tokens",
        "gallery token list --format jsonl | jq -r 'select(.state == \"valid\").name'":
            "print the names of valid tokens",
    ]
    static let configuration = documented("list", "List tokens.")

    @OptionGroup var output: ListingOptions

    static let emptyNote: String? = "no tokens yet; create one with 'gallery token create NAME'"
    static let layout = RowLayout<AccessToken>([
        RowColumn("name", "NAME") { $0.name }, RowColumn("role", "ROLE") { $0.role.rawValue },
        RowColumn("account", "ACCOUNT") { $0.account?.name },
        RowColumn("state", "STATE") { $0.state(at: Date()) },
        RowColumn("created", "CREATED") { $0.dateCreated },
        RowColumn("expires", "EXPIRES") { $0.dateExpires },
        RowColumn("used", "USED") { $0.dateUsed },
    ])

    func items(_ run: CommandRun) throws -> [AccessToken] { try run.gallery().accessTokens.list() }
}

extension AccessToken {
    /// Returns the state of the token at a date: `valid`, `expired` or `revoked`.
    fileprivate func state(at date: Date) -> String {
        if dateRevoked != nil { return "revoked" }
        return isValid(at: date) ? "valid" : "expired"
    }
}

/// The command `gallery token create NAME`.
struct TokenCreateCommand: CatalogCommand {
    static let explanation = """
        Prints the token, which is shown only once: the catalog stores only its digest. A viewer \
        can view everything but change nothing; an owner has full access. A token for an account \
        has the account's role, adds photos to that account, and is revoked when its password \
        changes.
        """
    static let examples: KeyValuePairs = [
        "gallery token create backup --role viewer": "create a read-only token",
        "TOKEN=$(gallery token create ci --expires 30)": "create a token for 30 days",
        "gallery token create phone --account eva": "create a token for an account",
    ]
    static let configuration = documented("create", "Create a token.")

    @Argument(help: "Name of the token, such as the name of the program.")
    var name: Operand

    @Option(help: .value("role", "Role of the token (default: owner, or the role of --account)."))
    var role: AccountRole?

    @Option(help: .value("name", "Account that the token belongs to."))
    var account: Operand?

    @Option(help: .value("days", "Days until the token expires (default: never)."))
    var expires: Int?

    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try refuse(if: role != nil && account != nil, "--role cannot be combined with --account")
        try refuse(
            if: role == .member,
            InvalidValue.message("--role", "member", expected: "owner or viewer, or --account NAME")
        )
        try InvalidValue.check("--expires", expires, in: 1...36_500, expected: "1 to 36500 days")
    }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let date = expires.map { Date() + TimeInterval($0) * 86_400 }
        let secret = try run.gallery(isCreated: true).accessTokens.make(
            named: name.text, role: role ?? .owner, account: account?.text, expires: date)
        try StandardOutput.shared.write(secret + "\n")
        return .printed
    }
}

/// The command `gallery token revoke NAME`.
struct TokenRevokeCommand: CatalogCommand {
    static let explanation = "Takes effect immediately on a running server. This cannot be undone."
    static let examples: KeyValuePairs = ["gallery token revoke backup": "revoke a token"]
    static let configuration = documented("revoke", "Revoke a token.")

    @Argument(help: "Name of the token.")
    var name: Operand

    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        try run.gallery().accessTokens.revoke(named: name.text)
        return .sentence("revoked token '\(name.text)'")
    }
}
