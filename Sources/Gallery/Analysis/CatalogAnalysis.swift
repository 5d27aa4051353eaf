import Catalog
import Foundation
import GalleryModel
import Synchronization

/// A pass over the pictures of a catalog that creates missing thumbnails and detects missing faces.
///
/// ```
/// catalog, one page at a time → due photos → decode once, reduce, detect, encode (one thread
///     per core) → store in batches → evict thumbnails
/// ```
/// Pictures that another program is working on are deferred to the end and not processed twice.
///
/// At any time, memory holds one decoded picture per thread and the encoded thumbnails of a few
/// dozen photos; `imaging.maximumDecodeBytes` limits all decoded pictures together.
struct CatalogAnalysis: Sendable {
    /// Results stored per transaction.
    private static let batchLength = 64
    /// The maximum time that a result waits to be stored, in seconds.
    private static let patience = 1.0

    let jobs: AnalysisJobs
    let pictures: PictureAnalysis
    /// The size limit of all thumbnails in bytes.
    let maximumBytes: Int
    let work: WorkContext
    /// The command name used in progress reports.
    let command: String

    /// Runs the pass on the current thread and on threads of its own.
    ///
    /// - Parameters:
    ///   - total: the number of photos in the scope, for progress reports.
    ///   - body: receives stored results in the order of the scope.
    func run(
        _ scope: PhotoScope, total: Int, body: ([AnalyzedPicture]) throws -> Void
    ) throws -> AnalysisSummary {
        let skipped = SkippedAnalysis()
        var summary = AnalysisSummary()
        summary.thumbnails.isDryRun = work.isDryRun
        if work.isDryRun {
            try plan(scope, skipped, &summary)
        } else {
            try analyze(scope, total, skipped, &summary, body)
        }
        let counts = skipped.value
        summary.thumbnails.upToDate = counts.thumbnails
        summary.thumbnails.withoutPicture = counts.withoutPicture
        summary.faces.upToDate = counts.faces
        summary.faces.withoutPicture = counts.withoutPicture
        return summary
    }

    /// Counts the pending work.
    private func plan(
        _ scope: PhotoScope, _ skipped: SkippedAnalysis, _ summary: inout AnalysisSummary
    ) throws {
        try jobs.forEach(scope, skipped) { job in
            if !job.missing.isEmpty { summary.thumbnails.photos += 1 }
            summary.thumbnails.made += job.missing.count
            if job.needsFaces {
                summary.faces.examined += 1
            } else if job.faces != nil {
                summary.faces.shownAgain += 1
            }
            return !work.stop.isRaised
        }
        try work.checkCancellation()
    }

    private func analyze(
        _ scope: PhotoScope, _ total: Int, _ skipped: SkippedAnalysis,
        _ summary: inout AnalysisSummary, _ body: ([AnalyzedPicture]) throws -> Void
    ) throws {
        var store = AnalysisStore(jobs: jobs, maximumBytes: maximumBytes, work: work)
        var waiting: [PictureAnalysis.Output] = []
        var done = 0
        var lastStored = Date()
        let turns = AnalysisClaims(jobs, skipped, work.stop)
        defer { summary = store.summary }
        func flush() throws {
            lastStored = Date()
            let batch = waiting
            waiting.removeAll(keepingCapacity: true)
            let rows = try store.store(batch)
            for output in batch { turns.claims.release(output.job.sha256) }
            done += batch.count
            if !rows.isEmpty { try body(rows) }
            work.progress(command, min(done + skipped.value.photos, total), of: total)
        }
        func pass(_ scope: PhotoScope, _ deferred: DeferredPhotos?) throws {
            do {
                try OrderedWork<PictureWork, PictureAnalysis.Output>(work).run { push in
                    try jobs.forEach(scope, skipped, push.callAsFunction)
                } makeWorker: {
                    turns.worker(deferred: deferred, try pictures.makeWorker())
                } consume: { outputs in
                    waiting += outputs
                    let isOld = Date().timeIntervalSince(lastStored) > Self.patience
                    if waiting.count >= Self.batchLength || isOld { try flush() }
                }
            } catch {
                // Finished results are kept, whatever ended the work.
                try? flush()
                throw error
            }
            try flush()
        }
        var deferred = DeferredPhotos()
        try pass(scope, deferred)
        while case let left = deferred.photos, !left.isEmpty {
            let defersAgain = turns.waitForOne(of: deferred)
            deferred = DeferredPhotos()
            // Deferred photos are processed again.
            done -= left.count
            try pass(.photos(left), defersAgain ? deferred : nil)
        }
        try store.finish()
    }
}

