import FakeFlickr
import Foundation
import TestSupport
import Testing

@Suite("gallery search")
struct SearchTests {
    @Test("a search fills a section with the server's photos and pictures, in its order")
    func fillsSection() async throws {
        let world = FakeWorld(seed: 1, photos: 60)
        try await FlickrScene.with(world) { scene async throws in
            let result = try scene.gallery.run("search", "dogs", "--format", "json")
            #expect(result.status == 0, "\(result.errors)")
            let answer = try result.object()
            let expected = world.found("dogs")
            #expect(answer["section"] as? String == "flickr:dogs")
            #expect(answer.number("listed") == expected.count)
            #expect(answer.number("new") == expected.count)
            #expect(answer["complete"] as? Bool == true)
            #expect(answer["gaps"] == nil)
            let rows = answer["photos"] as? [[String: Any]] ?? []
            #expect(rows.map { $0["OriginID"] as? String } == expected.map(\.id))
            #expect(rows.map { $0["Title"] as? String ?? "" } == expected.map(\.title))
            #expect(answer.number("pictures", "downloaded") ?? 0 > 40)
            #expect(answer.number("pictures", "failed") == 0)
            #expect(answer.number("requests", "api") == scene.count(.rest))
            #expect(try scene.ids("dogs") == expected.map(\.id))
            #expect(try scene.gallery.strayFiles() == [])
            #expect(try scene.gallery.integrity() == "ok")
        }
    }

    @Test("the same search again downloads nothing twice")
    func secondSearch() async throws {
        try await FlickrScene.with(FakeWorld(seed: 2, photos: 30)) { scene async throws in
            let first = try scene.gallery.run("search", "dogs", "--format", "json").object()
            let files = try scene.gallery.storedFiles()
            scene.flickr.clearLog()
            let second = try scene.gallery.run("search", "dogs", "--format", "json").object()
            #expect(second.number("new") == 0)
            #expect(second.number("unchanged") == 30)
            #expect(second.number("pictures", "downloaded") == 0)
            #expect(second.number("pictures", "present") == first.number("pictures", "downloaded"))
            #expect(scene.count(.picture) == 0)
            #expect(scene.count(.rest) == 1)
            #expect(try scene.gallery.storedFiles() == files)
        }
    }

    @Test(
        "terms of several words, of emoji and of CJK are one section each",
        arguments: [
            "golden retriever", "🐕", "犬 公園",
        ])
    func terms(term: String) async throws {
        let world = FakeWorld(seed: 3, photos: 12, terms: [term, "cats"])
        try await FlickrScene.with(world) { scene async throws in
            let words = term.split(separator: " ").map(String.init)
            let result = try scene.gallery.start(["search"] + words + ["--format", "json"]).wait()
            #expect(result.status == 0, "\(result.errors)")
            #expect(try result.object()["section"] as? String == "flickr:\(term)")
            #expect(try scene.ids(term) == world.found(term).map(\.id))
        }
    }

    @Test(
        "sizes determine the downloaded picture",
        arguments: [
            ("thumbnail", 100), ("small", 240), ("medium", 500), ("large", 1024),
        ])
    func sizes(size: String, longest: Int) async throws {
        try await FlickrScene.with(FakeWorld(seed: 4, photos: 6)) { scene async throws in
            let result = try scene.gallery.run("search", "dogs", "--size", size)
            #expect(result.status == 0, "\(result.errors)")
            let requested = scene.flickr.requests().filter { $0.endpoint == .picture }.map(\.path)
            #expect(!requested.isEmpty)
            let suffix =
                ["thumbnail": "_t", "small": "_m", "medium": "", "large": "_b"][size] ?? "?"
            let plain = requested.filter { $0.contains("\(suffix).") }
            #expect(plain.count >= requested.count - 2, "\(requested)")
        }
    }

