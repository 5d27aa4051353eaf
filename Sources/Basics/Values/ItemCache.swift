import Synchronization

/// An in-memory cache of recently requested items.
package final class ItemCache<Key: Hashable & Sendable, Item: Sendable>: Sendable {
    private struct Cache {
        var items: [Key: (item: Item, cost: Int, lastUse: UInt64)] = [:]
        var byteCount = 0
        var uses: UInt64 = 0
    }

    private let capacity: Int
    private let kept: Key?
    private let largest: Int
    private let cache = Mutex(Cache())

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - capacity: the maximum size of all items, in bytes.
    ///   - kept: the key of an item that is never removed; nil for none, and to cache no items
    ///     larger than `largest`.
    ///   - largest: the maximum size of an item in bytes, by default a quarter of the capacity.
    package init(capacity: Int, keeping kept: Key? = nil, largest: Int? = nil) {
        (self.capacity, self.kept) = (capacity, kept)
        self.largest = kept == nil ? largest ?? capacity / 4 : .max
    }

    /// Returns the entry for a key, regardless of its age.
    package func item(at key: Key) -> Item? {
        cache.withLock { cache in
            guard let item = cache.items[key]?.item else { return nil }
            cache.uses += 1
            cache.items[key]?.lastUse = cache.uses
            return item
        }
    }

    /// Adds an entry.
    ///
    /// If the cache is full, the least recently used entries are removed.
    ///
    /// - Parameter byteCount: the size of the item in memory, in bytes.
    package func put(_ item: Item, byteCount: Int, at key: Key) {
        guard byteCount <= largest else { return }
        // Including the overhead of an entry.
        let cost = byteCount + 512
        cache.withLock { cache in
            cache.uses += 1
            let old = cache.items.updateValue((item, cost, cache.uses), forKey: key)
            cache.byteCount += cost - (old?.cost ?? 0)
            guard cache.byteCount > capacity else { return }
            // Frees a quarter of the cache at once, so that evictions are rare.
            let oldest = cache.items.sorted { $0.value.lastUse < $1.value.lastUse }
            for (key, entry) in oldest where key != kept {
                cache.items[key] = nil
                cache.byteCount -= entry.cost
                if cache.byteCount <= capacity / 4 * 3 { break }
            }
        }
    }
}
