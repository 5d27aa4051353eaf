import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery album rename NAME NEW`.
struct AlbumRenameCommand: CatalogCommand {
    static let explanation = """
        Albums whose queries ask for it go on to do so. 'gallery undo' takes it back.
        """
    static let examples = [
        CommandExample("gallery album rename best 'the best'", "give an album a better name")
    ]
    static let configuration = documented("rename", "Give an album another name.")

    @Argument(help: "The album, such as best or album:best.", completion: .albums)
    var name: Operand

    @Argument(help: "Its new name.")
    var new: Operand

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var catalog: CatalogOptions

    var mode: RunMode { dryRun.mode }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let album = try gallery.album(named: name)
        let renamed = try gallery.renameAlbum(album, to: new.text, options: run.work)
        return CommandOutcome(sentences: [
            "'\(album.reference.text)' \(dryRun.isSet ? "would be" : "is now") "
                + "'\(renamed.reference.text)'"
        ])
    }
}
