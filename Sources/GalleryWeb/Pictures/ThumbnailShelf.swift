import GalleryModel
import NIOCore
import Synchronization

/// Keeps thumbnails that were asked for lately in memory.
final class ThumbnailShelf: Sendable {
    /// Whose thumbnail it is, and how large.
    struct Place: Hashable, Sendable {
        let photo: PhotoID
        let side: Int
    }

    /// A thumbnail as it was at some revision of the gallery.
    struct Item: Sendable {
        /// Which look of the photo it shows.
        let version: String
        /// What no other bytes have.
        let tag: EntityTag
        /// The file's bytes.
        let bytes: ByteBuffer
        /// The revision of the gallery at which all of this was found to be so.
        var revision: UInt64
    }

    private struct Shelf {
        var items: [Place: (item: Item, lastUse: UInt64)] = [:]
        var byteCount = 0
        var uses: UInt64 = 0
    }

    private let capacity: Int
    private let shelf = Mutex(Shelf())

    /// Makes an empty shelf.
    ///
    /// - Parameter capacity: the most bytes of all thumbnails; one of more than a quarter of it is not kept.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// What lies at a place, however long ago it was found.
    func item(at place: Place) -> Item? {
        shelf.withLock { shelf in
            guard let item = shelf.items[place]?.item else { return nil }
            shelf.uses += 1
            shelf.items[place]?.lastUse = shelf.uses
            return item
        }
    }

    /// Puts a thumbnail at its place.
    ///
    /// Where there is too little room, those go that were not asked for longest.
    func put(_ item: Item, at place: Place) {
        guard item.bytes.readableBytes <= capacity / 4 else { return }
        shelf.withLock { shelf in
            shelf.uses += 1
            let old = shelf.items.updateValue((item, shelf.uses), forKey: place)
            shelf.byteCount +=
                ThumbnailShelf.cost(item) - (old.map { ThumbnailShelf.cost($0.item) } ?? 0)
            guard shelf.byteCount > capacity else { return }
            // A quarter at once, so that this is rare.
            for (place, (item, _)) in shelf.items.sorted(by: { $0.value.lastUse < $1.value.lastUse }
            ) {
                shelf.items[place] = nil
                shelf.byteCount -= ThumbnailShelf.cost(item)
                if shelf.byteCount <= capacity / 4 * 3 { break }
            }
        }
    }

    /// The bytes that an item takes, with what stands around them.
    private static func cost(_ item: Item) -> Int { item.bytes.capacity + 512 }
}
