import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery search TERM…`.
struct SearchCommand: WorkingCommand {
    static let explanation = """
        All words make one term, and the term's photos make a section. Searching a term again \
        downloads nothing twice. Without an API key the search uses Flickr's keyless public feed: \
        tags only, the newest 20 photos, no filters. Set GALLERY_FLICKR_API_KEY to use a key.

        With --format json the output is one object: section, found, listed, new, updated, \
        unchanged, gone, trashed, pictures, requests, complete, gaps (when not complete), error \
        (when the run ended early) and photos.
        """
    static let examples = [
        CommandExample("gallery search dogs", "list 100 photos of dogs, with pictures"),
        CommandExample(
            "gallery search border collie --limit 500 --size large", "one term of two words"),
        CommandExample(
            "gallery search beach --near -33.8,151.2 --radius 5 --license 4,5",
            "near Sydney, under licences that allow reuse"),
        CommandExample(
            "gallery search dogs --format json | jq .pictures", "count the pictures in a script"),
    ]
    static let configuration = documented("search", "Ask Flickr and fill the term's section.")

    @Argument(help: ArgumentHelp("The words to search for.", valueName: "term"))
    var words: [Operand] = []

    @Option(
        help: ArgumentHelp("How many photos to list (default: 100).", valueName: "n"))
    var limit: Int?

    @Flag(help: "List all photos that there are.")
    var all = false

    @Option(help: "The picture to download; medium has a longest side of 500 pixels.")
    var size = PictureChoice.medium

    @OptionGroup var budget: BudgetFlag

    @OptionGroup(title: "Filters") var filters: FlickrFilters
    @OptionGroup var work: WorkFlags
    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    var mode: RunMode { budget.mode(work) }

    /// What `--size` may be.
    enum PictureChoice: String, CaseIterable, ExpressibleByArgument {
        case thumbnail, small, medium, large, original, none
    }

    func validate() throws {
        if all, limit != nil { throw ValidationError("--all and --limit exclude each other") }
        try InvalidValue.check(
            "--limit", limit, in: 1..., expected: "1 or more; --all lists all photos")
        if term.utf8.count > 1_000 {
            throw ValidationError("the term is longer than 1,000 bytes: search for fewer words")
        }
        if term.isEmpty, filters.isEmpty {
            throw ValidationError(
                "nothing to search for: give words, such as 'gallery search dogs', or a filter")
        }
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        var query = FlickrQuery(
            term: term, limit: all ? nil : limit ?? 100, size: PictureSize(rawValue: size.rawValue))
        filters.apply(to: &query)
        let gallery = try run.galleryToAdd()
        let summary = try await gallery.search(query, options: run.work)
        try summary.print(output.format, from: gallery, isDryRun: work.dryRun)
        run.say((work.dryRun ? "dry run: " : "") + summary.sentence)
        catalog.explain(summary.requestSentence)
        return CommandOutcome(failed: summary.failedItems, failure: summary.failure)
    }

    private var term: String {
        SectionReference.normalized(words.map(\.text).joined(separator: " "))
    }
}
