import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Logging
import ServiceLifecycle
import Synchronization

/// The work that requests started: one job at a time that talks to Flickr, and one that computes; the others
/// wait.
///
/// What was asked for and what came of it is in the catalog too, so that it is known after a restart.
actor JobBoard: Service {
    private typealias Lane = GalleryJob.Kind.Lane

    private let gallery: PhotoGallery
    private let options: ServerOptions
    private let feed: ChangeFeed
    private let log: Logger
    /// The jobs that wait or run, and those whose end could not be recorded.
    private var live: [Int64: LiveJob] = [:]
    /// How many are being recorded before they wait.
    private var arriving = 0
    /// The takeover of what earlier servers left, begun once.
    private var adoption: Task<JobLease?, Never>?
    private let queues:
        [Lane: (stream: AsyncStream<Int64>, continuation: AsyncStream<Int64>.Continuation)]
    /// The jobs that run, to be stopped from outside; nil once the server ends.
    private let running = Mutex<[Int64: LiveJob]?>([:])

    /// Makes a board without work.
    init(
        _ gallery: PhotoGallery, _ options: ServerOptions, telling feed: ChangeFeed, log: Logger
    ) {
        self.gallery = gallery
        self.options = options
        self.feed = feed
        self.log = log
        queues = Dictionary(
            uniqueKeysWithValues: Lane.allCases.map { ($0, AsyncStream.makeStream()) })
    }

    /// How many jobs wait or run.
    var count: Int { live.values.count { !$0.job.state.isOver } + arriving }

    // MARK: - What requests do

    /// Begins a job as soon as those before it are done.
    ///
    /// - Parameter asker: the name of who asks.
    /// - Throws: 503 where too many wait, or the server is about to end; what recording it throws.
    func start(_ request: JobRequest, for asker: String) async throws -> GalleryJob {
        await adopt()
        guard running.withLock({ $0 != nil }) else {
            throw Problem(
                .serviceUnavailable, say: "error.ending",
                headers: [.retryAfter: "5"])
        }
        guard count < options.maximumJobs else {
            throw Problem(
                .serviceUnavailable,
                say: "error.jobs-full", ["most": "\(options.maximumJobs)"],
                headers: [.retryAfter: "30"])
        }
        arriving += 1
        defer { arriving -= 1 }
        let job = try await offload { [gallery] in
            try gallery.addJob(request.kind, title: request.title, asker: asker)
        }
        live[job.id] = LiveJob(job, request) { [feed] in feed.post($0) }
        feed.post(job)
        queues[job.kind.lane]?.continuation.yield(job.id)
        return job
    }

    /// Makes the files of a share link, unless a job does that already.
    ///
    /// - Parameter asker: the name of who asks.
    /// - Throws: as `start`.
    func prepare(_ link: ShareLink, for asker: String = "") async throws {
        let request = JobRequest.share(link)
        let isUnderWay = live.values.contains { live in
            live.job.title == request.title && !live.job.state.isOver
        }
        if !isUnderWay { _ = try await start(request, for: asker) }
    }

    /// The latest jobs, the newest first.
    func jobs(before id: Int64?, limit: Int) async throws -> [GalleryJob] {
        await adopt()
        let stored = try await offload { [gallery] in try gallery.jobs(before: id, limit: limit) }
        return stored.map { live[$0.id]?.job ?? $0 }
    }

    /// A job.
    ///
    /// - Throws: 404 where nobody knows of it.
    func job(_ id: Int64) async throws -> GalleryJob {
        await adopt()
        if let job = live[id]?.job { return job }
        guard let job = try await offload({ [gallery] in try gallery.job(id) }) else {
            throw Problem(.notFound, say: "error.no-job", ["job": "\(id)"])
        }
        return job
    }

    /// Stops a job, and keeps what came.
    ///
    /// One that runs takes a moment to put away what it has.
    ///
    /// - Throws: 404; 409 for a job of another server.
    func stop(_ id: Int64) async throws -> GalleryJob {
        guard let found = live[id] else {
            let job = try await job(id)
            guard job.state.isOver else {
                throw Problem(
                    .conflict,
                    say: "error.other-jobs", ["job": "\(id)"])
            }
            return job
        }
        found.stop()
        if found.job.state == .waiting { await end(found, as: .stopped) }
        return found.job
    }

    // MARK: - The work

    /// Works until the server ends; then stops what runs and keeps what came.
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
        // Where it was closed before: a service that ends by itself would end the others at once.
        try? await gracefulShutdown()
    }

    /// Stops what runs; nothing begins any more, and `run()` ends.
    nonisolated func close() {
        let jobs = running.withLock { running in
            defer { running = nil }
            return running ?? [:]
        }
        for job in jobs.values { job.stop() }
        for queue in queues.values { queue.continuation.finish() }
    }

    private func work(on id: Int64) async {
        // Those that were stopped while they waited are gone.
        guard let job = live[id], !job.isStopped else { return }
        guard
            running.withLock({
                $0?.updateValue(job, forKey: id); return $0 != nil
            })
        else {
            return await end(job, as: .interrupted)
        }
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
                job.error = failure?.message ?? "something went wrong: the server's log says what"
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

    /// Records how far a job is; false where that cannot be.
    @discardableResult
    private func record(_ job: GalleryJob) async -> Bool {
        do {
            try await offload { [gallery] in try gallery.record(job) }
            return true
        } catch {
            log.error("job \(job.id) cannot be recorded: \(error)")
            return false
        }
    }

    /// Takes over what earlier servers left, once.
    private func adopt() async {
        if adoption == nil, !options.isReadOnly {
            adoption = Task { [gallery, log] in
                do { return try await offload { try gallery.adoptJobs() } } catch {
                    log.error("the jobs of earlier servers are left as they are: \(error)")
                    return nil
                }
            }
        }
        _ = await adoption?.value
    }
}
