import Basics
import Catalog
import GalleryModel
import Imaging
import PhotoSources
import Transport

/// Downloads pictures concurrently and stores them in batches.
actor PictureDownloads {
    /// The number of pictures stored in one transaction.
    private static let batchLength = 64
    /// The advice for a Flickr picture on a host that is not allowed.
    private static let hostAdvice =
        " (GALLERY_FLICKR_HOSTS, or flickr.hosts in the configuration)"
    /// The longest time a finished picture waits to be stored.
    private static let patience = Duration.seconds(1)

    private let catalog: PhotoCatalog
    private let connection: SourceConnection
    private let session: WritingSession?
    private let command: String
    private let entry: CommandEntry?
    private let options: WorkOptions
    /// Whether the pictures were requested individually, so that an unavailable one is a failed
    /// item.
    private let areRequested: Bool
    /// The problems that the user acknowledged.
    private let ignored: Set<ProblemSubject>
    private let pictures: AsyncStream<RequestedPicture>
    private let wanting: AsyncStream<RequestedPicture>.Continuation
    private var results: [PictureResult] = []
    private var finished: [WritingSession.Finished] = []
    private var lastStored = ContinuousClock.now
    private var done = 0
    private var wanted = 0
    private var patience: ConsecutiveFailureLimit
    /// The pictures already queued; several users may list the same photo.
    private var met: Set<RequestedPicture> = []

    /// The counts so far.
    private(set) var counts = SearchSummary.Pictures()
    /// The error that makes further downloads pointless, such as a long rate limit.
    private(set) var failure: GalleryError?

    /// A picture to fetch.
    private struct RequestedPicture: Hashable, Sendable {
        var photo: PhotoID
        var size: PictureSize
    }

    init(
        catalog: PhotoCatalog, connection: SourceConnection, session: WritingSession?,
        command: String, noting entry: CommandEntry?, options: WorkOptions, areRequested: Bool,
        ignoring ignored: Set<ProblemSubject>
    ) {
        self.areRequested = areRequested
        self.ignored = ignored
        self.catalog = catalog
        self.connection = connection
        self.session = session
        self.command = command
        self.entry = entry
        self.options = options
        patience = ConsecutiveFailureLimit(requests: connection.parallel)
        (pictures, wanting) = AsyncStream<RequestedPicture>.makeStream()
    }

    /// Queues the photos that need a picture and counts the others.
    ///
    /// - Parameter retriesUnavailable: photos to query again even if they had no picture earlier.
    func want(_ ids: [PhotoID], size: PictureSize, retriesUnavailable: Set<PhotoID>) async throws {
        let states = try await offload { [catalog] in
            try catalog.pictureStates(of: ids, size: size)
        }
        var needed: [PhotoID] = []
        for id in ids {
            switch states[id] {
            case .stored?, .offline?: counts.present += 1
            case .unavailable? where !retriesUnavailable.contains(id): counts.unavailable += 1
            case _ where !met.insert(RequestedPicture(photo: id, size: size)).inserted:
                counts.present += 1
            default: needed.append(id)
            }
        }
        wanted += needed.count
        // A dry run reports the pictures that would be downloaded.
        if session == nil { counts.downloaded += needed.count }
        for id in needed { wanting.yield(RequestedPicture(photo: id, size: size)) }
    }

    /// Counts imported photos, which have no remote source, as present.
    func countPresent(_ photos: Int) { counts.present += photos }

    /// Ends the queue: no more pictures follow.
    nonisolated func end() { wanting.finish() }

    /// Downloads queued pictures concurrently until the queue ends.
    ///
    /// - Throws: errors of the catalog; `CancellationError`. Failed pictures are recorded instead.
    nonisolated func run() async throws {
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                // Stores finished pictures while others stall.
                group.addTask {
                    while !Task.isCancelled {
                        try? await Task.sleep(for: Self.patience)
                        try await self.storeIfDue()
                    }
                }
                // Each worker takes pictures from the queue itself, so that this task waits only
                // for the workers, and a fatal error is thrown at once even while the queue is
                // empty.
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
            // Complete pictures are kept even if the work is interrupted.
            try? await store()
            throw error
        }
        try await store()
        try Task.checkCancellation()
    }

    private nonisolated func download(_ wanted: RequestedPicture) async throws {
        guard let session else { return }
        let photo = try await offload { [catalog] in try catalog.photo(id: wanted.photo) }
        let size = wanted.size
        let part = session.part(key: PictureDownloads.key(of: photo, size))
        let outcome: PictureResult.Outcome
        do {
            let source = try connection.source(of: photo.origin)
            guard let picture = try await source.picture(of: photo, size: size) else {
                let server = photo.origin == .flickr ? "Flickr" : "the server"
                let reason = "\(server) has no picture of the size '\(size.rawValue)'"
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

    /// Returns the name of a picture's partial file, the same in every run.
    private static func key(of photo: Photo, _ size: PictureSize) -> String {
        let id =
            photo.origin == .flickr
            ? photo.originID : FileDigest(of: photo.originID).hexadecimal
        return "\(photo.origin.rawValue)-\(id)-\(size.rawValue)"
    }

    /// Returns the reason why one picture failed; throws if the others would fail as well.
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
            // The pictures of a section come from one server. A single stalled one does not mean
            // the others stall.
            let trouble = ServerTrouble(error)
            if patience.endsWith(trouble) || trouble == .away { failure = failure ?? translated }
        }
        return translated.message
    }

    private func take(
        _ outcome: PictureResult.Outcome, of photo: Photo, _ size: PictureSize, part: BytePath?
    ) async throws {
        results.append(
            PictureResult(
                photoID: photo.id, size: size, outcome: outcome, isRequested: areRequested))
        switch outcome {
        case .stored(let file):
            _ = patience.endsWith(.none)
            counts.downloaded += 1
            if let part {
                finished.append(
                    .init(part: part, digest: file.digest, fileExtension: file.fileExtension))
            }
        case .unavailable(let reason):
            counts.unavailable += 1
            if areRequested { reportFailure(photo, size, reason) }
        case .failed(let reason):
            counts.failed += 1
            reportFailure(photo, size, reason)
        }
        done += 1
        options.progress(.init(activity: "pictures", done: done, total: wanted))
        try await storeIfDue()
    }

    private func reportFailure(_ photo: Photo, _ size: PictureSize, _ reason: String) {
        options.itemFailed(
            ItemFailure(
                subject: .photo(photo), message: reason,
                isIgnored: ignored.contains(.photo(photo.id, size))))
    }

    private func storeIfDue() async throws {
        let waits = ContinuousClock.now - lastStored
        guard results.count >= Self.batchLength || (!results.isEmpty && waits >= Self.patience)
        else {
            return
        }
        try await store()
    }

    /// Moves finished files into the catalog and records the outcome of each picture.
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

/// Checks downloaded files, so that only complete pictures are stored.
enum PictureCheck {
    /// A file that is not a complete picture.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Returns the kind of a complete picture.
    ///
    /// - Throws: `UnsupportedFileType` for types that `import` does not support; `Failure` for files of
    ///   unknown type and truncated files.
    static func kind(of path: BytePath) throws -> PictureKind {
        let head = try FileBytes.head(path, length: PictureFormat.sniffLength)
        guard !head.isEmpty else { throw Failure(description: "an empty file") }
        let sniffed = PictureFormat.sniff(head)
        // Unreadable files are detected below.
        let format = (try? PictureFormat.refine(sniffed, path)) ?? sniffed
        guard format.isSupported, let kind = PictureKind(rawValue: format.exiftoolName) else {
            // Servers in trouble send HTML pages and other text.
            if [.unknown, .html, .xmp].contains(format) {
                throw Failure(description: "a file of type \(format.exiftoolName)")
            }
            throw UnsupportedFileType(format.exiftoolName)
        }
        if case .damaged(let reason) = try PictureIntegrity.check(format, path) {
            throw Failure(description: reason)
        }
        return kind
    }

    /// Returns the stored width and height in pixels; nil if the file does not contain them.
    static func size(of path: BytePath) -> (width: Int?, height: Int?) {
        // A picture with unreadable metadata is still a picture.
        guard let metadata = try? MetadataReader().read(path: path) else { return (nil, nil) }
        return (metadata.width, metadata.height)
    }
}