    @Test("--size none downloads nothing and keeps every photo")
    func noPictures() async throws {
        try await FlickrScene.with(FakeWorld(seed: 5, photos: 10)) { scene async throws in
            let result = try scene.gallery.run("search", "dogs", "--size", "none")
            #expect(result.status == 0)
            #expect(scene.count(.picture) == 0)
            #expect(try scene.ids("dogs").count == 10)
        }
    }

    @Test("--limit stops exactly, --all continues to the end")
    func limits() async throws {
        let world = FakeWorld(seed: 6, photos: 1_250)
        try await FlickrScene.with(world) { scene async throws in
            _ = try scene.gallery.run("search", "dogs", "--limit", "7", "--size", "none")
            #expect(try scene.ids("dogs") == world.found("dogs").prefix(7).map(\.id))
            let all = try scene.gallery.run(
                "search", "dogs", "--all", "--size", "none", "--format", "json")
            #expect(all.status == 0)
            #expect(try all.object()["complete"] as? Bool == true)
            #expect(Set(try scene.ids("dogs")) == Set(world.found("dogs").map(\.id)))
        }
    }

    @Test("without a key the public feed fills the section, and stderr explains what a key adds")
    func feed() async throws {
        let world = FakeWorld(seed: 7, photos: 40)
        try await FlickrScene.with(world, adding: ["GALLERY_FLICKR_API_KEY": ""]) {
            scene async throws in
            let result = try scene.gallery.run("search", "dogs")
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.contains("GALLERY_FLICKR_API_KEY"))
            #expect(scene.count(.rest) == 0)
            #expect(scene.count(.feed) == 1)
            let ids = try scene.ids("dogs")
            #expect(ids.count == 20)
            #expect(Set(ids).isSubset(of: Set(world.found("dogs").map(\.id))))
            // A video's server number is different from that of its pictures.
            let photos = try scene.gallery.run("export", "dogs", "--format", "jsonl").lines()
                .compactMap { row in
                    world[row["OriginID"] as? String ?? ""].map { (row, $0) }
                }
                .filter { $1.server != "0" }
            #expect(!photos.isEmpty)
            for (row, photo) in photos {
                #expect(row["Server"] as? String == photo.server)
                #expect(row["Secret"] as? String == photo.secret)
            }
        }
    }

    @Test("without a key, filters that the feed lacks are rejected and nothing is sent")
    func feedFilters() async throws {
        try await FlickrScene.with(
            FakeWorld(seed: 7, photos: 4), adding: ["GALLERY_FLICKR_API_KEY": ""]
        ) { scene async throws in
            let result = try scene.gallery.run("search", "dogs", "--license", "4")
            #expect(result.status == 77)
            #expect(result.errors.contains("--license"))
            #expect(scene.flickr.requests().isEmpty)
        }
    }

    @Test(
        "Flickr's error codes become exit statuses",
        arguments: [
            (1, 64), (2, 66), (3, 64), (4, 77), (5, 66), (11, 64), (12, 64), (18, 64), (98, 77),
            (99, 77),
            (100, 77), (112, 69), (116, 69),
        ])
    func errorCodes(code: Int, status: Int32) async throws {
        let fault = FaultRule(.failCode(code, "Something is wrong"), endpoint: .rest)
        try await FlickrScene.with(FakeWorld(seed: 8, photos: 3), faults: [fault]) {
            scene async throws in
            let result = try scene.gallery.run("search", "dogs")
            #expect(result.status == status, "\(result.errors)")
            #expect(result.errors.contains("error \(code)"))
            #expect(scene.count(.rest) == 1)
            #expect(!result.errors.contains(scene.flickr.apiKey))
        }
    }

    @Test("transient API failures are retried", arguments: [10, 105, 106, 201])
    func transientCodes(code: Int) async throws {
        let fault = FaultRule(
            .failCode(code, "Service currently unavailable"), endpoint: .rest, times: 1)
        try await FlickrScene.with(FakeWorld(seed: 8, photos: 3), faults: [fault]) {
            scene async throws in
            let result = try scene.gallery.run("search", "dogs")
            #expect(result.status == 0, "\(result.errors)")
            #expect(try scene.ids("dogs").count == 3)
        }
    }

    @Test("the hourly budget applies across runs: stored photos are kept, then status 75")
    func budget() async throws {
        try await FlickrScene.with(
            FakeWorld(seed: 9, photos: 1_200), adding: ["GALLERY_FLICKR_QUERIES_PER_HOUR": "3"]
        ) { scene async throws in
            _ = try scene.gallery.run("search", "dogs", "--limit", "1", "--size", "none")
            let result = try scene.gallery.run("search", "dogs", "--all", "--size", "none")
            #expect(result.status == 75, "\(result.errors)")
            #expect(result.errors.contains("--wait"))
            #expect(scene.count(.rest) == 3)
            #expect(try scene.ids("dogs").count == 1_000)
            #expect(try scene.gallery.run("search", "cats").status == 75)
            #expect(scene.count(.rest) == 3)
        }
    }

    @Test("refresh adds new photos, marks missing ones and loses nothing")
    func refresh() async throws {
        let world = FakeWorld(seed: 10, photos: 20)
        try await FlickrScene.with(world) { scene async throws in
            _ = try scene.gallery.run("search", "dogs")
            let old = try scene.ids("dogs")
            let removed = old[4]
            var newcomer = try #require(world[old[0]])
            newcomer.id = "99999999999"
            newcomer.secret = "feedfacefe"
            newcomer.dateUpload += 5_000
            scene.flickr.edit {
                $0[removed] = nil
                $0[newcomer.id] = newcomer
            }
            let result = try scene.gallery.run("refresh", "dogs", "--format", "json")
            #expect(result.status == 0, "\(result.errors)")
            let answer = try result.object()
            #expect(answer.number("new") == 1)
            #expect(answer.number("gone") == 1)
            #expect(try scene.ids("dogs") == old + [newcomer.id])
            let rows = try scene.gallery.run("export", "dogs", "--format", "jsonl").lines()
            #expect(
                rows.filter { $0["Gone"] as? Bool == true }.map { $0["OriginID"] as? String } == [
                    removed
                ])
            #expect(FileManager.default.fileExists(atPath: rows[4]["SourceFile"] as? String ?? ""))
        }
    }

    @Test("fetch gets a larger picture later, and requests nothing for a stored one")
    func fetch() async throws {
        try await FlickrScene.with(FakeWorld(seed: 11, photos: 5)) { scene async throws in
            _ = try scene.gallery.run("search", "dogs", "--size", "small")
            scene.flickr.clearLog()
            #expect(try scene.gallery.run("fetch", "dogs", "--size", "large").status == 0)
            let requested = scene.count(.picture)
            #expect(requested > 0)
            scene.flickr.clearLog()
            #expect(try scene.gallery.run("fetch", "dogs/1", "--size", "large").status == 0)
            #expect(try scene.gallery.run("fetch", "dogs", "--size", "small").status == 0)
            #expect(scene.flickr.requests().isEmpty)
        }
    }

    @Test("a dry run stores nothing and downloads nothing")
    func dryRun() async throws {
        try await FlickrScene.with(FakeWorld(seed: 12, photos: 5)) { scene async throws in
            let result = try scene.gallery.run("search", "dogs", "-n", "--format", "json")
            #expect(result.status == 0, "\(result.errors)")
            #expect(try result.object().number("new") == 5)
            #expect(scene.count(.picture) == 0)
            #expect(try scene.gallery.run("list", "dogs").status == 66)
        }
    }

    @Test("the keyless feed removes nothing that was found with a key")
    func feedAfterKey() async throws {
        try await FlickrScene.with(FakeWorld(seed: 14, photos: 12)) { scene async throws in
            _ = try scene.gallery.run("search", "dogs")
            let columns = "OriginID,Title,Description,Creator,License,Tags,GPSLatitude,Farm"
            let before = try scene.gallery.run("export", "dogs", "--columns", columns).text
            let raw = try scene.gallery.run("export", "dogs", "--format", "jsonl", "--raw").lines()
            scene.flickr.clearLog()
            let keyless = try scene.gallery.run(
                "refresh", "dogs", "--format", "json", adding: ["GALLERY_FLICKR_API_KEY": ""])
            #expect(keyless.status == 0, "\(keyless.errors)")
            #expect(try scene.gallery.run("export", "dogs", "--columns", columns).text == before)
            let after = try scene.gallery.run("export", "dogs", "--format", "jsonl", "--raw")
                .lines()
            #expect(
                raw.map { $0["Raw"] as? NSDictionary } == after.map { $0["Raw"] as? NSDictionary })
            #expect(scene.count(.picture) == 0)
        }
    }

    @Test("a photo in the trash is not marked as delisted")
    func trashedIsNotDelisted() async throws {
        try await FlickrScene.with(FakeWorld(seed: 15, photos: 6)) { scene async throws in
            _ = try scene.gallery.run("search", "dogs", "--size", "none")
            _ = try scene.gallery.run("remove", "dogs/1")
            let answer = try scene.gallery.run("refresh", "dogs", "--format", "json").object()
            #expect(answer.number("gone") == 0)
            #expect(answer.number("trashed") == 1)
        }
    }

    @Test("a replaced picture is fetched, also if the run that detected it fetched none")
    func replaced() async throws {
        try await FlickrScene.with(FakeWorld(seed: 16, photos: 4)) { scene async throws in
            _ = try scene.gallery.run("search", "dogs")
            let id = try scene.ids("dogs")[0]
            scene.flickr.edit { $0[id]?.secret = "0123456789" }
            _ = try scene.gallery.run("search", "dogs", "--size", "none")
            let answer = try scene.gallery.run("search", "dogs", "--format", "json").object()
            #expect(answer.number("pictures", "downloaded") == 1)
        }
    }

    @Test(
        "filters without a term make a section named by them",
        arguments: [
            ["--has-geo"], ["--media", "photos"], ["--license", "4"],
        ])
    func filtersAlone(arguments: [String]) async throws {
        try await FlickrScene.with(FakeWorld(seed: 17, photos: 30)) { scene async throws in
            let result = try scene.gallery.start(
                ["search", "--size", "none", "--format", "json"] + arguments
            ).wait()
            #expect(result.status == 0, "\(result.errors)")
            let section = try result.object()["section"] as? String ?? ""
            #expect(section.hasPrefix("flickr:\(arguments[0].dropFirst(2))="))
            #expect(try scene.gallery.run("list", section).status == 0)
        }
    }

    @Test("a dry run of fetch reports the number of pictures and fetches none")
    func fetchDryRun() async throws {
        try await FlickrScene.with(FakeWorld(seed: 18, photos: 5)) { scene async throws in
            _ = try scene.gallery.run("search", "dogs", "--size", "none")
            let answer = try scene.gallery.run(
                "fetch", "dogs", "--size", "large", "-n", "--format", "json"
            ).object()
            #expect(answer.number("pictures", "downloaded") == 5)
            #expect(scene.count(.picture) == 0)
        }
    }

    @Test("pictures come only from allowed hosts")
    func foreignHost() async throws {
        let world = FakeWorld(seed: 13, photos: 3)
        try await FakeFlickrServer.with(world) { other async throws in
            try await FlickrScene.with(
                world,
                faults: [
                    FaultRule(
                        .redirect(
                            to: "\(other.baseURL.replacing("127.0.0.1", with: "localhost"))/x.jpg"),
                        endpoint: .picture)
                ]
            ) { scene async throws in
                let result = try scene.gallery.run("search", "dogs")
                #expect(result.status == 1, "\(result.errors)")
                #expect(result.errors.contains("localhost"))
                #expect(other.requests().isEmpty)
                #expect(try scene.ids("dogs").count == 3)
            }
        }
    }
}
