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
    let work: WorkOptions
    let stop: StopFlag

    /// Looks up what is missing or outdated in a part of the catalog.
    ///
    /// - Parameters:
    ///   - total: how many photos the scope has, for the progress.
    ///   - body: gets the photos of a page once their places are stored; nil where nobody asks.
    func run(
        _ scope: PhotoScope, _ gazetteer: Gazetteer, total: Int,
        _ body: (([LocatedItem]) throws -> Void)?
    ) throws -> LocateSummary {
        var summary = LocateSummary()
        let lookup = try gazetteer.makeLookup()
        var cursor: Int64? = 0
        var done = 0
        while let start = cursor {
            if stop.isRaised { throw CancellationError() }
            let page = try catalog.placeWork(
                scope, after: start, limit: Self.pageLength, recipe: gazetteer.recipe,
                home: options.homeChoice, again: options.again)
            if !work.isDryRun { try catalog.removeHomes(of: page.clearing) }
            cursor = page.next
            summary.upToDate += page.upToDate.count
            summary.withoutPosition += page.positionless.count
            for work in page.works where work.source == .home { summary.atHome += 1 }
            let located = try store(page.works, lookup, gazetteer.recipe)
            for photo in located where photo.source != .home { summary.count(photo.place) }
            if let body { try body(try catalog.photos(ids: page.ids).map(LocatedItem.init)) }
            done += page.works.count + page.upToDate.count + page.positionless.count
            work.progress(.init(activity: "places", done: done, total: total))
        }
        return summary
    }

    /// Looks up what import, search and tracks have queued.
    ///
    /// - Parameter open: opens the index; called only where something is queued.
    func runQueue(_ open: () throws(GalleryError) -> Gazetteer) throws {
        // An old catalog's first run looks up all of its photos: that takes a while.
        let total = try catalog.duePlaceCount()
        var done = 0
        var opened: (gazetteer: Gazetteer, lookup: Gazetteer.Lookup)?
        while let works = try catalog.duePlaceWork(limit: Self.pageLength, home: options.homeChoice)
        {
            if stop.isRaised { throw CancellationError() }
            if opened == nil {
                let gazetteer = try open()
                opened = (gazetteer, try gazetteer.makeLookup())
            }
            guard let opened else { return }
            _ = try store(works, opened.lookup, opened.gazetteer.recipe)
            done += works.count
            work.progress(.init(activity: "places", done: min(done, total), total: total))
        }
    }

    /// Stores the places of photos; those whose position has changed meanwhile stay queued.
    private func store(
        _ works: [PlaceWork], _ lookup: Gazetteer.Lookup, _ recipe: String
    ) throws -> [LocatedPhoto] {
        let located = try works.map { LocatedPhoto($0, place: try lookup($0.coordinate)) }
        if !work.isDryRun { try catalog.record(located, recipe: recipe) }
        return located
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
