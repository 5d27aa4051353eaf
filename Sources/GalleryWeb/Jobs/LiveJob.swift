import Foundation
import Gallery
import GalleryModel
import Synchronization

/// A job that waits or runs in this process.
final class LiveJob: Sendable {
    /// How often progress is told.
    private static let pace = Duration.milliseconds(250)

    private struct State {
        var job: GalleryJob
        var isStopped = false
        var told: ContinuousClock.Instant?
    }

    private let request: JobRequest
    private let tell: @Sendable (GalleryJob) -> Void
    private let state: Mutex<State>
    /// Ends when the job is to stop.
    private let stopping = AsyncStream<Never>.makeStream()

    /// Makes a job that waits.
    ///
    /// - Parameter tell: gets the job whenever it got on.
    init(
        _ job: GalleryJob, _ request: JobRequest, tell: @escaping @Sendable (GalleryJob) -> Void
    ) {
        self.request = request
        self.tell = tell
        state = Mutex(State(job: job))
    }

    /// What is known of it now.
    var job: GalleryJob { state.withLock { $0.job } }

    /// Whether somebody stopped it.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Stops it: what came is kept.
    func stop() {
        state.withLock { $0.isStopped = true }
        stopping.continuation.finish()
    }

    /// Changes what is known of it, and tells.
    ///
    /// - Returns: what is known now.
    @discardableResult
    func update(_ body: (inout GalleryJob) -> Void) -> GalleryJob {
        let job = state.withLock { state in
            body(&state.job)
            return state.job
        }
        tell(job)
        return job
    }

    /// Does the work, until it is done or stopped.
    ///
    /// - Throws: what the work throws.
    func run(in gallery: PhotoGallery) async throws -> JobRequest.Outcome {
        var options = WorkOptions()
        options.progress = { [self] in note($0) }
        options.itemFailed = { [self] in note($0) }
        options.remark = { [self] text in
            state.withLock { state in
                if state.job.remarks.count < GalleryJob.kept { state.job.remarks.append(text) }
            }
        }
        return try await withThrowingTaskGroup(of: JobRequest.Outcome?.self) { group in
            group.addTask { [request, options] in try await request.work(gallery, options) }
            group.addTask { [stream = stopping.stream] in
                for await _ in stream {}
                return nil
            }
            // Where the stop comes first, the work still has to put away what came.
            while let result = try await group.next() {
                group.cancelAll()
                if let result { return result }
            }
            throw CancellationError()
        }
    }

    private func note(_ progress: WorkOptions.Progress) {
        let job: GalleryJob? = state.withLock { state in
            state.job.progress = GalleryJob.Progress(
                activity: progress.activity, done: progress.done, total: progress.total)
            let now = ContinuousClock.now
            if let told = state.told, now - told < LiveJob.pace { return nil }
            state.told = now
            return state.job
        }
        if let job { tell(job) }
    }

    private func note(_ failure: ItemFailure) {
        state.withLock { state in
            state.job.failedItems += 1
            guard state.job.failures.count < GalleryJob.kept else { return }
            state.job.failures.append(
                GalleryJob.Failure(subject: failure.subject?.text, message: failure.message))
        }
    }
}
