/// The filters of `flickr.photos.search`, parsed from a request and checked.
///
/// Source: https://www.flickr.com/services/api/flickr.photos.search.html
struct PhotoSearch: Sendable {
    var words: [String] = []
    var excludedWords: [String] = []
    var tags: [String] = []
    var excludedTags: [String] = []
    var needsAllTags = false
    var user: String?
    var licenses: Set<Int>?
    var upload: (min: Int64?, max: Int64?) = (nil, nil)
    /// MySQL dates, which compare as text.
    var taken: (min: String?, max: String?) = (nil, nil)
    var area: SearchArea?
    var hasLocation: Bool?
    var maxSafety = 0
    var contentTypes: Set<Int>?
    var media: FakeMedia?
    var machineTags: [MachineTagPattern] = []
    var needsAllMachineTags = false
    var group: String?
    var sort: PhotoOrder
    /// The parameters that determine the result, as text: equal keys give equal results.
    let key: String

    private static let filters: Set<String> = [
        "text", "tags", "user_id", "license", "min_upload_date", "max_upload_date",
        "min_taken_date", "max_taken_date", "bbox", "lat", "lon", "has_geo", "machine_tags",
        "group_id", "media", "content_types", "content_type",
    ]
    private static let others: Set<String> = [
        "tag_mode", "machine_tag_mode", "sort", "radius", "radius_units", "safe_search",
    ]

    /// Reads the parameters of a request; empty ones count as missing.
    init(parameters all: [String: String]) throws(APIFailure) {
        let parameters = all.filter { !$0.value.isEmpty }
        guard parameters.keys.contains(where: Self.filters.contains) else {
            throw .parameterless
        }
        key = parameters.filter { Self.filters.contains($0.key) || Self.others.contains($0.key) }
            .sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "\u{0}")
        sort = try PhotoOrder(parameters["sort"], isRadial: parameters["lat"] != nil)
        readText(parameters)
        try readTags(parameters)
        try readDates(parameters)
        try readMachineTags(parameters)
        area = try SearchArea(parameters)
        user = parameters["user_id"]
        if user == "me" { throw .notLoggedIn }
        group = parameters["group_id"]
        licenses = parameters["license"].map(Self.numbers)
        hasLocation = parameters["has_geo"].map { $0 != "0" }
        maxSafety = max(0, min(2, (parameters["safe_search"].flatMap { Int($0) } ?? 1) - 1))
        contentTypes = Self.contentTypes(parameters)
        switch parameters["media"] {
        case "photos": media = .photo
        case "videos": media = .video
        default: media = nil
        }
    }

    /// True if the query is only about places: Flickr then searches only the last 12 hours.
    var isBareGeoQuery: Bool {
        (area != nil || hasLocation == true) && words.isEmpty && tags.isEmpty && user == nil
            && upload.min == nil && upload.max == nil && taken.min == nil && taken.max == nil
            && machineTags.isEmpty && group == nil && licenses == nil
    }

    /// True if responses have at most 250 photos per page.
    var isGeoQuery: Bool { area != nil }

    private mutating func readText(_ parameters: [String: String]) {
        for word in (parameters["text"] ?? "").split(whereSeparator: \.isWhitespace) {
            if word.hasPrefix("-"), word.count > 1 {
                excludedWords.append(WorldIndex.folded(String(word.dropFirst())))
            } else {
                words.append(WorldIndex.folded(word.filter { $0 != "\"" }))
            }
        }
    }

    private mutating func readTags(_ parameters: [String: String]) throws(APIFailure) {
        needsAllTags = parameters["tag_mode"] == "all"
        for tag in (parameters["tags"] ?? "").split(separator: ",") {
            let trimmed = tag.drop(while: \.isWhitespace)
            let normalized = FakePhoto.normalizedTag(String(trimmed))
            if normalized.isEmpty { continue }
            if trimmed.hasPrefix("-") {
                excludedTags.append(normalized)
            } else {
                tags.append(normalized)
            }
        }
        if tags.count + excludedTags.count > 20 { throw .tooManyTags }
    }

    private mutating func readDates(_ parameters: [String: String]) throws(APIFailure) {
        func unix(_ name: String) throws(APIFailure) -> Int64? {
            guard let text = parameters[name] else { return nil }
            guard let date = Int64(text) ?? FlickrTime.unix(mySQL: text) else { throw .illogical }
            return date
        }
        upload = (try unix("min_upload_date"), try unix("max_upload_date"))
        let first = try unix("min_taken_date")
        let last = try unix("max_taken_date")
        taken = (first.map(FlickrTime.mySQL), last.map(FlickrTime.mySQL))
        if let min = upload.min, let max = upload.max, min > max { throw .illogical }
        if let first, let last, first > last { throw .illogical }
    }

    private mutating func readMachineTags(_ parameters: [String: String]) throws(APIFailure) {
        needsAllMachineTags = parameters["machine_tag_mode"] == "all"
        for text in (parameters["machine_tags"] ?? "").split(separator: ",") {
            machineTags.append(try MachineTagPattern(String(text)))
        }
        if machineTags.count > (needsAllMachineTags ? 16 : 8) { throw .tooManyMachineTags }
    }

    private static func numbers(_ text: String) -> Set<Int> {
        Set(text.split(separator: ",").compactMap { Int($0.filter { !$0.isWhitespace }) })
    }

    private static func contentTypes(_ parameters: [String: String]) -> Set<Int>? {
        if let types = parameters["content_types"] { return numbers(types) }
        // The deprecated parameter counts combinations.
        switch parameters["content_type"] {
        case "1": return [0]
        case "2": return [1]
        case "3": return [2]
        case "4": return [0, 1]
        case "5": return [1, 2]
        case "6": return [0, 2]
        default: return nil
        }
    }
}
