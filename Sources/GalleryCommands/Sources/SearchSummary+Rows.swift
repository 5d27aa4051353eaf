import Gallery
import GalleryModel

extension SearchSummary {
    /// Prints the photos listed in this run.
    ///
    /// - Parameter showsStored: whether the section's photos are printed in their place where none could be listed.
    func print(
        _ format: RowFormat, from gallery: PhotoGallery, isDryRun: Bool, showsStored: Bool = false
    ) throws {
        var rows: [ListedPhoto] = []
        if showsStored, failure != nil, listed == 0, section.count > 0 {
            try gallery.forEachPhoto(.section(section)) { batch in
                rows += batch
                return true
            }
        } else if !isDryRun {
            rows = try listedPhotos(in: gallery)
        }
        if format == .json {
            let photos = try PhotoOutput.objects(rows).map { RowValue.json($0) }
            try Output.write(object: row + [("photos", .list(photos))])
        } else {
            var photos = PhotoOutput(format)
            try photos.append(rows)
            try photos.finish()
        }
    }

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
