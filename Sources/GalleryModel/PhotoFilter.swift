import Foundation

/// Chooses photos: all of its conditions must hold.
///
/// The text form is words with a colon, `faces:>2 country:FR`; a value with blanks stands in quotes,
/// `person:"Ana María"`.
public struct PhotoFilter: Hashable, Sendable {
    /// One thing a photo must be.
    public enum Condition: Hashable, Sendable {
        /// How many faces it shows; a photo in which nobody looked for faces never fits.
        case faces(ClosedRange<Int>)
        /// Whom it shows: a name or whole words of it, compared without case.
        case person(String)
        /// The country it was taken in: an ISO 3166-1 alpha-2 code or an English name, without case.
        case country(String)
        /// The region it was taken in, compared without case and accents.
        case region(String)
        /// The city nearest to where it was taken, compared without case and accents.
        case city(String)
        /// Taken at most so many kilometres from a position, by great circle.
        case near(Coordinate, kilometres: Double)
        /// Taken within a box.
        case box(CoordinateBox)
    }

    /// Says why a text is no filter.
    public struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The value, the cause and what could be written instead.
        public let description: String
    }

    /// The conditions, in the order of the text.
    public var conditions: [Condition]

    /// Makes a filter; one without conditions fits every photo.
    public init(_ conditions: [Condition] = []) {
        self.conditions = conditions
    }

    /// Reads the text form.
    ///
    /// - Throws: `ParseError` for a key that there is none of and for a value that does not fit it.
    public init(text: String) throws(ParseError) {
        conditions = []
        for word in try PhotoFilter.words(of: text) {
            conditions.append(try Condition(word: word))
        }
    }

    /// The words of a text: blanks part them, except within quotes, which are taken away.
    private static func words(of text: String) throws(ParseError) -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        for character in text {
            if character == "\"" {
                isQuoted.toggle()
                word = word ?? ""
            } else if character.isWhitespace, !isQuoted {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if isQuoted {
            throw ParseError(description: "the query '\(text)' opens a quote and does not close it")
        }
        if let word { words.append(word) }
        return words
    }
}

extension PhotoFilter.Condition {
    private static let examples =
        "faces:>2, person:Ana, country:FR, region:Brittany, city:Brest, near:48.39,-4.49,10 or "
        + "bbox:-5.2,47.2,-1.0,48.9"

    init(word: String) throws(PhotoFilter.ParseError) {
        guard let colon = word.firstIndex(of: ":") else {
            throw PhotoFilter.ParseError(
                description:
                    "'\(word)' is no condition: write \(Self.examples); a value with blanks "
                    + "stands in quotes, city:\"Buenos Aires\"")
        }
        let key = word[..<colon].lowercased()
        let value = word[word.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        switch key {
        case "faces":
            guard let range = Self.range(value) else {
                throw PhotoFilter.ParseError(
                    description: "'\(word)' is no number of faces: write faces:2, faces:>2, "
                        + "faces:>=2, faces:<2 or faces:2..4")
            }
            self = .faces(range)
        case "person":
            guard !value.isEmpty else {
                throw PhotoFilter.ParseError(
                    description: "'\(word)' names nobody: write person:Ana or "
                        + "person:\"Ana María\"")
            }
            self = .person(value)
        case "country":
            let name = try Self.name(value, word, example: "country:FR or country:France")
            self = .country(Self.countryAliases[name.lowercased()] ?? name)
        case "region":
            self = .region(try Self.name(value, word, example: "region:Brittany"))
        case "city":
            self = .city(try Self.name(value, word, example: "city:\"Buenos Aires\""))
        case "near":
            guard let (center, kilometres) = Self.circle(value) else {
                throw PhotoFilter.ParseError(
                    description: "'\(word)' is no circle: write near:LAT,LON,KM in decimal degrees "
                        + "(latitude -90...90, longitude -180...180) and kilometres above 0, such "
                        + "as near:48.39,-4.49,10")
            }
            self = .near(center, kilometres: kilometres)
        case "bbox":
            guard let box = CoordinateBox(text: value) else {
                throw PhotoFilter.ParseError(
                    description: "'\(word)' is no box: write bbox:WEST,SOUTH,EAST,NORTH in decimal "
                        + "degrees, south not above north, such as bbox:-5.2,47.2,-1.0,48.9")
            }
            self = .box(box)
        default:
            throw PhotoFilter.ParseError(
                description: "there is no condition '\(key):': write \(Self.examples)")
        }
    }

    /// What people write that is neither a code nor the name that the index has.
    private static let countryAliases = [
        "uk": "GB", "great britain": "GB", "usa": "US", "united states of america": "US",
        "america": "US", "uae": "AE", "holland": "NL", "czech republic": "CZ", "burma": "MM",
    ]

    private static func name(
        _ value: String, _ word: String, example: String
    ) throws(PhotoFilter.ParseError) -> String {
        guard !value.isEmpty else {
            throw PhotoFilter.ParseError(description: "'\(word)' names no place: write \(example)")
        }
        return value
    }

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

    /// The numbers that `2`, `>2`, `>=2`, `<2`, `<=2`, `2..4`, `2..` or `..4` stand for.
    private static func range(_ text: String) -> ClosedRange<Int>? {
        if let dots = text.firstRange(of: "..") {
            let lower = text[..<dots.lowerBound].isEmpty ? 0 : number(text[..<dots.lowerBound])
            let upper =
                text[dots.upperBound...].isEmpty ? Int.max : number(text[dots.upperBound...])
            guard let lower, let upper, lower <= upper else { return nil }
            return lower...upper
        }
        let sign = text.prefix { "<>=".contains($0) }
        guard let value = number(text.dropFirst(sign.count)) else { return nil }
        switch sign {
        case "", "=": return value...value
        case ">": return value < Int.max ? (value + 1)...Int.max : nil
        case ">=": return value...Int.max
        // Fewer than none is what no photo has; asking for it is a slip.
        case "<": return value > 0 ? 0...(value - 1) : nil
        case "<=": return 0...value
        default: return nil
        }
    }

    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
