import FakeFlickr
import Foundation
import GalleryModel
import Glibc
import Imaging
import TestSupport
import Testing

@Suite("gallery publish --campaign")
struct PublishCampaignTests {
    private static let password = "correct/horse ü"
    private static let token = "tok-en.4711"
    private static let posting = "POST /campaign/posts"

    private struct Scene {
        let scene: FlickrScene
        var gallery: GalleryProgram { scene.gallery }
        var url: String { scene.flickr.baseURL + "/campaign" }
        var campaign: FakeCampaign { scene.flickr.world.campaign }

        /// The number of uploads, whatever the response.
        var posts: Int {
            scene.flickr.requests().count { $0.method == "POST" && $0.path.hasSuffix("/posts") }
        }

        func publish(_ arguments: [String]) throws -> GalleryProgram.Result {
            try start(arguments).wait()
        }

        func start(_ arguments: [String]) throws -> GalleryProgram.Running {
            try gallery.start(
                ["publish"] + arguments + ["--to", url, "--campaign", "dogs"],
                adding: ["GALLERY_PASSWORD": PublishCampaignTests.password])
        }
    }

    private func with(
        faults: [FaultRule] = [], _ body: (Scene) async throws -> Void
    ) async throws {
        var world = FakeWorld(photos: [])
        world.campaign = FakeCampaign(posts: 2)
        world.campaign.people = [
            .init(
                id: "7", email: "eva@example.org", password: Self.password, token: Self.token)
        ]
        try await FlickrScene.with(world, faults: faults) { scene async throws in
            let imported = try scene.gallery.run(
                "import", FacePictures.messi.path, FacePictures.fruits.path)
            #expect(imported.status == 0, "\(imported.errors)")
            try await body(Scene(scene: scene))
        }
    }

    private static let eva = ["--as", "eva@example.org"]

    @Test("a post has the title, the description and half the size, once")
    func once() async throws {
        try await with { scene async throws in
            let beach = ["1", "--title", "The \"beach\" ü", "--description", "line\r\nend\t\u{7}!"]
            let result = try scene.publish(beach + Self.eva + ["--format", "jsonl"])
            #expect(result.status == 0, "\(result.errors)")
            #expect(try result.lines().first?["id"] as? String == "3")
            let post = try #require(scene.campaign.posts.first)
            #expect(post.title == "The \"beach\" ü" && post.description == "line\nend\t !")
            #expect(post.owner == "7")
            let sent = try #require(scene.campaign.sent["3"])
            let file = scene.gallery.folder.appendingPathComponent("sent.jpg")
            try Data(sent).write(to: file)
            #expect(try PictureScene.size(file.path) == [274, 171])
            #expect(try scene.publish(beach + Self.eva).errors.contains("1 already present"))
            #expect(scene.posts == 1)
            let full = try scene.publish(beach + Self.eva + ["--size", "full"])
            #expect(full.errors.contains("1 sent"), "\(full.errors)")
            let shown = try scene.gallery.run("show", "1").text
            #expect(shown.contains("campaign dogs  as eva@example.org"), "\(shown)")
            for secret in [Self.password, Self.token] {
                for name in FileManager.default.subpaths(atPath: scene.gallery.folder.path) ?? [] {
                    let bytes = try? Data(
                        contentsOf: scene.gallery.folder.appendingPathComponent(name))
                    #expect(bytes?.range(of: Data(secret.utf8)) == nil, "\(name)")
                }
            }
        }
    }

