import ArgumentParser
import Basics
package import Gallery
import GalleryModel

/// The command `gallery thumbnails [SECTION/PHOTO…]`.
struct ThumbnailsCommand: WorkingCommand {
    static let explanation = """
        Creates thumbnails of the given photos, or of the whole catalog: upright, in sRGB, as \
        edited. Thumbnails of unchanged pictures and edits are reused. Pictures are not enlarged: \
        a photo smaller than the requested sizes has one thumbnail for all of them. With --format, \
        each thumbnail is a row, including existing ones.

        Sizes are long edges in pixels. The settings thumbnails.sizes, thumbnails.format (jpeg or \
        webp) and thumbnails.quality are the defaults; when the thumbnails exceed \
        thumbnails.maximumBytes, the least recently used ones are deleted.
        """
    static let examples = [
        CommandExample("gallery thumbnails", "create missing thumbnails in the whole catalog"),
        CommandExample("gallery thumbnails dogs --size 240,640", "create two sizes for a section"),
        CommandExample(
            "gallery thumbnails 42 --format jsonl | jq -r .path", "print the files of a photo"),
        CommandExample("gallery thumbnails -n", "count missing thumbnails"),
    ]
    static let configuration = documented("thumbnails", "Create thumbnails of photos.")

    @Argument(
        help: ArgumentHelp(
            "Sections and photos (default: the whole catalog).", valueName: "section/photo"),
        completion: .sections)
    var operands: [Operand] = []

    @OptionGroup var query: QueryOption

    @Option(
        name: .customLong("size"),
        help: ArgumentHelp(
            "Long edges in pixels, such as 240,640 (default: the setting thumbnails.sizes).",
            valueName: "n,n"))
    var sizes: Operand?

    @Flag(help: "Rebuild existing thumbnails.")
    var again = false

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: OptionalRowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        if operands.contains(where: \.text.isEmpty) {
            throw ValidationError("'' is not a section or photo; give one, such as camera or 42")
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
        // Thumbnails printed as rows, or requested for a few photos, are probably used soon.
        options.includesExisting = output.format != nil || photos.isShortList
        let rows = RowStream(output.format, ThumbnailRows.layout)
        let summary = try await gallery.makeThumbnails(
            photos, options: options.with(run.work), body: rows.append)
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
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        var sides: Set<Int> = []
        for part in parts {
            guard let side = Int(part.filter { $0 != " " }), range.contains(side) else {
                throw GalleryError(
                    .usage,
                    InvalidValue.message(
                        "--size", String(part),
                        expected: "\(range.lowerBound) to \(range.upperBound) pixels, or a "
                            + "comma-separated list, such as 240,640"))
            }
            sides.insert(side)
        }
        return sides.sorted()
    }
}

/// Rows of thumbnails.
enum ThumbnailRows {
    /// The layout of a photo's thumbnails.
    static let layout = RowLayout<MadeThumbnails>(columns: columns) { made, _ in rows(made) }

    /// The columns of every format.
    private static let columns = [
        Output.Column("id", "ID", isNumeric: true), Output.Column("side", "SIZE", isNumeric: true),
        Output.Column("width", "WIDTH", isNumeric: true),
        Output.Column("height", "HEIGHT", isNumeric: true),
        Output.Column("path", "PATH", overflow: .cutStart),
        Output.Column("error", "ERROR", overflow: .wrap),
    ]

    /// Returns the rows of a photo: one per thumbnail, or one with the error.
    private static func rows(_ made: MadeThumbnails) -> [[RowValue]] {
        let id = RowValue.integer(Int(made.photoID.rawValue))
        guard let thumbnails = made.thumbnails else {
            return [
                [id, .none, .none, .none, RowValue(made.path?.escaped), RowValue(made.error)]
            ]
        }
        let warning = made.warnings.isEmpty ? nil : made.warnings.joined(separator: "; ")
        return thumbnails.map { thumbnail in
            [
                id, .integer(thumbnail.side), .integer(thumbnail.width),
                .integer(thumbnail.height), .text(thumbnail.path.escaped),
                RowValue(made.error ?? warning),
            ]
        }
    }
}
