import Basics
import Foundation
import GalleryModel

/// The parameters of a Flickr method, in sending order.
struct FlickrParameters: Sendable {
    /// The parameters: Flickr's names, and the values before percent-encoding.
    private var items: [(name: String, value: String)] = []

    /// The value of a parameter; nil if not set.
    subscript(name: String) -> String? {
        get { items.first { $0.name == name }?.value }
        set {
            items.removeAll { $0.name == name }
            if let newValue { items.append((name, newValue)) }
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
    init(_ query: FlickrQuery) throws(FlickrError) {
        self["text"] = query.term.isEmpty ? nil : query.term
        self["tags"] = try Self.checked("tags", query.tags, Self.listHint, Self.list)
        self["tag_mode"] = try Self.word("tag-mode", query.tagMode, of: ["any", "all"])
        if query.tagMode?.lowercased() == "all" {
            _ = try Self.checked(
                "tags", query.tags, "with --tag-mode all, the limit is 20 tags"
            ) { Self.split($0).count { !$0.isEmpty } <= 20 ? $0 : nil }
        }
        self["user_id"] = try Self.checked("user", query.user, Self.identifierHint, Self.identifier)
        self["group_id"] = try Self.checked(
            "group", query.group, Self.identifierHint, Self.identifier)
        self["machine_tags"] = try Self.checked(
            "machine-tags", query.machineTags, Self.listHint, Self.list)
        self["license"] = try Self.checked(
            "license", query.license, "expected \(LicenseChoice.expected)"
        ) { LicenseChoice($0)?.numbers.map(String.init).joined(separator: ",") }
        self["sort"] = try Self.word("sort", query.sort, of: Self.sorts)
        self["min_taken_date"] = try Self.taken("min-taken", query.minTaken, isLatest: false)
        self["max_taken_date"] = try Self.taken("max-taken", query.maxTaken, isLatest: true)
        let earliest = try Self.upload("min-upload", query.minUpload, isLatest: false)
        let latest = try Self.upload("max-upload", query.maxUpload, isLatest: true)
        _ = try Self.checked("max-upload", query.maxUpload, "it is earlier than --min-upload") {
            earliest ?? .min > latest ?? .max ? nil : $0
        }
        self["min_upload_date"] = earliest.map(String.init)
        self["max_upload_date"] = latest.map(String.init)
        self["bbox"] = try Self.checked(
            "bbox", query.bbox,
            "expected WEST,SOUTH,EAST,NORTH in degrees, such as 5.9,45.8,10.5,47.8", Self.bbox)
        self["lat"] = query.near.map { Self.decimal($0.latitude) }
        self["lon"] = query.near.map { Self.decimal($0.longitude) }
        let radius = try Self.checked(
            "radius", query.radius, "give the center with --near LAT,LON"
        ) { query.near == nil ? nil : $0 }
        self["radius"] = try Self.checked(
            "radius", radius, "expected kilometers above 0 and up to 32"
        ) { $0 > 0 && $0 <= 32 ? Self.decimal($0) : nil }
        self["radius_units"] = radius == nil ? nil : "km"
        self["has_geo"] = query.hasGeo.map { $0 ? "1" : "0" }
        self["safe_search"] = try Self.checked(
            "safe-search", query.safeSearch, "expected 1 (safe), 2 (moderate) or 3 (restricted)"
        ) { (1...3).contains($0) ? String($0) : nil }
        self["content_types"] = try Self.checked(
            "content-type", query.contentType,
            "expected 0 (photo), 1 (screenshot), 2 (other), 3 (virtual), comma-separated"
        ) {
            let types = Self.split($0)
            return types.allSatisfy(["0", "1", "2", "3"].contains)
                ? types.joined(separator: ",") : nil
        }
        self["media"] = try Self.word("media", query.media, of: ["all", "photos", "videos"])
        _ = try Self.checked("limit", query.limit, "expected 1 or more, or --all") {
            $0 < 1 ? nil : $0
        }
        let selecting = items.filter { !["sort", "tag_mode", "radius_units"].contains($0.name) }
        guard !selecting.isEmpty else { throw .emptyQuery }
    }
}

/// Checks the values of a query's filters and converts them to Flickr's format.
extension FlickrParameters {
    /// All documented sort orders.
    static let sorts = [
        "date-posted-asc", "date-posted-desc", "date-taken-asc", "date-taken-desc",
        "interestingness-asc", "interestingness-desc", "relevance",
    ]

    /// Converts a value; nil for nil.
    ///
    /// - Throws: `invalidFilter` with the hint if the conversion returns nil.
    static func checked<Value, Converted>(
        _ name: String, _ value: Value?, _ hint: String, _ convert: (Value) -> Converted?
    ) throws(FlickrError) -> Converted? {
        guard let value else { return nil }
        if let converted = convert(value) { return converted }
        throw .invalidFilter(name: name, value: "\(value)", hint: hint)
    }

    /// Normalizes a comma-separated list, trimming spaces.
    static func list(_ value: String) -> String? {
        let members = split(value).filter { !$0.isEmpty }
        return members.isEmpty ? nil : members.joined(separator: ",")
    }

    static let listHint = "expected one or more, separated by commas"

    /// Checks that a value is one of the given words, ignoring case.
    static func word(
        _ name: String, _ value: String?, of words: [String]
    ) throws(FlickrError) -> String? {
        try checked(name, value, "expected one of " + words.joined(separator: ", ")) { value in
            words.first { $0 == value.lowercased() }
        }
    }

    /// Checks the ID of a user or group.
    static func identifier(_ value: String) -> String? {
        value.isEmpty || value.contains(where: { $0.isWhitespace || $0 == "," || $0 == "/" })
            ? nil : value
    }

    static let identifierHint = "expected an ID such as 78733179@N04"

    /// Checks four numbers: west, south, east, north, in degrees.
    static func bbox(_ value: String) -> String? {
        let numbers = split(value).compactMap { Double($0) }
        guard numbers.count == 4, split(value).count == 4,
            -180 <= numbers[0], numbers[0] <= numbers[2], numbers[2] <= 180,
            -90 <= numbers[1], numbers[1] <= numbers[3], numbers[3] <= 90
        else { return nil }
        return numbers.map(decimal).joined(separator: ",")
    }

    /// Formats a number without an exponent, with at most seven decimals (a centimeter in degrees).
    static func decimal(_ number: Double) -> String {
        var text = String(format: "%.7f", number)
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text == "-0" ? "0" : text
    }

    static func split(_ value: String) -> [String] {
        value.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// Converts a date taken to `YYYY-MM-DD hh:mm:ss` or Unix seconds.
    static func taken(
        _ name: String, _ value: String?, isLatest: Bool
    ) throws(FlickrError) -> String? {
        guard let value else { return nil }
        if let seconds = unixSeconds(value) { return String(seconds) }
        guard let (date, rest) = partialDate(value, isLatest: isLatest) else {
            throw .invalidFilter(name: name, value: value, hint: dateHint)
        }
        if rest.isEmpty { return date.text() }
        throw .invalidFilter(
            name: name, value: value, hint: "dates taken have no time zone: remove '\(rest)'")
    }

    /// Converts an upload date to seconds since 1970-01-01; without a zone it is in UTC.
    static func upload(
        _ name: String, _ value: String?, isLatest: Bool
    ) throws(FlickrError) -> Int64? {
        try checked(name, value, dateHint) { value in
            if let seconds = unixSeconds(value) { return seconds }
            guard let (date, rest) = partialDate(value, isLatest: isLatest),
                // A zone of one digit could be a typing error.
                let offset = rest.isEmpty ? 0 : rest.count == 2 ? nil : DateScanner.offset(in: rest)
            else { return nil }
            return date.unixSeconds - Int64(offset)
        }
    }

    private static let dateHint =
        "expected YYYY, YYYY-MM, YYYY-MM-DD, 'YYYY-MM-DD HH:MM:SS' or Unix seconds"

    /// Parses five or more digits, which are not a year.
    private static func unixSeconds(_ value: String) -> Int64? {
        guard value.utf8.count > 4, let seconds = Int(decimal: Array(value.utf8)[...]),
            seconds >= 0, seconds < 100_000_000_000
        else { return nil }
        return Int64(seconds)
    }

    /// Parses a possibly incomplete date, completed to its first or last moment, and returns the
    /// text after the seconds.
    private static func partialDate(_ value: String, isLatest: Bool) -> (CivilDate, rest: String)? {
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
