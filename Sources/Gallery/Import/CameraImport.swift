import Basics
import Catalog
import GalleryModel
import Imaging
import PhotoSources
import Synchronization

/// One run of `import`: one scanning thread, one reading thread per core, and one storing thread.
///
/// ```
/// paths → scan → read, hash, copy (one thread per core) → store in order, in batches
/// ```
/// Known files bypass the readers. The same folder always results in the same section.
struct CameraImport: Sendable {
    /// A file to read.
    private struct Job: Sendable {
        let number: Int
        let stamp: SourceStamp
        /// True if the user named the file itself, not just a folder containing it.
        let isNamed: Bool
    }

    /// An item found by the scan, before it is looked up in the catalog.
    private enum Met {
        case file(Job)
        case other(Finding)
    }

    /// Results of the scan besides files.
    private struct Scan {
        /// The number of given paths.
        var inputs = 0
        /// The number of given paths that do not exist.
        var missing = 0
        /// Folders whose files imported in place may have been deleted.
        var folders: [BytePath] = []
    }

    /// The result of reading a file.
    enum Finding: Sendable {
        case read(ImportedPhoto, part: BytePath?)
        case unchanged(ImportOutcome, of: SourceStamp)
        case failed(CameraError, of: BytePath)
        case skipped(CameraSkip, BytePath)
    }

    private typealias Pipeline = OrderedWork<Job, Finding>

    let catalog: PhotoCatalog
    let inPlace: Bool
    let limits: DecodeLimits
    let work: WorkContext

    /// The version of metadata reading and storing; metadata of an older version is read again.
    static let metadataVersion = PhotoCatalog.metadataVersion + MetadataReader.version

    /// The maximum total size of file buffers in bytes, across all readers.
    private static let readBudget = 64 << 20

    /// Items scanned before they are looked up in the catalog.
    private static let scanLength = 256

    /// Items after a slow one that may be read before it is stored.
    private static let window = 2048

    /// Runs the import on the current thread and on threads of its own.
    ///
    /// - Parameter body: receives the row of each file, in order, once the file is stored.
    /// - Throws: `notFound` if none of the paths exists; errors of the catalog and `body`;
    ///   `CancellationError` after storing the files already read.
    func run(
        _ paths: some Sequence<BytePath> & Sendable,
        body: @escaping ([ImportedFile]) throws -> Void = { _ in }
    ) throws -> ImportSummary {
        let session = work.isDryRun ? nil : try translated(catalog.beginWriting())
        do {
            let summary = try run(paths, session, body)
            session?.end()
            return summary
        } catch {
            let failure = error is CancellationError ? nil : GalleryError(translating: error)
            // On a full disk, nothing remains to resume.
            session?.end(keepingParts: failure?.isDiskFull != true)
            throw failure ?? error
        }
    }

    private func run(
        _ paths: some Sequence<BytePath> & Sendable, _ session: WritingSession?,
        _ body: @escaping ([ImportedFile]) throws -> Void
    ) throws -> ImportSummary {
        let scanned = Mutex(Scan())
        let start = SourceStamp.now
        var store = ImportStore(catalog: catalog, session: session, work: work, body: body)
        store.summary.isDryRun = work.isDryRun
        do {
            try Pipeline(work, window: Self.window).run { feed in
                let found = try scan(paths, feed)
                scanned.withLock { $0 = found }
            } makeWorker: {
                let reader = CameraFileReader(
                    wholeLength: Self.readBudget / work.threads, limits: limits,
                    hashesPictureData: inPlace)
                return { read($0, with: reader, session: session) }
            } consume: { findings in
                if findings.isEmpty { try store.flush() } else { try store.take(findings) }
            }
            try store.flush()
        } catch let error as CancellationError {
            try store.flush()
            throw error
        } catch  where GalleryError(translating: error).isDiskFull {
            throw try store.endOnFullDisk(leaving: { try bytesLeft(of: paths) })
        }
        store.reportTakeoutFiles()
        try work.succeed(.path(catalog.folder))
        let found = scanned.withLock { $0 }
        for folder in found.folders {
            store.summary.missing += try catalog.markMissing(
                below: folder, seenBefore: start,
                exceptInDryRun: work.isDryRun ? Set(store.planned.values) : nil)
        }
        if found.missing > 0, found.missing == found.inputs {
            throw GalleryError(.notFound, "nothing was imported: no such file or folder")
        }
        return store.summary
    }

