import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery album [list]`.
struct AlbumListCommand: CatalogCommand {
    static let explanation = """
        JSON rows have the keys name, query and photos. 'gallery list album:NAME' lists the photos of one.
        """
    static let examples = [
        CommandExample("gallery album", "see which albums there are"),
        CommandExample(
            "gallery album list --format jsonl | jq -r .query", "look at their queries in a script"),
    ]
    static let configuration = documented("list", "List the albums.")

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let albums = try run.gallery().sections().filter { $0.reference.kind == .album }
        try Output.write(
            albums.map { album in
                [
                    .text(album.reference.name), RowValue(album.filter?.text),
                    .integer(album.count),
                ]
            }, as: output.format,
            columns: [
                Output.Column("name", "NAME"), Output.Column("query", "QUERY"),
                Output.Column("photos", "PHOTOS", isNumeric: true),
            ])
        guard albums.isEmpty else { return .printed }
        return CommandOutcome(notes: [
            "no albums yet: begin with 'gallery album new NAME --where QUERY'"
        ])
    }
}
