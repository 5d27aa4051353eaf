import Basics
import Foundation
package import GalleryModel

/// The parameters of a Flickr method, in sending order.
package struct FlickrParameters: Sendable, Equatable {
    /// A single parameter.
    package struct Item: Sendable, Equatable {
        /// Flickr's name.
        package var name: String
        /// The value before percent-encoding.
        package var value: String
    }

    /// The parameters.
    package private(set) var items: [Item] = []

    /// The value of a parameter; nil if not set.
    package subscript(name: String) -> String? {
        get { items.first { $0.name == name }?.value }
        set {
            items.removeAll { $0.name == name }
            if let newValue { items.append(Item(name: name, value: newValue)) }
        }
    }

    /// The URL of an endpoint with the parameters as its query, percent-encoded as in RFC 3986.
    func url(_ endpoint: String) -> String {
        let query = items.map {
            PercentEncoding.encoded($0.name) + "=" + PercentEncoding.encoded($0.value)
        }
        let separator = endpoint.contains("?") ? "&" : "?"
        return endpoint + separator + query.joined(separator: "&")
    }
}

extension FlickrParameters {
    /// Makes the parameters of `flickr.photos.search` for a query, after checking every filter.
    ///
    /// - Throws: `FlickrError.invalidFilter` for values that Flickr would not understand (it
    ///   answers many of them with unrelated photos); `FlickrError.emptyQuery` if the query has
    ///   neither a term nor filters.
    /// Source: https://www.flickr.com/services/api/flickr.photos.search.html
    package init(_ query: FlickrQuery) throws(FlickrError) {
        self["text"] = query.term.isEmpty ? nil : query.term
        self["tags"] = try FlickrFilter.list("tags", query.tags)
        self["tag_mode"] = try FlickrFilter.word("tag-mode", query.tagMode, of: ["any", "all"])
        try FlickrFilter.checkTagCount(query)
        self["user_id"] = try FlickrFilter.identifier("user", query.user)
        self["group_id"] = try FlickrFilter.identifier("group", query.group)
        self["machine_tags"] = try FlickrFilter.list("machine-tags", query.machineTags)
        self["license"] = try FlickrFilter.licenses(query.license)
        self["sort"] = try FlickrFilter.word("sort", query.sort, of: FlickrFilter.sorts)
        self["min_taken_date"] = try FlickrFilter.taken(
            "min-taken", query.minTaken, isLatest: false)
        self["max_taken_date"] = try FlickrFilter.taken("max-taken", query.maxTaken, isLatest: true)
        let earliest = try FlickrFilter.upload("min-upload", query.minUpload, isLatest: false)
        let latest = try FlickrFilter.upload("max-upload", query.maxUpload, isLatest: true)
        if let earliest, let latest, earliest > latest {
            throw .invalidFilter(
                name: "max-upload", value: query.maxUpload ?? "",
                hint: "it is earlier than --min-upload")
        }
        self["min_upload_date"] = earliest.map(String.init)
        self["max_upload_date"] = latest.map(String.init)
        self["bbox"] = try FlickrFilter.bbox(query.bbox)
        if let near = query.near {
            self["lat"] = FlickrFilter.decimal(near.latitude)
            self["lon"] = FlickrFilter.decimal(near.longitude)
        }
        if let radius = try FlickrFilter.radius(query) {
            self["radius"] = FlickrFilter.decimal(radius)
            self["radius_units"] = "km"
        }
        self["has_geo"] = query.hasGeo.map { $0 ? "1" : "0" }
        self["safe_search"] = try FlickrFilter.safeSearch(query.safeSearch)
        self["content_types"] = try FlickrFilter.contentTypes(query.contentType)
        self["media"] = try FlickrFilter.word(
            "media", query.media, of: ["all", "photos", "videos"])
        if let limit = query.limit, limit < 1 {
            throw .invalidFilter(
                name: "limit", value: String(limit), hint: "expected 1 or more, or --all")
        }
        let selecting = items.filter { !["sort", "tag_mode", "radius_units"].contains($0.name) }
        guard !selecting.isEmpty else { throw .emptyQuery }
    }
}

