import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery list SECTION`.
struct ListCommand: RowCommand {
    static let explanation = """
        The first column is the photo's position in the section: the first photo of 'dogs' is \
        dogs/1. JSON and CSV rows have the columns of 'gallery export'.

        --where lists only photos that match a query; 'gallery help find' explains the language. \
        --limit and --offset count matching photos. With --where and --sort, the first column is \
        still the position in the section.
        """
    static let examples: KeyValuePairs = [
        "gallery list dogs": "list the results of a search",
        "gallery list camera --limit 20 --offset 100": "list photos 101 to 120",
        "gallery list camera --where 'person:Ana faces:>2'": "filter by faces",
        "gallery list camera --where near:48.39,-4.49,10": "filter by distance",
        "gallery list dogs --format jsonl | jq -r .SourceFile": "print file names in a script",
    ]
    static let configuration = documented("list", "List the photos in a section.")

    @Argument(help: "Section, such as camera, dogs or flickr:dogs.", completion: .sections)
    var section: Operand

    @OptionGroup var page: PageOptions

    @Option(help: .value("n", "Number of photos to skip."))
    var offset = 0

    @OptionGroup var query: QueryOption

    @OptionGroup var output: ListingOptions

    func validate() throws {
        try InvalidValue.check("--offset", offset, in: 0..., expected: "0 or more")
    }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        var photos = try PhotoOutput(output.format, columns: output.columns)
        let gallery = try run.gallery()
        let section = try gallery.sections.find(SectionReference(text: section.text))
        let listed = page.page(
            of: .section(section).filtered(try query.filter(in: gallery)), offset: offset)
        let next = try photos.write(listed, of: gallery)
        if page.isPaging { return .note(page.continuation(at: next)) }
        guard section.count == 0 else { return .printed }
        return .note(
            section.reference == .camera
                ? "no photos yet; import some with 'gallery import PATH'"
                : "no photos in '\(section.reference.text)'")
    }
}

/// The command `gallery latest`.
struct LatestCommand: RowCommand {
    static let explanation = """
        Lists the photos in 'camera', newest first, then those of all other sections. Photos are \
        sorted by date taken, or else date uploaded, or else date added. JSON and CSV rows have \
        the columns of 'gallery export'; the first column of the table numbers the rows.
        """
    static let examples: KeyValuePairs = [
        "gallery latest": "list the latest 20 photos",
        "gallery latest --limit 50 --after 42": "list 50 photos after photo 42",
        "gallery latest --format jsonl | jq -r .SourceFile": "print file names in a script",
    ]
    static let configuration = documented("latest", "List the latest photos in all sections.")

    @Option(parsing: .unconditional, help: .value("n", "Maximum number of photos to list."))
    var limit = 20

    @Option(help: .value("photo", "Continue after this photo, the last one of the previous page."))
    var after: Operand?

    @OptionGroup var output: ListingOptions

    /// The number of photos read at a time.
    private static let pageLength = 500

    func validate() throws {
        try InvalidValue.check("--limit", limit, in: 0..., expected: "0 or more")
    }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        var photos = try PhotoOutput(output.format, columns: output.columns)
        let gallery = try run.gallery()
        var last = try after.map { try gallery.photo(named: $0).id }
        var count = 0
        while count < limit {
            try Task.checkCancellation()
            let wanted = min(limit - count, LatestCommand.pageLength)
            let page = try gallery.latestPhotos(after: last, limit: wanted)
            let entries = try gallery.entries(of: page.map(\.id))
            try photos.append(
                page.enumerated().map { index, photo in
                    var row = ListedPhoto(photo, at: entries[photo.id]?.first)
                    // A table numbers its rows.
                    if output.format == .table { row.position = count + index + 1 }
                    return row
                })
            count += page.count
            guard let end = page.last, page.count == wanted else { break }
            last = end.id
        }
        try photos.finish()
        guard count == 0, limit > 0 else { return .printed }
        return .note(
            after == nil
                ? "no photos yet; use 'gallery import PATH' or 'gallery search TERM'"
                : "no more photos")
    }
}
