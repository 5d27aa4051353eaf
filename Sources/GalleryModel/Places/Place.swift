import Foundation

/// The country, region, city and district of a position, from the offline index.
public struct Place: Hashable, Codable, Sendable {
    /// The way in which a position matched the index.
    public enum Match: String, Hashable, Codable, Sendable, CaseIterable {
        /// Inside a region.
        case inside
        /// Off the coast, at most 25 km from a region.
        case coast
        /// At sea, without names.
        case none
    }

    /// The way in which the position matched.
    public var match: Match
    /// The country code: ISO 3166-1 alpha-2, or `XK` for Kosovo; nil at sea.
    public var countryCode: String?
    /// The English name of the country.
    public var country: String?
    /// The first-level administrative division, such as a state or province; nil if the country has
    /// none.
    public var region: String?
    /// The city, town or village with at least 1,000 inhabitants to which the position belongs;
    /// always in the same region.
    public var city: String?
    /// The part of the city, such as a borough or suburb; nil if none is near.
    public var district: String?
    /// The distance to the city's center in kilometers.
    public var cityDistanceKm: Double?

    /// Creates a place; without names it is at sea.
    package init(
        match: Match = .none, countryCode: String? = nil, country: String? = nil,
        region: String? = nil, city: String? = nil, district: String? = nil,
        cityDistanceKm: Double? = nil
    ) {
        self.match = match
        self.countryCode = countryCode
        self.country = country
        self.region = region
        self.city = city
        self.district = district
        self.cityDistanceKm = cityDistanceKm
    }

    /// Returns the place reduced to what the accuracy supports: no city at region or country level,
    /// no region at country level.
    ///
    /// - Parameter accuracy: same as `PhotoDetails.positionAccuracy`; nil for an exact position.
    package func known(atAccuracy accuracy: Int?) -> Place {
        guard let accuracy, accuracy < 11 else { return self }
        return Place(
            match: match, countryCode: countryCode, country: country,
            region: accuracy < 6 ? nil : region)
    }

    /// Returns the key by which place names are compared: without case, accents and apostrophes,
    /// with words separated by single spaces instead of hyphens.
    ///
    /// Letters without a decomposition are replaced by their common transliteration: `Łódź` gives
    /// `lodz`, `Tromsø` `tromso`, `Æbeltoft` `aebeltoft`.
    package static func key(_ name: String) -> String {
        if let key = plainKey(name) { return key }
        let folded = SectionReference.normalized(name)
            .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .precomposedStringWithCanonicalMapping
        let plain = folded.reduce(into: "") { $0 += plainLetters[$1] ?? String($1) }
        return SectionReference.normalized(plain)
    }

    /// Returns the key of an ASCII name, a fast path for most names.
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

    /// Returns the transliteration of a letter or sign that has no decomposition; nil for others.
    package static func plainLetter(_ character: Character) -> String? { plainLetters[character] }

    /// Source: Unicode CLDR 44, common/transforms/Latin-ASCII.xml.
    private static let plainLetters: [Character: String] = [
        "æ": "ae", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "ø": "o", "œ": "oe",
        "ß": "ss", "þ": "th", "ŧ": "t", "'": "", "’": "", "‘": "", "ʻ": "", "ʼ": "", "`": "",
        "-": " ", "‐": " ", "‑": " ", "–": " ",
    ]
}

/// The source of a photo's position.
public enum PositionSource: String, Hashable, Codable, Sendable, CaseIterable {
    /// The photo's metadata, sidecar or origin.
    case photo
    /// A GPS track that a user matched by time.
    case track
    /// No known position; the place from the setting `places.home`.
    case home
    /// A position that a user entered.
    case user
}

/// The position of a photo with its place names.
public struct PhotoLocation: Hashable, Sendable {
    /// The position that was looked up.
    public var coordinate: Coordinate
    /// The source of the position.
    public var source: PositionSource
    /// The place from the index.
    public var place: Place

    /// Creates a location.
    package init(coordinate: Coordinate, source: PositionSource, place: Place) {
        self.coordinate = coordinate
        self.source = source
        self.place = place
    }
}

/// A level of places for counting photos.
public enum PlaceLevel: String, Hashable, Sendable, CaseIterable {
    case country
    case region
    case city
}

/// The number of photos in a place.
public struct PlaceCount: Hashable, Sendable {
    /// The country code: ISO 3166-1 alpha-2; nil for photos at sea.
    public var countryCode: String?
    /// The English name of the country.
    public var country: String?
    /// The region; nil if unknown, and in counts by country.
    public var region: String?
    /// The city; nil if unknown, and in counts by country or region.
    public var city: String?
    /// The number of photos.
    public var photos: Int

    /// Creates a count.
    package init(
        countryCode: String?, country: String?, region: String?, city: String?, photos: Int
    ) {
        self.countryCode = countryCode
        self.country = country
        self.region = region
        self.city = city
        self.photos = photos
    }
}

/// The numbers of photos by place.
public struct PlaceCounts: Hashable, Sendable {
    /// The places, most photos first; photos at sea are a place without names.
    public var counts: [PlaceCount]
    /// The number of photos without a position or fallback home.
    public var positionless: Int
    /// The number of photos whose position has not been looked up yet.
    public var due: Int

    /// Creates the counts.
    package init(counts: [PlaceCount], positionless: Int, due: Int) {
        self.counts = counts
        self.positionless = positionless
        self.due = due
    }
}

/// An area claimed by more than one country, and the country it is assigned to.
package struct DisputedArea: Hashable, Sendable {
    /// The key in the setting `places.disputedAreas`, such as `crimea`.
    package let key: String
    /// The English name of the area.
    package let title: String
    /// The assigned country: ISO 3166-1 alpha-2, or `XK`.
    package var countryCode: String
    /// The country assigned by default.
    package let standardCountryCode: String
    /// The countries that claim the area.
    package let claimants: [String]
    /// The reason for the default, as a sentence.
    package let note: String

    /// Creates an area with the default assignment.
    package init(
        key: String, title: String, standardCountryCode: String, claimants: [String], note: String
    ) {
        self.key = key
        self.title = title
        countryCode = standardCountryCode
        self.standardCountryCode = standardCountryCode
        self.claimants = claimants
        self.note = note
    }
}
