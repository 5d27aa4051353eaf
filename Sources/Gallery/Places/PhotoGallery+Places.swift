import Catalog
import Foundation
public import GalleryModel

extension PhotoGallery {
    /// Looks up the places of photos, stores them and hands out what is known about each.
    ///
    /// What was looked up before is not looked up again unless the index or the answers for disputed areas
    /// have changed. A photo without a position gets the place of the home, where there is one; it stays
    /// that place when the home moves later.
    ///
    /// - Parameters:
    ///   - selection: the photos.
    ///   - options: the home, and whether to look up again.
    ///   - work: progress; a dry run stores nothing and hands nothing out.
    ///   - body: gets the photos in order, those too that were known before; called on one thread at a
    ///     time. What it throws ends the work.
    /// - Throws: `configuration` for a missing or damaged index; what the catalog or `body` throws;
    ///   `CancellationError`.
    public func locate(
        in selection: PhotoSelection, options: LocateOptions, work: WorkOptions = WorkOptions(),
        body: @escaping @Sendable ([LocatedItem]) throws -> Void = { _ in }
    ) async throws -> LocateSummary {
        try await stoppable { [self] stop in
            do {
                let gazetteer = try Gazetteer(settings: settings)
                let places = CatalogPlaces(
                    catalog: catalog, options: options, work: work, stop: stop)
                let summary = try places.run(
                    selection.scope, gazetteer, total: try total(of: selection))
                if !work.isDryRun { try forEachLocated(in: selection, stop, body) }
                return summary
            } catch let error as CatalogError {
                throw GalleryError(translating: error)
            }
        }
    }

    /// Counts the photos of a section, or of all sections, by place; the place with most photos first.
    ///
    /// - Parameters:
    ///   - section: the section; nil counts every photo outside the trash once.
    ///   - query: which of the photos.
    ///   - level: how finely to tell places apart.
    /// - Returns: the counts; those at sea have no names. `unplaced` is how many photos tell no position,
    ///   or were not looked up yet.
    public func placeCounts(
        in section: PhotoSection? = nil, where query: PhotoQuery = PhotoQuery(),
        by level: PlaceLevel
    ) throws(GalleryError) -> (counts: [PlaceCount], unplaced: Int) {
        try GalleryError.translating {
            let found = try catalog.placeCounts(in: section, where: query, by: level)
            return (found.counts, found.unplaced)
        }
    }

    /// Looks up what was queued by import, search or a track.
    ///
    /// An index that cannot be used hinders no import: a remark says so, and the photos stay queued.
    func locateQueued(_ work: WorkOptions, _ stop: StopFlag = StopFlag()) throws {
        if work.isDryRun { return }
        let places = CatalogPlaces(
            catalog: catalog, options: LocateOptions(settings: settings), work: work, stop: stop)
        do {
            try places.runQueue { () throws(GalleryError) in try Gazetteer(settings: settings) }
        } catch let error as GalleryError where error.kind == .configuration {
            work.remark("places were not looked up: \(error.message)")
        }
    }

    private func forEachLocated(
        in selection: PhotoSelection, _ stop: StopFlag, _ body: ([LocatedItem]) throws -> Void
    ) throws {
        switch selection {
        case .photos(let ids):
            var rest = ids[...]
            while !rest.isEmpty {
                if stop.isRaised { throw CancellationError() }
                try body(try catalog.photos(ids: Array(rest.prefix(512))).map(LocatedItem.init))
                rest = rest.dropFirst(512)
            }
        case .section(let section):
            try catalog.forEachBatch(of: section) { rows in
                if stop.isRaised { throw CancellationError() }
                try body(rows.map { LocatedItem($0.photo) })
                return true
            }
        case .everything:
            // A photo that several sections list has one row.
            var met: Set<PhotoID> = []
            for section in try catalog.sections() {
                try catalog.forEachBatch(of: section) { rows in
                    if stop.isRaised { throw CancellationError() }
                    try body(
                        rows.filter { met.insert($0.photo.id).inserted }
                            .map { LocatedItem($0.photo) })
                    return true
                }
            }
        }
    }
}
