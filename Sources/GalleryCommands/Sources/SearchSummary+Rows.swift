import Gallery
import GalleryModel

extension SearchSummary {
    /// The rows of the photos listed in this run, in the server's order; not those in the trash.
    func listedPhotos(in gallery: PhotoGallery) throws -> [ListedPhoto] {
        guard !photos.isEmpty else { return [] }
        var order: [PhotoID: Int] = [:]
        for (place, id) in photos.enumerated() { order[id] = place }
        var rows: [ListedPhoto] = []
        try gallery.forEachPhoto(.section(section)) { batch in
            rows += batch.filter { order[$0.photo.id] != nil }
            return rows.count < order.count
        }
        return rows.sorted { (order[$0.photo.id] ?? 0) < (order[$1.photo.id] ?? 0) }
    }
}
