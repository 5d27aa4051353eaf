import FakeFlickr
import Foundation
import TestSupport
import Testing

/// Pulls from a fake photo-share server.
@Suite("gallery pull")
struct PullTests {
    private static func world(_ sharing: FakeSharing) -> FakeWorld {
        var world = FakeWorld(photos: [])
        world.sharing = sharing
        return world
    }

    private static func host(_ scene: FlickrScene) -> String {
        scene.flickr.baseURL.replacingOccurrences(of: "http://", with: "")
    }

    /// The paths of the requests so far.
    private static func paths(_ scene: FlickrScene) -> [String] {
        scene.flickr.requests().map(\.path)
    }

    private static let two = FakeSharing(people: [
        .init(
            id: "1", name: "roger",
            photos: [.init(id: "23", name: "dog"), .init(id: "24", name: "cat")]),
        .init(id: "2", name: "Eva", photos: [.init(id: "25", name: "sea")]),
    ])

    @Test("a picture listed by two people is fetched once, and an unreadable address is rejected")
    func twice() async throws {
        let photos = [FakeSharing.Photo(id: "7", name: "sea")]
        let sharing = FakeSharing(people: [
            .init(id: "1", name: "roger", photos: photos),
            .init(id: "2", name: "Eva", photos: photos),
        ])
        try await FlickrScene.with(Self.world(sharing)) { scene async throws in
            let url = scene.flickr.baseURL + "/photoserver"
            let pulled = try scene.gallery.run("pull", url, "--format", "json")
            #expect(pulled.status == 0, "\(pulled.errors)")
            #expect(try pulled.object().number("pictures", "downloaded") == 1)
            #expect(Self.paths(scene).count { $0.hasSuffix("/photo/7") } == 1)
            let long = url + "/" + String(repeating: "é", count: 900)
            #expect(try scene.gallery.start(["pull", long]).wait().status == 64)
            #expect(try scene.gallery.start(["sections"]).wait().status == 0)
        }
    }

    @Test("the server's own address is enough, and people need no host if they have only one")
    func shortNames() async throws {
        try await FlickrScene.with(Self.world(Self.two)) { scene async throws in
            let pulled = try scene.gallery.run("pull", scene.flickr.baseURL, "--size", "none")
            #expect(pulled.status == 0, "\(pulled.errors)")
            #expect(pulled.errors.contains("\(scene.flickr.baseURL)/photoserver: 2 people"))
            for name in ["roger", "share:roger", "share:roger@\(Self.host(scene))"] {
                let listed = try scene.gallery.run("list", name, "--columns", "title")
                #expect(listed.text == "TITLE\ndog\ncat\n", "\(name): \(listed.errors)")
            }
            #expect(try scene.gallery.run("show", "roger/2").text.contains("cat"))
            #expect(try scene.gallery.run("refresh", "share:eva").status == 0)
            #expect(try scene.gallery.run("list", "share:rog").status == 66)
        }
    }

