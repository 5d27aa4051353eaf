import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import Testing

@Suite("Pages of lists")
struct ListPageTests {
    @Test("the start page links to the photos of the last days, which are newest first")
    func theFirstPageLinksToNewPhotos() async throws {
        try await FilledGallery.with { filled, client in
            let (_, page) = try await client.page("/")
            let address = "/?sort=added%3Adesc"
            #expect(MarkupReader.tags(page).contains { $0["href"] == address })
            #expect(page.contains(">7 new</a>"))
            let latest = try filled.scene.gallery.page(
                of: PhotoQuery([.everything], order: PhotoOrder(.added, isDescending: true)))
            let (_, recent) = try await client.page(address)
            let shown = MarkupReader.tags(recent).compactMap { $0["href"] }.filter {
                $0.hasPrefix("/photos/")
            }
            #expect(
                shown == latest.rows.map { "/photos/\($0.photo.id)?sort=added%3Adesc" })
            #expect(recent.contains("Recently added"))
            // Searches and sections have no such link.
            for other in ["/?q=dog", "/sections/camera", address] {
                #expect(try await !client.page(other).1.contains(" new</a>"), "\(other)")
            }
        }
    }

    @Test("albums and Flickr searches have pages of their own")
    func albumsAndSearchesHavePages() async throws {
        try await FilledGallery.with { _, client in
            for (path, sections) in [
                ("/albums", ["/sections/album%3Abest"]), ("/flickr", ["/sections/flickr%3Adogs"]),
            ] {
                let (status, page) = try await client.page(path)
                #expect(status == 200)
                checkPage(page, path)
                let links = MarkupReader.tags(page).compactMap { $0["href"] }
                #expect(links.filter { $0.hasPrefix("/sections/") } == sections)
            }
        }
    }

    @Test("the trash lists its photos")
    func tellsWhatLiesInTheTrash() async throws {
        try await FilledGallery.with { filled, client in
            let (status, page) = try await client.page("/trash")
            #expect(status == 200)
            checkPage(page, "/trash")
            #expect(MarkupReader.tags(page).compactMap { $0["data-key"] } == ["\(filled.trashed)"])
            #expect(page.contains("1 photo<"))
            #expect(page.contains(#"data-act="restore""#))
            _ = try filled.scene.gallery.trash.restore([filled.trashed])
            let (_, empty) = try await client.page("/trash")
            checkPage(empty, "/trash")
            #expect(empty.contains("Trash is empty"))
            #expect(!empty.contains("data-act"))
        }
    }

    @Test("a long trash is split into pages")
    func leadsThroughALongTrash() async throws {
        let scene = try WebScene()
        try await scene.run { client in
            let photos = try await ListPageTests.photos(70, in: scene)
            try scene.gallery.trash.add(photos)
            let (_, first) = try await client.page("/trash")
            let next = try #require(MarkupReader.tags(first).first { $0["rel"] == "next" }?["href"])
            let (_, second) = try await client.page(next)
            let keys = [first, second].map { page in
                MarkupReader.tags(page).compactMap { $0["data-key"] }
            }
            #expect(keys.map(\.count) == [60, 10])
            #expect(Set(keys.joined()) == Set(photos.map { "\($0)" }))
            #expect(first.contains("70 photos") && second.contains("70 photos"))
            #expect(!second.contains(#"rel="next""#))
        }
    }

    @Test("the problems page lists what failed and the next step")
    func tellsWhatFailedAndWhatToDo() async throws {
        try await FilledGallery.with { filled, client in
            let (status, page) = try await client.page("/problems")
            #expect(status == 200)
            checkPage(page, "/problems")
            #expect(page.contains("broken.jpg"))
            #expect(page.contains("1 problem<"))
            // There is only one kind.
            #expect(!page.contains("?kind="))
            let problems = try filled.scene.gallery.problems.list()
            #expect(try filled.scene.gallery.problems.list(of: "import") == problems)
            #expect(try filled.scene.gallery.problems.list(of: "search").isEmpty)
            let counts = try filled.scene.gallery.problems.counts()
            #expect(counts.map(\.command) == ["import"] && counts.map(\.count) == [1])
            let (_, other) = try await client.page("/problems?kind=search")
            checkPage(other, "/problems?kind=search")
            #expect(!other.contains("broken.jpg"))
        }
    }

    @Test("empty lists show a message")
    func saysThatThereIsNothing() async throws {
        try await WebScene().run { client in
            for (address, words) in [
                ("/trash", "Trash is empty"), ("/problems", "No problems."),
                ("/jobs", "No activity yet"),
            ] {
                let (status, page) = try await client.page(address)
                #expect(status == 200)
                checkPage(page, address)
                #expect(page.contains(words), "\(address)")
                #expect(!page.contains("data-act"), "\(address)")
            }
        }
    }

    @Test(
        "invalid cursors are rejected",
        arguments: ["/trash?cursor=x", "/problems?cursor=1", "/jobs?cursor=x"])
    func refusesACursorOfNoPage(_ address: String) async throws {
        try await WebScene().run { client in
            let (status, page) = try await client.page(address)
            #expect(status == 400)
            checkPage(page, address)
        }
    }

    @Test("viewers see jobs but not their errors")
    func tellsViewersOfJobsButNotWhatWentWrong() async throws {
        let web = try WebScene()
        let access = try AccessScene(on: web)
        var job = try web.gallery.jobs.add(.search, title: "search 'dogs'", requester: "")
        job.state = .failed
        job.dateStarted = job.dateCreated
        job.dateEnded = job.dateCreated
        job.failedItems = 3
        job.failures = [GalleryJob.Failure(subject: "/secret/a.jpg", message: "cannot be read")]
        job.error = "the disk of /secret is full"
        job.sentence = "flickr:dogs: 5 listed"
        try web.gallery.jobs.record(job)
        let waiting = try web.gallery.jobs.add(.faces, title: "find faces", requester: "Ada")
        let secret = try web.gallery.accessTokens.make(named: "guest", role: .viewer)
        func page(_ path: String, _ credential: HTTPFields) async throws -> String {
            var fields = credential
            fields[.accept] = "text/html"
            let answer = await access.ask(.get, path, fields)
            return String(decoding: try await answer.bytes(), as: UTF8.self)
        }
        let own = try await page("/jobs", await access.session())
        let others = try await page("/jobs", AccessScene.bearer(secret))
        for shown in [own, others] {
            #expect(shown.contains("Search &#39;dogs&#39;") && shown.contains("Failed"))
            #expect(shown.contains("flickr:dogs: 5 listed"))
            #expect(
                MarkupReader.tags(shown).compactMap { $0["data-key"] } == [
                    "\(waiting.id)", "\(job.id)",
                ]
            )
        }
        #expect(own.contains("The disk of /secret is full.") && own.contains("3 items failed"))
        #expect(!others.contains("/secret") && !others.contains("data-act"))
        #expect(!others.contains("/trash") && !others.contains("/problems"))
        for path in ["/trash", "/problems"] {
            let status = await access.ask(.get, path, AccessScene.bearer(secret)).status
            #expect(status == .forbidden, "\(path)")
        }
    }

    /// Camera photos of one pixel each.
    private static func photos(_ count: Int, in scene: WebScene) async throws -> [PhotoID] {
        let folder = scene.folder.appending(path: "photos")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for index in 0..<count {
            let start = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
            let comment: [UInt8] = [0x21, 0xFE, 1, UInt8(index + 1), 0]
            let pixel: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
            try Data(start + comment + pixel).write(to: folder.appending(path: "\(index).gif"))
        }
        _ = try await scene.gallery.importPhotos(from: [BytePath(folder.path)])
        return try scene.gallery.photos(.everything).map(\.photo.id)
    }
}
