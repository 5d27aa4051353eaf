import Catalog
import Foundation
import GalleryModel
import Synchronization

/// Lets programs that analyse the same catalog at the same time share its pictures.
///
/// Who works on a picture keeps its claim until the result is stored. A picture that another program has
/// the claim of is deferred to the next pass, which begins when one of them is free: as a rule the other
/// program has stored the result by then. Passes go on until nothing is deferred. Nobody waits while
/// holding a claim, so that programs never wait for each other.
struct AnalysisTurns: Sendable {
    /// How long a pass waits while none of its pictures becomes free; then it does the work all the same:
    /// whoever has the claims may be stopped.
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

    /// A worker that leaves out what others do or have done meanwhile.
    ///
    /// - Parameters:
    ///   - putOff: gets the photos that others work on; nil to do these, too.
    func worker(
        putOff: PutOffPhotos?, _ work: @escaping (AnalysisJob) -> PictureAnalysis.Output
    ) -> (AnalysisJob) -> PictureAnalysis.Output {
        return { job in
            guard job.needsPicture, !jobs.doesAgain else { return work(job) }
            if !claims.take(job.sha256), let putOff {
                putOff.append(job)
                return .init(job: leave(job))
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

    /// Waits until one of the photos that were deferred is free, or the work is no longer wanted.
    ///
    /// - Returns: whether to put those off again that are not; false where none became free for long.
    func waitForOne(of putOff: PutOffPhotos) -> Bool {
        let pictures = putOff.pictures
        let deadline = ContinuousClock.now + Self.patience
        while !stop.isRaised {
            if let free = pictures.first(where: claims.take) {
                // The worker that gets to it takes it again.
                claims.release(free)
                return true
            }
            if ContinuousClock.now > deadline { return false }
            usleep(20_000)
        }
        return true
    }
}

/// Photos that were deferred.
final class PutOffPhotos: Sendable {
    private let jobs = Mutex<[AnalysisJob]>([])

    /// The photos, in the order of their ids.
    var photos: [PhotoID] {
        jobs.withLock { $0.map(\.photoID).sorted { $0.rawValue < $1.rawValue } }
    }

    /// The SHA-256 of their pictures, hexadecimal, each once.
    var pictures: Set<String> { jobs.withLock { Set($0.map(\.sha256)) } }

    /// Puts a further one off.
    func append(_ job: AnalysisJob) { jobs.withLock { $0.append(job) } }
}
