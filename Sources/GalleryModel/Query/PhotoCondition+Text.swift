import Foundation

extension PhotoCondition {
    /// How many faces there may be.
    private static let faceCounts = 0...Int.max
    /// How many stars there may be.
    private static let stars = -1...5
    /// How many bytes there may be.
    private static let byteCounts = 0...Int.max

    /// Reads the value of a key, `no` as `has`; nil where it does not fit.
    init?(_ key: QueryKey, value: String) {
        switch key {
        case .tag: self = .tag(value)
        case .near:
            guard let (center, kilometres) = PhotoCondition.circle(value) else { return nil }
            self = .near(center, kilometres: kilometres)
        case .bbox:
            guard let box = CoordinateBox(text: value) else { return nil }
            self = .box(box)
        case .home:
            guard let box = CoordinateBox(text: value) else { return nil }
            self = .home(box)
        case .country:
            self = .country(PhotoCondition.countryAliases[value.lowercased()] ?? value)
        case .region: self = .region(value)
        case .city: self = .city(value)
        case .faces:
            let range = NumberSpan.read(
                value, in: PhotoCondition.faceCounts, number: NumberSpan.whole)
            guard let range else { return nil }
            self = .faces(range)
        case .person:
            let isWhole = value.hasPrefix("=") && value.count > 1
            self = isWhole ? .named(String(value.dropFirst())) : .person(value)
        case .taken:
            guard let span = DateSpan(text: value) else { return nil }
            self = .taken(span)
        case .added:
            guard let span = DateSpan(text: value) else { return nil }
            self = .added(span)
        case .license: self = .license(value)
        case .camera: self = .camera(value)
        case .lens: self = .lens(value)
        case .rating:
            let range = NumberSpan.read(value, in: PhotoCondition.stars, number: NumberSpan.whole)
            guard let range else { return nil }
            self = .rating(range)
        case .type: self = .type(value.lowercased())
        case .size:
            let range = NumberSpan.read(
                value, in: PhotoCondition.byteCounts, number: NumberSpan.bytes)
            guard let range else { return nil }
            self = .size(range)
        case .section:
            let section = SectionReference(text: value)
            guard !section.name.isEmpty else { return nil }
            self = .section(section)
        case .owner: self = .owner(value)
        case .is:
            guard let state = State(rawValue: value.lowercased()) else { return nil }
            self = .state(state)
        case .has, .no:
            guard let property = Property(rawValue: value.lowercased()) else { return nil }
            self = .has(property)
        }
    }

    /// The key and value that read as this condition; no key for words.
    var parts: (key: QueryKey?, value: String) {
        switch self {
        case .words(let text): (nil, text)
        case .tag(let text): (.tag, text)
        case .near(let center, let kilometres):
            (.near, "\(center.latitude),\(center.longitude),\(kilometres)")
        case .box(let box): (.bbox, "\(box.west),\(box.south),\(box.east),\(box.north)")
        case .home(let box): (.home, "\(box.west),\(box.south),\(box.east),\(box.north)")
        case .country(let text): (.country, text)
        case .region(let text): (.region, text)
        case .city(let text): (.city, text)
        case .faces(let range):
            (.faces, NumberSpan.text(range, in: PhotoCondition.faceCounts))
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

    /// What people write that is neither a code nor the name that the index has.
    private static let countryAliases = [
        "uk": "GB", "great britain": "GB", "usa": "US", "united states of america": "US",
        "america": "US", "uae": "AE", "holland": "NL", "czech republic": "CZ", "burma": "MM",
    ]

    /// The centre and radius of `LAT,LON,KM`.
    private static func circle(_ text: String) -> (Coordinate, Double)? {
        guard let comma = text.lastIndex(of: ","),
            let center = Coordinate(text: String(text[..<comma])),
            let kilometres = Double(
                decimal: text[text.index(after: comma)...].trimmingCharacters(in: .whitespaces)),
            kilometres > 0, kilometres.isFinite
        else { return nil }
        return (center, kilometres)
    }
}
