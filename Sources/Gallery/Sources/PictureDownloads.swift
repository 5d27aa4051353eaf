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
    /// What to do about a picture of Flickr's that lies elsewhere.
    private static let hostAdvice =
        " (GALLERY_FLICKR_HOSTS, or flickr.hosts in the configuration)"
    /// The longest that a finished picture waits to be stored.
    private static let patience = Duration.seconds(1)

    private let catalog: PhotoCatalog
    private let connection: SourceConnection
    private let session: WritingSession?
    private let command: String
    private let entry: CommandEntry?
    private let options: WorkOptions
    private let pictures: AsyncStream<WantedPicture>
    private let wanting: AsyncStream<WantedPicture>.Continuation
    private var results: [PictureResult] = []
    private var finished: [WritingSession.Finished] = []
    private var lastStored = ContinuousClock.now
    private var done = 0
    private var wanted = 0
    private var patience: ServerPatience
    /// What is fetched by now, or was: a photo may be listed by several people.
    private var met: Set<WantedPicture> = []

    /// How the pictures fared so far.
    private(set) var counts = SearchSummary.Pictures()
    /// What makes further downloads pointless, such as a server that asks to come back much later.
    private(set) var failure: GalleryError?

    /// A picture to be fetched.
    private struct WantedPicture: Hashable, Sendable {
        var photo: PhotoID
        var size: PictureSize
    }

    init(
        catalog: PhotoCatalog, connection: SourceConnection, session: WritingSession?,
        command: String, noting entry: CommandEntry?, options: WorkOptions
    ) {
        self.catalog = catalog
        self.connection = connection
        self.session = session
        self.command = command
        self.entry = entry
        self.options = options
        patience = ServerPatience(requests: connection.parallel)
        (pictures, wanting) = AsyncStream<WantedPicture>.makeStream()
    }

    /// Sorts out which photos need a picture and puts those into the queue; the others are counted.
    ///
    /// - Parameter asksAgain: photos whose picture is worth another question though there was none.
    func want(_ ids: [PhotoID], size: PictureSize, asksAgain: Set<PhotoID>) async throws {
        let states = try await offload { [catalog] in
            try catalog.pictureStates(of: ids, size: size)
        }
        var needed: [PhotoID] = []
        for id in ids {
            switch states[id] {
            case .stored?, .offline?: counts.present += 1
            case .unavailable? where !asksAgain.contains(id): counts.unavailable += 1
            case _ where !met.insert(WantedPicture(photo: id, size: size)).inserted:
                counts.present += 1
            default: needed.append(id)
            }
        }
        wanted += needed.count
        // A dry run says what would be downloaded.
        if session == nil { counts.downloaded += needed.count }
        for id in needed { wanting.yield(WantedPicture(photo: id, size: size)) }
    }

    /// Counts photos whose pictures are no matter of any server as present.
    func countPresent(_ photos: Int) { counts.present += photos }

    /// Says that no more pictures are wanted.
    nonisolated func end() { wanting.finish() }

    /// Downloads pictures as they are wanted, several at a time, until there are to be no more.
    ///
    /// - Throws: what the catalog throws; `CancellationError`. Failed pictures are recorded instead.
    nonisolated func run() async throws {
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                // Finished pictures do not wait for others that stall.
                group.addTask {
                    while !Task.isCancelled {
                        try? await Task.sleep(for: Self.patience)
                        try await self.storeWhatIsDue()
                    }
                }
                // Each takes the next picture itself, so that this task waits for nothing but their ends
                // and a fatal error is thrown at once, also while none is wanted.
                for _ in 0..<connection.parallel {
                    group.addTask {
                        for await picture in self.pictures {
                            if await self.failure != nil { return }
                            try await self.download(picture)
                        }
                    }
                }
                for _ in 0..<connection.parallel { try await group.next() }
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

    private nonisolated func download(_ wanted: WantedPicture) async throws {
        guard let session else { return }
        let photo = try await offload { [catalog] in try catalog.photo(id: wanted.photo) }
        let size = wanted.size
        let part = session.part(key: PictureDownloads.key(of: photo, size))
        let outcome: PictureResult.Outcome
        do {
            let source = try connection.source(of: photo.origin)
            guard let picture = try await source.picture(of: photo, size: size) else {
                let reason = "\(photo.origin.rawValue) offers no such picture"
                try await take(.unavailable(reason), of: photo, size, part: nil)
                return
            }
            switch try await source.download(picture, to: part) {
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
            outcome = .failed(try await reason(for: error, of: photo.origin))
        }
        try await take(outcome, of: photo, size, part: part)
    }

    /// What the part file of a picture is found under: the same in every run.
    private static func key(of photo: Photo, _ size: PictureSize) -> String {
        let id =
            photo.origin == .flickr
            ? photo.originID : FileDigest(of: photo.originID).hexadecimal
        return "\(photo.origin.rawValue)-\(id)-\(size.rawValue)"
    }

    /// Why one picture failed; throws where the others would fail as well.
    private func reason(for error: any Error, of origin: Origin) throws -> String {
        if error is CancellationError || Task.isCancelled { throw CancellationError() }
        let translated = GalleryError(translating: error)
        switch translated.kind {
        case .tryLater: failure = failure ?? translated
        case .inputOutput, .bug: throw translated
        default:
            if origin == .flickr {
                let isForeign = (error as? TransportError)?.code == .hostNotAllowed
                return translated.message + (isForeign ? Self.hostAdvice : "")
            }
            // The pictures of a section come from one server. One that stalls says nothing about the others.
            let trouble = ServerTrouble(error)
            if patience.endsWith(trouble) || trouble == .away { failure = failure ?? translated }
        }
        return translated.message
    }

    private func take(
        _ outcome: PictureResult.Outcome, of photo: Photo, _ size: PictureSize, part: BytePath?
    ) async throws {
        results.append(PictureResult(photoID: photo.id, size: size, outcome: outcome))
        switch outcome {
        case .stored(let file):
            _ = patience.endsWith(.none)
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
                    subject: .photo(photo), message: reason))
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
        try await offload { [session, catalog, command, entry] in
            try session?.finish(finished)
            try catalog.record(results, command: command, noting: entry)
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
        case .webp: "webp"
        case .heic: "heic"
        case .avif: "avif"
        case .tiff: "tif"
        }
    }
}
