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
/// A picture is claimed until its result is stored. Pictures claimed by another program are
/// deferred to the next pass, which begins when one of them becomes free; by then the other program
/// has usually stored the result. Passes repeat until nothing is deferred. No program waits while
/// holding a claim, so deadlocks cannot occur.
///
/// At any time, memory holds one decoded picture per thread and the encoded thumbnails of a few
/// dozen photos; `imaging.maximumDecodeBytes` limits all decoded pictures together.
struct CatalogAnalysis: Sendable {
    /// Results stored per transaction.
    private static let batchLength = 64
    /// The maximum time that a result waits to be stored, in seconds.
    private static let patience = 1.0
    /// The maximum time to wait for a claimed picture to become free.
    ///
    /// After it, the work is done anyway, as the program with the claims may be suspended.
    private static let claimPatience = Duration.seconds(10)

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
    ///   - planned: receives each pending job of a dry run.
    ///   - body: receives stored results in the order of the scope.
    func run(
        _ scope: PhotoScope, total: Int, planned: (PictureWork) throws -> Void = { _ in },
        body: ([AnalyzedPicture]) throws -> Void
    ) throws -> AnalysisSummary {
        var summary = try work.isDryRun ? plan(scope, planned) : analyze(scope, total, body)
        summary.thumbnails.isDryRun = work.isDryRun
        let counts = jobs.skipped.counts.withLock(\.self)
        summary.thumbnails.upToDate = counts.thumbnails
        summary.thumbnails.withoutPicture = counts.withoutPicture
        summary.faces.upToDate = counts.faces
        summary.faces.withoutPicture = counts.withoutPicture
        return summary
    }

    /// Counts the pending work.
    private func plan(
        _ scope: PhotoScope, _ planned: (PictureWork) throws -> Void
    ) throws -> AnalysisSummary {
        var summary = AnalysisSummary()
        try jobs.forEach(scope) { job in
            try planned(job)
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
        return summary
    }

    private func analyze(
        _ scope: PhotoScope, _ total: Int, _ body: ([AnalyzedPicture]) throws -> Void
    ) throws -> AnalysisSummary {
        var store = AnalysisStore(jobs: jobs, maximumBytes: maximumBytes, work: work)
        var waiting: [PictureAnalysis.Output] = []
        var deferred: [PictureWork] = []
        var done = 0
        var lastStored = Date()
        let claims = jobs.catalog.makeClaims()
        func flush() throws {
            lastStored = Date()
            let batch = waiting
            waiting.removeAll(keepingCapacity: true)
            let rows = try store.store(batch.filter { !$0.isDeferred })
            for output in batch {
                claims.release(output.job.sha256)
                if output.isDeferred { deferred.append(output.job) }
            }
            done += batch.count
            if !rows.isEmpty { try body(rows) }
            let skipped = jobs.skipped.counts.withLock(\.photos)
            work.progress(command, min(done + skipped, total), of: total)
        }
        func pass(_ scope: PhotoScope, isDeferring: Bool) throws {
            do {
                try OrderedWork<PictureWork, PictureAnalysis.Output>(work).run { push in
                    try jobs.forEach(scope, push.callAsFunction)
                } makeWorker: {
                    try makeWorker(claims, isDeferring: isDeferring)
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
        try pass(scope, isDeferring: true)
        while case let left = deferred, !left.isEmpty {
            deferred = []
            // Deferred photos are processed again.
            done -= left.count
            try pass(
                .photos(left.map(\.photoID).sorted { $0.rawValue < $1.rawValue }),
                isDeferring: waitForOne(of: Set(left.map(\.sha256)), claims))
        }
        try store.finish()
        return store.summary
    }

    /// Returns a worker that skips pictures that other programs are processing or have processed.
    ///
    /// - Parameter isDeferring: whether to leave pictures that other programs have claimed for the
    ///   next pass; false to process these as well.
    private func makeWorker(
        _ claims: PictureClaims, isDeferring: Bool
    ) throws -> (PictureWork) -> PictureAnalysis.Output {
        let analyze = try pictures.makeWorker()
        return { job in
            guard job.needsPicture, !jobs.replacesResults else { return analyze(job) }
            if !claims.take(job.sha256), isDeferring { return leave(job) }
            // Another program may have stored the result since this one checked.
            return analyze((try? jobs.stillDue(job)) ?? job)
        }
    }

    /// Returns the output of a job without work and removes it from the up-to-date counts, as it
    /// will be counted again.
    private func leave(_ job: PictureWork) -> PictureAnalysis.Output {
        jobs.skipped.counts.withLock { counts in
            if job.missing.isEmpty { counts.thumbnails -= 1 }
            if job.faces == nil { counts.faces -= 1 }
        }
        var left = job
        (left.missing, left.faces, left.isLookDue) = ([], nil, false)
        return PictureAnalysis.Output(job: left, isDeferred: true)
    }

    /// Waits until one of the deferred pictures is free or the run is canceled.
    ///
    /// - Returns: whether photos that are still claimed should be deferred again; false if none
    ///   became free in time.
    private func waitForOne(of pictures: Set<String>, _ claims: PictureClaims) -> Bool {
        let deadline = ContinuousClock.now + Self.claimPatience
        while !work.stop.isRaised {
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
