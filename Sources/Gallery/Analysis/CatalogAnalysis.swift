import Catalog
import Foundation
import GalleryModel
import Imaging

/// One pass over the pictures of a catalog that makes thumbnails and finds faces where they are due.
///
/// ```
/// catalog, a page at a time → due photos → decode once, reduce, detect, encode (a thread a core)
///     → store in batches → make room
/// ```
/// What another program works on at the same time is deferred until the end, and not done again.
///
/// What is under way at a time is a decoded picture a thread and the encoded thumbnails of some dozen
/// photos; `imaging.maximumDecodeBytes` bounds all decoded pictures together.
struct CatalogAnalysis: Sendable {
    /// Results stored in one transaction.
    private static let batchLength = 64
    /// The longest that a result waits to be stored, in seconds.
    private static let patience = 1.0

    let catalog: PhotoCatalog
    let jobs: AnalysisJobs
    let pictures: PictureAnalysis
    /// How many bytes all thumbnails may take.
    let maximumBytes: Int
    let work: WorkContext
    /// What progress is told of.
    let command: String

    /// Runs the pass on this thread and those it starts.
    ///
    /// - Parameters:
    ///   - total: how many photos the scope has, for the progress.
    ///   - body: gets what was stored, in the order of the scope.
    func run(
        _ scope: PhotoScope, total: Int, body: ([AnalysedPhoto]) throws -> Void
    ) throws -> AnalyseSummary {
        let skipped = SkippedAnalysis()
        var summary = AnalyseSummary()
        summary.thumbnails.isDryRun = work.isDryRun
        if work.isDryRun {
            try plan(scope, skipped, &summary)
        } else {
            try analyse(scope, total, skipped, &summary, body)
        }
        let counts = skipped.value
        summary.thumbnails.upToDate = counts.thumbnails
        summary.thumbnails.withoutPicture = counts.withoutPicture
        summary.faces.upToDate = counts.faces
        summary.faces.withoutPicture = counts.withoutPicture
        return summary
    }

    /// Counts what is due.
    private func plan(
        _ scope: PhotoScope, _ skipped: SkippedAnalysis, _ summary: inout AnalyseSummary
    ) throws {
        try jobs.forEach(scope, skipped) { job in
            if let due = job.thumbnails {
                summary.thumbnails.photos += 1
                summary.thumbnails.made += due.sides.count
            }
            if job.needsFaces {
                summary.faces.examined += 1
            } else if job.faces != nil {
                summary.faces.shownAgain += 1
            }
            return !work.stop.isRaised
        }
        try work.checkCancellation()
    }

    private func analyse(
        _ scope: PhotoScope, _ total: Int, _ skipped: SkippedAnalysis,
        _ summary: inout AnalyseSummary, _ body: ([AnalysedPhoto]) throws -> Void
    ) throws {
        var store = AnalysisStore(jobs, maximumBytes: maximumBytes, work: work)
        var waiting: [PictureAnalysis.Output] = []
        var done = 0
        var lastStored = Date()
        let turns = AnalysisTurns(jobs, skipped, work.stop)
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
        func pass(_ scope: PhotoScope, _ putOff: PutOffPhotos?) throws {
            do {
                try OrderedWork<AnalysisJob, PictureAnalysis.Output>(work).run { push in
                    try jobs.forEach(scope, skipped, push.callAsFunction)
                } makeWorker: {
                    turns.worker(putOff: putOff, try pictures.makeWorker())
                } consume: { outputs in
                    waiting += outputs
                    let isOld = Date().timeIntervalSince(lastStored) > Self.patience
                    if waiting.count >= Self.batchLength || isOld { try flush() }
                }
            } catch {
                // What was made is kept, whatever ended the work.
                try? flush()
                throw error
            }
            try flush()
        }
        var putOff = PutOffPhotos()
        try pass(scope, putOff)
        while case let left = putOff.photos, !left.isEmpty {
            let putsOff = turns.waitForOne(of: putOff)
            putOff = PutOffPhotos()
            // They come again.
            done -= left.count
            try pass(.photos(left), putsOff ? putOff : nil)
        }
        try store.finish()
    }
}
