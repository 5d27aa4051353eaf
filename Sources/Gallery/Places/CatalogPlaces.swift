import Catalog
import GalleryModel

/// Looks up the places of a catalog's photos and stores them.
///
/// ```
/// catalog, a page at a time → photos whose place is missing or outdated → look up → store
/// ```
/// A look-up takes microseconds, so one thread does it all.
struct CatalogPlaces {
    /// Photos looked up and stored in one transaction.
    private static let pageLength = 2048

    let catalog: PhotoCatalog
    let options: LocateOptions
    let work: WorkContext

    /// Looks up what is missing or outdated in a part of the catalog.
    ///
    /// - Parameters:
    ///   - total: how many photos the scope has, for the progress.
    ///   - body: gets the photos of a page once their places are stored; nil where nobody asks.
    func run(
        _ scope: PhotoScope, _ reverseGeocoder: ReverseGeocoder, total: Int,
        _ body: (([LocatedItem]) throws -> Void)?
    ) throws -> LocateSummary {
        var summary = LocateSummary()
        let lookup = try reverseGeocoder.makeLookup()
        var entry = options.replacesHome ? HomeEntry(command: "locate", id: options.change) : nil
        var foreign = 0
        var cursor: Int64? = 0
        var done = 0
        while let start = cursor {
            try work.checkCancellation()
            let page = try catalog.placeWork(
                scope, after: start, limit: Self.pageLength, cacheKey: reverseGeocoder.cacheKey,
                home: options.homeChoice, again: options.again)
            if !work.isDryRun { try catalog.removeHomes(of: page.clearing, noting: &entry) }
            summary.homesRemoved += page.clearing.count
            foreign += page.foreign.count
            cursor = page.next
            summary.upToDate += page.upToDate.count
            summary.withoutPosition += page.positionless.count
            for work in page.works where work.source == .home { summary.atHome += 1 }
            let located = try store(page.works, lookup, reverseGeocoder.cacheKey, noting: &entry)
            summary.change = entry?.id
            for photo in located where photo.source != .home { summary.count(photo.place) }
            if let body { try body(try catalog.photos(ids: page.ids).map(LocatedItem.init)) }
            done += page.works.count + page.upToDate.count + page.positionless.count
            work.progress("places", done, of: total)
        }
        if options.replacesHome, options.home != nil, scope.isChosen, foreign > 0 {
            work.remark(
                "a home is for photos of the camera: \(foreign) "
                    + (foreign == 1 ? "photo" : "photos") + " from elsewhere got none")
        }
        return summary
    }

    /// Looks up what import, search and tracks have queued.
    ///
    /// - Parameter open: opens the index; called only where something is queued.
    func runQueue(_ open: () throws(GalleryError) -> ReverseGeocoder) throws {
        // An old catalog's first run looks up all of its photos: that takes a while.
        let total = try catalog.duePlaceCount()
        var done = 0
        var opened: (reverseGeocoder: ReverseGeocoder, lookup: ReverseGeocoder.Lookup)?
        // The home of the settings: nobody said it of these photos.
        var entry: HomeEntry?
        while let works = try catalog.duePlaceWork(limit: Self.pageLength, home: options.homeChoice)
        {
            try work.checkCancellation()
            if opened == nil {
                let reverseGeocoder = try open()
                opened = (reverseGeocoder, try reverseGeocoder.makeLookup())
            }
            guard let opened else { return }
            _ = try store(works, opened.lookup, opened.reverseGeocoder.cacheKey, noting: &entry)
            done += works.count
            work.progress("places", min(done, total), of: total)
        }
    }

    /// Stores the places of photos; those whose position has changed meanwhile stay queued.
    private func store(
        _ works: [PlaceWork], _ lookup: ReverseGeocoder.Lookup, _ cacheKey: String,
        noting entry: inout HomeEntry?
    ) throws -> [LocatedPhoto] {
        let located = try works.map { LocatedPhoto($0, place: try lookup($0.coordinate)) }
        if !work.isDryRun { try catalog.record(located, cacheKey: cacheKey, noting: &entry) }
        return located
    }
}

extension PhotoScope {
    /// Whether somebody named the photos.
    fileprivate var isChosen: Bool {
        if case .everything = self { return false }
        return true
    }
}

extension LocateOptions {
    fileprivate var homeChoice: HomeChoice {
        switch (home, replacesHome) {
        case (let home?, true): .replace(home)
        case (let home?, false): .fill(home)
        case (nil, true): .clear
        case (nil, false): .keep
        }
    }
}
