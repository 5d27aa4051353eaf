import Catalog
import GalleryModel

extension CatalogEdits {
    /// Hands out the photos of a selection in pages, each photo once.
    static func forEachPage(
        of selection: PhotoScope, in gallery: PhotoGallery, _ body: ([Photo]) throws -> Void
    ) throws {
        switch selection {
        case .everything:
            var last: PhotoID?
            while true {
                let page = try gallery.catalog.latestPhotos(after: last, limit: pageLength)
                guard let end = page.last else { return }
                last = end.id
                try body(page)
            }
        case .section(let section):
            // The body asks the catalog too, which one thread cannot do while it reads.
            try gallery.forEachBatchAhead(.section(section), includesRaw: false) { batch in
                try body(batch.map(\.photo))
            }
        case .photos(let ids):
            var met: Set<PhotoID> = []
            let unique = ids.filter { met.insert($0).inserted }
            for start in stride(from: 0, to: unique.count, by: pageLength) {
                let page = unique[start..<min(start + pageLength, unique.count)]
                try body(try gallery.catalog.photos(ids: Array(page)))
            }
        }
    }
}
