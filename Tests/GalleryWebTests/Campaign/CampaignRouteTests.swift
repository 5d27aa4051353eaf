import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

@Suite("Campaign protocol", .enabled(if: CampaignScene.hasSamples))
struct CampaignRouteTests {
    private static func parts(
        _ picture: [UInt8], title: String = "dog", description: String = "a dog"
    ) -> [(name: String, bytes: [UInt8])] {
        [
            CampaignScene.text("title", title), CampaignScene.text("description", description),
            CampaignScene.text("isIOS", "true"), ("postPhoto", picture),
        ]
    }

    /// The JSON body after status and type.
    private static func body(_ summary: String) throws -> JSONValue {
        let start = try #require(summary.firstRange(of: "application/json "))
        return try JSONValue(Array(summary[start.upperBound...].utf8), depth: 64)
    }

    private static func error(_ status: Int, _ sentence: String) -> String {
        "\(status) application/json {\"error\":\"\(sentence)\"}"
    }

    private static let noToken = error(
        401,
        "no valid token: sign in at /auth/signin, and send its 'loginToken' as a field or as 'Authorization: Bearer'"
    )

    @Test(
        "a member signs in and publishes, and everyone can read",
        arguments: [AccessScene.password, nil])
    func whoSignsInPublishesAndEverybodyReads(password: String?) async throws {
        let scene = try CampaignScene(password: password)
        #expect(try await scene.get("/posts") == "200 application/json []")
        let answer = await scene.access.ask(
            .post, "/auth/signin", [.contentType: "application/json; charset=utf-8"],
            json: #"{"email":"EVA@example.org","password":"evas password","more":1}"#)
        #expect(answer.status == .ok)
        #expect(answer.headers[.cacheControl] == "no-store" && answer.headers[.setCookie] == nil)
        let user = try JSONValue(try await answer.bytes())
        guard case .object(let members) = user else { throw Problem.notFound }
        #expect(
            members.map(\.key) == [
                "_id", "email", "firstName", "lastName", "bio", "level", "photoURL", "provider",
                "updated", "created", "campaign", "loginToken",
            ])
        for (name, value) in [
            ("_id", "1"), ("email", "eva@example.org"), ("firstName", "Eva"), ("lastName", "Berg"),
            ("bio", "likes dogs"), ("level", "gold"), ("photoURL", ""), ("provider", "local"),
            ("campaign", "summer"),
        ] { #expect(user[name]?.string == value, "\(name)") }
        let token = try #require(user["loginToken"]?.string)
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        let summary = try await scene.post(
            Self.parts(picture), AccessScene.bearer(token))
        let post = try Self.body(summary)
        #expect(summary.hasPrefix("200 "))
        let base = "http://127.0.0.1:8080"
        #expect(post["_id"]?.string == "1" && post["title"]?.string == "dog")
        #expect(post["description"]?.string == "a dog")
        #expect(post["photoURL"]?.string == "\(base)/posts/1/photo")
        let form = try Regex(#"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\d\dZ"#)
        #expect(try form.wholeMatch(in: post["created"]?.string ?? "") != nil)
        #expect(try form.wholeMatch(in: user["created"]?.string ?? "") != nil)
        #expect(
            post["owner"]?["_id"]?.string == "1" && post["owner"]?["firstName"]?.string == "Eva")
        #expect(post["owner"]?["photoURL"]?.string == "")
        #expect(post["campaignObject"]?["identifier"]?.string == "summer")
        #expect(post["campaignObject"]?["_id"]?.string == "2")
        // Sending the form again, with the token after the picture, returns the same post.
        let again = try await scene.post(
            Self.parts(picture) + [CampaignScene.text("loginToken", token)])
        #expect(try Self.body(again)["_id"]?.string == "1")
        let second = try await scene.post(
            [CampaignScene.text("loginToken", token)]
                + Self.parts(picture, title: "a/b ü", description: ""))
        #expect(try Self.body(second)["_id"]?.string == "2")
        // Each post has its own photo.
        #expect(
            try scene.gallery.photos(.everything).map(\.photo.details.title) == ["dog", "a/b ü"])
        #expect(
            try scene.gallery.journal.entries(limit: 9).map(\.command) == [
                "post", "upload", "post", "upload",
            ])
        // Sending a hidden post again is refused.
        try scene.feed.set(.hidden, of: #require(try scene.feed.post(1)))
        let hidden = try await scene.post(Self.parts(picture), AccessScene.bearer(token))
        #expect(hidden.hasPrefix("409 application/json {\"error\":\"this post already exists"))
        try scene.feed.set(.shown, of: #require(try scene.feed.post(1, includesHidden: true)))
        let listed = try Self.body(try await scene.get("/posts"))
        #expect((listed.items ?? []).map { $0["_id"]?.string } == ["2", "1"])
        #expect(try Self.body(try await scene.get("/posts?limit=1")).items?.count == 1)
        #expect(try Self.body(try await scene.get("/posts?before=2")).items?.count == 1)
        #expect(try Self.body(try await scene.get("/posts?campaign=Summer")).items?.count == 2)
        #expect(try await scene.get("/posts?campaign=winter") == "200 application/json []")
        #expect(try Self.body(try await scene.get("/posts?_=1")).items?.count == 2)
        let photo = await scene.access.ask(.get, "/posts/1/photo")
        #expect(photo.status == .ok && photo.headers[.contentType] == "image/jpeg")
        let tag = try #require(photo.headers[.eTag])
        let known = await scene.access.ask(.get, "/posts/1/photo", [.ifNoneMatch: tag])
        #expect(known.status == .notModified)
        #expect(await scene.access.ask(.get, "/posts/1/photo?v=1").headers[.eTag] == tag)
    }

    @Test("the feed is compressed and supports conditional requests")
    func theFeedIsCompressedAndAskedForAgain() async throws {
        let scene = try CampaignScene()
        _ = try await scene.post(
            Self.parts(try PictureScene.bytes(of: "messi5.jpg")),
            AccessScene.bearer(try scene.token()))
        let answer = await scene.access.ask(.get, "/posts", [.acceptEncoding: "gzip"])
        #expect(answer.headers[.contentEncoding] == "gzip")
        let tag = try #require(answer.headers[.eTag])
        let again = await scene.access.ask(
            .get, "/posts", [.acceptEncoding: "gzip", .ifNoneMatch: tag])
        #expect(again.status == .notModified)
        let manifest = try await scene.get("/manifest.webmanifest")
        #expect(manifest.hasPrefix("200 application/manifest+json {\"name\":\"summer\""))
        #expect(manifest.contains("\"start_url\":\"/feed\""))
    }

    @Test("sign-in accepts each type of body")
    func signingInTakesEachKindOfBody() async throws {
        let scene = try CampaignScene()
        let password = CampaignScene.password
        let json = Array(#"{"email":"eva@example.org","password":"\#(password)"}"#.utf8)
        let fields = [
            CampaignScene.text("email", "eva@example.org"),
            CampaignScene.text("password", password),
        ]
        let form = "email=eva%40example.org&password=\(PercentEncoding.encoded(password))"
        func signIn(_ type: String, _ body: [UInt8]) async throws -> String {
            try await scene.access.ask(
                .post, "/auth/signin", [.contentType: type], bytes: body
            ).summary()
        }
        let multipart = "multipart/form-data; boundary=\"--a b\""
        let long = String(repeating: "a", count: 70_000)
        for (type, body) in [
            ("application/json ; charset=utf-8", json), ("Application/JSON", json),
            ("application/x-www-form-urlencoded ;charset=utf-8", Array(form.utf8)),
            (multipart, CampaignScene.form(fields)),
        ] {
            let summary = try await signIn(type, body)
            #expect(summary.hasPrefix("200 application/json {\"_id\":\"1\""), "\(type): \(summary)")
        }
        for (type, body, status) in [
            (multipart, CampaignScene.form(fields + [fields[0]]), "400"),
            (multipart, CampaignScene.form([fields[0], ("password", [0xFF])]), "400"),
            (multipart, Array(CampaignScene.form(fields).dropLast(6)), "400"),
            (multipart, CampaignScene.form([CampaignScene.text("more", long)]), "413"),
            ("text/plain", json, "400"), ("multipart/form-data", CampaignScene.form(fields), "400"),
        ] {
            let summary = try await signIn(type, body)
            #expect(summary.hasPrefix("\(status) application/json {\"message\":"), "\(summary)")
        }
    }

    @Test("wrong passwords are reported and counted")
    func wrongPasswordsAreToldAndCounted() async throws {
        let scene = try CampaignScene()
        func signIn(_ email: String, _ password: String, from address: String = "127.0.0.1")
            async throws -> String
        {
            try await scene.access.ask(
                .post, "/auth/signin", from: address,
                form: "email=\(PercentEncoding.encoded(email))"
                    + "&password=\(PercentEncoding.encoded(password))"
            ).summary()
        }
        let wrong = "400 application/json {\"message\":\"wrong email or password\"}"
        #expect(try await signIn("nobody@example.org", "x") == wrong)
        #expect(try await signIn(" ", AccessScene.password) == wrong)
        #expect(
            try await signIn("", AccessScene.password)
                == "400 application/json {\"message\":\"expected 'email' and 'password'\"}")
        #expect(try await signIn("eva@example.org", CampaignScene.password).hasPrefix("200 "))
        for attempt in 0..<10 {
            #expect(
                try await signIn("eva@example.org", "wrong", from: "192.0.2.\(attempt)") == wrong)
        }
        let summary = try await signIn("eva@example.org", CampaignScene.password, from: "192.0.2.9")
        #expect(summary.hasPrefix("429 application/json {\"message\":"))
        // They count together with those of the sign-in page, which also accepts the email address.
        #expect(
            await scene.access.signIn("eva@example.org", CampaignScene.password).status
                == .tooManyRequests)
        #expect(
            try await signIn("eva@example.org", CampaignScene.password, from: "192.0.2.99")
                .hasPrefix("200 "))
        #expect(
            await scene.access.signIn("max@example.org", CampaignScene.password).status
                == .seeOther)
        for (method, path) in [
            (HTTPRequest.Method.get, "/auth/signin"), (.post, "/auth/nothing"), (.post, "/auth"),
        ] {
            let answer = try await scene.access.ask(method, path).summary()
            #expect(answer.contains("application/json {\"message\":"), "\(answer)")
        }
    }

    @Test("posts without a valid token are rejected", arguments: [AccessScene.password, nil])
    func withoutATokenNothingIsTaken(password: String?) async throws {
        let scene = try CampaignScene(password: password)
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        let before = scene.access.files()
        #expect(try await scene.post(Self.parts(picture)) == Self.noToken)
        #expect(try await scene.post([]) == Self.noToken)
        let wrong = String(repeating: "A", count: 43)
        #expect(
            try await scene.post(Self.parts(picture), AccessScene.bearer(wrong)) == Self.noToken)
        #expect(
            try await scene.post(Self.parts(picture) + [CampaignScene.text("loginToken", wrong)])
                == Self.noToken)
        #expect(try await scene.access.ask(.post, "/posts").summary() == Self.noToken)
        let vic = try await scene.post(
            Self.parts(picture), AccessScene.bearer(try scene.token("vic")))
        #expect(vic.hasPrefix("403 application/json {\"error\":"))
        // A new password ends the tokens issued by sign-in.
        let eva = try scene.token()
        try scene.gallery.accounts.setPassword("another password", ofAccount: "eva", cost: .testing)
        #expect(try await scene.post(Self.parts(picture), AccessScene.bearer(eva)) == Self.noToken)
        #expect(scene.access.files() == before)
        #expect(try scene.gallery.photos(.everything).isEmpty)
    }

    @Test("invalid posts are rejected with a message and store nothing")
    func whatIsNoPostIsRefusedInWordsAndLeavesNothing() async throws {
        let scene = try CampaignScene()
        let token = AccessScene.bearer(try scene.token())
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        let before = scene.access.files()
        let long = String(repeating: "a", count: 10_000)
        let none = "no picture: send it as 'postPhoto'"
        for (parts, sentence) in [
            ([CampaignScene.text("title", "dog")], none), (Self.parts([]), none),
            ([("postPhoto", picture)], "the post has no title"),
            (Self.parts(picture, title: " "), "the post has no title"),
            (Self.parts(picture, title: "a\0b"), "the title has a control character"),
            (
                Self.parts(picture, title: long),
                "the title has 10000 bytes of UTF-8: the maximum is 500"
            ),
            (
                Self.parts(picture, description: long + "a"),
                "the description has 10001 bytes of UTF-8: the maximum is 10000"
            ),
            (
                Self.parts(picture) + [("postPhoto", picture)],
                "the form contains the field 'postPhoto' more than once"
            ),
            (
                Self.parts(picture) + [("title", [0xFF])],
                "the form contains the field 'title' more than once"
            ),
            (
                [("title", [0xFF])] + Self.parts(picture).dropFirst(),
                "the field 'title' is not UTF-8"
            ),
            (
                Self.parts(Array("<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>".utf8)),
                "the upload is SVG: expected JPEG, PNG, HEIC, AVIF, WebP, TIFF or GIF"
            ),
            (
                Self.parts(Array("#!/bin/sh\nrm -rf /\n".utf8)),
                "the upload is not a picture of a known type"
            ),
        ] as [([(name: String, bytes: [UInt8])], String)] {
            #expect(try await scene.post(parts, token) == Self.error(400, sentence))
        }
        let damaged = try await scene.post(Self.parts(Array(picture.dropLast(5000))), token)
        #expect(damaged.hasPrefix("400 application/json {\"error\":\"the picture is damaged"))
        let texts = Self.parts(picture, description: String(repeating: "a", count: 70_000))
        #expect(try await scene.post(texts, token).hasPrefix("413 application/json {\"error\":"))
        var headers = token
        headers[.contentType] = "application/json"
        let json = await scene.access.ask(.post, "/posts", headers, json: "{}")
        #expect(json.status == .badRequest)
        headers[.contentType] = "multipart/form-data; boundary=x"
        let cut = await scene.access.ask(
            .post, "/posts", headers,
            bytes: Array("--x\r\nContent-Disposition: form-data; name=\"postPhoto\"\r\n\r\n".utf8)
                + picture)
        #expect(cut.status == .badRequest)
        #expect(scene.access.files() == before)
        #expect(try scene.gallery.photos(.everything).isEmpty)
        #expect(try await scene.get("/posts") == "200 application/json []")
        #expect(try scene.gallery.journal.entries(limit: 9).isEmpty)
    }

    @Test("a picture above the size limit is rejected")
    func tooLongAPictureIsRefused() async throws {
        let scene = try CampaignScene { $0.maximumUploadBytes = 10_000 }
        let token = AccessScene.bearer(try scene.token())
        let before = scene.access.files()
        let summary = try await scene.post(
            Self.parts(try PictureScene.bytes(of: "messi5.jpg")), token)
        #expect(summary.hasPrefix("413 application/json {\"error\":\"the picture is larger than"))
        #expect(scene.access.files() == before)
        // Ignored fields also count.
        let other = (name: "other", bytes: [UInt8](repeating: 0x61, count: 200_000))
        let passed = try await scene.post([other], token)
        #expect(passed.hasPrefix("413 application/json {\"error\":\"the body is longer than"))
    }

    @Test("only posted photos and published portraits are served")
    func onlyPostsAreGivenAndPortraitsOfThosePeopleWhoShowOne() async throws {
        let scene = try CampaignScene()
        let token = AccessScene.bearer(try scene.token())
        _ = try await scene.post(Self.parts(try PictureScene.bytes(of: "messi5.jpg")), token)
        let eva = await scene.access.session("eva", CampaignScene.password)
        let chosen = try await scene.send(try PictureScene.bytes(of: "fruits.jpg"), eva)
        #expect(chosen == 2)
        for path in ["2/photo", "0/photo", "01/photo", "x/photo", "%00/photo", "1", "1/photo/2"] {
            let summary = try await scene.get("/posts/" + path)
            #expect(summary.contains("application/json {\"error\":"), "\(path): \(summary)")
            #expect(summary.hasPrefix("404 ") || summary.hasPrefix("400 "), "\(path): \(summary)")
        }
        let person = "/posts/people/1/photo"
        #expect(try await scene.get(person).hasPrefix("404 application/json {\"error\":"))
        var profile = try scene.gallery.accounts.account(named: "eva").profile
        profile.photo = PhotoID(rawValue: 2)
        try scene.gallery.accounts.set(named: "eva", role: .member, profile: profile)
        // It is not served before it is published.
        #expect(await scene.access.ask(.get, person).status == .notFound)
        let made = try await scene.api(.post, "posts", eva, json: #"{"photo":2,"title":"me"}"#)
        #expect(made.status == 201)
        #expect(await scene.access.ask(.get, person).status == .ok)
        #expect(try await scene.get("/posts").contains("127.0.0.1:8080/posts/people/1/photo"))
        // Photos in the trash are no longer served.
        try scene.gallery.trash.add([PhotoID(rawValue: 1), PhotoID(rawValue: 2)])
        #expect(await scene.access.ask(.get, person).status == .notFound)
        #expect(await scene.access.ask(.get, "/posts/1/photo").status == .notFound)
        #expect(try await scene.get("/posts") == "200 application/json []")
        // Sending a removed picture is refused with the reason.
        let summary = try await scene.post(
            Self.parts(try PictureScene.bytes(of: "messi5.jpg")), token)
        #expect(
            summary.hasPrefix("409 application/json {\"error\":\"this picture was removed here"))
    }

    @Test("removed pictures stay removed under any title; undone uploads can be sent again")
    func whatWasRemovedStaysAwayWhateverItIsCalledAndWhatWasUndoneComesAgain() async throws {
        let scene = try CampaignScene { $0.isSharing = true }
        let token = AccessScene.bearer(try scene.token())
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        #expect(try await scene.post(Self.parts(picture), token).hasPrefix("200 "))
        // First the publication, then the upload.
        for command in ["post", "upload"] {
            #expect(try await scene.gallery.journal.undo().entry.command == command)
        }
        #expect(try await scene.get("/posts") == "200 application/json []")
        #expect(try await scene.post(Self.parts(picture), token).hasPrefix("200 "))
        #expect(try scene.feed.posts().map(\.photo.rawValue) == [1])
        try scene.gallery.trash.add([PhotoID(rawValue: 1)])
        let removed = "this picture was removed here: the owner of the gallery can restore it"
        for (title, description) in [("dog", "a dog"), ("cat", "a dog"), ("dog", "")] {
            let parts = Self.parts(picture, title: title, description: description)
            #expect(try await scene.post(parts, token) == Self.error(409, removed))
        }
        let eva = await scene.access.session("eva", CampaignScene.password)
        let page = await scene.access.ask(.post, "/api/v1/posts/pictures", eva, bytes: picture)
        #expect(page.status == .forbidden)
        let shared = await scene.access.ask(
            .post, "/photoserver/postphoto/eva/cat", token, bytes: picture)
        #expect(try await shared.summary() == PhotoShareScene.problem(removed))
        // Other members can send it, and so can the sender once the owner restores it.
        let max = AccessScene.bearer(try scene.token("max"))
        #expect(try await scene.post(Self.parts(picture), max).hasPrefix("200 "))
        try scene.gallery.trash.restore([PhotoID(rawValue: 1)])
        #expect(
            try await scene.post(Self.parts(picture, title: "cat"), token).hasPrefix("200 "))
    }

    @Test("the session of an own page can publish, a page of another origin cannot")
    func aSessionOfAPageMayPublishAndAPageOfOthersMayNot() async throws {
        let scene = try CampaignScene()
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        var owner = await scene.access.session()
        let post = try Self.body(try await scene.post(Self.parts(picture), owner))
        #expect(post["owner"]?["_id"]?.string == "0" && post["owner"]?["firstName"]?.string == "")
        owner[.origin] = "https://evil.example"
        #expect(
            try await scene.post(Self.parts(picture, title: "2"), owner)
                .hasPrefix("403 application/json {\"error\":"))
        #expect(try scene.feed.posts().count == 1)
        let shows = try CampaignScene { $0.isReadOnly = true }
        #expect(
            try await shows.post(Self.parts(picture), AccessScene.bearer(try shows.token()))
                == Self.error(403, "this server is read-only"))
    }

    @Test("tokens are stored only as digests")
    func tokensAreKeptAsDigestsAlone() async throws {
        let scene = try CampaignScene()
        let token = try scene.token()
        _ = try await scene.post(
            [CampaignScene.text("loginToken", token)]
                + Self.parts(try PictureScene.bytes(of: "messi5.jpg")))
        let folder = scene.access.scene.folder
        for name in FileManager.default.subpaths(atPath: folder.path) ?? [] {
            let bytes = try? Data(contentsOf: folder.appending(path: name))
            #expect(bytes?.firstRange(of: Data(token.utf8)) == nil, "\(name)")
        }
        let names = try scene.gallery.accessTokens.list().map(\.name)
        #expect(names == ["sign-in of eva@example.org 1"])
        try scene.gallery.accessTokens.revoke(named: names[0])
        let picture = try PictureScene.bytes(of: "fruits.jpg")
        #expect(
            try await scene.post(Self.parts(picture), AccessScene.bearer(token)) == Self.noToken)
    }

    @Test("a campaign is prepared repeatedly without error, and its name is checked")
    func aPulledSectionIsNoCampaignOfThisServer() throws {
        let scene = try CampaignScene()
        try scene.feed.prepare()
        #expect(throws: Never.self) { try scene.feed.prepare() }
        #expect(CampaignFeed.objection(toName: " ") && CampaignFeed.objection(toName: "a\u{1b}b"))
        #expect(!CampaignFeed.objection(toName: "summer/2026"))
    }
}
