import ArgumentParser
import Gallery

/// The command `gallery share revoke ID`.
struct ShareRevokeCommand: CatalogCommand {
    static let explanation = """
        A running server answers the link's address with 404 from now on, and the files that were made for it \
        are removed. This cannot be undone.
        """
    static let examples = [CommandExample("gallery share revoke 3", "give nothing more by a link")]
    static let configuration = documented("revoke", "Revoke a link.")

    @Argument(help: "The link's id, as 'gallery share list' tells it.")
    var id: Int

    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        try run.gallery().revokeShareLink(Int64(id))
        return CommandOutcome(sentences: ["revoked the share link \(id)"])
    }
}