    @Test("a stored sign-in is enough, and an expired one ends with 77")
    func signedIn() async throws {
        try await with { scene async throws in
            let nobody = try scene.publish(["1", "--title", "a"])
            #expect(nobody.status == 77 && nobody.errors.contains("'gallery sign-in "))
            let signedIn = try scene.gallery.start(
                ["sign-in", scene.url] + Self.eva, adding: ["GALLERY_PASSWORD": Self.password]
            ).wait()
            #expect(signedIn.status == 0, "\(signedIn.errors)")
            let result = try scene.publish(["1", "--title", "a"])
            #expect(result.status == 0, "\(result.errors)")
            #expect(
                scene.scene.flickr.requests().count { $0.path.hasSuffix("/auth/signin") } == 1)
            scene.scene.flickr.edit { $0.campaign.people[0].token = "another" }
            let over = try scene.publish(["2", "--title", "a"])
            #expect(over.status == 77 && over.errors.contains("'gallery sign-in "))
            #expect(try !scene.gallery.run("show", "2").text.contains("Published"))
            let wrong = try scene.gallery.start(
                ["publish", "2", "--title", "a", "--to", scene.url, "--campaign", "dogs"]
                    + Self.eva, adding: ["GALLERY_PASSWORD": "not it"]
            ).wait()
            #expect(wrong.status == 77, "\(wrong.errors)")
            #expect(wrong.errors.contains("the server answered: Email or password is wrong.\n"))
        }
    }

    @Test(
        "a program killed before the response posts nothing twice", arguments: [true, false])
    func killed(arrived: Bool) async throws {
        let fault = FaultRule(
            .stallBeforeHeaders, endpoint: .campaign, contains: Self.posting, times: 1)
        try await with(faults: [fault]) { scene async throws in
            // Earlier posts, also by other users, are not this one.
            scene.scene.flickr.edit {
                $0.campaign.posts[0].title = "dog"
                // New posts are recognized whatever the server's clock.
                $0.campaign.clockAhead = -86_400
            }
            let running = try scene.start(["1", "--title", "dog"] + Self.eva)
            while scene.posts == 0 { usleep(5_000) }
            running.signal(SIGKILL)
            _ = try running.wait()
            if !arrived { scene.scene.flickr.edit { $0.campaign.posts.removeFirst() } }
            let again = try scene.publish(["1", "--title", "dog"] + Self.eva)
            #expect(again.status == 0, "\(again.errors)")
            #expect(
                again.errors.contains(arrived ? "1 already present" : "1 sent"), "\(again.errors)")
            #expect(scene.campaign.posts.count == 3)
        }
    }

    @Test(
        "if a response is lost, the feed is checked before another upload",
        arguments: [(FakeFault.reset(afterBytes: 0), 1), (.html200, 2)])
    func lost(fault: FakeFault, posts: Int) async throws {
        let rule = FaultRule(fault, endpoint: .campaign, contains: Self.posting, times: 1)
        try await with(faults: [rule]) { scene async throws in
            scene.scene.flickr.edit { $0.campaign.clockAhead = -900 }
            let result = try scene.publish(["1", "--title", "dog"] + Self.eva)
            #expect(result.status == 0, "\(result.errors)")
            #expect(scene.posts == posts && scene.campaign.posts.count == 3)
        }
    }

    @Test("a campaign other than the server's ends with 66, and case makes no difference")
    func otherCampaign() async throws {
        try await with { scene async throws in
            func publish(_ campaign: String, _ account: String) throws -> GalleryProgram.Result {
                try scene.gallery.start(
                    [
                        "publish", "1", "--title", "dog", "--to", scene.url, "--campaign",
                        campaign, "--as", account,
                    ], adding: ["GALLERY_PASSWORD": Self.password]
                ).wait()
            }
            let other = try publish("cats", "eva@example.org")
            #expect(other.status == 66, "\(other.errors)")
            #expect(other.errors.contains("'dogs', not 'cats'"), "\(other.errors)")
            #expect(scene.posts == 0)
            #expect(try publish("dogs", "eva@example.org").errors.contains("1 sent"))
            #expect(try publish("Dogs", "Eva@example.org").errors.contains("1 already present"))
            #expect(scene.posts == 1)
        }
    }

    @Test("a campaign given only by an id is accepted unless the feed has another name")
    func campaignID() async throws {
        try await with { scene async throws in
            scene.scene.flickr.edit { $0.campaign.reportedCampaign = "c1" }
            let result = try scene.publish(["1", "--title", "dog"] + Self.eva)
            #expect(result.status == 0, "\(result.errors)")
            // The posts of the feed have the id.
            scene.scene.flickr.edit { $0.campaign.reportedCampaign = "9" }
            #expect(try scene.publish(["2", "--title", "dog"] + Self.eva).status == 0)
            let other = try scene.gallery.start(
                ["publish", "2", "--title", "x", "--to", scene.url, "--campaign", "cats"]
                    + Self.eva, adding: ["GALLERY_PASSWORD": Self.password]
            ).wait()
            #expect(other.status == 66 && other.errors.contains("'dogs', not 'cats'"))
            #expect(scene.posts == 2)
        }
    }

    @Test("a campaign named by the sign-in excludes others, also if the feed is empty")
    func namedCampaign() async throws {
        try await with { scene async throws in
            scene.scene.flickr.edit {
                $0.campaign.posts = []
                $0.campaign.reportedCampaign = "winter"
            }
            let result = try scene.publish(["1", "--title", "dog"] + Self.eva)
            #expect(result.status == 66, "\(result.errors)")
            #expect(result.errors.contains("'winter', not 'dogs': nothing was sent"))
            #expect(scene.posts == 0)
        }
    }

    @Test("a token file needs no sign-in, and a rejected token is reported in the server's words")
    func tokenFile() async throws {
        try await with { scene async throws in
            let file = scene.gallery.folder.appendingPathComponent("token")
            func publish(_ token: String) throws -> GalleryProgram.Result {
                try Data(token.utf8).write(to: file)
                return try scene.gallery.run(
                    "publish", "1", "--title", "dog", "--to", scene.url, "--campaign", "dogs",
                    "--token-file", file.path, "--format", "jsonl")
            }
            let wrong = try publish("tok-en.0815")
            #expect(wrong.status == 77, "\(wrong.errors)")
            #expect(wrong.errors.hasSuffix("the server answered: sign in first\n"))
            let result = try publish(Self.token)
            #expect(result.status == 0, "\(result.errors)")
            #expect(try result.lines().first?["as"] as? String == "token")
            #expect(try publish(Self.token).errors.contains("1 already present"))
            #expect(scene.campaign.posts.count == 3)
        }
    }

    @Test("tokens without a user name are separate accounts, also after a lost response")
    func tokensOfTwo() async throws {
        try await with { scene async throws in
            let bob = "tok-bob.17"
            scene.scene.flickr.edit {
                $0.campaign.people.append(
                    .init(id: "8", email: "bob@example.org", password: "b", token: bob))
            }
            func start(_ photo: String, _ token: String) throws -> GalleryProgram.Running {
                let file = scene.gallery.folder.appendingPathComponent("token")
                try Data(token.utf8).write(to: file)
                return try scene.gallery.start([
                    "publish", photo, "--title", "dog", "--to", scene.url, "--campaign", "dogs",
                    "--token-file", file.path,
                ])
            }
            scene.scene.flickr.setFaults([
                FaultRule(
                    .stallBeforeHeaders, endpoint: .campaign, contains: Self.posting, times: 1)
            ])
            let killed = try start("1", Self.token)
            while scene.posts == 0 { usleep(5_000) }
            killed.signal(SIGKILL)
            _ = try killed.wait()
            // It did not arrive, and Bob's later upload is not mistaken for it.
            scene.scene.flickr.edit { $0.campaign.posts.removeFirst() }
            for status in ["1 sent", "1 already present"] {
                for token in [bob, Self.token] {
                    let result = try start("1", token).wait()
                    #expect(result.errors.contains("\(status) at"), "\(result.errors)")
                    #expect(result.errors.hasSuffix(" as token\n"), "\(result.errors)")
                }
            }
            #expect(scene.campaign.posts.prefix(2).map(\.owner) == ["7", "8"])
            let shown = try scene.gallery.run("show", "1", "--format", "json").object()
            let publications = try #require(shown["Publications"] as? [[String: Any]])
            #expect(publications.map { $0["as"] as? String } == ["token", "token"])
            // The signed-in user's name is shown only for the token of the sign-in.
            let signedIn = try scene.gallery.start(
                ["sign-in", scene.url] + Self.eva, adding: ["GALLERY_PASSWORD": Self.password]
            ).wait()
            #expect(signedIn.status == 0, "\(signedIn.errors)")
            for (token, name) in [(bob, "token"), (Self.token, "eva@example.org")] {
                let result = try start("2", token).wait()
                #expect(result.errors.hasSuffix("1 sent at '\(scene.url)' as \(name)\n"))
            }
        }
    }

    @Test("concurrent uploads sign in once, also with a wrong password")
    func signInOnce() async throws {
        try await with { scene async throws in
            for number in 1...3 {
                var metadata = PictureMetadata()
                metadata.title = "dog\n\(number)"
                let file = scene.gallery.folder.appendingPathComponent("\(number).jpg")
                let bytes = Array(PictureFiles.jpeg(comment: "\(number)"))
                try Data(MetadataWriter().applying(metadata, to: bytes)).write(to: file)
                #expect(try scene.gallery.run("import", file.path).status == 0)
            }
            func signIns(_ password: String) throws -> (GalleryProgram.Result, Int) {
                scene.scene.flickr.clearLog()
                let result = try scene.gallery.start(
                    ["publish", "3", "4", "5", "-j", "3", "--to", scene.url, "--campaign", "dogs"]
                        + Self.eva, adding: ["GALLERY_PASSWORD": password]
                ).wait()
                let paths = scene.scene.flickr.requests().map(\.path)
                return (result, paths.count { $0.hasSuffix("/auth/signin") })
            }
            let (wrong, attempts) = try signIns("not it")
            #expect(wrong.status == 77 && attempts == 1, "\(wrong.errors)")
            let (right, count) = try signIns(Self.password)
            #expect(right.status == 0 && count == 1, "\(right.errors)")
            #expect(
                Set(scene.campaign.posts.prefix(3).map(\.title)) == ["dog 1", "dog 2", "dog 3"])
        }
    }

    @Test("a full disk on the server is reported in its words, and nothing is sent twice")
    func full() async throws {
        let text = #"{"error":"the disk of this server is full"}"#
        let rule = FaultRule(
            .words(507, text, type: "application/json"), endpoint: .campaign, contains: Self.posting
        )
        try await with(faults: [rule]) { scene async throws in
            let result = try scene.publish(["1", "--title", "dog"] + Self.eva)
            #expect(result.status == 69, "\(result.errors)")
            #expect(
                result.errors.hasSuffix("the server answered: the disk of this server is full\n"))
            #expect(scene.posts == 1)
            #expect(try !scene.gallery.run("show", "1").text.contains("Published"))
        }
    }

    @Test("several photos have their own titles")
    func titles() async throws {
        try await with { scene async throws in
            let none = try scene.publish(["1", "2"] + Self.eva)
            #expect(none.status == 64 && none.errors.contains("photo 1 has none"), "\(none.errors)")
            let both = try scene.publish(["1", "2", "--title", "x"] + Self.eva)
            #expect(both.status == 64, "\(both.errors)")
            #expect(scene.scene.flickr.requests().isEmpty)
        }
    }
}
