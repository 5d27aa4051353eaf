package import Basics
package import Gallery
package import GalleryModel

/// A static site with photos of a gallery, which works from a local disk and on any web server.
///
/// ```
/// index.html, 2.html …        the photos, or one card per section
/// SECTION/index.html …        the photos of a section, if the site has several
/// photos/ID.html              one page per photo, complete without scripts
/// pictures/ID-240.jpg …       its sizes; pictures/ID.jpg, the copy to download
/// assets/                     styles, the icon and scripts
/// data/2.js …                 the photos of a page, for the viewer
/// map.html, map/              the map, if positions are included and known
/// feed.xml, photos.zip        if requested; robots.txt
/// ```
/// Photos pass through `ShareableMetadata` before any template uses their metadata.
package struct StaticSite: Sendable {
    private let gallery: PhotoGallery
    private let query: PhotoQuery
    private let options: SiteOptions

    /// Creates a site without writing anything.
    ///
    /// - Parameter query: the photos; each section becomes a separate collection, and all other
    ///   photos form one.
    package init(_ query: PhotoQuery, of gallery: PhotoGallery, _ options: SiteOptions) {
        self.gallery = gallery.seen(by: .anyone)
        self.query = query
        self.options = options
    }

    /// The file name of the archive of all copies.
    private static let archive = "photos.zip"

    /// Creates the site in a folder, or updates an existing one.
    ///
    /// - Throws: as `GalleryExport.site`.
    package func make(in folder: BytePath) async throws -> SiteSummary {
        let address = try options.checkedAddress()
        return try await gallery.export.site(
            in: folder, options.share, hasCopies: options.hasCopies
        ) { site in
            let plan = try collections(site)
            let language = options.pageLanguage
            let standard = plan.count == 1 ? plan.first?.name ?? "" : language.say("page.gallery")
            let hasMap = try includesPositions(of: plan)
            // Without a place index the map has no base map.
            let baseMap = hasMap ? try? gallery.baseMap() : nil
            let look = SiteAppearance(
                title: options.title ?? standard, language: language, theme: options.theme,
                isListed: options.isListed, address: address, hasMap: hasMap,
                hasLand: baseMap != nil, archive: options.hasArchive ? StaticSite.archive : nil)
            try SiteRun(site: site, look: look, collections: plan, baseMap: baseMap).run()
        }
    }

    /// Returns true if positions are included and at least one photo has one.
    private func includesPositions(of collections: [SiteCollection]) throws -> Bool {
        let share = options.share
        guard share.keepsAll || share.positions != .dropped else { return false }
        return try zip(query.scopes, collections).contains { scope, collection in
            let query = PhotoQuery([scope], filter: query.filter.and(.condition(.has(.position))))
            let located = Set(try gallery.photoIDs(query))
            return collection.ids.contains { located.contains($0) }
        }
    }

    /// Returns the collections of the site: the photos of each scope, in order.
    private func collections(_ site: SiteWork) throws -> [SiteCollection] {
        let language = options.pageLanguage
        // Reserved for other files and folders of the site, and for names of pages.
        let taken = [
            "photos", "pictures", "assets", "data", SiteMap.folder, SiteMap.page, SiteFeed.name,
            "index.html", "robots.txt", StaticSite.archive,
        ]
        for name in taken { _ = site.folderName(name) }
        let isSingleSection = query.scopes.count == 1
        return try query.scopes.map { scope in
            var part = query
            part.scopes = [scope]
            var section: SectionReference?
            var cover: PhotoID?
            if case .section(let found) = scope {
                (section, cover) = (found.reference, found.cover)
            }
            if scope == .everything, part.order == nil || part.order == PhotoOrder(.added) {
                part.order = PhotoListing.newest
            }
            let name = section?.name ?? language.say("photos.title")
            var ids = try gallery.photoIDs(part)
            if case .photos = scope { ids = try site.shown(ids) }
            return SiteCollection(
                name: name, section: section, folder: isSingleSection ? "" : site.folderName(name),
                ids: ids, isByDate: part.order == PhotoListing.newest, cover: cover)
        }
    }
}

