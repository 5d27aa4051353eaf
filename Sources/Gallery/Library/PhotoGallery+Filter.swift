import Basics
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
                query: query.error(
                    term, "\(noun) '\(name)': expected \(valid)", expected: valid))
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
            guard let format = PhotoGallery.formats[name] else {
                let formats = Set(PhotoGallery.formats.values).sorted()
                throw unknown(
                    "unknown format", name, among: formats,
                    expected: "\(formats.joined(separator: ", "))")
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

    /// Picture formats by lowercase name, including common aliases.
    private static let formats: [String: String] = {
        var formats = ["jpg": "jpeg", "tif": "tiff", "heif": "heic"]
        for format in [PictureFormat.jpeg, .png, .gif, .webp, .heif, .avif, .tiff] {
            let name = format.exiftoolName.lowercased()
            formats[name] = name
        }
        return formats
    }()
}
