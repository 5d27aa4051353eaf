import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery search TERM…`.
struct SearchCommand: WorkingCommand, RowCommand {
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
    static let examples: KeyValuePairs = [
        "gallery search dogs": "download 100 photos of dogs",
        "gallery search border collie --limit 500 --size large": "search for two words",
        "gallery search beach --near -33.8,151.2 --radius 5 --license commercial":
            "search near Sydney for photos licensed for commercial use",
        "gallery search dogs --license cc --section cc-dogs":
            "store Creative Commons photos in a separate section",
        "gallery search dogs --format json | jq .pictures": "count pictures in a script",
    ]
    static let configuration = documented("search", "Search Flickr and download the pictures.")

    @Argument(help: .value("term", "Words to search for."))
    var words: [Operand] = []

    @Option(
        help: .value("name", "Section for the results (default: named after the term and filters).")
    )
    var section: Operand?

    @Option(help: .value("n", "Maximum number of photos to fetch (default: 100)."))
    var limit: Int?

    @Flag(help: "Fetch all results, without a limit.")
    var all = false

    @Option(help: "Picture size to download; medium has a long edge of 500 pixels.")
    var size = PictureChoice.medium

    @OptionGroup var budget: BudgetFlag

    @OptionGroup(title: "Filters") var filters: FlickrFilters
    @OptionGroup var work: WorkFlags
    @OptionGroup var output: RowFormatOption

    var workOptions: WorkOptions { budget.options(work) }

    /// A value of `--size`.
    enum PictureChoice: String, CaseIterable, ExpressibleByArgument {
        case thumbnail, small, medium, large, original, none
    }

    func validate() throws {
        try refuse(if: all && limit != nil, "--all cannot be combined with --limit")
        try InvalidValue.check(
            "--limit", limit, in: 1..., expected: "1 or more; use --all to fetch all results")
        let query = query
        try refuse(
            if: query.term.utf8.count > 1_000,
            "search term too long (maximum 1,000 bytes); use fewer words")
        try refuse(
            if: query.term.isEmpty && !query.hasFilters,
            "no search term given; give words, as in 'gallery search dogs', or a filter")
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.galleryForAdding()
        let summary = try await gallery.sources.searchSummary(
            query, section: section?.text, options: run.work)
        try summary.print(output.requested, from: gallery, isDryRun: work.dryRun)
        return CommandOutcome(summary, details: [summary.requestSentence], failure: summary.failure)
    }

    private var query: FlickrQuery {
        var query = FlickrQuery(
            term: words.map(\.text).joined(separator: " "), limit: all ? nil : limit ?? 100,
            size: PictureSize(rawValue: size.rawValue))
        filters.apply(to: &query)
        return query
    }
}

extension SearchSummary {
    /// Prints the photos listed in this run.
    ///
    /// - Parameter printsStored: true to print the section's stored photos if none could be listed.
    func print(
        _ format: RowFormat?, from gallery: PhotoGallery, isDryRun: Bool, printsStored: Bool = false
    ) throws {
        let printsStored = printsStored && failure != nil
        // A dry run lists no photos.
        guard let format, !isDryRun || format != .table || printsStored else { return }
        var rows: [ListedPhoto] = []
        if printsStored, listed == 0, section.count > 0 {
            try gallery.forEachPhoto(.section(section)) { batch in
                rows += batch
                return true
            }
        } else if !isDryRun {
            rows = try gallery.sources.listed(by: self)
        }
        if format == .json {
            let photos = try PhotoOutput.objects(rows).map(JSONValue.raw)
            try StandardOutput.shared.write(object: members + [("photos", photos)])
        } else {
            var photos = try PhotoOutput(format)
            try photos.append(rows)
            try photos.finish()
        }
    }
}

/// The filters of `search`, with Flickr's names.
///
/// Source: https://www.flickr.com/services/api/flickr.photos.search.html
struct FlickrFilters: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: .value("tags", "Comma-separated tags; a leading minus excludes a tag."))
    var tags: Operand?

    @Option(help: .value("any|all", "Match any or all of the tags."))
    var tagMode: TagMode?

    @Option(parsing: .unconditional, help: .value("id", "Flickr ID of the owner."))
    var user: Operand?

    @Option(
        help: .value(
            "licenses",
            "Comma-separated licenses: Flickr's numbers 0 to 16, names such as 'CC BY 2.0' or cc-by, "
                + "cc (all Creative Commons) or commercial (commercial use allowed)."),
        completion: .list(LicenseChoice.names))
    var license: Operand?

    @Option(
        help: .value("order", "Order, such as date-posted-desc, interestingness-desc or relevance.")
    )
    var sort: Operand?

    @Option(
        parsing: .unconditional, help: .value("date", "Taken on or after: YYYY-MM-DD[ HH:MM:SS]."))
    var minTaken: Operand?

    @Option(parsing: .unconditional, help: .value("date", "Taken on or before."))
    var maxTaken: Operand?

    @Option(parsing: .unconditional, help: .value("date", "Uploaded on or after."))
    var minUpload: Operand?

    @Option(parsing: .unconditional, help: .value("date", "Uploaded on or before."))
    var maxUpload: Operand?

    @Option(
        parsing: .unconditional,
        help: .value("w,s,e,n", "Bounding box in degrees: west,south,east,north."))
    var bbox: Operand?

    @Option(parsing: .unconditional, help: .value("lat,lon", "Center of a circle, in degrees."))
    var near: Operand?

    @Option(help: .value("km", "Radius of the circle, at most 32."))
    var radius: Double?

    @Flag(exclusivity: .chooseLast)
    var position: PositionFlag?

    @Option(help: .value("level", "Safety level: 1 or safe, 2 or moderate, 3 or restricted."))
    var safeSearch: Operand?

    @Option(
        help: .value(
            "numbers", "Comma-separated numbers: 0 photo, 1 screenshot, 2 other, 3 virtual."))
    var contentType: Operand?

    @Option(help: .value("all|photos|videos", "Photos, videos or both."))
    var media: Media?

    @Option(parsing: .unconditional, help: .value("tags", "Machine tags in Flickr's syntax."))
    var machineTags: Operand?

    @Option(parsing: .unconditional, help: .value("id", "ID of the group to search."))
    var group: Operand?

    /// The flags `--has-geo` and `--no-has-geo`.
    enum PositionFlag: EnumerableFlag {
        case hasGeo, noHasGeo

        static func help(for value: PositionFlag) -> ArgumentHelp? {
            switch value {
            case .hasGeo: "Only photos with a position (also --has-geo 1)."
            case .noHasGeo: "Only photos without a position (also --has-geo 0)."
            }
        }
    }

    enum TagMode: String, ExpressibleByArgument, CaseIterable {
        case any, all
    }

    enum Media: String, ExpressibleByArgument, CaseIterable {
        case all, photos, videos
    }

    /// The safety level of a value of `--safe-search`, which is a number or a name.
    private static func safetyLevel(_ text: String) -> Int? {
        let names = ["safe", "moderate", "restricted"]
        return (1...3).first { text == "\($0)" || text == names[$0 - 1] }
    }

    func validate() throws {
        try InvalidValue.check(
            "--near", near?.text, expected: "LAT,LON in degrees, such as -33.8,151.2"
        ) { Coordinate(text: $0) != nil }
        try InvalidValue.check("--license", license?.text, expected: LicenseChoice.expected) {
            LicenseChoice($0) != nil
        }
        try InvalidValue.check(
            "--safe-search", safeSearch?.text, expected: "1 or safe, 2 or moderate, 3 or restricted"
        ) { Self.safetyLevel($0) != nil }
        try refuse(if: radius != nil && near == nil, "--radius requires --near LAT,LON")
        try InvalidValue.check(
            "--radius", radius, in: Double.leastNonzeroMagnitude...32,
            expected: "more than 0 and at most 32 kilometers")
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
        query.hasGeo = position.map { $0 == .hasGeo }
        query.safeSearch = safeSearch.flatMap { Self.safetyLevel($0.text) }
        query.contentType = contentType?.text
        query.media = media?.rawValue
        query.machineTags = machineTags?.text
        query.group = group?.text
    }
}
