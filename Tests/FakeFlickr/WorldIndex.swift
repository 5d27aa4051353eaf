import Foundation
import Synchronization

/// A snapshot of a world, indexed for fast look-ups and searches.
final class WorldIndex: Sendable {
    let world: FakeWorld
    private let positions: [String: Int]
    private let texts: [[UInt8]]
    private let owners: Set<String>
    private let groups: Set<String>
    private let newestUpload: Int64
    /// Results of earlier searches; a world never changes, so they stay valid.
    private let results = Mutex<[String: [FakePhoto]]>([:])

    init(world: FakeWorld) {
        self.world = world
        positions = Dictionary(
            world.photos.enumerated().map { ($0.element.id, $0.offset) },
            uniquingKeysWith: { first, _ in first })
        texts = world.photos.map { photo in
            let parts = [photo.title, photo.description] + photo.tags + photo.machineTags
            return Array(WorldIndex.folded(parts.joined(separator: "\u{1}")).utf8)
        }
        owners = Set(world.photos.map(\.owner))
        groups = Set(world.photos.flatMap(\.groups))
        newestUpload = world.photos.map(\.dateUpload).max() ?? 0
    }

    func photo(_ id: String) -> FakePhoto? {
        positions[id].map { world.photos[$0] }
    }

    func owner(where isMatch: (FakePhoto) -> Bool) -> FakePhoto? {
        world.photos.first(where: isMatch)
    }

    /// Rejects unknown users and groups, as Flickr does.
    func check(_ search: PhotoSearch) throws(APIFailure) {
        if let user = search.user, !owners.contains(user) { throw .unknownUser }
        if let group = search.group, !groups.contains(group) { throw .noPool }
    }

    /// All matching photos, in the requested order.
    func photos(matching search: PhotoSearch) -> [FakePhoto] {
        if let known = results.withLock({ $0[search.key] }) { return known }
        var matches: [FakePhoto] = []
        for (photo, text) in zip(world.photos, texts) where search.matches(photo, text: text) {
            if search.isBareGeoQuery, photo.dateUpload < newestUpload - 12 * 3600 { continue }
            matches.append(photo)
        }
        let sorted = search.sort.sorted(matches, for: search)
        results.withLock { results in
            if results.count >= 64 { results.removeAll() }
            results[search.key] = sorted
        }
        return sorted
    }

    /// Text folded for comparison: composed (NFC), lower case.
    static func folded(_ text: String) -> String {
        text.lowercased().precomposedStringWithCanonicalMapping
    }

    /// True if a folded word occurs in folded text.
    static func contains(_ text: [UInt8], _ word: String) -> Bool {
        let needle = Array(word.utf8)
        guard let first = needle.first else { return true }
        guard text.count >= needle.count else { return false }
        for start in 0...(text.count - needle.count) where text[start] == first {
            if text[start..<(start + needle.count)].elementsEqual(needle) { return true }
        }
        return false
    }
}
