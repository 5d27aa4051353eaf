package import GalleryModel

extension PositionPrivacy {
    /// Returns the photo with reduced positions and places.
    ///
    /// The origin's raw JSON is removed completely, because it contains the position in its own
    /// format.
    ///
    /// - Parameter naming: returns the place at the center of a cell; nil omits the names.
    package func applied(to photo: Photo, naming: (Coordinate) throws -> Place?) rethrows -> Photo {
        let cellKm: Double?
        switch self {
        case .exact: return photo
        case .coarse(let kilometers) where kilometers > 0 && kilometers.isFinite:
            cellKm = kilometers
        case .coarse, .dropped: cellKm = nil
        }
        var photo = photo
        // Read before `location` changes, which may provide the position.
        let coordinate = photo.coordinate
        let accuracy = photo.details.positionAccuracy
        photo.details.coordinate = cellKm.flatMap { coordinate?.coarsened(toGridOf: $0) }
        photo.details.positionText = nil
        photo.details.positionWarning = nil
        photo.details.positionAccuracy = nil
        photo.details.rawJSON = nil
        let place = photo.location?.place
        let names = Set(
            [cellKm == nil ? place?.country : nil, place?.region, place?.city, place?.district]
                .compactMap { $0.map(Place.key) })
        photo.details.tags.removeAll {
            PositionTag.revealsPosition($0) || names.contains(Place.key($0))
        }
        guard let cellKm, var location = photo.location else {
            photo.location = nil
            return photo
        }
        location.coordinate = location.coordinate.coarsened(toGridOf: cellKm)
        photo.location = try naming(location.coordinate).map { place in
            location.place = place.known(atAccuracy: location.source == .photo ? accuracy : nil)
            // The distance from the center of a cell to a city is not a property of the photo.
            location.place.cityDistanceKm = nil
            return location
        }
        return photo
    }
}

/// Detects tags that contain a position, such as `geo:lat=48.39` or `N 48° 23.4'`.
///
/// Programs and people use many formats. Ambiguous tags count as positions: removing one tag too
/// many is better than revealing a position.
/// Source: machine tags, https://www.flickr.com/groups/api/discuss/72157594497877875/
enum PositionTag {
    /// Namespaces before the colon of tags that contain positions or gazetteer IDs.
    private static let namespaces: Set<String> = [
        "foursquare", "geo", "geohash", "geonames", "geotag", "gps", "osm", "w3w", "wgs84",
        "wgs84_pos", "woe", "woeid",
    ]
    /// Names before the value, with or without a namespace.
    static let predicates: Set<String> = [
        "alt", "altitude", "coord", "coordinate", "coordinates", "coords", "ele", "elevation",
        "geohash", "geonameid", "gpsaltitude", "gpscoordinates", "gpslatitude", "gpslongitude",
        "gpsposition", "lat", "latitude", "latlng", "latlon", "latlong", "lng", "lon", "long",
        "longitude", "mlat", "mlon", "woeid",
    ]
    /// Prefixes of tags in Flickr's normalized form without punctuation: `geolat4839`.
    private static let flattened = [
        "geolat", "geolon", "geolong", "gpslatitude", "gpslongitude", "lat", "latitude", "lon",
        "longitude",
    ]
    /// Parts of URLs that lead to a position.
    private static let addresses = [
        "!3d", "///", "geohash.org/", "geonames.org/", "goo.gl/maps", "maps.app.goo.gl",
        "openstreetmap.org/", "osm.org/", "plus.codes/", "w3w.co/", "what3words.com/",
    ]

    /// Indicates whether a tag reveals the position, or that the photo had one.
    static func revealsPosition(_ tag: String) -> Bool {
        let text = tag.lowercased()
        let solid = text.filter { !$0.isWhitespace }
        if solid == "geotagged" || solid == "geotag" { return true }
        if addresses.contains(where: solid.contains) || isFlattened(solid) { return true }
        if isMachineTag(solid) || isPlusCode(solid) { return true }
        return PositionTokens(text).containPosition
    }

    private static func isFlattened(_ text: String) -> Bool {
        flattened.contains { start in
            guard text.hasPrefix(start) else { return false }
            let rest = text.dropFirst(start.count)
            return rest.count { $0.isASCII && $0.isNumber } > (start.hasPrefix("geo") ? 0 : 2)
                && rest.allSatisfy { !$0.isLetter }
        }
    }

    /// Indicates whether a text contains a full Open Location Code, such as `8CWH9GR7+5H`.
    ///
    /// Source: https://github.com/google/open-location-code/blob/main/Documentation/Specification/specification.md
    private static func isPlusCode(_ text: String) -> Bool {
        guard let plus = text.firstIndex(of: "+") else { return false }
        let code = text[..<plus].suffix(8) + text[plus...].dropFirst().prefix(2)
        return code.count == 10 && code.allSatisfy("23456789cfghjmpqrvwx".contains)
    }

