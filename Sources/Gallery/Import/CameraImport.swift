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
/// paths → scan → jobs → read, hash, copy (a thread a core) → results → store in order, in batches
/// ```
/// The queues between them are short, so memory stays flat. Results are put back into the scan's order
/// before they are stored: the same folder always gives the same section.
struct CameraImport: Sendable {
    /// A file to be read.
    private struct Job: Sendable {
        let number: Int
        let stamp: CameraStamp
        /// Whether a person named the file, not only a folder above it.
        let isNamed: Bool
    }

    /// What became of a scanned item, by its number in the scan.
    struct Result: Sendable {
        let number: Int
        let finding: Finding
    }

    /// What reading a file found.
    enum Finding: Sendable {
        case read(ImportedPhoto, part: BytePath?)
        case unchanged(ImportOutcome, of: SourceStamp)
        case failed(CameraError, of: BytePath)
    }

    let catalog: PhotoCatalog
    let inPlace: Bool
    let limits: DecodeLimits
    let options: WorkOptions
    let stop: StopFlag

    /// How many bytes of files all readers together may hold.
    private static let readBudget = 64 << 20

    /// After how long without a result what waits is stored, in seconds.
    private static let quietSeconds = 0.25

    /// Items scanned before the catalog is asked which of them it knows.
    private static let scanLength = 256

    /// Runs the import on this thread and those it starts.
    ///
    /// - Throws: `notFound` where none of the paths exists; what the catalog throws;
    ///   `CancellationError` after storing what was read.
    func run(_ paths: some Sequence<BytePath> & Sendable) throws -> ImportSummary {
        let session =
            options.isDryRun ? nil : try GalleryError.translating { try catalog.beginWriting() }
        do {
            let summary = try run(paths, session)
            session?.end()
            return summary
        } catch {
            session?.end(keepingParts: true)
            throw error
        }
    }

    private func run(
        _ paths: some Sequence<BytePath> & Sendable, _ session: WritingSession?
    ) throws -> ImportSummary {
        let jobs = BoundedQueue<Job>(capacity: 64)
        let results = BoundedQueue<Result>(capacity: 512)
        let window = WorkWindow()
        let scanning = DispatchGroup()
        let workers = DispatchGroup()
        let scan = Mutex(
            (skips: CameraSkips(), inputs: 0, missing: [BytePath](), error: (any Error)?.none))
        let reading = StopFlag()
        start(scanning) {
            do {
                let found = try scanAll(paths, jobs: jobs, results: results, window: window)
                scan.withLock { ($0.skips, $0.inputs, $0.missing) = found }
            } catch {
                scan.withLock { $0.error = error }
            }
            jobs.close()
        }
        let readers = max(options.jobs ?? ProcessInfo.processInfo.activeProcessorCount, 1)
        for _ in 0..<readers {
            start(workers) {
                let reader = CameraFileReader(
                    wholeLength: Self.readBudget / readers, limits: limits)
                while let job = jobs.pop(), !stop.isRaised, !reading.isRaised {
                    let finding = read(job, with: reader, session: session)
                    if !results.push(Result(number: job.number, finding: finding)) { return }
                }
                // The scan must not wait for a reader that has left.
                jobs.close()
            }
        }
        scanning.notify(queue: .global()) {
            workers.notify(queue: .global()) { results.close() }
        }
        var store = ImportStore(
            catalog: catalog, session: session, options: options, window: window)
        do {
            while let result = try results.pop(
                within: Self.quietSeconds,
                ifLate: {
                    try store.flush()
                    // The scan may sit in a read of standard input, which nothing ends.
                    if stop.isRaised { throw CancellationError() }
                })
            {
                try store.take(result)
            }
            try store.finish()
        } catch {
            reading.raise()
            jobs.close()
            results.close()
            window.close()
            // The scan is not waited for: it may sit in a read of standard input.
            workers.wait()
            if error is CancellationError { throw error }
            throw GalleryError(translating: error)
        }
        let found = scan.withLock { $0 }
        if let error = found.error { throw GalleryError(translating: error) }
        if stop.isRaised { throw CancellationError() }
        if !found.missing.isEmpty, found.missing.count == found.inputs {
            throw GalleryError(.notFound, "nothing was imported: there is no such file or folder")
        }
        store.summary.hidden = found.skips.hidden
        store.summary.ignored += found.skips.special
        return store.summary
    }

    /// Draws paths and items, a batch at a time, and passes on those the catalog does not know.
    private func scanAll(
        _ paths: some Sequence<BytePath>, jobs: BoundedQueue<Job>, results: BoundedQueue<Result>,
        window: WorkWindow
    ) throws -> (CameraSkips, Int, [BytePath]) {
        var skips = CameraSkips()
        let hasProblems = try !options.isDryRun && !catalog.problems().isEmpty
        var inputs = 0
        var missing: [BytePath] = []
        var number = 0
        var waiting: [Job] = []
        func passOn() throws -> Bool {
            let stamps = waiting.map { SourceStamp($0.stamp) }
            let known = try catalog.unchanged(stamps, inPlace: inPlace)
            for (job, stamp) in zip(waiting, stamps) {
                let isTaken =
                    if let outcome = known[stamp] {
                        results.push(
                            Result(number: job.number, finding: .unchanged(outcome, of: stamp))
                        )
                    } else {
                        jobs.push(job)
                    }
                if !isTaken { return false }
            }
            waiting.removeAll(keepingCapacity: true)
            return true
        }
        for path in paths {
            inputs += 1
            let absolute = PhotoGallery.absolute(path)
            if hasProblems { try catalog.clearProblems(below: absolute, command: "import") }
            var scanner = CameraScanner([absolute], excluding: [catalog.folder])
            while let item = scanner.next() {
                if stop.isRaised || !window.wait(for: number) { return (skips, inputs, missing) }
                defer { number += 1 }
                do throws(CameraError) {
                    switch item {
                    case .file(let file):
                        waiting.append(
                            Job(
                                number: number, stamp: try CameraStamp(of: file),
                                isNamed: file == absolute))
                    case .problem(let error):
                        throw error
                    }
                } catch {
                    if case .missing(absolute) = error { missing.append(path) }
                    let failed = Result(number: number, finding: .failed(error, of: error.path))
                    if !results.push(failed) { return (skips, inputs, missing) }
                }
                if waiting.count >= Self.scanLength, try !passOn() {
                    return (skips, inputs, missing)
                }
            }
            skips.add(scanner.skips)
            // A sequence that reads standard input may wait long for its next path.
            if waiting.count >= Self.scanLength || !(paths is [BytePath]), try !passOn() { break }
        }
        _ = try passOn()
        return (skips, inputs, missing)
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

    private func start(_ group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
        group.enter()
        let thread = Thread {
            body()
            group.leave()
        }
        thread.stackSize = 1 << 20
        thread.start()
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