    @Test("people become sections with their photos, and pulling again requests only the lists")
    func pull() async throws {
        try await FlickrScene.with(Self.world(Self.two)) { scene async throws in
            let url = scene.flickr.baseURL + "/photoserver"
            let first = try scene.gallery.run("pull", url, "--format", "json")
            #expect(first.status == 0, "\(first.errors)")
            let object = try first.object()
            #expect(object.number("people") == 2 && object.number("new") == 3)
            #expect(object.number("pictures", "downloaded") == 3)
            #expect(object.number("requests", "lists") == 3)
            #expect((object["photos"] as? [Any])?.count == 3)
            #expect(
                first.errors
                    == "gallery: \(url): 2 people, 3 photos listed, 3 new; pictures: 3 downloaded\n"
            )
            let host = Self.host(scene)
            let sections = try scene.gallery.run("sections", "--format", "jsonl").lines()
            #expect(
                sections.map { $0["section"] as? String } == [
                    "camera", "share:roger@\(host)", "share:Eva@\(host)",
                ])
            let rows = try scene.gallery.run(
                "export", "share:roger@\(host)", "--format", "jsonl"
            ).lines()
            #expect(rows.map { $0["Title"] as? String } == ["dog", "cat"])
            #expect(rows.map { $0["OriginID"] as? String } == ["23", "24"])
            #expect(rows.map { $0["Origin"] as? String } == ["share", "share"])
            #expect(rows.allSatisfy { $0.number("ImageWidth") == 96 })
            scene.flickr.clearLog()
            let again = try scene.gallery.run("pull", url + "/")
            #expect(again.status == 0, "\(again.errors)")
            #expect(
                Self.paths(scene).sorted() == [
                    "/photoserver/userlist", "/photoserver/userphotos/1",
                    "/photoserver/userphotos/2",
                ])
            #expect(
                again.errors
                    == "gallery: \(url): 2 people, 3 photos listed; pictures: 3 already present\n")
            #expect(scene.flickr.requests().allSatisfy { $0.headers["authorization"] == nil })
            scene.flickr.clearLog()
            let one = try scene.gallery.run("pull", url, "--user", "EVA", "--format", "json")
            #expect(try one.object().number("people") == 1)
            #expect(!Self.paths(scene).contains("/photoserver/userphotos/1"))
            #expect(try scene.gallery.run("pull", url, "--user", "nobody").status == 66)
        }
    }

    @Test("a dry run and a pull without pictures work as documented")
    func options() async throws {
        try await FlickrScene.with(Self.world(Self.two)) { scene async throws in
            let url = scene.flickr.baseURL + "/photoserver"
            let dry = try scene.gallery.run("pull", "-n", url)
            #expect(dry.status == 0 && dry.errors.hasPrefix("gallery: dry run: "))
            #expect(try scene.gallery.run("sections").status == 66)
            #expect(try scene.gallery.run("pull", url, "--size", "none").status == 0)
            #expect(scene.flickr.requests().allSatisfy { !$0.path.contains("/photo/") })
            let host = Self.host(scene)
            let fetched = try scene.gallery.run("fetch", "share:roger@\(host)")
            #expect(fetched.status == 0, "\(fetched.errors)")
            #expect(fetched.errors == "gallery: large pictures: 2 downloaded\n")
            for command in ["show share:Eva@\(host)/1", "list share:Eva@\(host)", "find dog"] {
                let result = try scene.gallery.shell("gallery \(command)")
                #expect(result.status == 0 && !result.text.isEmpty, "\(command): \(result.errors)")
            }
            #expect(try scene.gallery.run("pull", "host/photoserver").status == 64)
        }
    }

    @Test("errors of the server are reported in its own words, and the others continue")
    func missing() async throws {
        var sharing = Self.two
        sharing.texts["/photoserver/userlist"] =
            #"[{"name":"roger","id":"1"},{"name":"ghost","id":"99"},{"name":"Eva","id":"2"}]"#
        sharing.texts["/photoserver/userphotos/1"] =
            #"[{"name":"dog","id":"23"},{"name":"lost","id":"404"},{"name":"cat","id":"24"}]"#
        try await FlickrScene.with(Self.world(sharing)) { scene async throws in
            let url = scene.flickr.baseURL + "/photoserver"
            let result = try scene.gallery.run("pull", url, "--format", "json")
            #expect(result.status == 1, "\(result.errors)")
            #expect(result.errors.contains("no user with id 99"), "\(result.errors)")
            #expect(result.errors.contains("(lost): the server answered: no photo with id 404"))
            let object = try result.object()
            #expect(object.number("failed") == 1 && object.number("pictures", "failed") == 1)
            #expect(object.number("pictures", "downloaded") == 3)
            let host = Self.host(scene)
            let sections = try scene.gallery.run("sections", "--format", "jsonl").lines()
            #expect(
                sections.compactMap { $0["section"] as? String }.contains("share:ghost@\(host)"))
            let problems = try scene.gallery.run("problems").text
            #expect(problems.contains("no user with id 99") && problems.contains("id 404"))
            // Requested separately, the list fails in the same way.
            let alone = try scene.gallery.run("refresh", "share:ghost@\(host)")
            #expect(alone.status == 1, "\(alone.errors)")
            #expect(
                alone.errors.contains(
                    "share:ghost@\(host): the server answered: no user with id 99"))
            scene.flickr.edit { $0.sharing = Self.two }
            let healed = try scene.gallery.run("pull", url)
            #expect(healed.status == 0, "\(healed.errors)")
            scene.flickr.setFaults([
                FaultRule(
                    .answer(
                        status: 404, type: "text/plain; charset=ISO-8859-1",
                        bytes: [0x66, 0xFC, 0x72, 0x20, 0x1B, 0x5B, 0x32, 0x4A]),
                    contains: "userphotos/1")
            ])
            let roger = "share:roger@\(host)"
            let refused = try scene.gallery.run("refresh", roger, "share:Eva@\(host)")
            #expect(refused.status == 1, "\(refused.errors)")
            #expect(refused.errors.contains("the server answered: für \\u{1b}[2J\n"))
            #expect(try scene.gallery.run("problems").text.contains(roger))
            scene.flickr.setFaults([])
            #expect(try scene.gallery.run("refresh", roger).status == 0)
            #expect(try !scene.gallery.run("problems").text.contains(roger))
        }
    }

    @Test(
        "unusual lists are tolerated: numbers, missing or equal names, slashes, control characters"
    )
    func odd() async throws {
        var sharing = FakeSharing(people: [
            .init(id: "1", name: "a/b", photos: [.init(id: "1", name: "x/y")]),
            .init(id: "2", name: "Roger", photos: [.init(id: "2", name: nil)]),
            .init(id: "3", name: "roger", photos: [.init(id: "3", name: "")]),
            .init(id: "4", name: nil, photos: [.init(id: "4", name: "\u{1b}[2J")]),
            .init(id: "5", name: "\u{1b}[2J\n", photos: []),
        ])
        sharing.writesNumbers = true
        try await FlickrScene.with(Self.world(sharing)) { scene async throws in
            let url = scene.flickr.baseURL + "/photoserver"
            let result = try scene.gallery.run("pull", url)
            #expect(result.status == 0, "\(result.errors)")
            #expect(!(result.text + result.errors).contains("\u{1b}"))
            let host = Self.host(scene)
            let names = try scene.gallery.run("sections", "--format", "jsonl").lines()
                .compactMap { $0["section"] as? String }
            #expect(
                names == [
                    "camera", "share:a/b@\(host)", "share:Roger@\(host)",
                    "share:roger (2)@\(host)", "share:nobody@\(host)",
                    "share:\\u{1b}[2J@\(host)",
                ])
            #expect(try scene.gallery.run("show", "share:a/b@\(host)/1").status == 0)
            #expect(try scene.gallery.run("pull", url).errors.contains("4 already present"))
        }
    }

    @Test("an unreachable server ends the pull with 69, and stored photos stay listed")
    func away() async throws {
        try await FlickrScene.with(Self.world(Self.two)) { scene async throws in
            let url = scene.flickr.baseURL + "/photoserver"
            #expect(try scene.gallery.run("pull", url).status == 0)
            try await scene.flickr.stop()
            let patience = ["GALLERY_TRANSPORT_RETRIES": "0"]
            for command in [["pull", url], ["refresh"]] {
                let result = try scene.gallery.start(command, adding: patience).wait()
                #expect(result.status == 69, "\(result.errors)")
            }
            #expect(try scene.ids("share:roger@\(Self.host(scene))") == ["23", "24"])
        }
    }

    @Test("a stalling server ends the pull like an unreachable one, not one list after another")
    func stalls() async throws {
        let world = Self.world(FakeSharing(people: 40, photos: 1))
        let rule = FaultRule(.stallBeforeHeaders, endpoint: .share, contains: "userphotos")
        try await FlickrScene.with(world, faults: [rule]) { scene async throws in
            let result = try scene.gallery.start(
                ["pull", scene.flickr.baseURL + "/photoserver", "--jobs", "2"],
                adding: [
                    "GALLERY_TRANSPORT_RETRIES": "0", "GALLERY_TRANSPORT_IDLE_TIMEOUT_SECONDS": "1",
                ]
            ).wait()
            #expect(result.status == 69, "\(result.errors)")
            #expect(result.errors.contains("stopped responding"), "\(result.errors)")
            #expect(Self.paths(scene).count { $0.contains("userphotos") } <= 4)
        }
    }

    @Test("a server with repeated errors is abandoned, one failed list does not end the pull")
    func trouble() async throws {
        let world = Self.world(FakeSharing(people: 40, photos: 1))
        let all = FaultRule(.status(500, retryAfter: nil), endpoint: .share, contains: "userphotos")
        var one = all
        one.contains = "userphotos/7"
        for (rule, status) in [(all, 69), (one, 1)] {
            try await FlickrScene.with(world, faults: [rule]) { scene async throws in
                let result = try scene.gallery.start(
                    ["pull", scene.flickr.baseURL + "/photoserver", "--jobs", "2"],
                    adding: ["GALLERY_TRANSPORT_RETRIES": "0"]
                ).wait()
                #expect(result.status == Int32(status), "\(result.errors)")
                let lists = Self.paths(scene).count { $0.contains("userphotos") }
                #expect(status == 69 ? lists <= 4 : lists == 40)
            }
        }
    }

    @Test("an unavailable list of people at the second request loses no results")
    func secondLook() async throws {
        try await FlickrScene.with(
            Self.world(FakeSharing(people: 4, photos: 1)),
            faults: [
                FaultRule(
                    .status(500, retryAfter: nil), endpoint: .share, contains: "userlist", after: 2)
            ]
        ) { scene async throws in
            let url = scene.flickr.baseURL + "/photoserver"
            #expect(try scene.gallery.run("pull", url).status == 0)
            scene.flickr.edit { $0.sharing.people.removeLast(3) }
            let result = try scene.gallery.start(
                ["pull", url, "--format", "json"], adding: ["GALLERY_TRANSPORT_RETRIES": "0"]
            ).wait()
            let object = try result.object()
            #expect(object.number("people") == 1 && object.number("gone") == 0)
            #expect(object["complete"] as? Bool == false)
            #expect("\(object["gaps"] ?? "")".contains("requesting it again failed"))
            #expect(result.errors.contains("1 person, 1 photo listed"), "\(result.errors)")
            #expect(
                try scene.gallery.run("sections", "--format", "jsonl").lines().count == 5)
        }
    }

    @Test("of several people who list a photo, the first one's name for it is used")
    func output() async throws {
        var sharing = FakeSharing(people: [
            .init(id: "2", name: "roger", photos: [.init(id: "7", name: "sea")]),
            .init(id: "1", name: "Eva", photos: [.init(id: "7", name: "lake")]),
        ])
        try await FlickrScene.with(Self.world(sharing)) { scene async throws in
            let url = scene.flickr.baseURL + "/photoserver"
            func titles() throws -> [String] {
                try scene.gallery.run("export", "--format", "jsonl").lines()
                    .map { "\($0["Title"] ?? "") \($0["Creator"] ?? "")" }
            }
            #expect(try scene.gallery.run("pull", url).status == 0)
            #expect(try titles() == ["sea roger", "sea roger"])
            let journal = try scene.gallery.run("undo", "--list", "--format", "jsonl").lines()
            for _ in 0..<3 {
                let again = try scene.gallery.run("pull", url, "--format", "json").object()
                #expect(again.number("updated") == 0 && again.number("new") == 0)
            }
            #expect(
                try scene.gallery.run("undo", "--list", "--format", "jsonl").lines().count
                    == journal.count)
            sharing.people[0].photos[0].name = "ocean"
            scene.flickr.edit { $0.sharing = sharing }
            #expect(try scene.gallery.run("pull", url).status == 0)
            #expect(try titles() == ["ocean roger", "ocean roger"])
            // A person who no longer lists it does not name it.
            sharing.people[0].photos = [.init(id: "8", name: "tree")]
            scene.flickr.edit { $0.sharing = sharing }
            for _ in 0..<2 { #expect(try scene.gallery.run("pull", url).status == 0) }
            #expect(try titles().last == "lake Eva")
        }
    }

    @Test(
        "an invalid response ends the pull with 69 and shows the response",
        arguments: ["<html>sign in</html>", "{}", "[{\"id\":"])
    func noList(text: String) async throws {
        var sharing = Self.two
        sharing.texts["/photoserver/userlist"] = text
        try await FlickrScene.with(Self.world(sharing)) { scene async throws in
            let result = try scene.gallery.start(
                ["pull", scene.flickr.baseURL + "/photoserver"],
                adding: ["GALLERY_TRANSPORT_RETRIES": "0"]
            ).wait()
            #expect(result.status == 69)
            #expect(result.errors.contains("it begins '\(text)'"), "\(result.errors)")
        }
    }

    @Test("refresh and pull mark photos that are no longer listed, and remove the marks again")
    func delisted() async throws {
        try await FlickrScene.with(Self.world(Self.two)) { scene async throws in
            let url = scene.flickr.baseURL + "/photoserver"
            let roger = "share:roger@\(Self.host(scene))"
            #expect(try scene.gallery.run("pull", url).status == 0)
            scene.flickr.edit {
                $0.sharing.people[0].photos[1].name = "kitten"
                $0.sharing.people[0].photos.append(.init(id: "30", name: "new"))
                $0.sharing.people[0].photos.removeFirst()
            }
            let refreshed = try scene.gallery.run("refresh", roger, "--format", "json")
            #expect(refreshed.status == 0, "\(refreshed.errors)")
            let object = try refreshed.object()
            #expect(object.number("gone") == 1 && object.number("new") == 1)
            #expect(object.number("updated") == 1)
            #expect(try scene.ids(roger) == ["23", "24", "30"])
            #expect(
                try scene.gallery.run("show", "\(roger)/1").text.contains("no longer lists it"))
            // Eva shares nothing any more: the list has only people with photos.
            scene.flickr.edit { $0.sharing.people.removeLast() }
            let pulled = try scene.gallery.run("pull", url, "--format", "json")
            #expect(try pulled.object().number("gone") == 1, "\(pulled.errors)")
            #expect(try scene.ids("share:Eva@\(Self.host(scene))") == ["25"])
            scene.flickr.edit { $0.sharing = Self.two }
            #expect(try scene.gallery.run("pull", url).status == 0)
            #expect(
                try !scene.gallery.run("show", "\(roger)/1").text.contains("no longer lists it"))
        }
    }

    @Test(
        "transient network faults are retried",
        arguments: [
            FaultRule(.status(503, retryAfter: nil), endpoint: .share, times: 2),
            FaultRule(.html200, endpoint: .share, contains: "/photo/", times: 1),
            FaultRule(.missingEnd, endpoint: .share, contains: "/photo/", times: 1),
            FaultRule(.invalidJSON, endpoint: .share, contains: "userphotos", times: 1),
        ])
    func faults(rule: FaultRule) async throws {
        try await FlickrScene.with(Self.world(Self.two), faults: [rule]) { scene async throws in
            let result = try scene.gallery.run("pull", scene.flickr.baseURL + "/photoserver")
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.contains("3 downloaded"), "\(result.errors)")
        }
    }

    @Test("pages list a server instead of its people, and its own page lists all of them")
    func pages() async throws {
        let world = Self.world(FakeSharing(people: 30, photos: 1))
        try await FlickrScene.with(world) { scene async throws in
            let url = scene.flickr.baseURL + "/photoserver"
            #expect(try scene.gallery.run("pull", url, "--size", "none").status == 0)
            let server = try ServeScene(scene.gallery)
            let page = try server.curl("URL/sections").text
            #expect(page.contains("30 people · 30 photos"))
            #expect(!page.contains("/sections/share"))
            let link = try #require(page.firstMatch(of: #/href="(\/sections\?server=[^"]+)"/#))
            let people = try server.curl("URL\(link.1)").text
            #expect(people.contains("30 people"))
            #expect(people.matches(of: #/<h2 id="section-/#).count == 12)
            #expect(people.contains(#/rel="next" href="\/sections\?server=[^"]+position=13"/#))
            let person = try server.curl("URL/sections/share%3Aperson%201%40\(Self.host(scene))")
                .text
            #expect(person.contains(link.1))
            #expect(
                try server.curl("-o", "/dev/null", "-w", "%{http_code}", "URL/sections?server=x")
                    .text == "404")
            #expect(try server.stop().status == 0)
        }
    }

    @Test("a pull killed at fifty moments and run again ends like an uninterrupted one")
    func killed() async throws {
        var world = Self.world(FakeSharing(people: 6, photos: 12))
        world.pictureBytes = 20_000
        try await FakeFlickrServer.with(world, latencyMilliseconds: 3) { flickr async throws in
            let url = flickr.baseURL + "/photoserver"
            let whole = try GalleryProgram()
            defer { whole.remove() }
            #expect(try whole.run("pull", url).status == 0)
            let expected = try Self.rows(whole)
            #expect(expected.count == 72)
            for seed in UInt64(4)..<14 {
                let gallery = try GalleryProgram()
                defer { gallery.remove() }
                let moments = KillMoments.drawn(seed: seed, count: 5, within: 0.4)
                for moment in moments {
                    try gallery.start(["pull", url]).kill(after: moment)
                }
                let again = try gallery.run("pull", url)
                #expect(again.status == 0, "killed after \(moments) s: \(again.errors)")
                #expect(try Self.rows(gallery) == expected, "killed after \(moments) s")
                #expect(
                    try gallery.run("export", "--format", "jsonl").lines().count == expected.count,
                    "something is there twice, killed after \(moments) s")
                #expect(try gallery.strayFiles().isEmpty && gallery.integrity() == "ok")
            }
        }
    }

    /// Every photo's section, title and bytes.
    private static func rows(_ gallery: GalleryProgram) throws -> Set<String> {
        let rows = try gallery.run("export", "--format", "jsonl").lines()
        return Set(
            rows.map { "\($0["Section"] ?? "") \($0["Title"] ?? "") \($0["SHA256"] ?? "")" })
    }
}