/// Checks the values of a query's filters and converts them to Flickr's format.
enum FlickrFilter {
    /// All documented sort orders.
    static let sorts = [
        "date-posted-asc", "date-posted-desc", "date-taken-asc", "date-taken-desc",
        "interestingness-asc", "interestingness-desc", "relevance",
    ]

    /// Normalizes a comma-separated list, trimming spaces.
    static func list(_ name: String, _ value: String?) throws(FlickrError) -> String? {
        guard let value else { return nil }
        let members = split(value).filter { !$0.isEmpty }
        guard !members.isEmpty else {
            throw .invalidFilter(
                name: name, value: value, hint: "expected one or more, separated by commas")
        }
        return members.joined(separator: ",")
    }

    /// Checks that a value is one of the given words, ignoring case.
    static func word(
        _ name: String, _ value: String?, of words: [String]
    ) throws(FlickrError) -> String? {
        guard let value else { return nil }
        let word = value.lowercased()
        guard words.contains(word) else {
            throw .invalidFilter(
                name: name, value: value, hint: "expected one of " + words.joined(separator: ", "))
        }
        return word
    }

    /// Checks the ID of a user or group.
    static func identifier(_ name: String, _ value: String?) throws(FlickrError) -> String? {
        guard let value else { return nil }
        guard !value.isEmpty, !value.contains(where: { $0.isWhitespace || $0 == "," || $0 == "/" })
        else {
            throw .invalidFilter(
                name: name, value: value, hint: "expected an ID such as 78733179@N04")
        }
        return value
    }

    /// Flickr allows 20 tags if all of them must match.
    static func checkTagCount(_ query: FlickrQuery) throws(FlickrError) {
        guard query.tagMode?.lowercased() == "all", let tags = query.tags else { return }
        guard split(tags).filter({ !$0.isEmpty }).count <= 20 else {
            throw .invalidFilter(
                name: "tags", value: tags, hint: "with --tag-mode all, the limit is 20 tags")
        }
    }

    /// Converts licenses to a list of numbers.
    static func licenses(_ value: String?) throws(FlickrError) -> String? {
        guard let value else { return nil }
        guard let choice = LicenseChoice(value) else {
            throw .invalidFilter(
                name: "license", value: value, hint: "expected \(LicenseChoice.expected)")
        }
        return choice.numbers.map(String.init).joined(separator: ",")
    }

    /// Checks four numbers: west, south, east, north, in degrees.
    static func bbox(_ value: String?) throws(FlickrError) -> String? {
        guard let value else { return nil }
        let numbers = split(value).map { Double($0) }
        guard numbers.count == 4, let west = numbers[0], let south = numbers[1],
            let east = numbers[2], let north = numbers[3],
            (-180...180).contains(west), (-180...180).contains(east), (-90...90).contains(south),
            (-90...90).contains(north), west <= east, south <= north
        else {
            throw .invalidFilter(
                name: "bbox", value: value,
                hint: "expected WEST,SOUTH,EAST,NORTH in degrees, such as 5.9,45.8,10.5,47.8")
        }
        return [west, south, east, north].map(decimal).joined(separator: ",")
    }

    /// Checks the radius in kilometers, which requires a center.
    static func radius(_ query: FlickrQuery) throws(FlickrError) -> Double? {
        guard let radius = query.radius else { return nil }
        guard query.near != nil else {
            throw .invalidFilter(
                name: "radius", value: "\(radius)", hint: "give the center with --near LAT,LON")
        }
        guard radius > 0, radius <= 32 else {
            throw .invalidFilter(
                name: "radius", value: "\(radius)", hint: "expected kilometers above 0 and up to 32"
            )
        }
        return radius
    }

