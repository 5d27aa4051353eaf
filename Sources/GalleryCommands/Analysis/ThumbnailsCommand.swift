import ArgumentParser
import Basics
package import Gallery
import GalleryModel

/// The command `gallery thumbnails [SECTION/PHOTO…]`.
struct ThumbnailsCommand: WorkingCommand, RowCommand {
    static let explanation = """
        Creates thumbnails of the given photos, or of the whole catalog: upright, in sRGB, as \
        edited. Thumbnails of unchanged pictures and edits are reused. Pictures are not enlarged: \
        a photo smaller than the requested sizes has one thumbnail for all of them. With --format, \
        each thumbnail is a row, including existing ones.

        Sizes are long edges in pixels. The settings thumbnails.sizes, thumbnails.format (jpeg or \
        webp) and thumbnails.quality are the defaults; when the thumbnails exceed \
        thumbnails.maximumBytes, the least recently used ones are deleted.
        """
    static let examples: KeyValuePairs = [
        "gallery thumbnails": "create missing thumbnails in the whole catalog",
        "gallery thumbnails dogs --size 240,640": "create two sizes for a section",
        "gallery thumbnails 42 --format jsonl | jq -r .path": "print the files of a photo",
        "gallery thumbnails -n": "count missing thumbnails",
    ]
    static let configuration = documented("thumbnails", "Create thumbnails of photos.")

    @Argument(
        help: .value("section/photo", "Sections and photos (default: the whole catalog)."),
        completion: .sections)
    var operands: [Operand] = []

    @OptionGroup var query: QueryOption

    @Option(
        name: .customLong("size"),
        help: .value(
            "n,n", "Long edges in pixels, such as 240,640 (default: the setting thumbnails.sizes).")
    )
    var sizes: Operand?

    @Flag(help: "Rebuild existing thumbnails.")
    var again = false

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: OptionalRowFormatOption

    func validate() throws {
        try query.checkNames(operands)
        try InvalidValue.check { _ = try sizes.map { try ThumbnailSizes.read($0.text) } }
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let settings = try run.settings()
        var options = ThumbnailOptions(settings: settings)
        options.again = again
        if let sizes { options.sides = try ThumbnailSizes.read(sizes.text) }
        let gallery = try run.gallery()
        let photos = try gallery.query(named: operands, query)
        // Thumbnails printed as rows, or requested for a few photos, are probably used soon.
        options.includesExisting = output.format != nil || photos.isShortList
        let rows = try Output(output.format, ThumbnailRows.layout)
        let summary = try await gallery.thumbnails.make(
            photos, options: options.with(run.work)
        ) { try rows.append($0.flatMap(ThumbnailRows.rows)) }
        try rows.finish()
        return CommandOutcome(summary)
    }
}

/// Parses the sizes of thumbnails.
package enum ThumbnailSizes {
    /// The valid long edges, in pixels.
    package static let range = 16...8192

    /// Parses a list such as `240,640` into long edges in pixels, ascending and without duplicates.
    ///
    /// - Throws: `usage` if the text is not a list of valid sizes.
    package static func read(_ text: String) throws(GalleryError) -> [Int] {
        var sides: Set<Int> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let side = Int(part.filter { $0 != " " }), range.contains(side) else {
                throw InvalidValue.error(
                    "--size", String(part),
                    expected: "\(range.lowerBound) to \(range.upperBound) pixels, or a "
                        + "comma-separated list, such as 240,640")
            }
            sides.insert(side)
        }
        return sides.sorted()
    }
}

/// Rows of thumbnails.
private enum ThumbnailRows {
    /// A thumbnail, or a photo without one.
    typealias Row = (id: PhotoID?, thumbnail: Thumbnail?, path: BytePath?, error: String?)

    /// Returns the rows of a photo: one per thumbnail, or one with the error.
    static func rows(_ made: AnalyzedPicture) -> [Row] {
        made.thumbnails?.map { (made.photoID, $0, $0.path, made.error ?? made.warning) }
            ?? [(made.photoID, nil, made.path, made.error)]
    }

    static let layout = RowLayout<Row>([
        RowColumn("id", "ID", isNumeric: true) { $0.id },
        RowColumn("side", "SIZE", isNumeric: true) { $0.thumbnail?.side },
        RowColumn("width", "WIDTH", isNumeric: true) { $0.thumbnail?.width },
        RowColumn("height", "HEIGHT", isNumeric: true) { $0.thumbnail?.height },
        RowColumn("path", "PATH", overflow: .cutStart) { $0.path },
        RowColumn("error", "ERROR", overflow: .wrap) { $0.error },
    ])
}
