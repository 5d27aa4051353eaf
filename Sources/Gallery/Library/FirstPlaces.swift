import Catalog
import GalleryModel

/// Gives photos the first place that they have in the sections of some scopes.
struct FirstPlaces {
    private let catalog: PhotoCatalog
    /// The sections that count, in order; nil for all.
    private let sections: [PhotoSection]?

    /// Makes it for the sections of some scopes; photos that are named one by one may stand in any.
    init(_ scopes: [PhotoScope], _ catalog: PhotoCatalog) {
        self.catalog = catalog
        let named = scopes.compactMap { scope -> PhotoSection? in
            if case .section(let section) = scope { return section }
            return nil
        }
        sections = named.count == scopes.count ? named : nil
    }

    /// The rows of some photos, in their order; a photo without a place has position 0 in section "".
    func rows(of ids: [PhotoID]) throws -> [ListedPhoto] {
        let places = try catalog.places(of: ids)
        let albums = try sections?.filter { $0.filter != nil }.map {
            (section: $0, positions: try catalog.positions(of: ids, in: $0))
        }
        return try catalog.photos(ids: ids).map { photo in
            let listed = (places[photo.id] ?? []).filter { $0.position != nil }
            guard let sections else { return ListedPhoto(photo, at: listed.first) }
            for section in sections {
                if let entry = listed.first(where: { $0.section == section.reference }) {
                    return ListedPhoto(photo, at: entry)
                }
                if let position = albums?.first(where: { $0.section.id == section.id })?
                    .positions[photo.id]
                {
                    return ListedPhoto(
                        section: section.reference.text, position: position, photo: photo,
                        isGone: false)
                }
            }
            return ListedPhoto(photo, at: nil)
        }
    }
}

extension ListedPhoto {
    fileprivate init(_ photo: Photo, at entry: SectionEntry?) {
        self.init(
            section: entry?.section.text ?? "", position: entry?.position ?? 0, photo: photo,
            isGone: entry?.isGone ?? false)
    }
}
