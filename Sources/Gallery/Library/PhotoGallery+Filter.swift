import Basics
public import GalleryModel
import Imaging

extension PhotoGallery {
    /// Reads a query and checks the names in it: countries, sections, licences, formats.
    ///
    /// Licences, formats and sections get the names that the catalog has for them. Blank text fits every photo.
    ///
    /// - Throws: `usage` with the query, a caret under the fault, its column and what is near.
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

    /// Why a value cannot be used: it is wrong, or the catalog cannot be asked about it.
    private enum WrongValue: Error {
        case fault(QueryFault)
        case failure(GalleryError)
    }

    /// The condition under the names that the catalog has.
    private func checked(_ condition: PhotoCondition) throws(WrongValue) -> PhotoCondition {
        switch condition {
        case .country(let name):
            try check(country: name)
            return condition
        case .section(let reference): return .section(try existing(reference))
        case .license(let name):
            guard let license = License(named: name) else {
                throw unknown(.license, name, among: License.all.map(\.name))
            }
            return .license(license.name)
        case .type(let name):
            guard let format = PhotoGallery.formats[name] else {
                let formats = Set(PhotoGallery.formats.values).sorted()
                throw unknown(.format, name, among: formats)
            }
            return .type(format)
        default: return condition
        }
    }

    /// Checks a country against the index of places, and what that does not have against the catalog.
    private func check(country name: String) throws(WrongValue) {
        // Without an index nothing is known to be wrong.
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
        // Every code is near to any other.
        let names = name.count > 2 ? countries.map(\.name) : []
        throw unknown(.country, name, among: names)
    }

    /// The section that a reference names, with its kind.
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

    /// The formats of pictures under their names, in lower case, and the usual other ones.
    private static let formats: [String: String] = {
        var formats = ["jpg": "jpeg", "tif": "tiff", "heif": "heic"]
        for format in [PictureFormat.jpeg, .png, .gif, .webp, .heif, .avif, .tiff] {
            let name = format.exiftoolName.lowercased()
            formats[name] = name
        }
        return formats
    }()
}
