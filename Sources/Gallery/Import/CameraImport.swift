import Basics
import Catalog
import Foundation
import GalleryModel
import Imaging
import PhotoSources
import Synchronization

/// One run of `import`: a thread that scans, one a core that reads, and one that stores.
///
/// ```
/// paths → scan → read, hash, copy (a thread a core) → store in order, in batches
/// ```
/// What is known passes the readers by. The same folder always gives the same section.
struct CameraImport: Sendable {
    /// A file to be read.
    private struct Job: Sendable {
        let number: Int
        let stamp: CameraStamp
        /// Whether a person named the file, not only a folder above it.
        let isNamed: Bool
    }

    /// Something the scan met, before the catalog is asked whether it knows the file.
    private enum Met {
        case file(Job)
        case problem(CameraError)
    }

    /// What the scan found besides files.
    private struct Scan {
        var skips = CameraSkips()
        /// How many paths were given.
        var inputs = 0
        /// Those that lead to nothing.
        var missing = 0
    }

    /// What reading a file found.
    enum Finding: Sendable {
        case read(ImportedPhoto, part: BytePath?)
        case unchanged(ImportOutcome, of: SourceStamp)
        case failed(CameraError, of: BytePath)
    }

    private typealias Pipeline = OrderedWork<Job, Finding>

    let catalog: PhotoCatalog
    let inPlace: Bool
    let limits: DecodeLimits
    let work: WorkContext

    /// How many bytes of files all readers together may hold.
    private static let readBudget = 64 << 20

    /// Items scanned before the catalog is asked which of them it knows.
    private static let scanLength = 256

    /// Items behind a slow one that may be read before it is stored.
    private static let window = 2048

    /// Runs the import on this thread and those it starts.
    ///
    /// - Throws: `notFound` where none of the paths exists; what the catalog throws;
    ///   `CancellationError` after storing what was read.
    func run(_ paths: some Sequence<BytePath> & Sendable) throws -> ImportSummary {
        let session =
            work.isDryRun ? nil : try GalleryError.translating { try catalog.beginWriting() }
        do {
            let summary = try run(paths, session)
            session?.end()
            return summary
        } catch {
            session?.end(keepingParts: true)
            if error is CancellationError { throw error }
            throw GalleryError(translating: error)
        }
    }

    private func run(
        _ paths: some Sequence<BytePath> & Sendable, _ session: WritingSession?
    ) throws -> ImportSummary {
        let scanned = Mutex(Scan())
        var store = ImportStore(catalog: catalog, session: session, work: work)
        do {
            try Pipeline(work, window: Self.window).run { feed in
                let found = try scan(paths, feed)
                scanned.withLock { $0 = found }
            } makeWorker: {
                let reader = CameraFileReader(
                    wholeLength: Self.readBudget / work.threads, limits: limits)
                return { read($0, with: reader, session: session) }
            } consume: { findings in
                if findings.isEmpty { try store.flush() } else { try store.take(findings) }
            }
        } catch let error as CancellationError {
            try store.flush()
            throw error
        }
        try store.flush()
        let found = scanned.withLock { $0 }
        if found.missing > 0, found.missing == found.inputs {
            throw GalleryError(.notFound, "nothing was imported: there is no such file or folder")
        }
        store.summary.hidden = found.skips.hidden
        store.summary.ignored += found.skips.special
        return store.summary
    }

