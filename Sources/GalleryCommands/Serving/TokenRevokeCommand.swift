import ArgumentParser
import Gallery

/// The command `gallery token revoke NAME`.
struct TokenRevokeCommand: CatalogCommand {
    static let explanation = "A running server refuses it from now on. This cannot be undone."
    static let examples = [CommandExample("gallery token revoke backup", "revoke a token")]
    static let configuration = documented("revoke", "Revoke a token.")

    @Argument(help: "The token's name.")
    var name: Operand

    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        try run.gallery().revokeAccessToken(named: name.text)
        return CommandOutcome(sentences: ["revoked the token '\(name.text)'"])
    }
}
