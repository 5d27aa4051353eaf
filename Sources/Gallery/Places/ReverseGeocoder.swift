import Faces
public import GalleryModel
import Places

/// The offline index of countries, regions and cities, with a person's answers for disputed areas.
public struct ReverseGeocoder: Sendable {
    private let index: PlaceIndex
    private let overrides: PlaceOverrides

    /// Identifies what answers are made from: another text means other answers.
    let cacheKey: String

    /// Opens the index that the settings and the program's folders name.
    ///
    /// - Throws: `configuration` where the index is missing, damaged or of a newer version, and for a
    ///   disputed area that there is none of.
    public init(settings: GallerySettings = GallerySettings()) throws(GalleryError) {
        let folders = ModelFolders(setting: settings.models.path)
        guard let path = folders.path(of: .places) else {
            throw GalleryError(
                .configuration,
                "the index of places '\(ModelFile.places.fileName)' is in none of the folders of models: name "
                    + "its folder in GALLERY_MODELS; it comes with the program, in models/")
        }
        do throws(PlacesError) {
            index = try PlaceIndex(path: path)
            overrides = try PlaceOverrides(settings.places.disputedAreas, index: index)
        } catch {
            throw GalleryError(places: error)
        }
        cacheKey = index.cacheKey(overrides)
    }

    /// Refuses answers for disputed areas that the index does not know.
    ///
    /// - Throws: `configuration`; nothing where the index itself cannot be used.
    static func checkOverrides(_ settings: GallerySettings) throws(GalleryError) {
        guard let path = ModelFolders(setting: settings.models.path).path(of: .places),
            let index = try? PlaceIndex(path: path)
        else { return }
        do throws(PlacesError) {
            _ = try PlaceOverrides(settings.places.disputedAreas, index: index)
        } catch {
            throw GalleryError(places: error)
        }
    }

    /// Where the data come from and under which licences, for a person to read.
    ///
    /// - Throws: `configuration` for a damaged index.
    public func credits() throws(GalleryError) -> String {
        do throws(PlacesError) { return try index.credits() } catch {
            throw GalleryError(places: error)
        }
    }

    /// The data's version: the date of the newest city, and the number of the build.
    public var version: String { index.dataVersion }

    /// The disputed areas, with what is answered now.
    ///
    /// - Throws: `configuration` for a damaged index.
    public func areas() throws(GalleryError) -> [DisputedArea] {
        do throws(PlacesError) {
            return try index.areas().map { area in
                var area = area
                if let code = overrides.countryCodes[area.key] { area.countryCode = code }
                return area
            }
        } catch {
            throw GalleryError(places: error)
        }
    }

    /// The codes and English names of all countries.
    ///
    /// Throws: `configuration` for a damaged index.
    func countries() throws(GalleryError) -> [(code: String, name: String)] {
        do throws(PlacesError) { return try index.countries() } catch {
            throw GalleryError(places: error)
        }
    }

    /// The country, region and nearest city of a position; all names are nil at sea.
    ///
    /// For many positions `locate(lines:)` is quicker: this decodes the shapes around anew.
    ///
    /// - Throws: `configuration` for a damaged index.
    public func place(at coordinate: Coordinate) throws(GalleryError) -> Place {
        try makeLookup()(coordinate)
    }

    /// The base map with a person's answers for disputed areas.
    ///
    /// Throws: `configuration` for a damaged index.
    func makeLand() throws(GalleryError) -> PlaceLand {
        do throws(PlacesError) { return try PlaceLand(index, overrides: overrides) } catch {
            throw GalleryError(places: error)
        }
    }

    /// Looks up positions; belongs to one thread.
    ///
    /// Throws: `configuration` for a damaged index.
    typealias Lookup = (Coordinate) throws(GalleryError) -> Place

    /// Makes what looks up many positions, and keeps the shapes that it has decoded.
    func makeLookup() throws(GalleryError) -> Lookup {
        do throws(PlacesError) {
            let lookup = try PlaceLookup(index, overrides: overrides)
            return { coordinate throws(GalleryError) in
                do throws(PlacesError) { return try lookup.place(at: coordinate) } catch {
                    throw GalleryError(places: error)
                }
            }
        } catch {
            throw GalleryError(places: error)
        }
    }
}
