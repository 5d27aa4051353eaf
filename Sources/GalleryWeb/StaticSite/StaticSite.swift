package import Basics
package import Gallery
package import GalleryModel

/// A site of files that shows photos of a gallery: it opens from a disk and on any web server.
///
/// ```
/// index.html, 2.html …        the photos, or cards of the sections: SECTION/index.html, SECTION/2.html …
/// photos/ID.html              a page a photo, complete without a script
/// pictures/ID-240.jpg …       its sizes; pictures/ID.jpg, the copy to take away
/// assets/                     styles, the icon, and one script
/// data/2.js …                 what the viewer shows of the photos of a page
/// map.html, map/              the map, where positions are asked for and there are some
/// feed.xml, photos.zip        where they are asked for; robots.txt
/// ```
/// What photos tell on pages has gone through `ShareSecrets` before any template sees it.
package struct StaticSite: Sendable {
    private let gallery: PhotoGallery
    private let query: PhotoQuery
    private let options: SiteOptions

    /// Makes nothing yet.
    ///
    /// - Parameter query: the photos; each section is a collection of its own, what else is named is one together.
    package init(_ query: PhotoQuery, of gallery: PhotoGallery, _ options: SiteOptions) {
        self.gallery = gallery
        self.query = query
        self.options = options
    }

    /// The file of the archive of all copies.
    private static let archive = "photos.zip"

    /// Makes the site in a folder, or brings the one that is there up to date.
    ///
    /// - Throws: as `PhotoGallery.makeSite`.
    package func make(in folder: BytePath) async throws -> SiteSummary {
        let address = try options.checkedAddress()
        return try await gallery.makeSite(in: folder, options.content) { site in
            let plan = try collections(site)
            let language = PageLanguage(rawValue: options.language) ?? .english
            let standard =
                plan.count == 1 ? plan.first?.name ?? "" : language.say("page.gallery")
            let hasMap = try tellsPositions(of: plan)
            // Without an index of places there is nothing beneath the photos.
            let baseMap = hasMap ? try? gallery.baseMap() : nil
            let look = SiteLook(
                title: options.title ?? standard, language: language, theme: options.theme,
                isListed: options.isListed, address: address, hasMap: hasMap,
                hasLand: baseMap != nil)
            try SiteRun(
                site: site, look: look, collections: plan,
                archive: options.hasArchive ? StaticSite.archive : nil, baseMap: baseMap
            ).run()
        }
    }

    /// Whether positions are asked for, and some photo has one.
    private func tellsPositions(of collections: [SiteCollection]) throws -> Bool {
        let share = options.content.share
        guard share.keepsAll || share.positions != .dropped else { return false }
        return try zip(query.scopes, collections).contains { scope, collection in
            let query = PhotoQuery([scope], filter: query.filter.and(.condition(.has(.position))))
            let located = Set(try gallery.photoIDs(query))
            return collection.ids.contains { located.contains($0) }
        }
    }

    /// What the site lists: the photos of each scope, in order.
    private func collections(_ site: SiteWork) throws -> [SiteCollection] {
        let language = PageLanguage(rawValue: options.language) ?? .english
        // What the folder has besides; and what names of pages would be taken for.
        let taken = [
            "photos", "pictures", "assets", "data", SiteMap.folder, SiteMap.page, SiteFeed.name,
            "index.html", "robots.txt", StaticSite.archive,
        ]
        for name in taken { _ = site.folderName(name) }
        let isAlone = query.scopes.count == 1
        return try query.scopes.map { scope in
            var part = query
            part.scopes = [scope]
            var section: SectionReference?
            if case .section(let found) = scope { section = found.reference }
            if scope == .everything, part.order == nil || part.order == PhotoOrder(.added) {
                part.order = PhotoListing.newest
            }
            let name = section?.name ?? language.say("photos.title")
            var ids = try gallery.photoIDs(part)
            if case .photos = scope { ids = try site.shown(ids) }
            return SiteCollection(
                name: name, section: section, folder: isAlone ? "" : site.folderName(name),
                ids: ids, isByDate: part.order == PhotoListing.newest)
        }
    }
}
