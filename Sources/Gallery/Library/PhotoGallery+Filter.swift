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
        let query: QueryText
        do throws(QueryError) { query = try QueryText(text) } catch {
            throw GalleryError(query: error)
        }
        var conditions: [PhotoCondition] = []
        for term in query.terms {
            do throws(WrongValue) { conditions.append(try checked(term.condition)) } catch {
                switch error {
                case .fault(let fault): throw GalleryError(query: query.error(term, fault))
                case .failure(let error): throw error
                }
            }
        }
        return query.filter.replacingConditions(conditions)
    }

    /// The reason a value cannot be used: it is invalid, or the catalog could not be queried.
    private enum WrongValue: Error {
        case fault(QueryFault)
        case failure(GalleryError)
    }

    /// Returns the condition with the names that the catalog uses.
    private func checked(_ condition: PhotoCondition) throws(WrongValue) -> PhotoCondition {
        switch condition {
        case .country(let name):
            try check(country: name)
            return condition
        case .section(let reference): return .section(try existing(reference))
        case .license(let name):
            guard let choice = LicenseChoice(name) else {
                throw unknown(
                    .license, name, among: License.all.map(\.name) + LicenseChoice.names)
            }
            return .license(choice.numbers.count == 1 ? choice.names[0] : choice.text)
        case .type(let name):
            guard let format = PhotoGallery.formats[name] else {
                let formats = Set(PhotoGallery.formats.values).sorted()
                throw unknown(.format, name, among: formats)
            }
            return .type(format)
        default: return condition
        }
    }

    /// Checks a country against the place index, then against the catalog.
    private func check(country name: String) throws(WrongValue) {
        // Without an index no country can be ruled out.
        guard let countries = try? ReverseGeocoder(settings: settings).countries() else { return }
        let key = Place.key(name)
        if countries.contains(where: { $0.code.lowercased() == key || Place.key($0.name) == key }) {
            return
        }
        let counts: PlaceCounts
        do throws(GalleryError) { counts = try placeCounts(.everything, by: .country) } catch {
            throw .failure(error)
        }
        let isKnown = counts.counts.contains {
            $0.countryCode?.lowercased() == key || $0.country.map(Place.key) == key
        }
        if isKnown { return }
        // Every two-letter code resembles every other, so names are suggested only for longer
        // input.
        let names = name.count > 2 ? countries.map(\.name) : []
        throw unknown(.country, name, among: names)
    }

    /// Returns the section that a reference names, including its kind.
    private func existing(
        _ reference: SectionReference
    ) throws(WrongValue) -> SectionReference {
        do throws(GalleryError) { return try section(reference).reference } catch {
            switch error.kind {
            case .notFound:
                let names: [String]
                do throws(GalleryError) { names = try sections().map(\.reference.text) } catch {
                    throw .failure(error)
                }
                throw unknown(.section, reference.text, among: names)
            case .usage: throw .fault(.other(error.message))
            default: throw .failure(error)
            }
        }
    }

    private func unknown(
        _ noun: QueryFault.Noun, _ name: String, among names: [String]
    ) -> WrongValue {
        .fault(
            .unknownName(
                noun, name, likely: NearestName.likely(for: name, among: names),
                names: noun == .format ? names : []))
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
