import Gallery
import GalleryModel

/// One run over all photos of a site: their pictures, their pages, and the pages that list them.
struct SiteRun {
    let site: SiteWork
    let look: SiteLook
    let collections: [SiteCollection]
    /// The file of the archive of all copies; nil where there is to be none.
    let archive: String?
    /// What lies beneath the photos of the map.
    let baseMap: BaseMap?

    /// Makes what is not there as it is to be.
    ///
    /// - Throws: as `SiteWork.photos` and `SiteWork.write`.
    func run() throws {
        try site.write(look.assets)
        let listing = listing()
        let total = collections.reduce(0) { $0 + $1.ids.count }
        var done = 0
        var cards: [SiteFront.Card] = []
        var latest: [SitePhoto] = []
        var archived: [SiteArchiveEntry] = []
        var met: Set<PhotoID> = []
        var points: [SitePoint] = []
        for collection in collections {
            var cover: String?
            // Whole pages at a time.
            let length = SiteWork.photosAtOnce / SiteCollection.pageSize * SiteCollection.pageSize
            for start in stride(from: 0, to: max(collection.ids.count, 1), by: length) {
                let end = min(start + length, collection.ids.count)
                let photos = try site.photos(Array(collection.ids[start..<end]))
                cover = cover ?? photos.lazy.compactMap(\.pictures.first?.file).first
                try write(photos, of: collection, from: start, listing)
                let new = photos.filter { met.insert($0.photo.id).inserted }
                if look.address != nil {
                    latest = Array(
                        (latest + new).sorted { $0.photo.id > $1.photo.id }.prefix(SiteFeed.length))
                }
                if archive != nil { archived += new.compactMap(\.archived) }
                if look.hasMap { points += new.compactMap { SitePoint($0, in: look.language) } }
                done += end - start
                site.progress(done, of: total)
            }
            cards.append(SiteFront.Card(collection: collection, cover: cover))
        }
        if collections.count != 1 {
            try site.write([SiteFront(look: look, cards: cards, archive: archive).file])
        }
        if let address = look.address {
            let feed = SiteFeed(
                look: look, address: address,
                photos: latest.map { photo in
                    let page = SiteAddresses.page(of: photo.photo.id)
                    return (photo, site.date(of: page, subject: photo.inputs))
                })
            let updated = site.date(of: SiteFeed.name, subject: feed.subject)
            try site.write([feed.file(updated: updated)])
        }
        if look.hasMap {
            try site.write(SiteMap(look: look, points: points, base: baseMap).files)
        }
        if let archive { try site.writeArchive(archive, of: archived) }
    }

    /// Writes the pages of some photos, and those that list them.
    private func write(
        _ photos: [SitePhoto], of collection: SiteCollection, from start: Int,
        _ listing: [PhotoID: [Int]]
    ) throws {
        let found = Dictionary(photos.map { ($0.photo.id, $0) }) { first, _ in first }
        var files: [SiteFile] = []
        let end = min(start + SiteWork.photosAtOnce, collection.ids.count)
        for first in stride(from: start, to: max(end, start + 1), by: SiteCollection.pageSize) {
            let indexes = first..<min(first + SiteCollection.pageSize, collection.ids.count)
            let listed = indexes.compactMap { found[collection.ids[$0]] }
            let number = SiteCollection.number(ofPageAt: first)
            files.append(
                SiteListing(
                    look: look, collection: collection, number: number, photos: listed,
                    archive: archive
                ).file)
            let pages = indexes.compactMap { index -> SitePhotoPage? in
                let id = collection.ids[index]
                guard let photo = found[id] else { return nil }
                return SitePhotoPage(
                    look: look, photo: photo, collection: collection, index: index,
                    sections: (listing[id] ?? []).compactMap { number in
                        collections[number].section.map { ($0, collections[number].page(1)) }
                    })
            }
            // What several collections list has one page, from the first of them.
            files += pages.map(\.file)
            files.append(SiteList(collection: collection, number: number, pages: pages).file)
        }
        try site.write(files)
    }

    /// Which collections list each photo; nothing where there is but one.
    private func listing() -> [PhotoID: [Int]] {
        guard collections.count > 1 else { return [:] }
        var listing: [PhotoID: [Int]] = [:]
        for (number, collection) in collections.enumerated() {
            for id in collection.ids { listing[id, default: []].append(number) }
        }
        return listing
    }
}