    /// Indicates whether a text is a machine tag `namespace:predicate=value` about positions, with
    /// any value.
    private static func isMachineTag(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":") else { return false }
        if namespaces.contains(String(text[..<colon])) { return true }
        guard let equals = text[colon...].firstIndex(of: "=") else { return false }
        return predicates.contains(String(text[text.index(after: colon)..<equals]))
    }
}

/// Splits a tag into words, numbers and marks, and finds positions among them.
struct PositionTokens {
    private enum Part: Equatable {
        case word(String)
        /// A number without its sign; `decimals` is the number of digits after the point.
        case number(Double, decimals: Int)
        case mark(Character)
    }

    private static let degreeMarks: Set<Character> = ["°", "º", "˚", "∘"]
    private static let degreeWords: Set<String> = ["deg", "degree", "degrees"]
    private static let minuteMarks: Set<Character> = ["'", "′", "’", "´", "`"]
    private static let northern: Set<String> = ["n", "s", "north", "south", "nord", "sud", "süd"]
    private static let eastern: Set<String> = [
        "e", "w", "o", "east", "west", "est", "ouest", "ost", "oeste", "este",
    ]
    /// Units that follow a number and show that it is not in degrees.
    private static let units: Set<String> = [
        "cm", "ev", "f", "fps", "ft", "gb", "h", "hz", "in", "k", "kg", "km", "m", "mb", "mi",
        "mm", "mp", "ms", "p", "px", "x",
    ]

    private var parts: [Part] = []

    /// Splits a text in lower case.
    init(_ text: String) {
        var rest = text.replacing("%2c", with: ",").replacing("%20", with: " ")[...]
        // A comma is a decimal point if the text contains no other point.
        let point: Character = rest.contains(".") ? "." : ","
        while let first = rest.first {
            if PositionTokens.isLetter(first) {
                let word = rest.prefix(while: PositionTokens.isLetter)
                parts.append(.word(String(word)))
                rest = rest.dropFirst(word.count)
            } else if first.isWholeNumber {
                parts.append(PositionTokens.takeNumber(&rest, point: point))
            } else {
                parts.append(.mark(first.isWhitespace ? " " : first))
                rest.removeFirst()
            }
        }
    }

    private static func takeNumber(_ rest: inout Substring, point: Character) -> Part {
        var run = rest.prefix { $0.isWholeNumber || $0 == "." }
        while run.last == "." { run.removeLast() }
        var digits = run
        // If the comma is the decimal point, a single digit after it is a list: `1,2`.
        if point == ",", rest.dropFirst(run.count).first == "," {
            let following = rest.dropFirst(run.count + 1).prefix(while: \.isWholeNumber)
            if following.count >= 2 { digits = rest.prefix(run.count + 1 + following.count) }
        }
        rest = rest.dropFirst(digits.count)
        let halves = digits.split(separator: point, omittingEmptySubsequences: false)
        // Dates and versions have more than one point.
        guard halves.count <= 2 else { return .mark("#") }
        let decimals = halves.count == 2 ? halves[1].count : 0
        let ascii = String(
            digits.prefix(40).map { character in
                character.wholeNumberValue.map { Character("\($0 % 10)") } ?? "."
            })
        return Double(ascii).map { .number($0, decimals: decimals) } ?? .mark("#")
    }

    /// True if the text contains a position or half of one.
    var containPosition: Bool {
        hasNamedNumber || hasPair || hasMinutes || hasHemispheres || hasExactNumber
    }

    /// Matches `lat=48`, `longitude: 4` and `lat 48.39`; after a space, a number needs decimals.
    private var hasNamedNumber: Bool {
        parts.indices.contains { index in
            guard case .word(let word) = parts[index], PositionTag.predicates.contains(word) else {
                return false
            }
            var isAssigned = false
            for next in parts.indices.dropFirst(index + 1) {
                switch parts[next] {
                case .mark(let mark): isAssigned = isAssigned || mark == "=" || mark == ":"
                case .number(_, let decimals): return isAssigned || (decimals > 0 && isFree(next))
                case .word: return false
                }
            }
            return false
        }
    }

