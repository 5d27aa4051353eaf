import Catalog
import Foundation
import GalleryModel
import Synchronization

/// Lets programs that analyse the same catalog at the same time share its pictures.
///
/// In the first pass a picture that another program works on is put off. In the second, its claim is
/// waited for: as a rule the other program has stored the result by then. Nobody waits while holding a
/// claim.
struct AnalysisTurns: Sendable {
    /// The longest that the second pass waits for other programs, in seconds; then it does the work.
    private static let patience = 10.0

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

    /// A worker that leaves out what others do or have done meanwhile.
    ///
    /// - Parameters:
    ///   - putOff: gets the photos of the first pass that others work on; nil for the second pass.
    func worker(
        putOff: PutOffPhotos?, _ work: @escaping (AnalysisJob) -> PictureAnalysis.Output
    ) -> (AnalysisJob) -> PictureAnalysis.Output {
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        return { job in
            guard job.needsPicture, !jobs.doesAgain else { return work(job) }
            if let putOff {
                guard claims.take(job.sha256) else {
                    putOff.append(job.photoID)
                    return .init(job: leave(job))
                }
            } else {
                wait(for: job.sha256, until: deadline)
            }
            // Another program may have stored it since this one looked.
            guard let job = try? jobs.stillDue(job, skipped) else { return work(job) }
            return work(job)
        }
    }

    /// The job with nothing to do; what was counted as up to date is not, as it is counted again.
    private func leave(_ job: AnalysisJob) -> AnalysisJob {
        skipped.add { counts in
            if job.thumbnails == nil { counts.thumbnails -= 1 }
            if job.faces == nil { counts.faces -= 1 }
        }
        var left = job
        left.thumbnails = nil
        left.faces = nil
        left.isListed = false
        return left
    }

    private func wait(for sha256: String, until deadline: Date) {
        while !claims.take(sha256) {
            if stop.isRaised || Date() > deadline { return }
            usleep(20_000)
        }
        claims.release(sha256)
    }
}

/// Photos that were put off.
final class PutOffPhotos: Sendable {
    private let ids = Mutex<[PhotoID]>([])

    /// The photos, in the order of their ids.
    var value: [PhotoID] { ids.withLock { $0.sorted { $0.rawValue < $1.rawValue } } }

    /// Puts a further one off.
    func append(_ id: PhotoID) { ids.withLock { $0.append(id) } }
}
