import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery search TERM…`.
struct SearchCommand: WorkingCommand {
    static let explanation = """
        All words form one term, and its results form a section, such as 'dogs'. A search with \
        filters or --sort has a separate section, such as 'dogs license:4,5', or the one named \
        with --section; 'gallery refresh' repeats each section's own search. Pictures already \
        stored are not downloaded again. Without an API key, the search uses Flickr's keyless \
        public feed: tags only, the newest 20 photos, no filters. To use a key, set \
        GALLERY_FLICKR_API_KEY.

        With --format json, the output is one object: section, found, listed, new, updated, \
        unchanged, gone, trashed, pictures, requests, complete, gaps (if not complete), error (if \
        the run ended early) and photos.
        """
    static let examples = [
        CommandExample("gallery search dogs", "download 100 photos of dogs"),
        CommandExample(
            "gallery search border collie --limit 500 --size large", "search for two words"),
        CommandExample(
            "gallery search beach --near -33.8,151.2 --radius 5 --license commercial",
            "search near Sydney for photos licensed for commercial use"),
        CommandExample(
            "gallery search dogs --license cc --section cc-dogs",
            "store Creative Commons photos in a separate section"),
        CommandExample(
            "gallery search dogs --format json | jq .pictures", "count pictures in a script"),
    ]
    static let configuration = documented(
        "search", "Search Flickr and download the pictures.")

    @Argument(help: ArgumentHelp("Words to search for.", valueName: "term"))
    var words: [Operand] = []

    @Option(
        help: ArgumentHelp(
            "Section for the results (default: named after the term and filters).",
            valueName: "name"))
    var section: Operand?

    @Option(
        help: ArgumentHelp("Maximum number of photos to fetch (default: 100).", valueName: "n"))
    var limit: Int?

    @Flag(help: "Fetch all results, not only the newest.")
    var all = false

    @Option(help: "Picture size to download; medium has a long edge of 500 pixels.")
    var size = PictureChoice.medium

    @OptionGroup var budget: BudgetFlag

    @OptionGroup(title: "Filters") var filters: FlickrFilters
    @OptionGroup var work: WorkFlags
    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    var mode: RunMode { budget.mode(work) }

    /// A value of `--size`.
    enum PictureChoice: String, CaseIterable, ExpressibleByArgument {
        case thumbnail, small, medium, large, original, none
    }

    func validate() throws {
        if all, limit != nil { throw ValidationError("--all cannot be combined with --limit") }
        try InvalidValue.check(
            "--limit", limit, in: 1..., expected: "1 or more; use --all to fetch all results")
        if term.utf8.count > 1_000 {
            throw ValidationError("search term too long (maximum 1,000 bytes); use fewer words")
        }
        if term.isEmpty, filters.isEmpty {
            throw ValidationError(
                "no search term given; give words, as in 'gallery search dogs', or a filter")
        }
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        var query = FlickrQuery(
            term: term, limit: all ? nil : limit ?? 100, size: PictureSize(rawValue: size.rawValue))
        filters.apply(to: &query)
        let gallery = try run.galleryForAdding()
        let summary = try await gallery.searchSummary(
            query, section: section?.text, options: run.work)
        try summary.print(output.format(catalog), from: gallery, isDryRun: work.dryRun)
        run.printMessage((work.dryRun ? "dry run: " : "") + summary.sentence)
        catalog.explain(summary.requestSentence)
        return CommandOutcome(failed: summary.failedItems, failure: summary.failure)
    }

    private var term: String {
        SectionReference.normalized(words.map(\.text).joined(separator: " "))
    }
}

extension SearchSummary {
    /// Prints the photos listed in this run.
    ///
    /// - Parameter printsStored: true to print the section's stored photos if none could be listed.
    func print(
        _ format: RowFormat?, from gallery: PhotoGallery, isDryRun: Bool, printsStored: Bool = false
    ) throws {
        // A dry run lists no photos.
        if isDryRun, format == .table, !printsStored || failure == nil { return }
        var rows: [ListedPhoto] = []
        if printsStored, failure != nil, listed == 0, section.count > 0 {
            try gallery.forEachPhoto(.section(section)) { batch in
                rows += batch
                return true
            }
        } else if !isDryRun {
            rows = try listedPhotos(in: gallery)
        }
        if format == .json {
            let photos = try PhotoOutput.objects(rows).map { RowValue.json($0) }
            try Output.write(object: row + [("photos", .list(photos))])
        } else {
            var photos = try PhotoOutput(format)
            try photos.append(rows)
            try photos.finish()
        }
    }

    /// Returns the rows of the photos listed in this run, in the server's order, without those in
    /// the trash.
    func listedPhotos(in gallery: PhotoGallery) throws -> [ListedPhoto] {
        guard !photos.isEmpty else { return [] }
        var order: [PhotoID: Int] = [:]
        for (index, id) in photos.enumerated() { order[id] = index }
        var rows: [ListedPhoto] = []
        try gallery.forEachPhoto(.section(section)) { batch in
            rows += batch.filter { order[$0.photo.id] != nil }
            return rows.count < order.count
        }
        return rows.sorted { (order[$0.photo.id] ?? 0) < (order[$1.photo.id] ?? 0) }
    }
}

/// The filters of `search`, with Flickr's names.
///
/// Source: https://www.flickr.com/services/api/flickr.photos.search.html
struct FlickrFilters: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Comma-separated tags; a leading minus excludes a tag.", valueName: "tags"))
    var tags: Operand?

    @Option(help: ArgumentHelp("Match any or all of the tags.", valueName: "any|all"))
    var tagMode: TagMode?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Flickr ID of the owner.", valueName: "id"))
    var user: Operand?

    @Option(
        help: ArgumentHelp(
            "Comma-separated licenses: Flickr's numbers 0 to 16, names such as 'CC BY 2.0' or cc-by, "
                + "cc (all Creative Commons) or commercial (commercial use allowed).",
            valueName: "licenses"),
        completion: .list(LicenseChoice.names))
    var license: Operand?

    @Option(
        help: ArgumentHelp(
            "Order, such as date-posted-desc, interestingness-desc or relevance.",
            valueName: "order"))
    var sort: Operand?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Taken on or after: YYYY-MM-DD[ HH:MM:SS].", valueName: "date"))
    var minTaken: Operand?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Taken on or before.", valueName: "date"))
    var maxTaken: Operand?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Uploaded on or after.", valueName: "date"))
    var minUpload: Operand?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Uploaded on or before.", valueName: "date"))
    var maxUpload: Operand?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Bounding box in degrees: west,south,east,north.", valueName: "w,s,e,n"))
    var bbox: Operand?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Center of a circle, in degrees.", valueName: "lat,lon"))
    var near: Operand?

    @Option(help: ArgumentHelp("Radius of the circle, at most 32.", valueName: "km"))
    var radius: Double?

    @Flag(
        inversion: .prefixedNo,
        help: "Only photos with, or without, a location (also --has-geo 1 or 0).")
    var hasGeo: Bool?

    @Option(
        help: ArgumentHelp(
            "Safety level: 1 or safe, 2 or moderate, 3 or restricted.", valueName: "level"))
    var safeSearch: Operand?

    @Option(
        help: ArgumentHelp(
            "Comma-separated numbers: 0 photo, 1 screenshot, 2 other, 3 virtual.",
            valueName: "numbers"))
    var contentType: Operand?

    @Option(help: ArgumentHelp("Photos, videos or both.", valueName: "all|photos|videos"))
    var media: Media?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Machine tags in Flickr's syntax.", valueName: "tags"))
    var machineTags: Operand?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("ID of the group to search.", valueName: "id"))
    var group: Operand?

    enum TagMode: String, ExpressibleByArgument, CaseIterable {
        case any, all
    }

    enum Media: String, ExpressibleByArgument, CaseIterable {
        case all, photos, videos
    }

    /// A value of `--safe-search`, by number or name.
    enum SafeSearch: Int, CaseIterable {
        case safe = 1
        case moderate, restricted

        init?(text: String) {
            let fitting = Self.allCases.first { text == "\($0)" || text == "\($0.rawValue)" }
            guard let fitting else { return nil }
            self = fitting
        }
    }

    func validate() throws {
        if let near, Coordinate(text: near.text) == nil {
            throw ValidationError(
                InvalidValue.message(
                    "--near", near.text, expected: "LAT,LON in degrees, such as -33.8,151.2"))
        }
        if let license, LicenseChoice(license.text) == nil {
            throw ValidationError(
                InvalidValue.message(
                    "--license", license.text, expected: LicenseChoice.expected))
        }
        if let safeSearch, SafeSearch(text: safeSearch.text) == nil {
            throw ValidationError(
                InvalidValue.message(
                    "--safe-search", safeSearch.text,
                    expected: "1 or safe, 2 or moderate, 3 or restricted"))
        }
        if radius != nil {
            guard near != nil else { throw ValidationError("--radius requires --near LAT,LON") }
            try InvalidValue.check(
                "--radius", radius, in: Double.leastNonzeroMagnitude...32,
                expected: "more than 0 and at most 32 kilometers")
        }
    }

    /// True if no filter was given.
    var isEmpty: Bool {
        var query = FlickrQuery(term: "")
        let plain = query
        apply(to: &query)
        return query == plain
    }

    /// Sets the filters of a query.
    func apply(to query: inout FlickrQuery) {
        query.tags = tags?.text
        query.tagMode = tagMode?.rawValue
        query.user = user?.text
        query.license = license?.text
        query.sort = sort?.text
        query.minTaken = minTaken?.text
        query.maxTaken = maxTaken?.text
        query.minUpload = minUpload?.text
        query.maxUpload = maxUpload?.text
        query.bbox = bbox?.text
        query.near = near.flatMap { Coordinate(text: $0.text) }
        query.radius = radius
        query.hasGeo = hasGeo
        query.safeSearch = safeSearch.flatMap { SafeSearch(text: $0.text)?.rawValue }
        query.contentType = contentType?.text
        query.media = media?.rawValue
        query.machineTags = machineTags?.text
        query.group = group?.text
    }
}
