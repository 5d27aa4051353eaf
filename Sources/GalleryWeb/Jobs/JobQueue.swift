import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Logging
import ServiceLifecycle
import Synchronization

/// Runs the jobs started by requests: at most one that accesses Flickr and one that computes at a
/// time, while others wait.
///
/// Jobs and their results are also stored in the catalog and survive a restart.
actor JobQueue: Service {
    private let gallery: PhotoGallery
    private let options: ServerOptions
    private let feed: ChangeFeed
    private let log: Logger
    /// Jobs that are waiting, running or not yet recorded as ended.
    private var live: [Int64: LiveJob] = [:]
    /// The number of jobs being recorded before they are queued.
    private var arriving = 0
    /// The task that takes over the jobs of earlier servers, started once.
    private var adoption: Task<JobLease?, Never>?
    /// The ids of waiting jobs, remote and local ones.
    private let queues:
        [Bool: (stream: AsyncStream<Int64>, continuation: AsyncStream<Int64>.Continuation)]
    /// The running jobs, accessible from outside the actor; nil when the server ends.
    private let running = Mutex<[Int64: LiveJob]?>([:])

    init(_ gallery: PhotoGallery, _ options: ServerOptions, telling feed: ChangeFeed, log: Logger) {
        self.gallery = gallery
        self.options = options
        self.feed = feed
        self.log = log
        queues = [true: AsyncStream.makeStream(), false: AsyncStream.makeStream()]
    }

    /// The number of waiting and running jobs.
    var count: Int { live.values.count { !$0.job.state.isOver } + arriving }

    // MARK: - What requests do

    /// Queues a job.
    ///
    /// - Parameter requester: the name of the user.
    /// - Throws: 503 if too many jobs are waiting or the server is shutting down; errors of
    ///   recording the job.
    func start(_ request: JobRequest, for requester: String) async throws -> GalleryJob {
        await adopt()
        guard running.withLock({ $0 != nil }) else {
            throw Problem(.serviceUnavailable, say: "error.ending", headers: [.retryAfter: "5"])
        }
        guard count < options.maximumJobs else {
            throw Problem(
                .serviceUnavailable, say: "error.jobs-full", ["most": "\(options.maximumJobs)"],
                headers: [.retryAfter: "30"])
        }
        arriving += 1
        defer { arriving -= 1 }
        let job = try await offload { [gallery] in
            try gallery.jobs.add(request.kind, title: request.title, requester: requester)
        }
        live[job.id] = LiveJob(job, request) { [feed] in feed.post($0) }
        feed.post(job)
        queues[job.kind.isRemote]?.continuation.yield(job.id)
        return job
    }

    /// Queues a job that makes the files of a share link, unless there is one already.
    ///
    /// - Parameter requester: the name of the user.
    /// - Throws: as `start`.
    func prepare(_ link: ShareLink, for requester: String = "") async throws {
        let request = JobRequest.share(link)
        let isUnderWay = live.values.contains { live in
            live.job.title == request.title && !live.job.state.isOver
        }
        if !isUnderWay { _ = try await start(request, for: requester) }
    }

    /// Returns jobs, newest first.
    func jobs(before id: Int64?, limit: Int) async throws -> [GalleryJob] {
        await adopt()
        let stored = try await offload { [gallery] in
            try gallery.jobs.list(before: id, limit: limit)
        }
        return stored.map { live[$0.id]?.job ?? $0 }
    }

    /// Returns a job.
    ///
    /// - Throws: 404 if it does not exist.
    func job(_ id: Int64) async throws -> GalleryJob {
        await adopt()
        if let job = live[id]?.job { return job }
        guard let job = try await offload({ [gallery] in try gallery.jobs.find(id) }) else {
            throw Problem(.notFound, say: "error.no-job", ["job": "\(id)"])
        }
        return job
    }

    /// Stops a job and keeps its results so far.
    ///
    /// A running job takes a moment to store its results.
    ///
    /// - Throws: 404 if it does not exist; 409 for a job of another server.
    func stop(_ id: Int64) async throws -> GalleryJob {
        guard let found = live[id] else {
            let job = try await job(id)
            guard job.state.isOver else {
                throw Problem(.conflict, say: "error.other-jobs", ["job": "\(id)"])
            }
            return job
        }
        found.stop()
        if found.job.state == .waiting { await end(found, as: .stopped) }
        return found.job
    }

    // MARK: - The work

    /// Runs queued jobs until the server ends, and then stops the running ones.
    func run() async throws {
        await adopt()
        let queues = queues
        await withTaskCancellationOrGracefulShutdownHandler {
            await withTaskGroup { group in
                for queue in queues.values {
                    group.addTask { for await id in queue.stream { await self.work(on: id) } }
                }
            }
        } onCancelOrGracefulShutdown: {
            self.close()
        }
        // The queue may have been closed earlier, and a service that returns early would shut down
        // the others.
        try? await gracefulShutdown()
    }

    /// Stops running jobs, starts no others and ends `run()`.
    nonisolated func close() {
        let jobs = running.withLock { running in
            defer { running = nil }
            return running ?? [:]
        }
        for job in jobs.values { job.stop() }
        for queue in queues.values { queue.continuation.finish() }
    }

    private func work(on id: Int64) async {
        // Jobs stopped while waiting have been removed.
        guard let job = live[id], !job.isStopped else { return }
        let isOpen = running.withLock { running in
            running?[id] = job
            return running != nil
        }
        guard isOpen else { return await end(job, as: .interrupted) }
        defer { running.withLock { _ = $0?.removeValue(forKey: id) } }
        await record(
            job.update { job in
                job.state = .running
                job.dateStarted = Date()
            })
        do {
            let outcome = try await job.run(in: gallery)
            await end(job, as: outcome.failure == nil ? .done : .failed) { job in
                job.summary = String(decoding: outcome.summary.compact, as: UTF8.self)
                job.sentence = outcome.sentence
                job.failedItems = max(job.failedItems, outcome.failedItems)
                job.error = outcome.failure?.message
                job.retryAfter = outcome.failure?.retryAfter
            }
        } catch {
            if job.isStopped || error is CancellationError {
                let isEnding = running.withLock { $0 == nil }
                return await end(job, as: isEnding ? .interrupted : .stopped)
            }
            let failure = error as? GalleryError
            if failure == nil { log.error("job \(id): \(error)") }
            await end(job, as: .failed) { job in
                job.error = failure?.message ?? "internal error: see the server's log"
                job.retryAfter = failure?.retryAfter
            }
        }
    }

    private func end(
        _ ended: LiveJob, as state: GalleryJob.State,
        _ change: (inout GalleryJob) -> Void = { _ in }
    ) async {
        let job = ended.update { job in
            job.state = state
            job.dateEnded = Date()
            change(&job)
        }
        if await record(job) { live[job.id] = nil }
    }

    /// Records the state of a job; returns false on failure.
    @discardableResult
    private func record(_ job: GalleryJob) async -> Bool {
        do {
            try await offload { [gallery] in try gallery.jobs.record(job) }
            return true
        } catch {
            log.error("cannot record job \(job.id): \(error)")
            return false
        }
    }

    /// Takes over the jobs of earlier servers, once.
    private func adopt() async {
        if adoption == nil, !options.isReadOnly {
            adoption = Task { [gallery, log] in
                do { return try await offload { try gallery.jobs.adopt() } } catch {
                    log.error("cannot take over the jobs of earlier servers: \(error)")
                    return nil
                }
            }
        }
        _ = await adoption?.value
    }
}

