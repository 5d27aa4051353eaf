import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery trash`.
struct TrashCommand: CatalogCommand {
    static let explanation = """
        The latest comes first. JSON rows have the keys id, origin, originID, title and trashed.
        """
    static let examples = [
        CommandExample("gallery trash", "see what was removed")
    ]
    static let configuration = documented("trash", "List the photos in the trash.")

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let photos = try run.gallery().trash()
        let rows = photos.map { photo -> [RowValue] in
            [
                .integer(Int(photo.id.rawValue)), .text(photo.origin.rawValue),
                .text(photo.idAtOrigin), RowValue(photo.title),
                RowValue(instant: photo.dateTrashed),
            ]
        }
        try Output.write(
            rows, as: output.format,
            columns: [
                Output.Column("id", "ID", isNumeric: true), Output.Column("origin", "ORIGIN"),
                Output.Column("originID", nil), Output.Column("title", "TITLE"),
                Output.Column("trashed", "REMOVED"),
            ])
        return .printed
    }
}