/// Coordinates programs that analyze the same catalog at the same time.
///
/// A program claims a picture until its result is stored. Pictures claimed by another program are
/// deferred to the next pass, which begins when one of them becomes free; by then the other program
/// has usually stored the result. Passes repeat until nothing is deferred. No program waits while
/// holding a claim, so deadlocks cannot occur.
struct AnalysisClaims: Sendable {
    /// The maximum time to wait for a picture to become free.
    ///
    /// After it, the work is done anyway, as the program with the claims may be suspended.
    private static let patience = Duration.seconds(10)

    let jobs: AnalysisJobs
    let skipped: SkippedAnalysis
    let stop: StopFlag
    let claims: PictureClaims

    init(_ jobs: AnalysisJobs, _ skipped: SkippedAnalysis, _ stop: StopFlag) {
        self.jobs = jobs
        self.skipped = skipped
        self.stop = stop
        claims = jobs.catalog.makeClaims()
    }

    /// Returns a worker that skips pictures that other programs are processing or have processed.
    ///
    /// - Parameters:
    ///   - deferred: collects the photos that other programs have claimed; nil to process these as
    ///     well.
    func worker(
        deferred: DeferredPhotos?, _ work: @escaping (PictureWork) -> PictureAnalysis.Output
    ) -> (PictureWork) -> PictureAnalysis.Output {
        { job in
            guard job.needsPicture, !jobs.replacesResults else { return work(job) }
            if !claims.take(job.sha256), let deferred {
                deferred.append(job)
                return leave(job)
            }
            // Another program may have stored the result since this one checked.
            guard let job = try? jobs.stillDue(job, skipped) else { return work(job) }
            return work(job)
        }
    }

    /// Returns the output of a job without work and removes it from the up-to-date counts, as it
    /// will be counted again.
    private func leave(_ job: PictureWork) -> PictureAnalysis.Output {
        skipped.add { counts in
            if job.missing.isEmpty { counts.thumbnails -= 1 }
            if job.faces == nil { counts.faces -= 1 }
        }
        var left = job
        (left.missing, left.faces) = ([], nil)
        return PictureAnalysis.Output(job: left, isDeferred: true)
    }

    /// Waits until one of the deferred photos is free or the run is canceled.
    ///
    /// - Returns: whether photos that are still claimed should be deferred again; false if none
    ///   became free in time.
    func waitForOne(of deferred: DeferredPhotos) -> Bool {
        let pictures = deferred.pictures
        let deadline = ContinuousClock.now + Self.patience
        while !stop.isRaised {
            if let free = pictures.first(where: claims.take) {
                // The worker that processes the picture claims it again.
                claims.release(free)
                return true
            }
            if ContinuousClock.now > deadline { return false }
            usleep(20_000)
        }
        return true
    }
}

/// The deferred photos.
final class DeferredPhotos: Sendable {
    private let jobs = Mutex<[PictureWork]>([])

    /// The photos, ordered by id.
    var photos: [PhotoID] {
        jobs.withLock { $0.map(\.photoID).sorted { $0.rawValue < $1.rawValue } }
    }

    /// The SHA-256 hashes of their pictures, hexadecimal, without duplicates.
    var pictures: Set<String> { jobs.withLock { Set($0.map(\.sha256)) } }

    /// Adds a photo.
    func append(_ job: PictureWork) { jobs.withLock { $0.append(job) } }
}
