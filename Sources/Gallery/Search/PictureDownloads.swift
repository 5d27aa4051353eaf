import Basics
import Catalog
import Foundation
import GalleryModel
import PhotoSources
import Transport

/// Downloads the pictures of photos, several at a time, and stores them in batches.
actor PictureDownloads {
    /// Pictures stored in one transaction.
    private static let batchLength = 64
    /// The longest that a finished picture waits to be stored.
    private static let patience = Duration.seconds(1)

    private let catalog: PhotoCatalog
    private let connection: FlickrConnection
    private let session: WritingSession?
    private let size: PictureSize
    private let command: String
    private let options: WorkOptions
    /// Whether to ask for the sizes of a photo whose original was not listed.
    private let asksForSizes: Bool
    private var results: [PictureResult] = []
    private var finished: [WritingSession.Finished] = []
    private var lastStored = ContinuousClock.now
    private var done = 0
    private var wanted = 0

    /// How the pictures fared so far.
    private(set) var counts = SearchSummary.Pictures()
    /// What makes further downloads pointless, such as a server that asks to come back much later.
    private(set) var failure: GalleryError?

    init(
        catalog: PhotoCatalog, connection: FlickrConnection, session: WritingSession?,
        size: PictureSize, command: String, asksForSizes: Bool, options: WorkOptions
    ) {
        self.catalog = catalog
        self.connection = connection
        self.session = session
        self.size = size
        self.command = command
        self.asksForSizes = asksForSizes
        self.options = options
    }

    /// Sorts out which photos need a picture; the others are counted.
    ///
    /// - Parameter asksAgain: photos whose picture is worth another question though there was none.
    func needed(_ ids: [PhotoID], asksAgain: Set<PhotoID>) async throws -> [PhotoID] {
        let states = try await offload { [catalog, size] in
            try catalog.pictureStates(of: ids, size: size)
        }
        var needed: [PhotoID] = []
        for id in ids {
            switch states[id] {
            case .stored?, .offline?: counts.present += 1
            case .unavailable? where !asksAgain.contains(id): counts.unavailable += 1
            default: needed.append(id)
            }
        }
        wanted += needed.count
        // A dry run says what would be downloaded.
        if session == nil { counts.downloaded += needed.count }
        return needed
    }

    /// Downloads the pictures of photos as they come, `parallel` at a time, until the stream ends.
    ///
    /// - Throws: what the catalog throws; `CancellationError`. Failed pictures are recorded instead.
    nonisolated func run(_ photos: AsyncStream<PhotoID>, parallel: Int) async throws {
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                // Finished pictures do not wait for others that stall.
                group.addTask {
                    while !Task.isCancelled {
                        try? await Task.sleep(for: Self.patience)
                        try await self.storeWhatIsDue()
                    }
                }
                // Each takes the next photo itself, so that this task waits for nothing but their ends
                // and a fatal error is thrown at once, also while no photo comes.
                for _ in 0..<max(parallel, 1) {
                    group.addTask {
                        for await id in photos {
                            if await self.failure != nil { return }
                            try await self.download(id)
                        }
                    }
                }
                for _ in 0..<max(parallel, 1) { try await group.next() }
                group.cancelAll()
            }
        } catch {
            // What is complete is kept, also when the work is interrupted.
            try? await store()
            throw error
        }
        try await store()
        try Task.checkCancellation()
    }

    private nonisolated func download(_ id: PhotoID) async throws {
        let photo = try await offload { [catalog] in try catalog.photo(id: id) }
        guard let session else { return }
        let part = session.part(key: "flickr-\(photo.originID)-\(size.rawValue)")
        let outcome: PictureResult.Outcome
        do {
            guard let source = try await source(for: photo) else {
                try await take(.unavailable("flickr offers no such picture"), of: photo, part: nil)
                return
            }
            switch try await connection.client.download(source, to: part) {
            case .unavailable(let reason): outcome = .unavailable(reason)
            case .downloaded(let digest, let byteCount, let kind, _):
                let pixels = try await offload { PictureCheck.size(of: part) }
                outcome = .stored(
                    PictureFile(
                        digest: digest, byteCount: byteCount, fileType: kind.rawValue,
                        fileExtension: kind.fileExtension, width: pixels.width,
                        height: pixels.height))
            }
        } catch {
            outcome = .failed(try await reason(for: error))
        }
        try await take(outcome, of: photo, part: part)
    }

    private nonisolated func source(for photo: Photo) async throws -> PictureSource? {
        if let source = connection.client.picture(of: photo.details, size: size) { return source }
        guard size == .original, asksForSizes, photo.media != "video" else { return nil }
        return FlickrClient.original(among: try await connection.client.sizes(of: photo.originID))
    }

    /// Why one picture failed; throws where the others would fail as well.
    private func reason(for error: any Error) throws -> String {
        if error is CancellationError || Task.isCancelled { throw CancellationError() }
        let translated = GalleryError(translating: error)
        switch translated.kind {
        case .tryLater: failure = failure ?? translated
        case .inputOutput, .bug: throw translated
        default: break
        }
        return translated.message
    }

    private func take(
        _ outcome: PictureResult.Outcome, of photo: Photo, part: BytePath?
    ) async throws {
        results.append(PictureResult(photoID: photo.id, size: size, outcome: outcome))
        switch outcome {
        case .stored(let file):
            counts.downloaded += 1
            if let part {
                finished.append(
                    .init(part: part, digest: file.digest, fileExtension: file.fileExtension))
            }
        case .unavailable: counts.unavailable += 1
        case .failed(let reason):
            counts.failed += 1
            options.itemFailed(
                ItemFailure(
                    subject: .flickrPhoto(photo.id, originID: photo.originID), message: reason))
        }
        done += 1
        options.progress(.init(activity: "pictures", done: done, total: wanted))
        try await storeWhatIsDue()
    }

    private func storeWhatIsDue() async throws {
        let waits = ContinuousClock.now - lastStored
        guard results.count >= Self.batchLength || (!results.isEmpty && waits >= Self.patience)
        else {
            return
        }
        try await store()
    }

    /// Gives finished files their names and records what came of each picture.
    private func store() async throws {
        let (results, finished) = (results, finished)
        self.results.removeAll()
        self.finished.removeAll()
        lastStored = .now
        try await offload { [session, catalog, command] in
            try session?.finish(finished)
            try catalog.record(results, command: command)
            try session?.settle(finished)
        }
    }
}

extension PictureKind {
    fileprivate var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .gif: "gif"
        }
    }
}
