import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery list SECTION`.
struct ListCommand: CatalogCommand {
    static let explanation = """
        The first column is the photo's place: the first photo of 'dogs' is dogs/1. JSON and CSV \
        rows have the columns of 'gallery export'.

        --where lists only photos that fit all conditions: faces:0, faces:>2, faces:2..4 (how many \
        faces it shows; photos not yet examined fit none), person:Ana (whole words of a \
        name, without case), person:"Ana María", country:FR or country:France, region:Brittany, \
        city:"Buenos Aires" (without case and accents), near:48.39,-4.49,10 (kilometres), \
        bbox:-5.2,47.2,-1.0,48.9 (west, south, east, north). --limit and \
        --offset count the photos that fit; the first column stays the place in the section.
        """
    static let examples = [
        CommandExample("gallery list dogs", "list a search"),
        CommandExample("gallery list camera --limit 20 --offset 100", "look at photos 101 to 120"),
        CommandExample("gallery list camera --where 'person:Ana faces:>2'", "choose by faces"),
        CommandExample("gallery list camera --where near:48.39,-4.49,10", "choose by distance"),
        CommandExample(
            "gallery list dogs --format jsonl | jq -r .SourceFile", "name the files in a script"),
    ]
    static let configuration = documented("list", "List the photos of a section.")

    @Argument(help: "The section, such as camera, dogs or flickr:dogs.")
    var section: Operand

    @Option(help: ArgumentHelp("How many photos to list at most.", valueName: "n"))
    var limit: Int?

    @Option(help: ArgumentHelp("How many photos to skip first.", valueName: "n"))
    var offset = 0

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp("Which photos, such as faces:>2 or country:FR.", valueName: "query"))
    var query: Operand?

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try InvalidValue.check("--limit", limit, in: 0..., expected: "0 or more")
        try InvalidValue.check("--offset", offset, in: 0..., expected: "0 or more")
    }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let query = try PhotoFilter.read(query)
        let gallery = try run.gallery()
        let section = try gallery.section(SectionReference(text: section.text))
        var photos = PhotoOutput(output.format)
        try gallery.forEachPhoto(
            .section(section).filtered(query).page(offset: offset, limit: limit)
        ) { rows in
            try Task.checkCancellation()
            try photos.append(rows)
            return true
        }
        try photos.finish()
        guard section.count == 0 else { return .printed }
        return CommandOutcome(notes: [
            section.reference == .camera
                ? "no photos yet: bring some in with 'gallery import PATH'"
                : "'\(section.reference.text)' lists no photos"
        ])
    }
}

extension PhotoFilter {
    /// The query of an option; without one it fits every photo.
    ///
    /// - Throws: `usage` for a text that is no query.
    static func read(_ operand: Operand?) throws(GalleryError) -> PhotoFilter {
        guard let operand else { return PhotoFilter.everything }
        do throws(QueryError) { return try PhotoFilter(text: operand.text) } catch {
            throw GalleryError(.usage, error.reason)
        }
    }
}
