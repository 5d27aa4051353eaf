import ArgumentParser
import GalleryModel

/// The filters of `search`, named as Flickr names them.
///
/// Source: https://www.flickr.com/services/api/flickr.photos.search.html
struct FlickrFilters: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Tags with commas between; a minus excludes one.", valueName: "tags"))
    var tags: Operand?

    @Option(help: ArgumentHelp("Whether photos need any or all of the tags.", valueName: "any|all"))
    var tagMode: TagMode?

    @Option(parsing: .unconditional, help: ArgumentHelp("The owner's Flickr id.", valueName: "id"))
    var user: Operand?

    @Option(help: ArgumentHelp("Licence numbers with commas between.", valueName: "numbers"))
    var license: Operand?

    @Option(
        help: ArgumentHelp(
            "The order, such as date-posted-desc, interestingness-desc or relevance.",
            valueName: "order"))
    var sort: Operand?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Taken at or after: YYYY-MM-DD[ HH:MM:SS].", valueName: "date"))
    var minTaken: Operand?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Taken at or before.", valueName: "date"))
    var maxTaken: Operand?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Uploaded at or after.", valueName: "date"))
    var minUpload: Operand?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Uploaded at or before.", valueName: "date"))
    var maxUpload: Operand?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "A box in degrees: west,south,east,north.", valueName: "w,s,e,n"))
    var bbox: Operand?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The centre of a circle in degrees.", valueName: "lat,lon"))
    var near: Operand?

    @Option(help: ArgumentHelp("The circle's radius, at most 32.", valueName: "km"))
    var radius: Double?

    @Flag(
        inversion: .prefixedNo,
        help: "Only photos with a location, or only those without (also --has-geo 1 or 0).")
    var hasGeo: Bool?

    @Option(
        help: ArgumentHelp(
            "1 or safe, 2 or moderate, 3 or restricted.", valueName: "level"))
    var safeSearch: Operand?

    @Option(
        help: ArgumentHelp(
            "Numbers with commas between: 0 photo, 1 screenshot, 2 other, 3 virtual.",
            valueName: "numbers"))
    var contentType: Operand?

    @Option(help: ArgumentHelp("What to look for.", valueName: "all|photos|videos"))
    var media: Media?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Machine tags in Flickr's syntax.", valueName: "tags"))
    var machineTags: Operand?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The id of a group whose pool is searched.", valueName: "id"))
    var group: Operand?

    enum TagMode: String, ExpressibleByArgument, CaseIterable {
        case any, all
    }

    enum Media: String, ExpressibleByArgument, CaseIterable {
        case all, photos, videos
    }

    /// What `--safe-search` may be, by number or name.
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
        if let safeSearch, SafeSearch(text: safeSearch.text) == nil {
            throw ValidationError(
                InvalidValue.message(
                    "--safe-search", safeSearch.text,
                    expected: "1 or safe, 2 or moderate, 3 or restricted"))
        }
        if radius != nil {
            guard near != nil else { throw ValidationError("--radius needs --near LAT,LON") }
            try InvalidValue.check(
                "--radius", radius, in: Double.leastNonzeroMagnitude...32,
                expected: "more than 0 and at most 32 kilometres")
        }
    }

    /// Whether no filter is given.
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
