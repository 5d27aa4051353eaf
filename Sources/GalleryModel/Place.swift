import Foundation

/// What the offline index says about a position: country, region and city.
public struct Place: Hashable, Codable, Sendable {
    /// How a position was found in the index.
    public enum Match: String, Hashable, Codable, Sendable, CaseIterable {
        /// It lies in a region.
        case inside
        /// It lies off the shore, at most 25 km from a region.
        case coast
        /// It lies at sea: no name is known.
        case none
    }

    /// How the position was found.
    public var match: Match
    /// The country: ISO 3166-1 alpha-2, and `XK` for Kosovo; nil at sea.
    public var countryCode: String?
    /// The country's name in English.
    public var country: String?
    /// The first administrative division: state, province, region; nil where a country has none.
    public var region: String?
    /// The nearest city, town or village of 1,000 people or more, by great circle.
    public var city: String?
    /// How far the city's centre is, in kilometres.
    public var cityDistanceKm: Double?

    /// Makes a place; without names it is a place at sea.
    public init(
        match: Match = .none, countryCode: String? = nil, country: String? = nil,
        region: String? = nil, city: String? = nil, cityDistanceKm: Double? = nil
    ) {
        self.match = match
        self.countryCode = countryCode
        self.country = country
        self.region = region
        self.city = city
        self.cityDistanceKm = cityDistanceKm
    }

    /// What names of places are compared by: without case, accents and apostrophes, words joined by
    /// single blanks, those with hyphens too.
    ///
    /// Letters that have no other accent than their own stroke are as people type them without it:
    /// `Łódź` is `lodz`, `Tromsø` `tromso`, `Æbeltoft` `aebeltoft`.
    public static func key(_ name: String) -> String {
        if let key = plainKey(name) { return key }
        let folded = SectionReference.normalized(name)
            .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .precomposedStringWithCanonicalMapping
        let plain = folded.reduce(into: "") { $0 += plainLetters[$1] ?? String($1) }
        return SectionReference.normalized(plain)
    }

    /// The key of a name of ASCII characters, which most have: a catalog asks for many of them.
    private static func plainKey(_ name: String) -> String? {
        var key: [UInt8] = []
        key.reserveCapacity(name.utf8.count)
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): key.append(byte | 0x20)
            case UInt8(ascii: "'"), UInt8(ascii: "`"): continue
            case 9...13, UInt8(ascii: " "), UInt8(ascii: "-"):
                if let last = key.last, last != UInt8(ascii: " ") { key.append(UInt8(ascii: " ")) }
            case 0x80...: return nil
            default: key.append(byte)
            }
        }
        if key.last == UInt8(ascii: " ") { key.removeLast() }
        return String(decoding: key, as: UTF8.self)
    }

    /// What people type for a letter or sign that has no plain form of its own; nil for all others.
    package static func plainLetter(_ character: Character) -> String? { plainLetters[character] }

    /// Source: Unicode CLDR 44, common/transforms/Latin-ASCII.xml.
    private static let plainLetters: [Character: String] = [
        "æ": "ae", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "ø": "o", "œ": "oe",
        "ß": "ss", "þ": "th", "ŧ": "t", "'": "", "’": "", "‘": "", "ʻ": "", "ʼ": "", "`": "",
        "-": " ", "‐": " ", "‑": " ", "–": " ",
    ]
}

/// Says where a photo's position comes from.
public enum PositionSource: String, Hashable, Codable, Sendable, CaseIterable {
    /// The photo itself: its metadata, its sidecar, or what its origin says.
    case photo
    /// A track of a GPS receiver that a person matched by time.
    case track
    /// No position is known: the place of the setting `places.home` stands in.
    case home
}

/// The position of a photo and what the index says about it.
public struct PhotoLocation: Hashable, Sendable {
    /// The position that was looked up.
    public var coordinate: Coordinate
    /// Where the position comes from.
    public var source: PositionSource
    /// What the index says.
    public var place: Place

    /// Makes a location.
    public init(coordinate: Coordinate, source: PositionSource, place: Place) {
        self.coordinate = coordinate
        self.source = source
        self.place = place
    }
}

/// A level of places that photos are counted by.
public enum PlaceLevel: String, Hashable, Sendable, CaseIterable {
    case country
    case region
    case city
}

/// How many photos a place has.
public struct PlaceCount: Hashable, Sendable {
    /// The country: ISO 3166-1 alpha-2; nil for photos at sea.
    public var countryCode: String?
    /// The country's name in English.
    public var country: String?
    /// The region; nil where none is known and in counts by country.
    public var region: String?
    /// The city; nil where none is known and in counts by country and region.
    public var city: String?
    /// How many photos.
    public var photos: Int

    /// Makes a count.
    public init(
        countryCode: String?, country: String?, region: String?, city: String?, photos: Int
    ) {
        self.countryCode = countryCode
        self.country = country
        self.region = region
        self.city = city
        self.photos = photos
    }
}

/// How many photos were taken where.
public struct PlaceCounts: Hashable, Sendable {
    /// The places, most photos first; photos at sea are a place without names.
    public var counts: [PlaceCount]
    /// How many photos have neither a position nor a fallback home.
    public var positionless: Int
    /// How many photos have one that was not looked up yet.
    public var due: Int

    /// Makes the counts.
    public init(counts: [PlaceCount], positionless: Int, due: Int) {
        self.counts = counts
        self.positionless = positionless
        self.due = due
    }
}
