import Basics
import FakeFlickr
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Testing

@Suite("Job routes")
struct JobRouteTests {
    @Test("a search fills a section and sends events")
    func searchFillsASectionWhileEventsCome() async throws {
        try await JobScene.with { scene in
            let feed = scene.server.site.changes
            var known = try feed.listen(after: nil).known
            let id = try await scene.start("search", #"{"term":"dogs","size":"small"}"#)
            let job = try await scene.job(id)
            #expect(job.state == .done)
            #expect(try scene.scene.gallery.count() == 6)
            let answer = try await scene.send(.get, "jobs/\(id)")
            #expect(answer.body["state"]?.string == "done")
            #expect(answer.body["summary"]?["listed"]?.double == 6)
            #expect(answer.body["summary"]?["pictures"]?["downloaded"]?.double == 6)
            let text = String(decoding: feed.read(after: &known).text ?? [], as: UTF8.self)
            for event in ["event: sections", "event: photos", "event: job"] {
                #expect(text.contains(event), "\(event)")
            }
        }
    }

    @Test("a job's work is canceled with the task that runs it")
    func cancelsItsWork() async throws {
        let scene = try WebScene()
        let job = try scene.gallery.jobs.add(.faces, title: "Faces", requester: "")
        let request = JobRequest(kind: .faces, title: "Faces") { _, _ in
            try await Task.sleep(for: .seconds(3600))
            throw GalleryError(.bug, "not canceled")
        }
        let running = Task { try await LiveJob(job, request) { _ in }.run(in: scene.gallery) }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
    }

    @Test("jobs refresh sections, fetch pictures and detect faces")
    func refreshesFetchesAndExamines() async throws {
        try await JobScene.with { scene in
            _ = try await scene.job(scene.start("search", #"{"term":"dogs","size":"none"}"#))
            let refresh = try await scene.job(scene.start("refresh", #"{"sections":["dogs"]}"#))
            #expect(refresh.state == .done)
            let fetch = try await scene.job(
                scene.start("fetch", #"{"photos":["dogs/1",2],"size":"small"}"#))
            #expect(
                PageLanguage.english.text(fetch.title) == "fetch small pictures of 2 photos")
            #expect(fetch.sentence?.description == "2 downloaded")
            let photo = try await scene.job(scene.start("photos/dogs%2F1/faces", "{}"))
            #expect(photo.state == .done)
            let rest = try await scene.job(scene.start("faces", #"{"section":"dogs"}"#))
            #expect(rest.state == .done)
            let list = try await scene.send(.get, "jobs?limit=2")
            #expect(
                list.body["items"]?.items?.compactMap { $0["kind"]?.string } == ["faces", "faces"])
            let next = try #require(list.body["next"]?.string)
            let more = try await scene.send(.get, "jobs?limit=9&cursor=\(next)")
            #expect(
                more.body["items"]?.items?.compactMap { $0["kind"]?.string }
                    == ["fetch", "refresh", "search"])
        }
    }

    @Test("running and waiting jobs are stopped, and finished work is kept")
    func stopsWhatRunsAndWhatWaitsAndKeepsWhatCame() async throws {
        try await JobScene.with { scene in
            let running = try await scene.stalledSearch()
            let waiting = try await scene.start("search", #"{"term":"cats"}"#)
            let stopped = try await scene.send(.delete, "jobs/\(waiting)")
            #expect(stopped.status == 200)
            #expect(stopped.body["state"]?.string == "stopped")
            #expect(try await scene.send(.delete, "jobs/\(running)").status == 202)
            #expect(try await scene.job(running).state == .stopped)
            #expect(try scene.scene.gallery.count() == 6)
            #expect(try scene.scene.gallery.sections.count() == 2)
            #expect(try await scene.send(.delete, "jobs/\(running)").status == 200)
            #expect(try await scene.send(.delete, "jobs/99").status == 404)
        }
    }

    @Test("face detection continues while Flickr is slow")
    func letsComputingGoOnWhileFlickrIsSlow() async throws {
        try await JobScene.with { scene in
            _ = try await scene.stalledSearch()
            #expect(try await scene.job(scene.start("faces", #"{"q":"dog"}"#)).state == .done)
        }
    }

    @Test("jobs above the limit are rejected")
    func refusesMoreThanItsBound() async throws {
        var options = ServerOptions()
        options.maximumJobs = 2
        try await JobScene.with(options: options) { scene in
            _ = try await scene.stalledSearch()
            _ = try await scene.start("search", #"{"term":"cats"}"#)
            let refused = try await scene.send(.post, "search", #"{"term":"cows"}"#)
            #expect(refused.status == 503)
            #expect(refused.headers[.retryAfter] == "30")
            #expect(try scene.scene.gallery.jobs.list(limit: 9).count == 2)
        }
    }

    @Test("a job fails if the query budget is used up, and reports when to retry")
    func failsWhereTheBudgetIsSpentAndTellsWhenThereIsMore() async throws {
        let environment = ["GALLERY_FLICKR_QUERIES_PER_HOUR": "1"]
        try await JobScene.with(environment: environment) { scene in
            _ = try await scene.job(scene.start("search", #"{"term":"dogs","size":"none"}"#))
            let id = try await scene.start("search", #"{"term":"cats"}"#)
            let job = try await scene.job(id)
            #expect(job.state == .failed)
            #expect(job.error?.contains("budget of 1 Flickr queries per hour is used up") == true)
            #expect(job.error?.hasSuffix(": try again then") == true)
            #expect((3_000...3_600).contains(job.retryAfter ?? 0))
        }
    }

    @Test("jobs are interrupted if the server stops")
    func isInterruptedByTheServersEnd() async throws {
        let world = FakeWorld(seed: 7, photos: 6)
        try await FakeFlickrServer.with(world) { flickr in
            let settings = try GallerySettings.load(environment: flickr.environment)
            let scene = try WebScene(ServerOptions.lively, settings: settings)
            let client = JobClient(scene: scene, flickr: flickr)
            try await scene.serve { server, _ in try await client.stall(server) }
            let jobs = try scene.gallery.jobs.list(limit: 9)
            #expect(jobs.map(\.state) == [.interrupted, .interrupted])
            #expect(try scene.gallery.count() == 6)
        }
    }

    @Test("jobs of a killed server are interrupted")
    func isInterruptedWhereItsServerWasKilled() async throws {
        let scene = try WebScene()
        var job = try scene.gallery.jobs.add(.search, title: "search 'dogs'", requester: "eva")
        job.state = .running
        try scene.gallery.jobs.record(job)
        let server = scene.server
        #expect(try await server.site.jobs.job(job.id).state == .interrupted)
        #expect(
            try await server.site.jobs.jobs(before: nil, limit: 9).map(\.state) == [.interrupted])
    }

    @Test("a job belongs to the server that runs it")
    func belongsToTheServerThatLives() async throws {
        let scene = try WebScene()
        let other = try PhotoGallery.open(at: BytePath(scene.folder.path))
        let lease = try #require(try other.jobs.adopt())
        let job = try other.jobs.add(.search, title: "search 'dogs'", requester: "")
        let jobs = scene.server.site.jobs
        #expect(try await jobs.job(job.id).state == .waiting)
        let problem = await #expect(throws: Problem.self) { try await jobs.stop(job.id) }
        #expect(problem?.status == .conflict)
        withExtendedLifetime(lease) {}
        other.close()
    }

    @Test(
        "invalid jobs are rejected",
        arguments: [
            ("search", "{}", 400, "nothing to search for"),
            ("search", #"{"term":7}"#, 400, "invalid term '7': expected text"),
            ("search", #"{"trem":"x"}"#, 400, "did you mean 'term'?"),
            ("search", #"{"term":"x","limit":0}"#, 400, "invalid limit '0'"),
            ("search", #"{"term":"x","limit":1.5}"#, 400, "invalid limit '1.5'"),
            ("search", #"{"term":"x","limit":1,"all":true}"#, 400, "cannot be combined"),
            ("search", #"{"term":"x","size":"huge"}"#, 400, "invalid size 'huge'"),
            ("search", #"{"term":"x","near":"x"}"#, 400, "invalid near 'x'"),
            ("search", #"{"term":"x","radius":1}"#, 400, "'radius' requires 'near'"),
            ("search", #"["x"]"#, 400, "must be a JSON object"),
            ("search?x=1", #"{"term":"x"}"#, 400, "unknown parameter 'x'"),
            ("refresh", #"{"sections":["none"]}"#, 404, "none"),
            ("refresh", #"{"sections":["camera"]}"#, 422, "has no search to repeat"),
            ("fetch", "{}", 400, "no photos selected"),
            ("fetch", #"{"photos":[4711]}"#, 404, "4711"),
            ("fetch", #"{"photos":["/etc/passwd"]}"#, 400, "invalid photo"),
            ("fetch", #"{"photos":[1],"q":"x"}"#, 400, "cannot be combined"),
            ("faces", #"{"q":"faces:"}"#, 400, "faces:"),
            (
                "faces", #"{"q":"x","detector":"eye"}"#, 400,
                "invalid detector 'eye': expected haar, yunet"
            ),
            ("photos/4711/faces", "{}", 404, "4711"),
            ("trash", "{}", 400, "no photos selected"),
            ("undo", #"{"step":99}"#, 404, "99"),
        ])
    func refusesWhatCannotBe(uri: String, body: String, status: Int, detail: String) async throws {
        try await JobScene.with(photos: 0) { scene in
            let answer = try await scene.send(.post, uri, body)
            #expect(answer.status == status)
            #expect(answer.body["detail"]?.string?.contains(detail) == true, "\(answer.body)")
            #expect(try scene.scene.gallery.jobs.list(limit: 1).isEmpty)
            #expect(scene.flickr.requests().isEmpty)
        }
    }
}

/// Starts jobs that never end on a running server.
private struct JobClient: Sendable {
    let scene: WebScene
    let flickr: FakeFlickrServer

    func stall(_ server: GalleryServer) async throws {
        flickr.setFaults([FaultRule(.stallBeforeHeaders, endpoint: .picture)])
        for term in ["dogs", "cats"] {
            _ = try await server.site.jobs.start(.search(FlickrQuery(term: term)), for: "")
        }
        while !flickr.requests().contains(where: { $0.fault != nil }) {
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
