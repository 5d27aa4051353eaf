import Basics
import Catalog
import GalleryModel
import Imaging
import PhotoSources
import Transport

/// A photo whose picture may have to be downloaded.
struct WantedPicture: Sendable {
    var photo: PhotoID
    var origin: Origin
    var originID: String
    /// The picture's location; nil to derive it from the catalog.
    var source: PictureSource?
    /// True to query the origin again even if it had no picture earlier.
    var retriesUnavailable: Bool
    /// The size, which is set when the picture is queued.
    var size = PictureSize.original
}

/// Downloads pictures concurrently and stores them in batches.
extension SectionFill {
    /// The number of pictures stored in one transaction.
    private static let batchLength = 64
    /// The advice for a Flickr picture on a host that is not allowed.
    private static let hostAdvice = " (GALLERY_FLICKR_HOSTS, or flickr.hosts in the configuration)"
    /// The longest time a finished picture waits to be stored.
    private static let patience = Duration.seconds(1)

    /// Queues the photos that need a picture and counts the others.
    func want(_ pictures: [WantedPicture], size: PictureSize) async throws {
        let states = try await offload { [catalog] in
            try catalog.pictureStates(of: pictures.map(\.photo), size: size)
        }
        for var picture in pictures {
            switch states[picture.photo] {
            case .stored?, .offline?: counts.present += 1
            case .unavailable? where !picture.retriesUnavailable: counts.unavailable += 1
            case _ where !met.insert(.photo(picture.photo, size)).inserted: counts.present += 1
            default:
                wanted += 1
                // A dry run reports the pictures that would be downloaded.
                if session == nil { counts.downloaded += 1 }
                picture.size = size
                queueEnd.yield(picture)
            }
        }
    }

    /// Counts an imported photo, which has no remote source, as present.
    func countPresent() { counts.present += 1 }

    /// Downloads queued pictures concurrently until the queue ends.
    ///
    /// - Throws: errors of the catalog; `CancellationError`. Failed pictures are recorded instead.
    nonisolated func download() async throws {
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                // Stores finished pictures while others stall.
                group.addTask {
                    while !Task.isCancelled {
                        try? await Task.sleep(for: Self.patience)
                        try await self.store(onlyIfDue: true)
                    }
                }
                // Each worker takes pictures from the queue itself, so that this task waits only
                // for the workers, and a fatal error is thrown at once even while the queue is
                // empty.
                for _ in 0..<connection.parallel {
                    group.addTask {
                        for await picture in self.queue {
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

    private func download(_ wanted: WantedPicture) async throws {
        guard let session else { return }
        // The name of the partial file is the same in every run.
        let id =
            wanted.origin == .flickr ? wanted.originID : FileDigest(of: wanted.originID).hexadecimal
        let part = session.part(key: "\(wanted.origin.rawValue)-\(id)-\(wanted.size.rawValue)")
        let stored =
            wanted.source == nil
            ? try await offload { [catalog] in try catalog.photo(id: wanted.photo) } : nil
        let outcome: PictureResult.Outcome
        do {
            let client = try connection.source(of: wanted.origin)
            var source = wanted.source
            if let stored { source = try await client.picture(of: stored, size: wanted.size) }
            if let source {
                switch try await client.download(source, to: part) {
                case .unavailable(let reason): outcome = .unavailable(reason)
                case .downloaded(var file):
                    // Reading may take long, so it does not run on the transport's thread. A
                    // picture with unreadable metadata is still a picture.
                    let metadata = try await offload { try? MetadataReader().read(path: part) }
                    (file.width, file.height) = (metadata?.width, metadata?.height)
                    outcome = .stored(file)
                }
            } else {
                let server = wanted.origin == .flickr ? "Flickr" : "the server"
                outcome = .unavailable(
                    "\(server) has no picture of the size '\(wanted.size.rawValue)'")
            }
        } catch { outcome = .failed(try reason(for: error, of: wanted.origin)) }
        try await take(outcome, of: wanted, part)
    }

    /// Records the outcome of a picture, reports a failure, and stores finished pictures if due.
    private func take(
        _ outcome: PictureResult.Outcome, of picture: WantedPicture, _ part: BytePath
    ) async throws {
        results.append(
            PictureResult(
                photoID: picture.photo, size: picture.size, outcome: outcome,
                isRequested: connection.fetchesSizes))
        var message: String?
        switch outcome {
        case .stored(let file):
            _ = patience.endsWith(.none)
            counts.downloaded += 1
            finished.append((part, file.digest, file.fileExtension))
        case .unavailable(let reason):
            counts.unavailable += 1
            // A picture that was requested individually is a failed item.
            if connection.fetchesSizes { message = reason }
        case .failed(let reason):
            counts.failed += 1
            message = reason
        }
        if let message {
            let photo = try await offload { [catalog] in try catalog.photo(id: picture.photo) }
            work.reportFailure(.photo(photo), message, problem: .photo(picture.photo, picture.size))
        }
        done += 1
        work.progress("pictures", done, of: wanted)
        try await store(onlyIfDue: true)
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

    /// Moves finished files into the catalog and records the outcome of each picture.
    ///
    /// - Parameter onlyIfDue: true to store only a whole batch, or pictures that have waited long
    ///   enough.
    private func store(onlyIfDue: Bool = false) async throws {
        let isDue =
            results.count >= Self.batchLength
            || !results.isEmpty && ContinuousClock.now - lastStored >= Self.patience
        if onlyIfDue, !isDue { return }
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

/// Checks downloaded files, so that only complete pictures are stored.
enum PictureCheck {
    /// A file that is not a complete picture.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Describes a complete picture, without its width and height.
    ///
    /// - Throws: `UnsupportedFileType` for types that `import` does not support; `Failure` for
    ///   files of unknown type and truncated files; `FileError`.
    @Sendable static func picture(
        at path: BytePath, digest: FileDigest, byteCount: Int64
    ) throws -> PictureFile {
        // The session is the only user of its partial files.
        let file = try MappedFile(path: path)
        defer { extendLifetime(file) }
        let format = PictureFormat.sniff(file.bytes)
        guard format.isSupported else {
            // Servers in trouble send HTML pages and other text.
            if [.unknown, .document("HTML"), .document("XMP")].contains(format) {
                throw Failure(description: "a file of type \(format.exiftoolName)")
            }
            throw UnsupportedFileType(format.exiftoolName)
        }
        if let reason = PictureIntegrity.damage(format, file.bytes) {
            throw Failure(description: reason)
        }
        return PictureFile(
            digest: digest, byteCount: byteCount, fileType: format.exiftoolName,
            fileExtension: format.fileExtension, width: nil, height: nil)
    }
}
