import Basics
import FakeFlickr
import Foundation
import Imaging
import TestSupport
import Testing

/// Pulls from a fake campaign server.
@Suite("gallery pull --campaign")
struct CampaignPullTests {
    private static func world(_ campaign: FakeCampaign = FakeCampaign(posts: 3)) -> FakeWorld {
        var world = FakeWorld(photos: [])
        world.campaign = campaign
        return world
    }

    private static func url(_ scene: FlickrScene) -> String { scene.flickr.baseURL + "/campaign" }

    private static func pull(
        _ scene: FlickrScene, _ more: String..., adding: [String: String] = [:]
    ) throws -> GalleryProgram.Result {
        try scene.gallery.start(
            ["pull", url(scene), "--campaign", "dogs"] + more, adding: adding
        ).wait()
    }

    private static func paths(_ scene: FlickrScene) -> [String] {
        scene.flickr.requests().map(\.path)
    }

    /// The titles of the section, in order.
    private static func titles(_ scene: FlickrScene) throws -> [String] {
        try scene.gallery.run("export", "campaign:dogs", "--format", "jsonl").lines()
            .compactMap { $0["Title"] as? String }
    }

    @Test("posts become a section, newest first, and pulling again requests only the feed")
    func pull() async throws {
        try await FlickrScene.with(Self.world()) { scene async throws in
            let first = try Self.pull(scene, "--format", "json")
            #expect(first.status == 0, "\(first.errors)")
            #expect(
                first.errors
                    == "gallery: campaign:dogs: 3 listed of 3 found, 3 new; pictures: 3 downloaded\n"
            )
            let object = try first.object()
            #expect(object["section"] as? String == "campaign:dogs")
            #expect(object.number("requests", "api") == 1)
            #expect((object["photos"] as? [Any])?.count == 3)
            let rows = try scene.gallery.run("export", "campaign:dogs", "--format", "jsonl").lines()
            #expect(rows.map { $0["Title"] as? String } == ["post 3", "post 2", "post 1"])
            #expect(rows.map { $0["OriginID"] as? String } == ["3", "2", "1"])
            #expect(rows.allSatisfy { $0["Origin"] as? String == "campaign" })
            #expect(rows.allSatisfy { $0["Creator"] as? String == "Eva Ek" })
            #expect(rows.allSatisfy { $0["Owner"] as? String == "1" })
            #expect(rows.allSatisfy { $0["Description"] as? String == "a dog" })
            #expect(rows.first?["DateUploaded"] as? String == "2023-11-14T22:13:00Z")
            scene.flickr.clearLog()
            for command in [["pull", Self.url(scene) + "/", "--campaign", "DOGS"], ["refresh"]] {
                let again = try scene.gallery.start(command).wait()
                #expect(again.status == 0, "\(again.errors)")
                #expect(
                    again.errors
                        == "gallery: campaign:dogs: 3 listed of 3 found; pictures: 3 already present\n"
                )
            }
            #expect(Self.paths(scene) == ["/campaign/posts", "/campaign/posts"])
            #expect(scene.flickr.requests().allSatisfy { $0.headers["authorization"] == nil })
            #expect(try scene.gallery.run("undo", "--list", "--format", "jsonl").lines().count == 1)
        }
    }

    @Test("an invalid command line is rejected")
    func usage() async throws {
        try await FlickrScene.with(Self.world()) { scene async throws in
            #expect(try Self.pull(scene, "--user", "eva").status == 64)
            for name in ["", " ", "a\u{7}b", String(repeating: "x", count: 300)] {
                let result = try scene.gallery.run("pull", Self.url(scene), "--campaign", name)
                #expect(result.status == 64, "\(result.errors)")
            }
            #expect(scene.flickr.requests().isEmpty)
            let dry = try Self.pull(scene, "-n")
            #expect(dry.status == 0 && dry.errors.hasPrefix("gallery: dry run: campaign:dogs: 3"))
            // Not even a catalog was created.
            #expect(try scene.gallery.run("sections").status == 66)
            #expect(try Self.pull(scene, "--size", "none").status == 0)
            #expect(Self.paths(scene).allSatisfy { $0 == "/campaign/posts" })
            let fetched = try scene.gallery.run("fetch", "campaign:dogs")
            #expect(fetched.errors == "gallery: large pictures: 3 downloaded\n")
        }
    }

    @Test("new posts come first, changed ones are updated, and removed ones are marked")
    func changes() async throws {
        try await FlickrScene.with(Self.world(FakeCampaign(posts: 4))) { scene async throws in
            #expect(try Self.pull(scene).status == 0)
            scene.flickr.edit { world in
                world.campaign.posts.remove(at: 1)
                world.campaign.posts[1].title = "puppy"
                // The same picture with another signature, and another picture.
                world.campaign.posts[0].photoURL = "pictures/4.jpg?signature=2"
                world.campaign.posts[2].photoURL = "pictures/1.jpg/2"
                world.campaign.posts.insert(
                    .init(id: "10", title: "late", created: "2026-01-01T00:00:00.000Z"), at: 0)
                world.campaign.posts.append(
                    .init(id: "11", title: "early", created: "2001-01-01T00:00:00.000Z"))
            }
            let result = try Self.pull(scene, "--format", "json")
            #expect(result.status == 0, "\(result.errors)")
            let object = try result.object()
            #expect(object.number("new") == 2 && object.number("updated") == 3)
            #expect(object.number("gone") == 1 && object.number("pictures", "downloaded") == 3)
            #expect(
                try Self.titles(scene)
                    == ["late", "post 4", "post 3", "puppy", "post 1", "early"])
            let show = try scene.gallery.run("show", "campaign:dogs/3").text
            #expect(show.contains("post 3") && show.contains("no longer lists it"))
            #expect(try scene.gallery.integrity() == "ok")
            // If most of a feed is missing, it is requested again before any post is marked.
            scene.flickr.clearLog()
            scene.flickr.edit { $0.campaign.posts = [] }
            let delisted = try scene.gallery.run("refresh", "campaign:dogs", "--format", "json")
            #expect(try delisted.object().number("gone") == 5, "\(delisted.errors)")
            #expect(Self.paths(scene).count == 2)
            #expect(try Self.titles(scene).count == 6)
            scene.flickr.edit { $0.campaign = FakeCampaign(posts: 4) }
            #expect(try Self.pull(scene).status == 0)
            #expect(
                try !scene.gallery.run("show", "campaign:dogs/2").text.contains(
                    "no longer lists it")
            )
        }
    }

    @Test("an unreachable server ends the pull with 69, and stored posts stay available")
    func away() async throws {
        try await FlickrScene.with(Self.world()) { scene async throws in
            #expect(try Self.pull(scene).status == 0)
            try await scene.flickr.stop()
            let patience = ["GALLERY_TRANSPORT_RETRIES": "0"]
            let result = try Self.pull(scene, "--format", "json", adding: patience)
            #expect(result.status == 69)
            #expect(
                result.errors.hasPrefix(
                    "gallery: campaign:dogs: 0 listed; 3 stored photos stay\n"), "\(result.errors)")
            #expect(result.errors.contains("no connection to"))
            let object = try result.object()
            #expect((object["photos"] as? [Any])?.count == 3 && object["error"] is String)
            #expect(
                try scene.gallery.start(["refresh", "campaign:dogs"], adding: patience).wait()
                    .status == 69)
            #expect(try Self.titles(scene) == ["post 3", "post 2", "post 1"])
        }
    }

    @Test(
        "an invalid response ends the pull with 69 and makes no section",
        arguments: ["<html>sign in</html>", "{\"posts\":[]}", "[{\"_id\":"])
    func noList(text: String) async throws {
        var campaign = FakeCampaign(posts: 3)
        campaign.text = text
        try await FlickrScene.with(Self.world(campaign)) { scene async throws in
            let result = try Self.pull(scene, adding: ["GALLERY_TRANSPORT_RETRIES": "0"])
            #expect(result.status == 69)
            #expect(result.errors.contains("it begins '\(text)'"), "\(result.errors)")
            #expect(try scene.gallery.run("sections", "--format", "jsonl").lines().count == 1)
        }
    }

    @Test(
        "irregular rows are tolerated: repeated or missing ids, other campaigns, control characters"
    )
    func odd() async throws {
        var campaign = FakeCampaign(posts: 0)
        campaign.text = #"""
            [{"_id":{"$oid":"5f1"},"title":"\u001b[2J","created":"2024-01-01T00:00:00Z"},{"title":"no id"},
            {"_id":7,"title":"first","photoURL":"pictures/7.jpg","created":1715940672345},
            {"_id":7,"title":"second"},{"_id":"a/b","photoURL":"data:image/png;base64,AA"},
            {"_id":9,"campaignObject":{"identifier":"cats"}}]
            """#
        try await FlickrScene.with(Self.world(campaign)) { scene async throws in
            scene.flickr.edit {
                $0.campaign.posts = [.init(id: "7", title: "", created: "")]
            }
            let result = try Self.pull(scene)
            #expect(result.status == 0, "\(result.errors)")
            #expect(
                result.errors
                    == "gallery: campaign:dogs: 3 listed of 3 found, 3 new; pictures: 1 downloaded, "
                    + "2 unavailable; not complete: the server sent 1 row without a post ID\n"
            )
            #expect(!(result.text + result.errors).contains("\u{1b}"))
            #expect(try scene.ids("campaign:dogs") == ["7", "5f1", "a%2Fb"])
            #expect(try scene.gallery.run("show", "campaign:dogs/2").status == 0)
        }
    }

    @Test("a name that no post has is reported with the names that posts have")
    func otherCampaign() async throws {
        try await FlickrScene.with(Self.world()) { scene async throws in
            let result = try scene.gallery.run("pull", Self.url(scene), "--campaign", "cats")
            #expect(result.status == 0)
            #expect(
                result.errors
                    == "gallery: campaign:cats: 0 listed of 0 found; not complete: the feed has no posts of "
                    + "'cats', only of 'dogs'\n")
        }
    }

    @Test("a picture missing on the server is reported with its error, and the others continue")
    func missing() async throws {
        let rule = FaultRule(
            .status(404, retryAfter: nil), endpoint: .campaign, contains: "pictures/2", times: 1)
        try await FlickrScene.with(Self.world(), faults: [rule]) { scene async throws in
            let result = try Self.pull(scene)
            #expect(result.status == 1, "\(result.errors)")
            #expect(result.errors.contains("2 downloaded, 1 failed"), "\(result.errors)")
            #expect(try scene.gallery.run("problems").text.contains("HTTP 404"))
            let healed = try Self.pull(scene)
            #expect(healed.status == 0 && healed.errors.contains("1 downloaded, 2 already present"))
        }
    }

    @Test("pictures come from the feed's own host and port, or from campaign.hosts")
    func hosts() async throws {
        try await FakeFlickrServer.with(Self.world()) { other async throws in
            let elsewhere = other.baseURL + "/campaign/pictures/"
            var campaign = FakeCampaign(posts: 3)
            campaign.posts[0].photoURL = elsewhere + "3.jpg"
            let redirect = FaultRule(
                .redirect(to: elsewhere + "2.jpg"), endpoint: .campaign, contains: "pictures/2")
            try await FlickrScene.with(Self.world(campaign), faults: [redirect]) {
                scene async throws in
                let result = try Self.pull(scene)
                #expect(result.status == 1)
                #expect(result.errors.contains("1 downloaded, 2 failed"), "\(result.errors)")
                let named = result.errors.split(separator: "\n").count {
                    $0.contains("campaign.hosts")
                }
                #expect(named == 2, "\(result.errors)")
                #expect(!result.errors.contains("flickr.hosts") && other.requests().isEmpty)
                let host = other.baseURL.replacingOccurrences(of: "http://", with: "")
                let allowed = try Self.pull(scene, adding: ["GALLERY_CAMPAIGN_HOSTS": host])
                #expect(allowed.status == 0, "\(allowed.errors)")
                #expect(other.requests().count == 2)
            }
        }
    }

    @Test("a feed that requires sign-in gets the token after its 401, and no other host gets it")
    func signedIn() async throws {
        try await FakeFlickrServer.with(Self.world()) { other async throws in
            var campaign = FakeCampaign(posts: 3)
            campaign.posts[0].photoURL = other.baseURL + "/campaign/pictures/3.jpg"
            campaign.people = [
                .init(id: "5", email: "eva@example.org", password: "quince-47", token: "tok-eva")
            ]
            campaign.asksWho = true
            let redirect = FaultRule(
                .redirect(to: other.baseURL + "/campaign/pictures/2.jpg"), endpoint: .campaign,
                contains: "pictures/2")
            let hosts = [
                "GALLERY_CAMPAIGN_HOSTS": other.baseURL.replacingOccurrences(
                    of: "http://", with: "")
            ]
            try await FlickrScene.with(Self.world(campaign), faults: [redirect], adding: hosts) {
                scene async throws in
                let url = Self.url(scene)
                let refused = try Self.pull(scene)
                #expect(refused.status == 77)
                #expect(refused.errors.contains("gallery sign-in \(url)"), "\(refused.errors)")
                let signIn = try scene.gallery.run(
                    "sign-in", url, "--as", "eva@example.org",
                    adding: ["GALLERY_PASSWORD": "quince-47"])
                #expect(signIn.status == 0, "\(signIn.errors)")
                scene.flickr.clearLog()
                let result = try Self.pull(scene)
                #expect(result.status == 0, "\(result.errors)")
                let feed = scene.flickr.requests().filter { $0.path == "/campaign/posts" }
                #expect(
                    feed.map { $0.headers["authorization"] } == [nil, "Bearer tok-eva"])
                #expect(
                    scene.flickr.requests().contains {
                        $0.path.hasSuffix("pictures/1.jpg")
                            && $0.headers["authorization"] == "Bearer tok-eva"
                    })
                #expect(other.requests().count == 2)
                #expect(other.requests().allSatisfy { $0.headers["authorization"] == nil })
                scene.flickr.edit { $0.campaign.people[0].token = "another" }
                let expired = try Self.pull(scene)
                #expect(expired.status == 77)
                #expect(expired.errors.contains("no longer accepts the sign-in"))
            }
        }
    }

    @Test("a token that the server repeats is in no message and in no byte of the catalog")
    func repeatedToken() async throws {
        let token = "TOKTOK12345"
        var campaign = FakeCampaign(posts: 3)
        campaign.people = [
            .init(id: "5", email: "eva@example.org", password: "quince-47", token: token)
        ]
        campaign.asksWho = true
        let retries = ["GALLERY_TRANSPORT_RETRIES": "0"]
        try await FlickrScene.with(Self.world(campaign), adding: retries) { scene async throws in
            let signIn = try scene.gallery.run(
                "sign-in", Self.url(scene), "--as", "eva@example.org",
                adding: ["GALLERY_PASSWORD": "quince-47"])
            #expect(signIn.status == 0, "\(signIn.errors)")
            let words = "not for Bearer \(token)"
            var results: [GalleryProgram.Result] = []
            scene.flickr.edit { $0.campaign.refusal = words }
            results.append(try Self.pull(scene, "-v"))
            #expect(results[0].errors.contains("not for Bearer …"), "\(results[0].errors)")
            scene.flickr.edit { $0.campaign.refusal = nil }
            scene.flickr.setFaults([
                FaultRule(.words(404, words), contains: "pictures/1"),
                FaultRule(
                    .words(200, "{\"message\":\"\(words)\"}", type: "application/json"),
                    contains: "pictures/2"),
                FaultRule(.redirect(to: "http://127.0.0.1:1/\(token)"), contains: "pictures/3"),
            ])
            results.append(try Self.pull(scene, "-v"))
            #expect(results[1].errors.contains("3 failed"), "\(results[1].errors)")
            scene.flickr.edit { $0.campaign.refusal = words }
            results.append(try scene.gallery.run("refresh", "campaign:dogs"))
            #expect(results[2].status == 77, "\(results[2].errors)")
            results.append(try scene.gallery.run("problems"))
            for result in results { #expect(!(result.errors + result.text).contains("TOKTOK")) }
            for name in FileManager.default.subpaths(atPath: scene.gallery.folder.path) ?? []
            where !name.hasSuffix("sign-ins.json") {
                let file = scene.gallery.folder.appendingPathComponent(name)
                let bytes = try? Data(contentsOf: file)
                #expect(bytes?.range(of: Data("TOKTOK".utf8)) == nil, "\(name)")
            }
        }
    }

    @Test("a picture has any importable type, and one of another type is requested once")
    func types() async throws {
        var campaign = FakeCampaign(posts: 3)
        let pixels = try PictureDecoder().decode(
            path: BytePath(FacePictures.messi.path), as: .bgr, longEdge: 64
        ).pixels
        campaign.sent["1"] = try PictureEncoder(.webp(quality: 80)).encode(pixels)
        var bitmap = Array("BM".utf8) + Array(repeating: UInt8(0), count: 100)
        bitmap[14] = 40
        campaign.sent["2"] = bitmap
        try await FlickrScene.with(Self.world(campaign)) { scene async throws in
            let result = try Self.pull(scene)
            #expect(result.status == 1, "\(result.errors)")
            #expect(result.errors.contains("2 downloaded, 1 failed"), "\(result.errors)")
            #expect(result.errors.contains("is a file of type BMP, which is not supported"))
            #expect(Self.paths(scene).count { $0.contains("pictures/2") } == 1)
            let rows = try scene.gallery.run("export", "campaign:dogs", "--format", "jsonl").lines()
            #expect(rows.last?["FileType"] as? String == "WEBP")
            #expect(rows.last?.number("ImageWidth") ?? 0 >= 64)
        }
    }

    @Test("an owner without a name is unknown, not an id")
    func nameless() async throws {
        var campaign = FakeCampaign()
        campaign.text =
            #"[{"_id":"1","title":"dog","owner":{"_id":"u2"}},{"_id":"2","owner":"u2"}]"#
        try await FlickrScene.with(Self.world(campaign)) { scene async throws in
            #expect(try Self.pull(scene).status == 0)
            #expect(try !scene.gallery.run("list", "campaign:dogs").text.contains("u2"))
            let rows = try scene.gallery.run("export", "campaign:dogs", "--format", "jsonl").lines()
            #expect(rows.count == 2 && rows.allSatisfy { !($0["Owner"] is String) })
        }
    }

    @Test("campaigns with one name on two servers or in this gallery are separate sections")
    func twoServers() async throws {
        try await FakeFlickrServer.with(Self.world(FakeCampaign(posts: 2))) { other async throws in
            try await FlickrScene.with(Self.world()) { scene async throws in
                #expect(try Self.pull(scene).status == 0)
                let url = other.baseURL + "/campaign"
                for _ in 0..<2 {
                    #expect(
                        try scene.gallery.run("pull", url, "--campaign", "dogs").status == 0)
                }
                let names = try scene.gallery.run("sections", "--format", "jsonl").lines()
                    .compactMap { $0["section"] as? String }
                let key = url.replacingOccurrences(of: "http://", with: "")
                #expect(names == ["camera", "campaign:dogs", "campaign:dogs@\(key)"])
                #expect(try Self.titles(scene).count == 3)
            }
        }
    }

    @Test(
        "transient network faults are retried",
        arguments: [
            FaultRule(.status(503, retryAfter: nil), endpoint: .campaign, times: 2),
            FaultRule(.html200, endpoint: .campaign, contains: "pictures/", times: 1),
            FaultRule(.missingEnd, endpoint: .campaign, contains: "pictures/", times: 1),
            FaultRule(
                .reset(afterBytes: 100), endpoint: .campaign, contains: "pictures/", times: 2),
            FaultRule(.invalidJSON, endpoint: .campaign, contains: "posts", times: 1),
        ])
    func faults(rule: FaultRule) async throws {
        try await FlickrScene.with(Self.world(), faults: [rule]) { scene async throws in
            let result = try Self.pull(scene)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.contains("3 downloaded"), "\(result.errors)")
        }
    }

    @Test("a pull killed at many moments and run again ends like an uninterrupted one")
    func killed() async throws {
        var world = Self.world(FakeCampaign(posts: 60))
        world.pictureBytes = 20_000
        try await FakeFlickrServer.with(world, latencyMilliseconds: 3) { flickr async throws in
            let command = ["pull", flickr.baseURL + "/campaign", "--campaign", "dogs"]
            let whole = try GalleryProgram()
            defer { whole.remove() }
            #expect(try whole.start(command).wait().status == 0)
            let expected = try Self.rows(whole)
            #expect(expected.count == 60)
            for moment in KillMoments.drawn(seed: 11, count: 5, within: 0.5) {
                let gallery = try GalleryProgram()
                defer { gallery.remove() }
                try gallery.start(command).kill(after: moment)
                let again = try gallery.start(command).wait()
                #expect(again.status == 0, "killed after \(moment) s: \(again.errors)")
                let difference = try Self.rows(gallery).difference(from: expected)
                #expect(
                    difference.isEmpty,
                    "killed after \(moment) s: \(again.errors) \(Array(difference))")
                #expect(try gallery.strayFiles().isEmpty && gallery.integrity() == "ok")
            }
        }
    }

    @Test("a section is stored with its query, so that a pull killed in between continues in it")
    func sectionWithQuery() async throws {
        try await FlickrScene.with(Self.world()) { scene async throws in
            try scene.gallery.makeCatalog()
            let trigger = """
                CREATE TRIGGER withoutQuery BEFORE INSERT ON section WHEN NEW.query IS NULL
                BEGIN SELECT raise(ABORT, 'the section has no query'); END
                """
            let made = try scene.gallery.start(
                [scene.gallery.catalog.appendingPathComponent("catalog.sqlite").path, trigger],
                executable: URL(filePath: "/usr/bin/sqlite3")
            ).wait()
            #expect(made.status == 0, "\(made.errors)")
            let result = try Self.pull(scene)
            #expect(result.status == 0, "\(result.errors)")
            #expect(try Self.titles(scene).count == 3)
        }
    }

    /// Every photo's title and bytes, in the section's order.
    private static func rows(_ gallery: GalleryProgram) throws -> [String] {
        let result = try gallery.run("export", "campaign:dogs", "--format", "jsonl")
        #expect(result.status == 0, "\(result.errors)")
        return try result.lines().map { "\($0["Title"] ?? "") \($0["SHA256"] ?? "")" }
    }
}
