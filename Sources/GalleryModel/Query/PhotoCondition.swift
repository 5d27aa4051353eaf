import Basics
import Foundation

/// A condition on a photo.
///
/// Names, words and tags are compared without case and accents.
public enum PhotoCondition: Hashable, Sendable {
    /// Consecutive words in the title, description, tags, owner's name, place names or file name.
    case words(String)
    /// The same, with the beginning of the last word.
    case prefix(String)
    /// A whole tag.
    case tag(String)
    /// Taken within a great-circle distance of a position.
    case near(Coordinate, kilometers: Double)
    /// Taken within a box.
    case box(CoordinateBox)
    /// Without a position, and with a fallback home within a box.
    case home(CoordinateBox)
    /// The country: an ISO 3166-1 alpha-2 code or an English name.
    case country(String)
    /// The region.
    case region(String)
    /// The city or district.
    case city(String)
    /// The number of faces; never matches photos before detection.
    case faces(ClosedRange<Int>)
    /// A person in the photo: a name or whole words of it.
    case person(String)
    /// A person in the photo by full name: `Ada` does not match `Ada Lovelace`.
    case named(String)
    /// The day taken, by the camera's clock.
    case taken(DateSpan)
    /// The day added to the catalog, in UTC.
    case added(DateSpan)
    /// The short name of the license, such as `CC BY 2.0`.
    case license(String)
    /// The camera: whole words of its maker and model.
    case camera(String)
    /// The lens: whole words of its name.
    case lens(String)
    /// The rating in stars, -1...5; never matches photos without a rating.
    case rating(ClosedRange<Int>)
    /// The format of the largest stored picture, such as `jpeg`.
    case type(String)
    /// The size in bytes of the largest stored picture; never matches photos without one.
    case size(ClosedRange<Int>)
    /// A section that lists the photo.
    case section(SectionReference)
    /// The owner at the origin: an ID, or whole words of the creator's name.
    case owner(String)
    /// A state of the photo.
    case state(State)
    /// A property of the photo.
    case has(Property)

    /// The values of `is:`.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Public at its origin.
        case `public`
        /// Edited by a user.
        case edited
        /// A favorite of the user.
        case favorite
        /// With a damaged stored picture.
        case damaged
        /// In a section, but no longer listed by its origin.
        case delisted
        /// Imported in place and missing, although its disk is mounted.
        case missing
        /// Uploaded for a campaign, but not in a public post.
        case unpublished
        /// In the trash; photos in the trash are found only with this condition.
        case trashed
    }

    /// The values of `has:` and `no:`.
    public enum Property: String, Hashable, Sendable, CaseIterable {
        /// A position, from the photo or from a user.
        case position
        /// At least one face.
        case faces
        /// A title.
        case title
        /// At least one tag.
        case tags
        /// A stored picture.
        case picture
        /// A date taken.
        case date
        /// A fallback home, because the position is unknown.
        case home
    }
}

extension PhotoCondition {
    /// The allowed numbers of faces.
    private static let faceCounts = 0...Int.max
    /// The allowed ratings.
    private static let stars = -1...5
    /// The allowed sizes in bytes.
    private static let byteCounts = 0...Int.max

    /// Parses the value of a key, with `no` like `has`; nil if it is invalid.
    static func parsed(_ key: QueryKey, _ value: String) -> PhotoCondition? {
        switch key {
        case .tag: .tag(value)
        case .near: circle(value).map { PhotoCondition.near($0, kilometers: $1) }
        case .bbox: CoordinateBox(text: value).map(PhotoCondition.box)
        case .home: CoordinateBox(text: value).map(PhotoCondition.home)
        case .country: .country(countryAliases[value.lowercased()] ?? value)
        case .region: .region(value)
        case .city: .city(value)
        case .faces:
            NumberSpan.read(value, in: faceCounts, number: NumberSpan.whole)
                .map(PhotoCondition.faces)
        case .person:
            value.hasPrefix("=") && value.count > 1
                ? .named(String(value.dropFirst())) : .person(value)
        case .taken: DateSpan(text: value).map(PhotoCondition.taken)
        case .added: DateSpan(text: value).map(PhotoCondition.added)
        case .license: .license(value)
        case .camera: .camera(value)
        case .lens: .lens(value)
        case .rating:
            NumberSpan.read(value, in: stars, number: NumberSpan.whole).map(PhotoCondition.rating)
        case .type: .type(value.lowercased())
        case .size:
            NumberSpan.read(value, in: byteCounts, number: NumberSpan.bytes)
                .map(PhotoCondition.size)
        case .section:
            SectionReference(text: value).name.isEmpty
                ? nil : .section(SectionReference(text: value))
        case .owner: .owner(value)
        case .is: State(rawValue: value.lowercased()).map(PhotoCondition.state)
        case .has, .no: Property(rawValue: value.lowercased()).map(PhotoCondition.has)
        }
    }

    /// The key and value that parse as this condition; the key is nil for words.
    var parts: (key: QueryKey?, value: String) {
        switch self {
        case .words(let text): (nil, text)
        case .prefix(let text): (nil, text + "*")
        case .tag(let text): (.tag, text)
        case .near(let center, let kilometers):
            (.near, "\(center.latitude),\(center.longitude),\(kilometers)")
        case .box(let box): (.bbox, "\(box.west),\(box.south),\(box.east),\(box.north)")
        case .home(let box): (.home, "\(box.west),\(box.south),\(box.east),\(box.north)")
        case .country(let text): (.country, text)
        case .region(let text): (.region, text)
        case .city(let text): (.city, text)
        case .faces(let range): (.faces, NumberSpan.text(range, in: PhotoCondition.faceCounts))
        case .person(let text): (.person, text)
        case .named(let text): (.person, "=" + text)
        case .taken(let span): (.taken, span.text)
        case .added(let span): (.added, span.text)
        case .license(let text): (.license, text)
        case .camera(let text): (.camera, text)
        case .lens(let text): (.lens, text)
        case .rating(let range): (.rating, NumberSpan.text(range, in: PhotoCondition.stars))
        case .type(let text): (.type, text)
        case .size(let range): (.size, NumberSpan.text(range, in: PhotoCondition.byteCounts))
        case .section(let section): (.section, section.text)
        case .owner(let text): (.owner, text)
        case .state(let state): (.is, state.rawValue)
        case .has(let property): (.has, property.rawValue)
        }
    }