    static func safeSearch(_ value: Int?) throws(FlickrError) -> String? {
        guard let value else { return nil }
        guard (1...3).contains(value) else {
            throw .invalidFilter(
                name: "safe-search", value: String(value),
                hint: "expected 1 (safe), 2 (moderate) or 3 (restricted)")
        }
        return String(value)
    }

    static func contentTypes(_ value: String?) throws(FlickrError) -> String? {
        guard let value else { return nil }
        let members = split(value)
        guard !members.isEmpty, members.allSatisfy({ ["0", "1", "2", "3"].contains($0) }) else {
            throw .invalidFilter(
                name: "content-type", value: value,
                hint: "expected 0 (photo), 1 (screenshot), 2 (other), 3 (virtual), comma-separated")
        }
        return members.joined(separator: ",")
    }

    /// Formats a number without an exponent, with at most seven decimals (a centimeter in degrees).
    static func decimal(_ number: Double) -> String {
        var text = String(format: "%.7f", number)
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text == "-0" ? "0" : text
    }

    private static func split(_ value: String) -> [String] {
        value.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }
}

extension FlickrFilter {
    /// Converts a date taken to `YYYY-MM-DD hh:mm:ss` or Unix seconds.
    static func taken(
        _ name: String, _ value: String?, isLatest: Bool
    ) throws(FlickrError) -> String? {
        guard let value else { return nil }
        if let seconds = unixSeconds(value) { return String(seconds) }
        guard let (date, rest) = partialDate(value, isLatest: isLatest) else {
            throw badDate(name, value)
        }
        guard rest.isEmpty else {
            throw .invalidFilter(
                name: name, value: value, hint: "dates taken have no time zone: remove '\(rest)'"
            )
        }
        return date.text()
    }

    /// Converts an upload date to seconds since 1970-01-01; without a zone it is in UTC.
    static func upload(
        _ name: String, _ value: String?, isLatest: Bool
    ) throws(FlickrError) -> Int64? {
        guard let value else { return nil }
        if let seconds = unixSeconds(value) { return seconds }
        guard let (date, rest) = partialDate(value, isLatest: isLatest),
            // A zone of one digit could be a typing error.
            let offset = rest.isEmpty ? 0 : rest.count == 2 ? nil : DateScanner.offset(in: rest)
        else { throw badDate(name, value) }
        return date.unixSeconds - Int64(offset)
    }

    private static func badDate(_ name: String, _ value: String) -> FlickrError {
        .invalidFilter(
            name: name, value: value,
            hint: "expected YYYY, YYYY-MM, YYYY-MM-DD, 'YYYY-MM-DD HH:MM:SS' or Unix seconds")
    }

    /// Parses five or more digits, which are not a year.
    private static func unixSeconds(_ value: String) -> Int64? {
        guard value.utf8.count > 4, let seconds = Int(decimal: Array(value.utf8)[...]),
            seconds >= 0, seconds < 100_000_000_000
        else { return nil }
        return Int64(seconds)
    }

    /// Parses a possibly incomplete date, completed to its first or last moment, and returns the
    /// text after the seconds.
    private static func partialDate(
        _ value: String, isLatest: Bool
    ) -> (CivilDate, rest: String)? {
        var rest = ""
        let found = DateScanner.scan(value) { scanner in
            defer { rest = scanner.remainder }
            return scanner.date(between: " T")
        }
        // An hour without minutes is invalid, and a zone requires a time.
        guard let (scanned, parts) = found, parts >= 5 || parts != 4 && rest.isEmpty,
            scanned.hour < 24
        else { return nil }
        var date = scanned
        if isLatest {
            if parts < 2 { date.month = 12 }
            if parts < 3 { date.day = CivilDate.dayCount(year: date.year, month: date.month) }
            if parts < 5 { (date.hour, date.minute) = (23, 59) }
            if parts < 6 { date.second = 59 }
        }
        return date.isValid ? (date, rest) : nil
    }
}
