import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

/// Tests the routes that campaign pages use.
@Suite("Campaign posts", .enabled(if: CampaignScene.hasSamples))
struct PostRouteTests {
    private static func titles(_ body: JSONValue) -> [String] {
        (body["items"]?.items ?? []).compactMap { $0["title"]?.string }
    }

    private func schemaFaults(_ body: JSONValue, _ name: String) throws -> [String] {
        let file = try #require(EmbeddedFiles.file("API/openapi.json"))
        let document = try JSONValue(file.bytes, depth: 64)
        let schema = try #require(document["components"]?["schemas"]?[name])
        return JSONSchema(document: document).faults(of: body, by: schema)
    }

    @Test(
        "dates have milliseconds, also before 1970",
        arguments: [
            (1.25, "1970-01-01T00:00:01.250Z"), (0, "1970-01-01T00:00:00.000Z"),
            (-0.5, "1969-12-31T23:59:59.500Z"), (-1, "1969-12-31T23:59:59.000Z"),
            (-1.002, "1969-12-31T23:59:58.998Z"),
        ])
    func dates(seconds: Double, text: String) {
        #expect(PostDocument.text(of: Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test("a member sends a picture and publishes it")
    func aMemberSendsAPictureAndPublishesIt() async throws {
        let scene = try CampaignScene()
        let eva = await scene.access.session("eva", CampaignScene.password)
        let photo = try await scene.send(try PictureScene.bytes(of: "messi5.jpg"), eva)
        #expect(Self.titles(try await scene.api(.get, "posts", eva).body) == [])
        let made = try await scene.api(
            .post, "posts", eva,
            json: """
                {"photo":\(photo),"title":" dog ","description":"a\\r\\nb","edit":{"version":1,"square":64}}
                """)
        #expect(made.status == 201)
        #expect(try schemaFaults(made.body, "Post") == [])
        #expect(made.body["title"]?.string == "dog")
        #expect(made.body["description"]?.string == "a\nb")
        #expect(made.body["owner"]?["name"]?.string == "Eva Berg")
        #expect(made.body["photo"]?["width"]?.double == 64)
        let listed = try await scene.api(.get, "posts", eva)
        #expect(try schemaFaults(listed.body, "PostList") == [])
        #expect(Self.titles(listed.body) == ["dog"])
        let again = try await scene.api(
            .post, "posts", eva,
            json: #"{"photo":\#(photo),"title":"dog","description":"a\nb","edit":null}"#)
        #expect(again.body["id"]?.double == 1)
        let max = await scene.access.session("max", CampaignScene.password)
        let theirs = try await scene.api(.get, "posts/1", max)
        guard case .flag(let isMine)? = theirs.body["isMine"] else { throw Problem.notFound }
        #expect(!isMine)
        // The photo's page does not reveal her sign-in name.
        var headers = max
        headers[.accept] = "text/html"
        let page = await scene.access.ask(.get, "/photos/\(photo)", headers)
        let text = String(decoding: try await page.bytes(), as: UTF8.self)
        #expect(page.status == .ok && text.contains("<dt>OriginID</dt>"))
        #expect(!text.contains(">eva<"))
        // The photo is in the campaign's section.
        #expect(
            try scene.gallery.sections.list().map(\.reference.text) == [
                "camera", "campaign:summer",
            ])
    }

    @Test("a picture without a date has that of its file name, sent by a page or by a form")
    func fileNameDates() async throws {
        let scene = try CampaignScene()
        var eva = await scene.access.session("eva", CampaignScene.password)
        eva[.contentDisposition] =
            "attachment; filename*=UTF-8''Screenshot%202019-01-02%20at%2010.11.12.png"
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        let sent = try scene.gallery.photo(
            id: PhotoID(rawValue: Int64(try await scene.send(picture, eva))))
        #expect(sent.dateTimeOriginal == "2019:01:02 10:11:12" && sent.isDateGuessed)
        let summary = try await scene.post(
            [CampaignScene.text("title", "cat"), ("postPhoto", picture)],
            AccessScene.bearer(try scene.token()), fileName: "IMG_20190103_101112.jpg")
        #expect(summary.hasPrefix("200 "), "\(summary)")
        let dates = try scene.gallery.photos(.everything).map(\.photo.dateTimeOriginal)
        #expect(dates.contains("2019:01:03 10:11:12"))
    }

    @Test("a post never changes the picture of another post")
    func aPostNeverChangesThePictureOfAnother() async throws {
        let scene = try CampaignScene()
        let eva = await scene.access.session("eva", CampaignScene.password)
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        func publish(
            _ title: String, _ effect: String, _ photo: Int? = nil
        ) async throws -> (post: Int, photo: Int) {
            var id = photo ?? 0
            if photo == nil { id = try await scene.send(picture, eva) }
            let edit = #"{"version":1,"square":64,"effects":[{"name":"\#(effect)"}]}"#
            let made = try await scene.api(
                .post, "posts", eva, json: #"{"photo":\#(id),"title":"\#(title)","edit":\#(edit)}"#)
            #expect(made.status == 201, "\(made.body)")
            return (
                Int(try #require(made.body["id"]?.double)),
                Int(try #require(made.body["photo"]?["id"]?.double))
            )
        }
        func shown(_ post: Int) async throws -> [UInt8] {
            try await scene.access.ask(.get, "/posts/\(post)/photo").bytes()
        }
        let noir = try await publish("A", "noir")
        let before = try await shown(noir.post)
        let sepia = try await publish("B", "sepia")
        #expect(sepia.photo != noir.photo)
        let other = try await shown(sepia.post)
        #expect(other != before)
        // A picture that is already published does not change either.
        let copy = try await publish("C", "sepia", noir.photo)
        #expect(copy.photo != noir.photo && copy.photo != sepia.photo)
        #expect(try await shown(copy.post) == other)
        // Publishing the same again returns the same post, whether or not the picture is sent
        // again.
        #expect(try await publish("A", "noir", noir.photo) == noir)
        #expect(try await publish("A", "noir") == noir)
        // A picture sent by the protocol has no edit.
        let summary = try await scene.post(
            [CampaignScene.text("title", "A"), ("postPhoto", picture)],
            AccessScene.bearer(try scene.token()))
        #expect(summary.hasPrefix("200 "), "\(summary)")
        let plain = try await scene.api(.get, "posts/4", eva).body
        #expect(plain["photo"]?["width"]?.double == 548)
        #expect(try await shown(noir.post) == before)
        #expect(try await shown(sepia.post) == other)
    }

    @Test("a form that repeats an existing post stores nothing")
    func aFormThatSaysWhatAPostSaysLeavesNothing() async throws {
        let scene = try CampaignScene()
        let eva = await scene.access.session("eva", CampaignScene.password)
        let token = AccessScene.bearer(try scene.token())
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        let photo = try await scene.send(picture, eva)
        let made = try await scene.api(
            .post, "posts", eva, json: #"{"photo":\#(photo),"title":"dog"}"#)
        #expect(made.status == 201)
        let (files, changes) = (
            scene.access.files(), try scene.gallery.journal.entries(limit: 9).count
        )
        let form = [CampaignScene.text("title", "dog"), ("postPhoto", picture)]
        #expect(try await scene.post(form, token).contains(#"{"_id":"1","#))
        #expect(try scene.gallery.photos(.everything).count == 1)
        #expect(try scene.gallery.journal.entries(limit: 9).count == changes)
        #expect(scene.access.files() == files)
    }

    @Test("unpublished pictures are visible only to their sender and to owners")
    func whatNoPostShowsIsSeenByItsSenderAndOwnersAlone() async throws {
        let scene = try CampaignScene()
        let eva = await scene.access.session("eva", CampaignScene.password)
        let others = [
            await scene.access.session("max", CampaignScene.password),
            await scene.access.session("vic", CampaignScene.password),
            AccessScene.bearer(
                try scene.gallery.accessTokens.make(named: "nobody", role: .viewer)),
        ]
        let photo = try await scene.send(try PictureScene.bytes(of: "messi5.jpg"), eva)
        let one = [
            "/photos/1", "/api/v1/photos/1", "/api/v1/photos/1/original",
            "/api/v1/photos/1/thumbnail/240",
        ]
        func expect(
            of person: HTTPFields, sees: Bool, _ place: SourceLocation = #_sourceLocation
        ) async throws {
            for path in one {
                let status = await scene.access.ask(.get, path, person).status
                #expect(status == (sees ? .ok : .notFound), "\(path)", sourceLocation: place)
            }
        }
        func expectListed(
            for person: HTTPFields, _ count: Int, _ place: SourceLocation = #_sourceLocation
        ) async throws {
            for path in ["photos", "sections/campaign:summer/photos", "photos?q=type:jpeg"] {
                let body = try await scene.api(.get, path, person).body
                #expect(body["items"]?.items?.count == count, "\(path)", sourceLocation: place)
            }
            let months = try await scene.api(.get, "months", person).body["items"]?.items ?? []
            let counts = months.compactMap { $0["count"]?.double }
            #expect(counts.reduce(0, +) == Double(count), sourceLocation: place)
            let query = try await scene.api(.get, "query?q=type:jpeg", person).body
            #expect(query["photos"]?.double == Double(count), sourceLocation: place)
            #expect(query["understood"]?.string == "type:jpeg", sourceLocation: place)
            var headers = person
            headers[.accept] = "text/html"
            for path in ["/", "/sections", "/sections/campaign:summer"] {
                let page = try await scene.access.ask(.get, path, headers).bytes()
                #expect(
                    String(decoding: page, as: UTF8.self).contains("/photos/1") == (count > 0),
                    "\(path)", sourceLocation: place)
            }
        }
        let owner = await scene.access.session()
        for person in others {
            try await expect(of: person, sees: false)
            try await expectListed(for: person, 0)
        }
        for person in [eva, owner] { try await expect(of: person, sees: true) }
        // It is in no listing while it waits.
        try await expectListed(for: eva, 0)
        let drafts = try await scene.api(.get, "photos?q=is:unpublished", owner).body
        #expect(drafts["items"]?.items?.count == 1)
        let made = try await scene.api(
            .post, "posts", eva, json: #"{"photo":\#(photo),"title":"dog"}"#)
        #expect(made.status == 201)
        for person in others + [eva, owner] {
            try await expect(of: person, sees: true)
            try await expectListed(for: person, 1)
        }
        try scene.feed.set(.hidden, of: #require(try scene.feed.post(1)))
        for person in others {
            try await expect(of: person, sees: false)
            try await expectListed(for: person, 0)
        }
        for person in [eva, owner] { try await expect(of: person, sees: true) }
        #expect(
            try await scene.api(.get, "photos?q=is:unpublished", owner).body["items"]?.items?.count
                == 1)
    }

    @Test("pictures that are not published in time go to the trash")
    func whatNobodyPublishesIsGoneInTime() async throws {
        let scene = try CampaignScene()
        let eva = await scene.access.session("eva", CampaignScene.password)
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        let photo = try await scene.send(picture, eva)
        #expect(try await scene.send(picture, eva) == photo)
        #expect(try scene.feed.trashUnpublished(since: Date() - 60).isEmpty)
        #expect(
            try scene.feed.trashUnpublished(since: Date() + 60).map(\.rawValue) == [Int64(photo)])
        let late = try await scene.api(
            .post, "posts", eva, json: #"{"photo":\#(photo),"title":"dog"}"#)
        #expect(late.status == 404)
        // The picture can be sent again.
        let again = try await scene.send(picture, eva)
        #expect(again != photo)
        let made = try await scene.api(
            .post, "posts", eva, json: #"{"photo":\#(again),"title":"dog"}"#)
        #expect(made.status == 201)
        #expect(try scene.feed.trashUnpublished(since: Date() + 60).isEmpty)
    }

    @Test("invalid publications are rejected with a message")
    func whatCannotBePublishedIsRefusedInWords() async throws {
        let scene = try CampaignScene()
        let eva = await scene.access.session("eva", CampaignScene.password)
        let max = await scene.access.session("max", CampaignScene.password)
        let vic = await scene.access.session("vic", CampaignScene.password)
        let photo = try await scene.send(try PictureScene.bytes(of: "messi5.jpg"), eva)
        let long = String(repeating: "ä", count: 251)
        for (body, status, words) in [
            (#"{"title":"dog"}"#, 400, "missing member 'photo'"),
            (#"{"photo":\#(photo)}"#, 422, "the post has no title"),
            (#"{"photo":\#(photo),"title":" \n "}"#, 422, "the post has no title"),
            (
                #"{"photo":\#(photo),"title":"\#(long)"}"#, 422,
                "502 bytes of UTF-8: the maximum is 500"
            ),
            (#"{"photo":\#(photo),"title":"a\u0000b"}"#, 422, "control character"),
            (#"{"photo":99,"title":"dog"}"#, 404, "99"),
            (#"{"photo":\#(photo),"title":"dog","edit":{"version":1,"square":0}}"#, 422, "square"),
            (#"{"photo":\#(photo),"title":"dog","more":1}"#, 400, "more"),
        ] {
            let answer = try await scene.api(.post, "posts", eva, json: body)
            #expect(answer.status == status, "\(body)")
            #expect(answer.body["detail"]?.string?.contains(words) == true, "\(answer.body)")
        }
        let other = try await scene.api(
            .post, "posts", max, json: #"{"photo":\#(photo),"title":"dog"}"#)
        #expect(other.status == 404)
        let viewer = try await scene.api(
            .post, "posts", vic, json: #"{"photo":\#(photo),"title":"dog"}"#)
        #expect(viewer.status == 403)
        for wrong in [Array("<svg onload=alert(1)>".utf8), [], [0xFF, 0xD8, 0xFF]] {
            let answer = await scene.access.ask(.post, "/api/v1/posts/pictures", eva, bytes: wrong)
            #expect(answer.status == .unprocessableContent)
        }
        #expect(try scene.feed.posts(includesHidden: true).isEmpty)
        #expect(try scene.gallery.photos(.everything).isEmpty)
        #expect(try scene.gallery.photo(id: PhotoID(rawValue: Int64(photo))).picture != nil)
    }

    @Test("an owner hides, shows and deletes posts")
    func anOwnerHidesShowsAndTakesBack() async throws {
        let scene = try CampaignScene()
        let owner = await scene.access.session()
        let eva = await scene.access.session("eva", CampaignScene.password)
        let max = await scene.access.session("max", CampaignScene.password)
        let photo = try await scene.send(try PictureScene.bytes(of: "messi5.jpg"), eva)
        for (person, title) in [(eva, "evas"), (owner, "owners")] {
            let made = try await scene.api(
                .post, "posts", person, json: #"{"photo":\#(photo),"title":"\#(title)"}"#)
            #expect(made.status == 201)
        }
        #expect(
            try await scene.api(.patch, "posts/1", eva, json: #"{"hidden":true}"#).status == 403)
        let hidden = try await scene.api(.patch, "posts/1", owner, json: #"{"hidden":true}"#)
        #expect(hidden.status == 200)
        #expect(try schemaFaults(hidden.body, "TrashChange") == [])
        let entry = Int(try #require(hidden.body["entry"]?.double))
        #expect(Self.titles(try await scene.api(.get, "posts", eva).body) == ["owners"])
        #expect(Self.titles(try await scene.api(.get, "posts", owner).body) == ["owners", "evas"])
        #expect(try await scene.api(.get, "posts/1", eva).status == 404)
        #expect(try await scene.get("/posts").contains("owners"))
        #expect(!(try await scene.get("/posts")).contains("evas"))
        #expect(try await scene.get("/posts/1/photo").hasPrefix("404 application/json {\"error\":"))
        let again = try await scene.api(
            .post, "posts", eva, json: #"{"photo":\#(photo),"title":"evas"}"#)
        #expect(again.status == 403)
        #expect(again.body["detail"]?.string?.contains("and is hidden") == true)
        let undone = try await scene.api(.post, "undo", owner, json: #"{"step":\#(entry)}"#)
        #expect(undone.status == 200)
        #expect(Self.titles(try await scene.api(.get, "posts", eva).body) == ["owners", "evas"])
        // Members can delete only their own posts.
        #expect(try await scene.api(.delete, "posts/1", max).status == 403)
        #expect(try await scene.api(.delete, "posts/2", eva).status == 403)
        #expect(try await scene.api(.delete, "posts/1", eva).status == 200)
        #expect(try await scene.api(.delete, "posts/1", eva).status == 404)
        #expect(Self.titles(try await scene.api(.get, "posts", owner).body) == ["owners"])
        // Members can delete their own hidden posts, which others cannot find.
        let mine = try await scene.api(
            .post, "posts", eva, json: #"{"photo":\#(photo),"title":"mine"}"#)
        let id = Int(try #require(mine.body["id"]?.double))
        _ = try await scene.api(.patch, "posts/\(id)", owner, json: #"{"hidden":true}"#)
        #expect(try await scene.api(.delete, "posts/\(id)", max).status == 404)
        #expect(try await scene.api(.delete, "posts/\(id)", eva).status == 200)
        // A photo in the trash has no post.
        try scene.gallery.trash.add([PhotoID(rawValue: Int64(photo))])
        #expect(Self.titles(try await scene.api(.get, "posts", owner).body) == [])
    }

    @Test("pages of posts follow each other")
    func pagesFollowEachOther() async throws {
        let scene = try CampaignScene()
        let eva = await scene.access.session("eva", CampaignScene.password)
        let photo = try await scene.send(try PictureScene.bytes(of: "messi5.jpg"), eva)
        let account = try scene.gallery.accounts.account(named: "eva")
        for number in 1...5 {
            _ = try scene.feed.add(
                PhotoID(rawValue: Int64(photo)), by: account, title: "\(number)", description: "")
        }
        var (titles, cursor) = ([[String]](), "")
        for _ in 0..<3 {
            let page = try await scene.api(.get, "posts?limit=2\(cursor)", eva).body
            titles.append(Self.titles(page))
            cursor = page["next"]?.string.map { "&cursor=\($0)" } ?? "none"
        }
        #expect(titles == [["5", "4"], ["3", "2"], ["1"]])
        #expect(cursor == "none")
        #expect(try await scene.api(.get, "posts?cursor=x", eva).status == 400)
    }

    @Test("without a campaign, its addresses are not found")
    func withoutACampaignThereAreNoPosts() async throws {
        let scene = try AccessScene(password: nil)
        for path in ["posts", "posts/1"] {
            #expect(await scene.ask(.get, "/api/v1/" + path).status == .notFound)
        }
        #expect(await scene.ask(.post, "/auth/signin").status == .notFound)
        #expect(await scene.ask(.get, "/posts").status == .notFound)
    }
}
