import GalleryModel

/// The countries that a person wants as the answer in disputed areas, where they differ from the index's.
package struct PlaceOverrides: Hashable, Sendable {
    /// Codes of countries by keys of areas; none that is the default anyway.
    package let countryCodes: [String: String]

    /// No override: every area answers its default.
    package static let none = PlaceOverrides(countryCodes: [:])

    /// Reads overrides as a person writes them; later ones win.
    ///
    /// - Parameters:
    ///   - texts: `AREA=CODE` each, such as `crimea=UA`; case and blanks around do not matter.
    ///   - index: the index whose areas and countries they have to name.
    ///
    /// Throws: `badOverride`, `unknownArea`, `unknownCountry`, which name what is known; `damaged`.
    package init(_ texts: [String], index: PlaceIndex) throws(PlacesError) {
        guard !texts.isEmpty else {
            self = .none
            return
        }
        let areas = try index.areas()
        let known = areas.map(\.key)
        var countryCodes: [String: String] = [:]
        for text in texts {
            let sides = text.split(separator: "=", omittingEmptySubsequences: false)
                .map(PlaceOverrides.trimmed)
            guard sides.count == 2, !sides[0].isEmpty, !sides[1].isEmpty else {
                throw .badOverride(text, known: known)
            }
            let key = sides[0].lowercased()
            let code = sides[1].uppercased()
            guard let area = areas.first(where: { $0.key == key }) else {
                throw .unknownArea(key, override: text, known: known)
            }
            guard try index.countryNumber(code) != nil else {
                throw .unknownCountry(code, override: text, claimants: area.claimants)
            }
            countryCodes[key] = code == area.standardCountryCode ? nil : code
        }
        self.init(countryCodes: countryCodes)
    }

    private init(countryCodes: [String: String]) {
        self.countryCodes = countryCodes
    }

    /// The overrides as `AREA=CODE`, ordered by area; the same for the same answers.
    package var texts: [String] {
        countryCodes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return start[...end]
    }
}
