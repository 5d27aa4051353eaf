import Catalog
import Foundation
package import GalleryModel
import Synchronization

extension PhotoGallery {
    /// Returns the photos in a map view: clusters of photos with a position or a home, one per
    /// cell.
    ///
    /// The first call reads every photo, about a second per million; later calls take about a
    /// millisecond until the photos on the map change. Runs on a separate thread.
    ///
    /// - Parameters:
    ///   - query: the photos; its order matters only if it has a limit.
    ///   - view: the visible area.
    /// - Throws: `tryLater` if the catalog is locked or too many requests are pending, `badInput`
    ///   if the catalog is damaged; `CancellationError`.
    package func map(
        _ query: PhotoQuery = .everything, in view: MapView
    ) async throws -> MapContents {
        let key = try await offload { [self] in
            MapIndexCache.Key(query: query, stamp: try mapStamp(of: query))
        }
        if let index = shared.maps.index(for: key) {
            return try await offload { index.contents(in: view) }
        }
        let index = try await shared.maps.work.value(of: key) { [self] in
            if let index = shared.maps.index(for: key) { return index }
            let (scope, filter) = try countScope(query)
            var entries: [MapIndex.Entry] = []
            let changes = try catalog.forEachMapPosition(of: scope, where: filter) { position in
                entries.append(MapIndex.Entry(position))
            }
            let index = MapIndex(entries)
            // Others may have written since the request. For all photos the rows come with their
            // change counter; other queries are rebuilt at the next revision.
            let stamp = try query == .everything ? mapStamp(at: changes) : key.stamp
            shared.maps.put(index, for: MapIndexCache.Key(query: query, stamp: stamp))
            return index
        }
        return try await offload { index.contents(in: view) }
    }

    /// Returns the map beneath the photos.
    ///
    /// - Throws: `configuration` if the place index is missing or damaged.
    package func baseMap() throws(GalleryError) -> BaseMap {
        if let known = shared.baseMap.withLock({ $0 }) { return known }
        let made = try BaseMap(try ReverseGeocoder(settings: settings))
        shared.baseMap.withLock { $0 = made }
        return made
    }

    /// Returns the current cache stamp for a query.
    ///
    /// All photos have a change counter of their own; other queries may depend on any write and on
    /// the current day.
    private func mapStamp(of query: PhotoQuery) throws -> String {
        if query == .everything { return try mapStamp(at: catalog.mapRevision()) }
        catalog.detectWrites()
        let today = Calendar.current.startOfDay(for: Date()).timeIntervalSince1970
        return try mapStamp(at: 0) + " revision \(catalog.revision) day \(today)"
    }

    /// Returns the stamp for a change counter, and for the kind of reader if some photos are
    /// hidden.
    private func mapStamp(at changes: Int64) throws -> String {
        let readers = catalog.reader == .owner ? "owners" : "others"
        return "changes \(changes)" + (try catalog.hidesPhotos() ? " of \(readers)" : "")
    }
}

/// Caches the map indexes used recently.
final class MapIndexCache: Sendable {
    /// The query and the state of the catalog that an index was built from.
    struct Key: Hashable, Sendable {
        /// The photos.
        let query: PhotoQuery
        /// The state of the catalog; a different stamp needs a new index.
        let stamp: String
    }

    /// The maximum number of cached indexes.
    private static let maximumEntries = 8
    /// The size limit of all indexes in bytes; the most recent one is kept even if it is larger.
    private static let capacity = 128 << 20

    /// The indexes being built.
    let work = SharedWork<Key, MapIndex>(limit: 2, capacity: 32)
    /// The cached indexes, the most recently used first; one for each query.
    private let items = Mutex<[(key: Key, index: MapIndex)]>([])

    /// Returns the cached index for a key; nil if there is none.
    func index(for key: Key) -> MapIndex? {
        items.withLock { items in
            guard let number = items.firstIndex(where: { $0.key == key }) else { return nil }
            items.insert(items.remove(at: number), at: 0)
            return items[0].index
        }
    }

    /// Stores an index, replacing the older one of its query, and evicts the least recently used
    /// indexes.
    func put(_ index: MapIndex, for key: Key) {
        items.withLock { items in
            items.removeAll { $0.key.query == key.query }
            var bytes = index.byteCount
            let kept = items.prefix(Self.maximumEntries - 1).prefix { item in
                bytes += item.index.byteCount
                return bytes <= Self.capacity
            }
            items = [(key, index)] + kept
        }
    }
}