/// The appearance, content and visibility of a static site.
package struct SiteOptions: FeatureOptions {
    /// The color scheme of pages.
    package enum Theme: String, CaseIterable, Sendable {
        /// The scheme of the visitor's system.
        case auto
        case light
        case dark
    }

    /// The codes of the available languages.
    package static let languages = PageLanguage.allCases.map(\.code)

    /// The metadata to publish, and the size of pictures.
    package var share = ShareOptions()
    /// True if each photo has a downloadable copy, as `gallery share` makes it.
    package var hasCopies = false
    /// The title; nil for the name of the section or of the gallery.
    package var title: String?
    /// The color scheme of pages.
    package var theme = Theme.auto
    /// True if search engines may index the pages.
    package var isListed = false
    /// The future URL of the folder, required for a feed and for canonical links; nil if unknown.
    package var address: String?
    /// True to add an archive of all copies.
    package var hasArchive = false
    /// The language code of the pages.
    package var language = PageLanguage.english.code

    /// The options of the export.
    package var work: WorkOptions {
        get { share.work }
        set { share.work = newValue }
    }

    var pageLanguage: PageLanguage { PageLanguage(rawValue: language) ?? .english }

    /// Creates the default options: English, hidden from search engines, without copies.
    package init() {}

    /// Returns the URL without trailing slashes; nil if the folder has none.
    ///
    /// - Throws: `usage` if it is not a web address.
    func checkedAddress() throws(GalleryError) -> String? {
        guard let address else { return nil }
        let text = String(address.reversed().drop { $0 == "/" }.reversed())
        let rest = text.split(separator: "/", omittingEmptySubsequences: true)
        guard PageAddress.link(text) != nil, rest.count > 1,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"<>?#".utf8.contains($0) })
        else {
            throw GalleryError(
                .usage,
                "invalid --base-url '\(address)': expected the folder's address, such as "
                    + "https://example.org/photos")
        }
        return text
    }
}

/// Writes a site: its pictures, photo pages and listings.
struct SiteRun {
    let site: SiteWork
    let look: SiteAppearance
    let collections: [SiteCollection]
    /// The base map of the site's map; nil for none.
    let baseMap: BaseMap?

    /// Writes missing and outdated files.
    ///
    /// - Throws: as `SiteWork.photos` and `SiteWork.write`.
    func run() throws {
        try site.write(look.assets)
        let listing = listing()
        let total = collections.reduce(0) { $0 + $1.ids.count }
        var done = 0
        var cards: [(collection: SiteCollection, cover: String?)] = []
        var latest: [SitePhoto] = []
        var archived: [SiteArchiveEntry] = []
        var met: Set<PhotoID> = []
        var points: [SitePoint] = []
        for collection in collections {
            var cover: String?
            // Processes complete pages.
            let length = SiteWork.photosPerBatch / SiteCollection.pageSize * SiteCollection.pageSize
            for start in stride(from: 0, to: max(collection.ids.count, 1), by: length) {
                let end = min(start + length, collection.ids.count)
                let photos = try site.photos(Array(collection.ids[start..<end]))
                let chosen = photos.first { $0.photo.id == collection.cover }?.pictures.first
                cover =
                    chosen?.file ?? cover ?? photos.lazy.compactMap(\.pictures.first?.file).first
                try write(photos, of: collection, from: start, listing)
                let new = photos.filter { met.insert($0.photo.id).inserted }
                if look.address != nil {
                    latest = Array(
                        (latest + new).sorted { $0.photo.id > $1.photo.id }.prefix(SiteFeed.length))
                }
                if look.archive != nil { archived += new.compactMap(\.archived) }
                if look.hasMap { points += new.compactMap { SitePoint($0, in: look.language) } }
                done += end - start
                site.progress(done, of: total)
            }
            cards.append((collection, cover))
        }
        if collections.count != 1 { try site.write([look.frontPage(cards)]) }
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
        if look.hasMap { try site.write(SiteMap(look: look, points: points, base: baseMap).files) }
        if let archive = look.archive { try site.writeArchive(archive, of: archived) }
    }

    /// Writes the pages of some photos and the listings that contain them.
    private func write(
        _ photos: [SitePhoto], of collection: SiteCollection, from start: Int,
        _ listing: [PhotoID: [Int]]
    ) throws {
        let found = Dictionary(photos.map { ($0.photo.id, $0) }) { first, _ in first }
        var files: [SiteFile] = []
        let end = min(start + SiteWork.photosPerBatch, collection.ids.count)
        for first in stride(from: start, to: max(end, start + 1), by: SiteCollection.pageSize) {
            let indexes = first..<min(first + SiteCollection.pageSize, collection.ids.count)
            let pages = indexes.compactMap { index -> SitePhotoPage? in
                let id = collection.ids[index]
                guard let photo = found[id] else { return nil }
                return SitePhotoPage(
                    look: look, photo: photo, collection: collection, index: index,
                    sections: (listing[id] ?? []).compactMap { number in
                        collections[number].section.map { ($0, collections[number].page(1)) }
                    })
            }
            let number = SiteCollection.number(ofPageAt: first)
            files.append(look.listing(pages.map(\.photo), of: collection, number: number))
            // A photo in several collections has one page, which belongs to the first of them.
            files += pages.map(\.file)
            files.append(collection.list(number, pages))
        }
        try site.write(files)
    }

    /// Returns the collections that contain each photo; empty if there is only one collection.
    private func listing() -> [PhotoID: [Int]] {
        guard collections.count > 1 else { return [:] }
        var listing: [PhotoID: [Int]] = [:]
        for (number, collection) in collections.enumerated() {
            for id in collection.ids { listing[id, default: []].append(number) }
        }
        return listing
    }
}