    /// Draws paths and items, a batch at a time, and passes on those the catalog does not know.
    private func scan(
        _ paths: some Sequence<BytePath>, _ feed: Pipeline.Feed
    ) throws -> Scan {
        var scan = Scan()
        let hasProblems = try !work.isDryRun && !catalog.problems().isEmpty
        var number = 0
        var waiting: [Met] = []
        for path in paths {
            scan.inputs += 1
            let absolute = PhotoGallery.absolute(path)
            if hasProblems { try catalog.clearProblems(below: absolute, command: "import") }
            var scanner = CameraScanner([absolute], excluding: [catalog.folder])
            while let item = scanner.next() {
                if work.stop.isRaised { return scan }
                defer { number += 1 }
                do throws(CameraError) {
                    switch item {
                    case .file(let file):
                        waiting.append(
                            .file(
                                Job(
                                    number: number, stamp: try CameraStamp(of: file),
                                    isNamed: file == absolute)))
                    case .problem(let error):
                        throw error
                    }
                } catch {
                    if case .missing(absolute) = error { scan.missing += 1 }
                    waiting.append(.problem(error))
                }
                if waiting.count >= Self.scanLength, try !pass(&waiting, to: feed) { return scan }
            }
            scan.skips.add(scanner.skips)
            // A sequence that reads standard input may wait long for its next path.
            let isDue = waiting.count >= Self.scanLength || !(paths is [BytePath])
            if isDue, try !pass(&waiting, to: feed) { return scan }
        }
        _ = try pass(&waiting, to: feed)
        return scan
    }

    /// Hands in what was met, to be read unless the catalog knows it; false where no more is wanted.
    private func pass(_ waiting: inout [Met], to feed: Pipeline.Feed) throws -> Bool {
        let stamps = waiting.compactMap { met in
            if case .file(let job) = met { SourceStamp(job.stamp) } else { nil }
        }
        let known = try catalog.unchanged(stamps, inPlace: inPlace)
        for met in waiting {
            let isTaken =
                switch met {
                case .problem(let error): feed.pass(.failed(error, of: error.path))
                case .file(let job):
                    if case let stamp = SourceStamp(job.stamp), let outcome = known[stamp] {
                        feed.pass(.unchanged(outcome, of: stamp))
                    } else {
                        feed(job)
                    }
                }
            if !isTaken { return false }
        }
        waiting.removeAll(keepingCapacity: true)
        return true
    }

    private func read(
        _ job: Job, with reader: CameraFileReader, session: WritingSession?
    ) -> Finding {
        let part = inPlace ? nil : session?.part(key: "import-\(job.number)")
        do throws(CameraError) {
            let file = try reader.read(job.stamp.path, copyingTo: part)
            var details = file.details
            details.fileName = job.stamp.path.lastComponent.escaped
            return .read(
                ImportedPhoto(
                    source: SourceStamp(job.stamp),
                    file: PictureFile(
                        digest: file.digest, byteCount: file.byteCount,
                        fileType: file.format.exiftoolName,
                        fileExtension: file.format.fileExtension,
                        width: file.details.width, height: file.details.height,
                        damage: file.damage),
                    details: details, isStored: !inPlace, storedOrientation: file.storedOrientation,
                    faceRegions: file.faceRegions),
                part: part)
        } catch {
            return .failed(error.claimed(isNamed: job.isNamed), of: job.stamp.path)
        }
    }
}

extension SourceStamp {
    init(_ stamp: CameraStamp) {
        self.init(
            path: stamp.path, byteCount: stamp.byteCount, modified: stamp.modificationNanoseconds,
            inode: Int64(bitPattern: stamp.inode), sidecar: stamp.sidecarNanoseconds,
            changed: stamp.changeNanoseconds, dateSeen: stamp.dateSeenNanoseconds)
    }
}

extension CameraSkips {
    fileprivate mutating func add(_ other: CameraSkips) {
        hidden += other.hidden
        sidecars += other.sidecars
        special += other.special
        folders += other.folders
    }
}

extension CameraError {
    /// The endings of picture files that are imported or will be.
    private static let endings: Set<String> = [
        "jpg", "jpeg", "jpe", "png", "heic", "heif", "webp", "tif", "tiff", "gif", "bmp", "avif",
        "hif", "btf",
    ]

    /// The error as it is where the file claims to be a picture, by its name or because a person named
    /// it: other content is then damage, not a file to pass over.
    fileprivate func claimed(isNamed: Bool) -> CameraError {
        guard case .unsupported(let path, let format) = self, !format.isCameraFormat,
            isNamed || CameraError.endings.contains(path.fileExtension)
        else { return self }
        let content = format == .unknown ? "no picture" : "\(format.exiftoolName) and no picture"
        return .damaged(path, reason: "its content is \(content)")
    }
}
