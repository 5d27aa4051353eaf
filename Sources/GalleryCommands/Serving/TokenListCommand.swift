import ArgumentParser
import Foundation
import Gallery
import GalleryModel

/// The command `gallery token [list]`.
struct TokenListCommand: CatalogCommand {
    static let explanation = """
        JSON rows have the keys name, role, account, state (valid, expired or revoked), created, expires and used. \
        The tokens themselves are kept nowhere.
        """
    static let examples = [
        CommandExample("gallery token", "see which tokens there are"),
        CommandExample(
            "gallery token list --format jsonl | jq -r 'select(.state == \"valid\").name'",
            "name those that are valid"),
    ]
    static let configuration = documented("list", "List the tokens.")

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let tokens = try run.gallery().accessTokens()
        let now = Date()
        try Output.write(
            tokens.map { token in
                [
                    .text(token.name), .text(token.role.rawValue), RowValue(token.account?.name),
                    .text(token.state(at: now)),
                    .instant(token.dateCreated), RowValue(instant: token.dateExpires),
                    RowValue(instant: token.dateUsed),
                ]
            }, as: output.format,
            columns: [
                Output.Column("name", "NAME"), Output.Column("role", "ROLE"),
                Output.Column("account", "ACCOUNT"),
                Output.Column("state", "STATE"), Output.Column("created", "CREATED"),
                Output.Column("expires", "EXPIRES"), Output.Column("used", "USED"),
            ])
        guard tokens.isEmpty else { return .printed }
        return CommandOutcome(notes: ["no tokens yet: begin with 'gallery token create NAME'"])
    }
}

extension AccessToken {
    /// Whether it can be used, in a word.
    fileprivate func state(at date: Date) -> String {
        if dateRevoked != nil { return "revoked" }
        return isValid(at: date) ? "valid" : "expired"
    }
}
