/// Tells tags that say where a photo was taken, such as `geo:lat=48.39` or `N 48° 23.4'`.
///
/// Programs and people write them in many ways. What looks like a position counts as one: a tag too few
/// is better than a position given away.
/// Source: machine tags, https://www.flickr.com/groups/api/discuss/72157594497877875/
enum PositionTag {
    /// What stands before the colon of tags about positions, or numbers a place in a reverseGeocoder.
    private static let namespaces: Set<String> = [
        "foursquare", "geo", "geohash", "geonames", "geotag", "gps", "osm", "w3w", "wgs84",
        "wgs84_pos", "woe", "woeid",
    ]
    /// What stands before the value, with a namespace or without.
    static let predicates: Set<String> = [
        "alt", "altitude", "coord", "coordinate", "coordinates", "coords", "ele", "elevation",
        "geohash", "geonameid", "gpsaltitude", "gpscoordinates", "gpslatitude", "gpslongitude",
        "gpsposition", "lat", "latitude", "latlng", "latlon", "latlong", "lng", "lon", "long",
        "longitude", "mlat", "mlon", "woeid",
    ]
    /// Beginnings of the form without punctuation, in which Flickr compares tags: `geolat4839`.
    private static let flattened = [
        "geolat", "geolon", "geolong", "gpslatitude", "gpslongitude", "lat", "latitude", "lon",
        "longitude",
    ]
    /// Parts of addresses that lead to a position.
    private static let addresses = [
        "!3d", "///", "geohash.org/", "geonames.org/", "goo.gl/maps", "maps.app.goo.gl",
        "openstreetmap.org/", "osm.org/", "plus.codes/", "w3w.co/", "what3words.com/",
    ]

    /// Whether a tag tells the position, or that the photo had one.
    static func tells(_ tag: String) -> Bool {
        let text = tag.lowercased()
        let solid = text.filter { !$0.isWhitespace }
        if solid == "geotagged" || solid == "geotag" { return true }
        if addresses.contains(where: solid.contains) || isFlattened(solid) { return true }
        if isMachineTag(solid) || isPlusCode(solid) { return true }
        return PositionWords(text).tellPosition
    }

    private static func isFlattened(_ text: String) -> Bool {
        flattened.contains { start in
            guard text.hasPrefix(start) else { return false }
            let rest = text.dropFirst(start.count)
            return rest.count { $0.isASCII && $0.isNumber } > (start.hasPrefix("geo") ? 0 : 2)
                && rest.allSatisfy { !$0.isLetter }
        }
    }

    /// Whether it holds a full Open Location Code, `8CWH9GR7+5H`.
    ///
    /// Source: https://github.com/google/open-location-code/blob/main/Documentation/Specification/specification.md
    private static func isPlusCode(_ text: String) -> Bool {
        guard let plus = text.firstIndex(of: "+") else { return false }
        let code = text[..<plus].suffix(8) + text[plus...].dropFirst().prefix(2)
        return code.count == 10 && code.allSatisfy("23456789cfghjmpqrvwx".contains)
    }

    /// Whether it is `namespace:predicate=value` about positions, whatever the value.
    private static func isMachineTag(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":") else { return false }
        if namespaces.contains(String(text[..<colon])) { return true }
        guard let equals = text[colon...].firstIndex(of: "=") else { return false }
        return predicates.contains(String(text[text.index(after: colon)..<equals]))
    }
}
