import GalleryModel

/// Tells tags that programs wrote to say where a photo was taken, such as `geo:lat=48.39`.
///
/// Source: machine tags, https://www.flickr.com/groups/api/discuss/72157594497877875/
enum PositionTag {
    /// What stands before the colon of tags about positions, or numbers a place in a gazetteer.
    private static let namespaces: Set<String> = [
        "foursquare", "geo", "geohash", "geonames", "geotag", "gps", "osm", "w3w", "wgs84",
        "wgs84_pos", "woe", "woeid",
    ]
    /// What stands between the colon and the equals sign, whatever the namespace.
    private static let predicates: Set<String> = [
        "alt", "altitude", "ele", "geohash", "gpsaltitude", "gpslatitude", "gpslongitude", "lat",
        "latitude", "latlng", "latlon", "lng", "lon", "long", "longitude", "woeid",
    ]
    /// Beginnings of the form without punctuation, in which Flickr compares tags: `geolat4839`.
    private static let flattened = ["geolat", "geolon", "geolong"]

    /// Whether a tag tells the position, or that the photo had one.
    static func tells(_ tag: String) -> Bool {
        let text = tag.lowercased().filter { !$0.isWhitespace }
        if text == "geotagged" || text == "geotag" { return true }
        let isFlattened = flattened.contains { start in
            text.hasPrefix(start)
                && text.dropFirst(start.count).contains { $0.isASCII && $0.isNumber }
                && text.dropFirst(start.count).allSatisfy { !$0.isLetter }
        }
        if isFlattened { return true }
        // Two bare numbers are one only with a decimal point.
        if text.contains("."), Coordinate(text: text) != nil { return true }
        guard let colon = text.firstIndex(of: ":") else { return false }
        if namespaces.contains(String(text[..<colon])) { return true }
        guard let equals = text[colon...].firstIndex(of: "=") else { return false }
        return predicates.contains(String(text[text.index(after: colon)..<equals]))
    }
}
