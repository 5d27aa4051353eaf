import Basics
import Catalog
public import GalleryModel
import Imaging

/// Photos of a gallery that look the same.
///
/// @Snippet(path: "gallery/Snippets/WalkGallery", slice: "duplicates")
public struct GalleryDuplicates: GalleryFeature {
    /// Photos read at a time.
    private static let pageLength = 512
    /// Looks of candidates read at a time.
    private static let batchLength = 2_048

    let gallery: PhotoGallery

    /// Finds photos that look the same: other sizes, encodings and small crops of a picture, copies
    /// with edited metadata, and turned copies.
    ///
    /// Pictures are compared by looks, which are stored with thumbnails; missing ones are found
    /// first, which decodes the pictures. A picture that cannot be decoded is a failed item. Shots
    /// of one camera within minutes and raw files with their JPEGs are not duplicates; photos in the
    /// trash are left out. Takes some minutes and 200 megabytes for a million photos with looks.
    /// Canceling the task keeps the looks stored so far.
    ///
    /// - Parameters:
    ///   - query: the photos to compare with each other.
    ///   - options: progress, failed items, number of threads; a dry run compares only photos with
    ///     looks.
    /// - Returns: the groups, by the ids of their best photos.
    /// - Throws: errors of the catalog; `CancellationError`.
    public func find(
        _ query: PhotoQuery = .everything, options: WorkOptions = WorkOptions()
    ) async throws -> [DuplicateGroup] {
        try await gallery.perform("duplicates", options) { [self] work in
            let ids = try gallery.photoIDs(query)
            try findLooks(of: ids, work)
            return try groups(of: ids, work)
        }
    }

    /// Remembers that the photos of groups, given by their ids, are not duplicates of each other, in
    /// one change that can be undone.
    public func ignore(_ groups: [[PhotoID]]) throws(GalleryError) {
        _ = try translated(catalog.ignoreDuplicates(groups, command: "duplicates"))
    }

    /// Returns the numbers of the groups that a user declared not to be duplicates, by photo.
    package func ignored() throws(GalleryError) -> [PhotoID: Int64] {
        try translated(catalog.ignoredDuplicates())
    }

    /// Finds and stores the missing looks of photos.
    private func findLooks(of ids: [PhotoID], _ work: WorkContext) throws {
        let missing = try ids.pages(of: Self.pageLength).flatMap { page in
            try work.checkCancellation()
            return try catalog.photosWithoutLook(among: page, version: PictureLook.version)
        }
        guard !missing.isEmpty else { return }
        if !work.isDryRun, catalog.isWritable {
            let analysis = try gallery.pictureAnalysis(
                nil, nil, work, command: "duplicates", findsLooks: true)
            _ = try analysis.run(.photos(missing), total: missing.count) { _ in }
            return
        }
        work.remark(
            "\(Count.text(missing.count, "photo")) not compared, because this run stores nothing: run "
                + "'gallery duplicates' without --dry-run in a writable catalog")
    }

    /// A photo with a look: its number is its position among these.
    private struct Indexed: Sendable {
        var id: PhotoID
        var hash: UInt64
        var turn: UInt8
    }

    /// Returns the groups of photos that look the same.
    private func groups(of ids: [PhotoID], _ work: WorkContext) throws -> [DuplicateGroup] {
        var photos: [Indexed] = []
        try forEachPage(ids, work) { page in
            try looks(of: page).map { stored, look in
                let (hash, turn) = look.canonical
                return Indexed(id: stored.photoID, hash: hash, turn: UInt8(turn))
            }
        } consume: {
            photos += $0
        }
        let indexed = photos
        let index = LookIndex(indexed.map(\.hash))
        var pairs: [DuplicatePair] = []
        var done = 0
        try forEachPage(Array(indexed.indices), work) { numbers in
            try self.pairs(of: numbers, index, indexed, work)
        } consume: { found in
            pairs += found
            done = min(done + Self.pageLength, indexed.count)
            work.progress("duplicates", done, of: indexed.count)
        }
        var candidates: [Int32: DuplicateCandidate] = [:]
        let numbers = Set(pairs.flatMap { [$0.left, $0.right] }).sorted()
        for page in numbers.pages(of: Self.pageLength) {
            try work.checkCancellation()
            let ids = page.map { indexed[Int($0)].id }
            let known = try catalog.photos(ids: ids).keyed(by: \.id)
            let decisions = try catalog.decisions(about: ids)
            for (number, id) in zip(page, ids) {
                candidates[number] = known[id].map { DuplicateCandidate(gallery.reachable($0)) }
                candidates[number]?.decisions = decisions[id]
            }
        }
        return DuplicateGroup.groups(
            candidates, pairs, hashes: indexed.map(\.hash), ignored: try catalog.ignoredDuplicates()
        )
    }

    /// Processes values in pages on one thread per core; consumes the results in order.
    private func forEachPage<Value: Sendable, Found: Sendable>(
        _ values: [Value], _ work: WorkContext,
        _ body: @escaping @Sendable ([Value]) throws -> [Found], consume: ([Found]) throws -> Void
    ) throws {
        try OrderedWork<[Value], Result<[Found], any Error>>(work, window: work.threads * 4).run {
            feed in
            for page in values.pages(of: Self.pageLength) where !feed(page) { return }
        } makeWorker: {
            { page in Result { try body(page) } }
        } consume: { outputs in
            for output in outputs { try consume(try output.get()) }
        }
    }

    private func looks(of ids: [PhotoID]) throws -> [(stored: StoredLook, look: PictureLook)] {
        try catalog.looks(of: ids, version: PictureLook.version).compactMap { stored in
            PictureLook(pixels: stored.pixels).map { (stored, $0) }
        }
    }

    /// Returns the pairs of some photos with any others.
    private func pairs(
        of numbers: [Int], _ index: LookIndex, _ photos: [Indexed], _ work: WorkContext
    ) throws -> [DuplicatePair] {
        let numberOfPhoto = numbers.keyed { photos[$0].id }
        var waiting: [(left: Int, right: Int, turn: Int)] = []
        var looks: [PhotoID: (stored: StoredLook, look: PictureLook)] = [:]
        for (stored, look) in try self.looks(of: numbers.map { photos[$0].id }) {
            guard let number = numberOfPhoto[stored.photoID] else { continue }
            looks[stored.photoID] = (stored, look)
            waiting += index.candidates(for: look, except: number).map {
                (number, $0.number, $0.turn)
            }
        }
        var pairs: [DuplicatePair] = []
        for batch in waiting.pages(of: Self.batchLength) {
            try work.checkCancellation()
            let others = Set(batch.map { photos[$0.right].id }).filter { looks[$0] == nil }
            let further = try self.looks(of: Array(others)).keyed(by: \.stored.photoID)
            for (left, right, turn) in batch {
                let id = photos[right].id
                guard let one = looks[photos[left].id], let two = looks[id] ?? further[id]
                else { continue }
                // Only copies with other metadata have equal looks: two shots have other noise.
                let isSameData =
                    one.stored.pictureData == two.stored.pictureData
                    || one.stored.pixels == two.stored.pixels
                let difference = one.look.difference(
                    turn: turn, from: two.look, turn: Int(photos[right].turn))
                guard isSameData || difference != nil else { continue }
                pairs.append(
                    DuplicatePair(
                        left: Int32(left), right: Int32(right),
                        difference: difference ?? 0, isSameData: isSameData))
            }
        }
        return pairs
    }
}
