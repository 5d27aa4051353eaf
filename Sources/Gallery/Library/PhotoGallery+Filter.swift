import Basics
import Catalog
import Foundation
public import GalleryModel
import Imaging

extension PhotoGallery {
    /// Parses a query and checks the names in it: countries, sections, licenses and formats.
    ///
    /// Licenses, formats and sections are replaced with their canonical names. A blank query
    /// matches every photo.
    ///
    /// - Throws: `usage` with the query, a caret under the error, its column and similar names.
    public func filter(_ text: String) throws(GalleryError) -> PhotoFilter {
        let query = try PhotoGallery.parse(query: text)
        var terms = query.terms.makeIterator()
        return try query.filter.replacing { condition throws(GalleryError) in
            guard let term = terms.next() else { return condition }
            return try checked(term, of: query)
        }
    }

    /// Parses a query without checking the names in it.
    ///
    /// - Throws: `usage` with the query, a caret under the error and its column.
    @discardableResult
    package static func parse(query text: String) throws(GalleryError) -> QueryText {
        do throws(QueryError) { return try QueryText(text) } catch {
            throw GalleryError(query: error)
        }
    }

    /// Interprets everyday words and the names in the catalog: see `PlainSearch`.
    ///
    /// The seasons are those of the southern hemisphere if the setting `places.home` is there.
    ///
    /// - Throws: `usage` for invalid terms in the query language.
    package func plainQuery(_ text: String) throws(GalleryError) -> PlainQuery {
        let plain: PlainSearch
        do throws(QueryError) { plain = try PlainSearch(text) } catch {
            throw GalleryError(query: error)
        }
        for term in plain.syntax.terms { _ = try checked(term, of: plain.syntax) }
        let now = Date()
        let local = now.unixSeconds + Int64(TimeZone.current.secondsFromGMT(for: now))
        return plain.query(
            today: CivilDate(unixSeconds: local),
            isSouthern: (settings.places.home?.latitude ?? 0) < 0,
            names: try meanings(of: plain.phrases))
    }

    /// Returns the meanings of those phrases that are names in the catalog: people, albums,
    /// countries (also in Spanish), regions, cities, cameras or lenses.
    private func meanings(
        of phrases: Set<String>
    ) throws(GalleryError) -> [String: PlainQuery.Meaning] {
        if phrases.isEmpty { return [:] }
        var meanings: [String: PlainQuery.Meaning] = [:]
        let kinds = try translated(catalog.kinds(ofNames: phrases))
        let countries = try countryCodes()
        let albums = try translated(catalog.sections(countsAlbums: false)).filter(\.isAlbum)
        let albumsByKey = Dictionary(
            albums.map { (Place.key($0.reference.name), $0.reference) }, uniquingKeysWith: { $1 })
        for phrase in phrases {
            let kinds = kinds[phrase] ?? []
            var places: [PhotoCondition] = []
            if let code = countries[phrase] { places.append(.country(code)) }
            if kinds.contains(.region) { places.append(.region(phrase)) }
            if kinds.contains(.city) { places.append(.city(phrase)) }
            meanings[phrase] =
                if kinds.contains(.person) {
                    .init(kind: .person, .person(phrase))
                } else if let album = albumsByKey[phrase] {
                    .init(kind: .album, .section(album))
                } else if !places.isEmpty {
                    .init(kind: .place, any: places)
                } else if kinds.contains(.camera), !Self.genericWords.contains(phrase) {
                    .init(kind: .camera, .camera(phrase))
                } else if kinds.contains(.lens), phrase.contains(where: \.isNumber) {
                    .init(kind: .lens, .lens(phrase))
                } else {
                    nil
                }
        }
        return meanings
    }

    /// Words in the names of many cameras, which usually mean something else.
    private static let genericWords: Set<String> = [
        "camera", "digital", "max", "mini", "mobile", "phone", "plus", "pro", "series", "ultra",
    ]

    /// The codes of the countries with photos, by the keys of their names in English and Spanish.
    private func countryCodes() throws(GalleryError) -> [String: String] {
        let spanish = Locale(identifier: "es")
        var codes: [String: String] = [:]
        for country in try counts.places(.everything, by: .country).counts {
            guard let code = country.countryCode else { continue }
            let names = [country.country, spanish.localizedString(forRegionCode: code)]
            let aliases = PhotoCondition.countryAliases.filter { $0.value == code }.map(\.key)
            for name in names.compactMap(\.self) + aliases { codes[Place.key(name)] = code }
        }
        return codes
    }

    /// Returns the condition of a term with the names that the catalog uses.
    private func checked(
        _ term: QueryTerm, of query: QueryText
    ) throws(GalleryError) -> PhotoCondition {
        func unknown(
            _ noun: Message, _ name: String, among names: [String], expected: Message
        ) -> GalleryError {
            let suggestion = QueryError.suggestion(NearestName.likely(for: name, among: names))
            let valid: Message = "\(expected)\(suggestion)"
            return GalleryError(
                query: query.error(term, "\(noun) '\(name)': expected \(valid)", expected: valid))
        }
        switch term.condition {
        case .country(let name):
            guard let names = try likelyCountries(name) else { return term.condition }
            throw unknown(
                "unknown country", name, among: names,
                expected: "a code such as FR, or an English name")
        case .section(let reference):
            do throws(GalleryError) {
                return .section(try sections.find(reference).reference)
            } catch {
                switch error.kind {
                case .notFound:
                    let names = try sections.list().map(\.reference.text)
                    let likely = NearestName.likely(for: reference.text, among: names)
                    throw GalleryError(
                        query: query.error(
                            term,
                            """
                            unknown section '\(reference.text)': 'gallery sections' lists \
                            them\(QueryError.suggestion(likely))
                            """))
                case .usage: throw GalleryError(query: query.error(term, error.text))
                default: throw error
                }
            }
        case .license(let name):
            guard let choice = LicenseChoice(name) else {
                throw unknown(
                    "unknown license", name,
                    among: License.all.map(\.name) + LicenseChoice.names,
                    expected: """
                        a name such as 'CC BY 2.0' or cc-by, a number from 0 to 16, cc or \
                        commercial
                        """)
            }
            return .license(choice.numbers.count == 1 ? choice.names[0] : choice.text)
        case .type(let name):
            let format = ["jpg": "jpeg", "tif": "tiff", "heif": "heic"][name] ?? name
            guard Self.formats.contains(format) else {
                throw unknown(
                    "unknown format", name, among: Self.formats,
                    expected: "\(Self.formats.joined(separator: ", "))")
            }
            return .type(format)
        default: return term.condition
        }
    }

    /// Returns nil for a country of the place index or the catalog; otherwise, the names that may
    /// be suggested.
    private func likelyCountries(_ name: String) throws(GalleryError) -> [String]? {
        // Without an index no country can be ruled out.
        guard let countries = try? ReverseGeocoder(settings: settings).countries() else {
            return nil
        }
        let key = Place.key(name)
        if countries.contains(where: { $0.code.lowercased() == key || Place.key($0.name) == key }) {
            return nil
        }
        let isKnown = try counts.places(.everything, by: .country).counts.contains {
            $0.countryCode?.lowercased() == key || $0.country.map(Place.key) == key
        }
        if isKnown { return nil }
        // Every two-letter code resembles every other, so names are suggested only for longer
        // input.
        return name.count > 2 ? countries.map(\.name) : []
    }

    /// The lowercase names of picture formats, in alphabetical order.
    private static let formats = [PictureFormat.jpeg, .png, .gif, .webp, .heif, .avif, .tiff]
        .map { $0.exiftoolName.lowercased() }.sorted()
}
