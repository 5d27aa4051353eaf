import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery list SECTION`.
struct ListCommand: CatalogCommand {
    static let explanation = """
        The first column is the photo's place: the first photo of 'dogs' is dogs/1. JSON and CSV \
        rows have the columns of 'gallery export'.

        --where lists only photos that fit a query: 'gallery help find' explains the language. --limit \
        and --offset count the photos that fit; the first column stays the place in the section, also \
        with --sort.
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

    @Argument(
        help: "The section, such as camera, dogs or flickr:dogs.", completion: .sections)
    var section: Operand

    @OptionGroup var page: PageOptions

    @Option(help: ArgumentHelp("How many photos to skip first.", valueName: "n"))
    var offset = 0

    @OptionGroup var query: QueryOption

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try InvalidValue.check("--offset", offset, in: 0..., expected: "0 or more")
    }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let section = try gallery.section(SectionReference(text: section.text))
        var photos = PhotoOutput(output.format)
        let listed = page.page(
            of: .section(section).filtered(try query.filter(in: gallery)), offset: offset)
        let next = try gallery.forEachPhoto(listed) { rows in
            try Task.checkCancellation()
            try photos.append(rows)
            return true
        }
        try photos.finish()
        if page.isPaging { return CommandOutcome(notes: page.continuation(at: next)) }
        guard section.count == 0 else { return .printed }
        return CommandOutcome(notes: [
            section.reference == .camera
                ? "no photos yet: bring some in with 'gallery import PATH'"
                : "'\(section.reference.text)' lists no photos"
        ])
    }
}