/// A waiting or running job of this process.
final class LiveJob: Sendable {
    /// The minimum interval between progress reports.
    private static let pace = Duration.milliseconds(250)

    private struct State {
        var job: GalleryJob
        var isStopped = false
        var lastReport: ContinuousClock.Instant?
        var work: Task<JobRequest.Outcome, any Error>?
    }

    private let request: JobRequest
    private let report: @Sendable (GalleryJob) -> Void
    private let state: Mutex<State>

    /// Creates a waiting job.
    ///
    /// - Parameter report: called with the job after each change.
    init(
        _ job: GalleryJob, _ request: JobRequest, report: @escaping @Sendable (GalleryJob) -> Void
    ) {
        self.request = request
        self.report = report
        state = Mutex(State(job: job))
    }

    /// The current state of the job.
    var job: GalleryJob { state.withLock { $0.job } }

    /// True if a user stopped the job.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Stops the job and keeps its results so far.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.work?.cancel()
        }
    }

    /// Changes and reports the state of the job.
    ///
    /// - Returns: the new state.
    @discardableResult
    func update(_ body: (inout GalleryJob) -> Void) -> GalleryJob {
        let job = state.withLock { state in
            body(&state.job)
            return state.job
        }
        report(job)
        return job
    }

    /// Runs the job until it ends or is stopped.
    ///
    /// - Throws: the errors of the work.
    func run(in gallery: PhotoGallery) async throws -> JobRequest.Outcome {
        var options = WorkOptions()
        options.progress = { [self] in note($0) }
        options.itemFailed = { [self] in note($0) }
        options.remark = { [self] text in
            state.withLock { state in
                if state.job.remarks.count < GalleryJob.kept { state.job.remarks.append(text) }
            }
        }
        let author = job.requester.isEmpty ? nil : job.requester
        let work = Task { [request, options] in
            try await ChangeAuthor.$name.withValue(author) {
                try await request.work(gallery, options)
            }
        }
        state.withLock { state in
            state.work = work
            if state.isStopped { work.cancel() }
        }
        // After a stop, waits until the work has stored its results.
        return try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
    }

    private func note(_ progress: WorkProgress) {
        let job: GalleryJob? = state.withLock { state in
            state.job.progress = progress
            let now = ContinuousClock.now
            if let lastReport = state.lastReport, now - lastReport < LiveJob.pace { return nil }
            state.lastReport = now
            return state.job
        }
        if let job { report(job) }
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
