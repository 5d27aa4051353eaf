import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery thumbnails [SECTION/PHOTO…]`.
struct ThumbnailsCommand: WorkingCommand {
    static let explanation = """
        Makes small pictures of each photo, of the whole catalog without operands: upright, in sRGB, \
        as edited. What was made of the same bytes and the same edit is not made again. Nothing is \
        enlarged: a photo that is smaller than a size has one thumbnail for all larger ones. With \
        --format each thumbnail is a row, also one that was there.

        The sizes are longest sides in pixels. The settings thumbnails.sizes, thumbnails.format \
        (jpeg or webp) and thumbnails.quality say how thumbnails are; beyond \
        thumbnails.maximumBytes those go that were not used for the longest time.
        """
    static let examples = [
        CommandExample("gallery thumbnails", "make what is missing in the whole catalog"),
        CommandExample("gallery thumbnails dogs --size 240,640", "two sizes for a section"),
        CommandExample(
            "gallery thumbnails 42 --format jsonl | jq -r .path", "name the files of a photo"),
        CommandExample("gallery thumbnails -n", "see how many are missing"),
    ]
    static let configuration = documented("thumbnails", "Make small pictures of photos.")

    @Argument(
        help: ArgumentHelp(
            "Sections and photos; the whole catalog without one.", valueName: "section/photo"),
        completion: .sections)
    var operands: [Operand] = []

    @OptionGroup var query: QueryOption

    @Option(
        name: .customLong("size"),
        help: ArgumentHelp(
            "Longest sides in pixels, such as 240,640, else the setting.", valueName: "n,n"))
    var sizes: Operand?

    @Flag(help: "Make thumbnails again that are there.")
    var again = false

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: OptionalRowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        if operands.contains(where: \.text.isEmpty) {
            throw ValidationError("'' is no section or photo: name one, such as camera or 42")
        }
        guard let sizes else { return }
        do throws(GalleryError) { _ = try ThumbnailSizes.read(sizes.text) } catch {
            throw ValidationError(error.message)
        }
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let settings = try run.settings()
        var options = ThumbnailOptions(settings: settings)
        options.again = again
        if let sizes { options.sides = try ThumbnailSizes.read(sizes.text) }
        let gallery = try run.gallery()
        let photos = try gallery.query(named: operands, query)
        // Whoever asks for rows, or for a few photos, is about to use them.
        options.listsPresent = output.format != nil || photos.isFew
        let rows = RowStream(output.format, ThumbnailRows.layout)
        let summary = try await gallery.makeThumbnails(
            photos, options: options.with(run.work), body: rows.append)
        try rows.finish()
        return CommandOutcome(summary)
    }
}
