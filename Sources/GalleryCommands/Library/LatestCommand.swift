import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery latest`.
struct LatestCommand: CatalogCommand {
    static let explanation = """
        Lists the camera's photos, newest first, then those of all other sections. Newest is when a \
        photo was taken, else when it was uploaded, else when it was added. JSON and CSV rows have the \
        columns of 'gallery export'; the first column of the table counts them.
        """
    static let examples = [
        CommandExample("gallery latest", "the latest 20 photos"),
        CommandExample("gallery latest --limit 50 --after 42", "the 50 that follow photo 42"),
        CommandExample(
            "gallery latest --format jsonl | jq -r .SourceFile", "name their files in a script"),
    ]
    static let configuration = documented("latest", "List the latest photos of all sections.")

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many photos to list at most.", valueName: "n"))
    var limit = 20

    @Option(
        help: ArgumentHelp(
            "Go on behind this photo, the last one of the page before.", valueName: "photo"))
    var after: Operand?

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    /// Photos that are read at a time.
    private static let pageLength = 500

    func validate() throws {
        try InvalidValue.check("--limit", limit, in: 0..., expected: "0 or more")
    }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        var last = try after.map { try gallery.photo(named: $0).id }
        var photos = PhotoOutput(output.format)
        var count = 0
        while count < limit {
            try Task.checkCancellation()
            let wanted = min(limit - count, LatestCommand.pageLength)
            let page = try gallery.latestPhotos(after: last, limit: wanted)
            let places = try gallery.places(of: page.map(\.id))
            try photos.append(
                page.enumerated().map { index, photo in
                    LatestCommand.row(
                        photo, number: count + index + 1, at: places[photo.id]?.first,
                        output.format)
                })
            count += page.count
            guard let end = page.last, page.count == wanted else { break }
            last = end.id
        }
        try photos.finish()
        guard count == 0, limit > 0 else { return .printed }
        return CommandOutcome(notes: [
            after == nil
                ? "no photos yet: bring some in with 'gallery import PATH' or 'gallery search TERM'"
                : "no more photos"
        ])
    }

    /// A row: tables number it within the page, other formats have its place in its first section.
    private static func row(
        _ photo: Photo, number: Int, at place: SectionEntry?, _ format: RowFormat
    ) -> ListedPhoto {
        ListedPhoto(
            section: place?.section.text ?? "",
            position: format == .table ? number : place?.position ?? 0, photo: photo,
            isGone: place?.isGone ?? false)
    }
}
