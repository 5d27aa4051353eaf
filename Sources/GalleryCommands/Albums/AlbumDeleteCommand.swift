import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery album delete NAME…`.
struct AlbumDeleteCommand: CatalogCommand {
    static let explanation = """
        Its photos stay where they are. 'gallery undo' brings it back. One that another album asks for goes \
        together with that one only.
        """
    static let examples = [CommandExample("gallery album delete best", "delete an album")]
    static let configuration = documented("delete", "Delete albums; their photos stay.")

    @Argument(help: "The albums, such as best or album:best.", completion: .albums)
    var name: [Operand]

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    var mode: RunMode { dryRun.mode }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.gallery()
        let albums = try name.map { operand throws(GalleryError) in
            try gallery.album(named: operand)
        }
        return CommandOutcome(
            try await gallery.removeSections(
                albums, command: "album delete", options: run.work))
    }
}