    /// Matches two consecutive numbers with decimals, such as `48.39, -4.49`.
    private var hasPair: Bool {
        var first: Double?
        for (index, part) in parts.enumerated() {
            switch part {
            case .mark: break
            case .word(let word):
                if !PositionTokens.isDirection(word), !PositionTag.predicates.contains(word),
                    !PositionTokens.degreeWords.contains(word)
                {
                    first = nil
                }
            case .number(let value, let decimals):
                guard decimals > 0, value <= 180, isFree(index) else {
                    first = nil
                    continue
                }
                if let first, min(first, value) <= 90 { return true }
                first = value
            }
        }
        return false
    }

    /// Matches `48°23'`, `48 deg 23'`, `48° 23.4` and `48.39° N`.
    private var hasMinutes: Bool {
        let solid = parts.filter { $0 != .mark(" ") }
        return solid.indices.contains { index in
            guard case .number(let degrees, _) = solid[index], degrees <= 180,
                isDegree(solid.dropFirst(index + 1).first)
            else { return false }
            let rest = solid.dropFirst(index + 2)
            switch rest.first {
            case .word(let word): return PositionTokens.isDirection(word)
            case .number(let minutes, let decimals):
                guard minutes < 60 else { return false }
                guard decimals == 0, case .mark(let mark) = rest.dropFirst().first else {
                    return decimals > 0
                }
                return PositionTokens.minuteMarks.contains(mark)
            default: return false
            }
        }
    }

    /// Matches `N48 W4` and `48 23 24 N 4 29 W`: a number next to each of two directions.
    private var hasHemispheres: Bool {
        var north: Int?
        var east: Int?
        for index in parts.indices {
            guard case .word(let word) = parts[index], touchesNumber(index) else { continue }
            if PositionTokens.northern.contains(word) { north = index }
            if PositionTokens.eastern.contains(word) { east = index }
        }
        guard let north, let east else { return false }
        // Season and episode numbers such as `s03e05` are not positions.
        let isEpisode = parts[north] == .word("s") && parts[east] == .word("e") && east == north + 2
        return !isEpisode
    }

    /// Matches `48.390417` and `48.39N`: halves of a position in separate tags.
    private var hasExactNumber: Bool {
        parts.indices.contains { index in
            guard case .number(let value, let decimals) = parts[index], value <= 180,
                isFree(index)
            else { return false }
            if decimals >= 4 { return true }
            return neighbors(of: index) { $0 == .mark(" ") }.contains { near in
                guard case .word(let word) = near, PositionTokens.isDirection(word) else {
                    return false
                }
                // `0.25s` is an exposure time.
                return decimals >= (word == "s" ? 3 : 2)
            }
        }
    }

    /// Indicates whether no adjacent word marks the number as something other than degrees: `v2.0`,
    /// `f/2.8`, `50.0 mm`.
    private func isFree(_ index: Int) -> Bool {
        var before = parts[..<index]
        if before.last == .mark("/"), before.dropLast().last == .word("f") { return false }
        if before.last == .mark(".") { before.removeLast() }
        if case .word(let word) = before.last, !PositionTokens.isDirection(word),
            !PositionTag.predicates.contains(word)
        {
            return false
        }
        let following = parts[(index + 1)...]
        if case .word(let word) = following.first {
            return PositionTokens.isDirection(word) || PositionTokens.degreeWords.contains(word)
                || PositionTag.predicates.contains(word)
        }
        if following.first == .mark(" "), case .word(let word) = following.dropFirst().first {
            return !PositionTokens.units.contains(word)
        }
        return true
    }

    /// Indicates whether a number is next to the part, ignoring spaces and angle marks.
    private func touchesNumber(_ index: Int) -> Bool {
        neighbors(of: index) { part in
            guard case .mark(let mark) = part else { return false }
            return mark == " " || mark == "\"" || mark == "″" || mark == "”"
                || PositionTokens.degreeMarks.contains(mark)
                || PositionTokens.minuteMarks.contains(mark)
        }.contains { part in
            if case .number(let value, _) = part { value <= 180 } else { false }
        }
    }

    /// Returns the nearest parts before and after a part that are not gaps.
    private func neighbors(of index: Int, ignoring isGap: (Part) -> Bool) -> [Part] {
        [parts[..<index].last { !isGap($0) }, parts[(index + 1)...].first { !isGap($0) }]
            .compactMap(\.self)
    }

    private func isDegree(_ part: Part?) -> Bool {
        switch part {
        case .mark(let mark): PositionTokens.degreeMarks.contains(mark)
        case .word(let word): PositionTokens.degreeWords.contains(word)
        default: false
        }
    }

    private static func isLetter(_ character: Character) -> Bool {
        // Unicode classifies the ordinal indicator, often typed for degrees, as a letter.
        character.isLetter && !degreeMarks.contains(character)
    }

    private static func isDirection(_ word: String) -> Bool {
        northern.contains(word) || eastern.contains(word)
    }
}
