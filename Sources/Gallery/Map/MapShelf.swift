import Foundation
import GalleryModel
import Synchronization

/// Keeps the indexes of the maps that were asked for lately.
final class MapShelf: Sendable {
    /// Whose index it is, and at which state of the catalog.
    struct Key: Hashable, Sendable {
        /// The photos.
        let query: PhotoQuery
        /// What an index was made from: another text means another one.
        let stamp: String
    }

    private struct Item {
        let stamp: String
        let index: MapIndex
        var lastUse: UInt64
    }

    private struct Shelf {
        var items: [PhotoQuery: Item] = [:]
        var uses: UInt64 = 0
    }

    /// So many maps are looked at by turns.
    private static let most = 8
    /// The most bytes of all but the one asked for last.
    private static let capacity = 128 << 20

    /// The indexes that are made now.
    let work = SharedWork<Key, MapIndex>(limit: 2, capacity: 32)
    private let shelf = Mutex(Shelf())

    /// The index of a key; nil where it is not kept.
    func index(for key: Key) -> MapIndex? {
        shelf.withLock { shelf in
            guard let item = shelf.items[key.query], item.stamp == key.stamp else { return nil }
            shelf.uses += 1
            shelf.items[key.query]?.lastUse = shelf.uses
            return item.index
        }
    }

    /// Keeps an index in place of the older one of its query; those go that were not asked for longest.
    func put(_ index: MapIndex, for key: Key) {
        shelf.withLock { shelf in
            shelf.uses += 1
            shelf.items[key.query] = Item(stamp: key.stamp, index: index, lastUse: shelf.uses)
            var bytes = 0
            let byUse = shelf.items.sorted { $0.value.lastUse > $1.value.lastUse }
            for (number, (query, item)) in byUse.enumerated() {
                bytes += item.index.byteCount
                if number > 0, number >= Self.most || bytes > Self.capacity {
                    shelf.items[query] = nil
                }
            }
        }
    }
}