    /// The codes of countries by common names in lowercase that are not in the index.
    package static let countryAliases = [
        "uk": "GB", "great britain": "GB", "usa": "US", "united states of america": "US",
        "america": "US", "uae": "AE", "holland": "NL", "czech republic": "CZ", "burma": "MM",
    ]

    /// Parses the center and radius from `LAT,LON,KM`.
    private static func circle(_ text: String) -> (Coordinate, Double)? {
        guard let numbers = Double.list(text, count: 3), numbers[2] > 0, numbers[2].isFinite,
            let center = Coordinate(latitude: numbers[0], longitude: numbers[1])
        else { return nil }
        return (center, numbers[2])
    }
}

/// Number ranges in queries: `2`, `=2`, `>2`, `>=2`, `<2`, `<=2`, `2..4`, `2..`, `..4`.
enum NumberSpan {
    /// Parses a range; nil for anything else, and for ranges without a number within the bounds.
    ///
    /// - Parameter number: parses one number.
    static func read(
        _ text: String, in bounds: ClosedRange<Int>, number: (Substring) -> Int?
    ) -> ClosedRange<Int>? {
        func bounded(_ text: Substring) -> Int? {
            number(text).flatMap { bounds.contains($0) ? $0 : nil }
        }
        // No photo has fewer than the minimum, so `<` with it must be a mistake.
        let ends = ends(
            of: text, bounded, next: { $0 < bounds.upperBound ? $0 + 1 : nil },
            previous: { $0 > bounds.lowerBound ? $0 - 1 : nil })
        guard let (from, through) = ends else { return nil }
        let (lower, upper) = (from ?? bounds.lowerBound, through ?? bounds.upperBound)
        return lower <= upper ? lower...upper : nil
    }

    /// Parses the ends of a range, one of which can be open; nil for anything else.
    ///
    /// - Parameters:
    ///   - value: parses one value.
    ///   - next: returns the value after another; nil if there is none.
    ///   - previous: returns the value before another; nil if there is none.
    static func ends<Value>(
        of text: String, _ value: (Substring) -> Value?, next: (Value) -> Value?,
        previous: (Value) -> Value?
    ) -> (from: Value?, through: Value?)? {
        if let dots = text.firstRange(of: "..") {
            let ends = [text[..<dots.lowerBound], text[dots.upperBound...]]
            let values = ends.map(value)
            let areValid = zip(ends, values).allSatisfy { $0.isEmpty || $1 != nil }
            return areValid && values.contains { $0 != nil } ? (values[0], values[1]) : nil
        }
        let sign = text.prefix { "<>=".contains($0) }
        guard let found = value(text.dropFirst(sign.count)) else { return nil }
        switch sign {
        case "", "=": return (found, found)
        case ">=": return (found, nil)
        case "<=": return (nil, found)
        case ">": return next(found).map { ($0, nil) }
        case "<": return previous(found).map { (nil, $0) }
        default: return nil
        }
    }

    /// Returns the shortest text that parses as this range.
    static func text(_ range: ClosedRange<Int>, in bounds: ClosedRange<Int>) -> String {
        if range.lowerBound == range.upperBound { return "\(range.lowerBound)" }
        if range.upperBound >= bounds.upperBound { return "\(range.lowerBound).." }
        if range.lowerBound <= bounds.lowerBound { return "..\(range.upperBound)" }
        return "\(range.lowerBound)..\(range.upperBound)"
    }

    /// Parses an integer in ASCII digits with an optional minus.
    static func whole(_ text: Substring) -> Int? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.dropFirst() : text
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(text)
    }

    /// Parses a number of bytes with an optional unit, such as `1.5MB`; fractions of a byte are
    /// dropped.
    static func bytes(_ text: Substring) -> Int? {
        let digits = text.prefix { $0.asciiValue?.isDigit == true || $0 == "." }
        let unit = text.dropFirst(digits.count).drop { $0.isWhitespace }.lowercased()
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard let factor = units[unit], parts.count <= 2, let whole = whole(parts[0]) else {
            return nil
        }
        let (product, isTooLarge) = whole.multipliedReportingOverflow(by: factor)
        guard !isTooLarge else { return nil }
        guard parts.count == 2 else { return product }
        // Digits after the ninth are less than a byte in every unit.
        guard parts[1].utf8.allSatisfy(\.isDigit), let tail = Int(parts[1].prefix(9)) else {
            return nil
        }
        let scale = (0..<min(parts[1].count, 9)).reduce(1) { scale, _ in scale * 10 }
        let (sum, isTooMuch) = product.addingReportingOverflow(tail * factor / scale)
        return isTooMuch ? nil : sum
    }

    /// The number of bytes per unit, with units in lowercase.
    private static let units = [
        "": 1, "b": 1, "kb": 1000, "mb": 1_000_000, "gb": 1_000_000_000, "kib": 1 << 10,
        "mib": 1 << 20, "gib": 1 << 30,
    ]
}