    /// Reads paths and their items in batches, and submits those that the catalog does not know.
    private func scan(_ paths: some Sequence<BytePath>, _ feed: Pipeline.Feed) throws -> Scan {
        var scan = Scan()
        let hasProblems =
            try !work.isDryRun && !catalog.problems(limit: 1, includingIgnored: true).isEmpty
        var number = 0
        var waiting: [Met] = []
        var folder: (path: BytePath, facts: DiskFolder?)?
        for path in paths {
            scan.inputs += 1
            let absolute = PhotoGallery.absolute(path)
            if hasProblems { try catalog.clearProblems(below: absolute, command: "import") }
            if absolute.status?.kind != .file { scan.folders.append(absolute) }
            var scanner = CameraScanner([absolute], excluding: [catalog.folder])
            while let item = scanner.next() {
                if work.stop.isRaised { return scan }
                defer { number += 1 }
                do throws(CameraError) {
                    switch item {
                    case .file(let file):
                        if folder?.path != file.parent {
                            folder = (file.parent, DiskFolder(file.parent))
                        }
                        let stamp = try SourceStamp(of: file, in: folder?.facts)
                        let job = Job(number: number, stamp: stamp, isNamed: file == absolute)
                        waiting.append(.file(job))
                    case .skipped(let path, let reason):
                        waiting.append(.other(.skipped(reason, path)))
                    case .problem(let error): throw error
                    }
                } catch {
                    if case .missing(absolute) = error { scan.missing += 1 }
                    waiting.append(.other(.failed(error, of: error.path)))
                }
                if waiting.count >= Self.scanLength, try !pass(&waiting, to: feed) { return scan }
            }
            // A sequence that reads standard input may wait a long time for its next path.
            let isDue = waiting.count >= Self.scanLength || !(paths is [BytePath])
            if isDue, try !pass(&waiting, to: feed) { return scan }
        }
        _ = try pass(&waiting, to: feed)
        return scan
    }

    /// Submits the items found, bypassing the readers for known files; returns false if no more are
    /// wanted.
    private func pass(_ waiting: inout [Met], to feed: Pipeline.Feed) throws -> Bool {
        let stamps: [SourceStamp] = waiting.compactMap { met in
            if case .file(let job) = met { job.stamp } else { nil }
        }
        let known = try unchanged(stamps)
        for met in waiting {
            let isTaken =
                switch met {
                case .other(let finding): feed.pass(finding)
                case .file(let job):
                    known[job.stamp].map { feed.pass(.unchanged($0, of: job.stamp)) } ?? feed(job)
                }
            if !isTaken { return false }
        }
        waiting.removeAll(keepingCapacity: true)
        return true
    }

    /// Returns the files that need not be read.
    private func unchanged(_ stamps: [SourceStamp]) throws -> [SourceStamp: ImportOutcome] {
        try catalog.unchanged(stamps, inPlace: inPlace, metadataVersion: Self.metadataVersion)
    }

    /// Returns the number and total size of pictures that are not in the catalog, judged by file
    /// name; nil if the paths can be read only once.
    private func bytesLeft(of paths: some Sequence<BytePath>) throws -> (files: Int, bytes: Int64)?
    {
        guard let paths = paths as? [BytePath] else { return nil }
        var scanner = CameraScanner(paths.map(PhotoGallery.absolute), excluding: [catalog.folder])
        var left: (files: Int, bytes: Int64) = (0, 0)
        while let item = scanner.next() {
            guard case .file(let path) = item, CameraError.endings.contains(path.fileExtension),
                let stamp = try? SourceStamp(of: path),
                try unchanged([stamp]).isEmpty
            else { continue }
            left.files += 1
            left.bytes += stamp.byteCount
        }
        return left
    }

    private func read(
        _ job: Job, with reader: CameraFileReader, session: WritingSession?
    ) -> Finding {
        let part = inPlace ? nil : session?.part(key: "import-\(job.number)")
        do throws(CameraError) {
            var photo = try reader.read(job.stamp.path, copyingTo: part)
            photo.details.fileName = job.stamp.path.lastComponent.escaped
            photo.source = job.stamp
            photo.isStored = !inPlace
            return .read(photo, part: part)
        } catch {
            return .failed(error.claimed(isNamed: job.isNamed), of: job.stamp.path)
        }
    }
}

extension CameraError {
    /// The name extensions of picture files, including those not yet supported.
    static let endings: Set<String> = [
        "jpg", "jpeg", "jpe", "png", "heic", "heif", "webp", "tif", "tiff", "gif", "bmp", "avif",
        "hif", "btf",
    ]

    /// Returns the error for a file that claims to be a picture, by its name or because the user
    /// named it.
    ///
    /// For such a file, other content is an error instead of a reason to skip it; an empty file
    /// without the claim is skipped.
    fileprivate func claimed(isNamed: Bool) -> CameraError {
        let isClaimed = isNamed || CameraError.endings.contains(path.fileExtension)
        switch self {
        case .unsupported(let path, let format) where !format.isCameraFormat && isClaimed:
            return .notAPicture(path, format)
        case .empty(let path) where !isClaimed: return .unsupported(path, .unknown)
        default: return self
        }
    }
}
