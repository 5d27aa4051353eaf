import Gallery
import Synchronization

/// Values from the catalog by key, each cached until the catalog changes, and for a second at most.
///
/// Other programs may change accounts and tokens. This immediately changes the stamp of the
/// catalog's files, which takes two calls of `stat` to check; the maximum age covers file systems
/// with coarse timestamps.
final class CatalogCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        var value: Value
        let stamp: String
        let moment = ContinuousClock.now
    }

    private let gallery: PhotoGallery
    private let capacity: Int
    private let entries = Mutex<[Key: Entry]>([:])

    /// Creates an empty cache, which is emptied again when it is full.
    init(_ gallery: PhotoGallery, capacity: Int) {
        self.gallery = gallery
        self.capacity = capacity
    }

    /// The number of entries.
    var count: Int { entries.withLock(\.count) }

    /// Returns a cached value, without reading the catalog; nil if there is no current one.
    func cached(_ key: Key) -> Value? {
        guard let entry = entries.withLock({ $0[key] }), entry.stamp == gallery.catalogStamp,
            ContinuousClock.now - entry.moment < .seconds(1)
        else { return nil }
        return entry.value
    }

    /// Returns the value for a key, which is read from the catalog on a background thread unless it
    /// is cached; nil if there is none.
    func value(
        _ key: Key, _ read: @escaping @Sendable (PhotoGallery) throws -> Value?
    ) async throws -> Value? {
        if let value = cached(key) { return value }
        let stamp = gallery.catalogStamp
        let value = try await offload { [gallery] in try read(gallery) }
        entries.withLock { entries in
            if value != nil, entries[key] == nil, entries.count >= capacity { entries = [:] }
            entries[key] = value.map { Entry(value: $0, stamp: stamp) }
        }
        return value
    }

    /// Replaces a cached value until it expires; nil removes it.
    func replace(_ key: Key, _ value: Value?) {
        entries.withLock { entries in
            if let value { entries[key]?.value = value } else { entries[key] = nil }
        }
    }

    /// Removes some cached values.
    func removeAll(where isRemoved: (Value) -> Bool) {
        entries.withLock { entries in entries = entries.filter { !isRemoved($0.value.value) } }
    }
}
