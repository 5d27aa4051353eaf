import Catalog
import Foundation
public import GalleryModel

extension PhotoGallery {
    /// What a map shows of photos: clusters of those with a position, or else a home, in the cells that a view meets.
    ///
    /// The first answer looks at each photo, about a second for a million; the next ones take a millisecond until the
    /// photos of the map change. Works on a thread of its own.
    ///
    /// - Parameters:
    ///   - query: the photos; its order makes no difference unless it has a limit.
    ///   - view: what is shown.
    /// - Throws: `tryLater` for a locked catalog and where too much is asked for at once, `badInput` for a damaged
    ///   one; `CancellationError`.
    public func map(
        _ query: PhotoQuery = .everything, in view: MapView
    ) async throws -> MapContents {
        let key = try await offload { [self] in
            MapShelf.Key(query: query, stamp: try mapStamp(of: query))
        }
        if let index = maps.index(for: key) {
            return try await offload { index.contents(in: view) }
        }
        let index = try await maps.work.value(of: key) { [self] in
            if let index = maps.index(for: key) { return index }
            let (index, stamp) = try makeMap(of: query, key.stamp)
            maps.put(index, for: MapShelf.Key(query: query, stamp: stamp))
            return index
        }
        return try await offload { index.contents(in: view) }
    }

    /// The map beneath the photos.
    ///
    /// - Throws: `configuration` where the index of places is missing or damaged.
    public func baseMap() throws(GalleryError) -> BaseMap { try baseMaps.map(settings) }

    /// What an index of a query's photos is made from now: all photos have a count of their own, any others may
    /// depend on everything that is written, and on what day it is.
    private func mapStamp(of query: PhotoQuery) throws -> String {
        if query == .everything { return "changes \(try catalog.mapChanges())" }
        catalog.lookForWrites()
        let today = Calendar.current.startOfDay(for: Date()).timeIntervalSince1970
        return "revision \(catalog.revision) day \(today)"
    }

    /// Makes an index, with the stamp of what it was made from.
    private func makeMap(
        of query: PhotoQuery, _ stamp: String
    ) throws -> (index: MapIndex, stamp: String) {
        let (scope, filter) = try countedPhotos(query)
        var entries: [MapIndex.Entry] = []
        let changes = try catalog.forEachMapPosition(of: scope, where: filter) { position in
            entries.append(MapIndex.Entry(position))
        }
        // Others may have written since it was asked for: all photos tell their count with the rows, and what is
        // asked again under a later revision is made anew.
        return (MapIndex(entries), query == .everything ? "changes \(changes)" : stamp)
    }
}
