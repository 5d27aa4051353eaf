import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

@Suite("Share link routes", .enabled(if: SharedScene.hasSamples, "needs Debian's opencv-doc"))
struct ShareRouteTests {
    private func post(
        _ scene: SharedScene, _ body: String, _ headers: HTTPFields
    ) async throws -> (status: Int, body: JSONValue) {
        var headers = headers
        headers[.contentType] = "application/json"
        let answer = await scene.access.ask(
            .post, "/api/v1/shares", headers, json: body)
        return (answer.status.code, try JSONValue(try await answer.bytes()))
    }

    @Test("links are created, listed and revoked")
    func linksAreMadeListedAndRevoked() async throws {
        let scene = try await SharedScene()
        let owner = AccessScene.bearer(
            try scene.gallery.accessTokens.make(named: "owner", role: .owner))
        let made = try await post(
            scene, #"{"photos": [\#(scene.photos[0])], "expires": "2100-01-01T00:00:00Z"}"#, owner)
        #expect(made.status == 201)
        let url = try #require(made.body["url"]?.string)
        let prefix = "http://127.0.0.1:8080"
        #expect(url.hasPrefix(prefix + "/shared/") && url.count == prefix.count + 51)
        let path = String(url.dropFirst(prefix.count))
        #expect(await scene.ask(path).status == .ok)
        #expect(made.body["reach"]?.string == "computer")
        let code = try #require(QRCode(url))
        #expect(made.body["qr"]?["side"]?.whole == code.side)
        #expect(made.body["qr"]?["path"]?.string == code.svgPath)
        let section = try await post(scene, #"{"section": "camera", "expires": null}"#, owner)
        #expect(section.body["section"]?.string == "camera")
        #expect(section.body["expires"]?.isNull == true)
        let listed = try JSONValue(
            try await scene.access.ask(.get, "/api/v1/shares", owner).bytes())
        #expect(listed.page.compactMap { $0["id"]?.whole } == [1, 2])
        #expect(listed.page.allSatisfy { $0["url"] == nil })
        let first = try JSONValue(
            try await scene.access.ask(.get, "/api/v1/shares?limit=1", owner).bytes())
        #expect(first.page.compactMap { $0["id"]?.whole } == [1])
        let next = try #require(first["next"]?.string)
        let second = try JSONValue(
            try await scene.access.ask(.get, "/api/v1/shares?limit=1&cursor=\(next)", owner).bytes()
        )
        #expect(second.page.compactMap { $0["id"]?.whole } == [2])
        #expect(second["next"]?.isNull == true)
        let page = String(
            decoding: try await scene.ask("/shares", await scene.access.session()).bytes(),
            as: UTF8.self)
        #expect(page.contains("/shares/1/revoke") && page.contains("/shares/2/revoke"))
        let revoked = await scene.access.ask(.delete, "/api/v1/shares/1", owner)
        #expect(revoked.status == .noContent)
        #expect(await scene.access.ask(.delete, "/api/v1/shares/1", owner).status == .notFound)
        #expect(await scene.ask(path).status == .notFound)
        // The same without a script.
        let session = await scene.access.session()
        let form = await scene.ask("/shares/2/revoke", session, method: .post, form: "")
        #expect(form.status == .seeOther && form.headers[.location] == "/shares")
        let after = try JSONValue(
            try await scene.access.ask(.get, "/api/v1/shares", owner).bytes())
        #expect(after.page.isEmpty)
    }

    @Test(
        "invalid links are rejected",
        arguments: [
            (#"{}"#, 400, "no photos selected"), (#"{"photos": []}"#, 400, "no photo"),
            (#"{"photos": [999]}"#, 404, "no photo '999'"),
            (#"{"photos": [3]}"#, 404, "trash"),
            (#"{"section": "nothing"}"#, 404, "no section"),
            (#"{"photos": [1], "section": "camera"}"#, 400, "cannot be combined"),
            (#"{"photos": [1], "expires": "tomorrow"}"#, 400, "a time such as"),
            (#"{"photos": [1], "expires": "2001-01-01T00:00:00Z"}"#, 400, "already have expired"),
            (#"{"photos": [1], "expires": "2127:12:31T23:59:60+1"}"#, 400, "a time such as"),
            (#"{"photos": [1], "password": ""}"#, 400, "it is empty"),
            (#"{"photos": [1], "originals": 1}"#, 400, "true or false"),
            (#"{"photos": [1], "expire": null}"#, 400, "did you mean 'expires'"),
        ])
    func whatCannotBeGivenIsRefused(body: String, status: Int, reason: String) async throws {
        let scene = try await SharedScene()
        let owner = AccessScene.bearer(
            try scene.gallery.accessTokens.make(named: "owner", role: .owner))
        let answer = try await post(scene, body, owner)
        #expect(answer.status == status)
        #expect(answer.body["detail"]?.string?.contains(reason) == true, "\(answer.body)")
        #expect(try scene.gallery.shareLinks.list().isEmpty)
    }

    @Test("a draft shows what its link will share")
    func aDraftTellsWhatIsGivenThen() async throws {
        let scene = try await SharedScene()
        let owner = AccessScene.bearer(
            try scene.gallery.accessTokens.make(named: "owner", role: .owner))
        for contents in ["", "&metadata=1", "&originals=true&metadata=true"] {
            let uri = "/api/v1/shares/draft?photos=\(scene.photos[0])" + contents
            let answer = await scene.access.ask(.get, uri, owner)
            let text = String(decoding: try await answer.bytes(), as: UTF8.self)
            let draft = try JSONValue(Array(text.utf8))
            #expect(draft["count"]?.whole == 1 && draft["photos"]?.items?.count == 1)
            for secret in ["Bo Other", "Zoe Maker", "Low tide", "sailing"] {
                #expect(text.contains(secret) == !contents.isEmpty, "\(contents): \(secret)")
            }
            let link = try scene.link(
                [scene.photos[0]], originals: contents.contains("originals"),
                metadata: !contents.isEmpty)
            let file = try await scene.ask(link.path + "/photos/\(scene.photos[0])/file").bytes()
            #expect(draft["example"]?["file"]?["byteCount"]?.whole == file.count)
            // The draft describes the photo as the link's page does.
            let page = try await scene.text(link.path + "/photos/\(scene.photos[0])")
            for fact in draft["example"]?["facts"]?.items ?? [] {
                for text in fact["texts"]?.items ?? [] {
                    let escaped = PageText().escapeText(text.string ?? "")
                    #expect(escaped.split(separator: ", ").allSatisfy(page.contains), "\(escaped)")
                }
            }
        }
        let other = await scene.access.ask(.delete, "/api/v1/shares/draft", owner)
        #expect(other.headers[.allow] == "GET, HEAD, POST")
        let all = try JSONValue(
            try await scene.access.ask(.get, "/api/v1/shares/draft?q=", owner).bytes())
        #expect(all["count"]?.whole == 2)
        // A body can contain more photos than an address.
        var headers = owner
        headers[.contentType] = "application/json"
        let body = #"{"photos":[\#(scene.photos[0])],"metadata":true}"#
        let many = try JSONValue(
            try await scene.access.ask(.post, "/api/v1/shares/draft", headers, json: body).bytes())
        let one = try JSONValue(
            try await scene.access.ask(
                .get, "/api/v1/shares/draft?photos=\(scene.photos[0])&metadata=1", owner
            ).bytes())
        #expect(many.compact == one.compact)
    }

    @Test("a form creates a link and shows it once")
    func aFormCreatesALink() async throws {
        let scene = try await SharedScene()
        let session = await scene.access.session()
        let form = String(
            decoding: try await scene.ask("/shares/new?photos=\(scene.photos[0])", session).bytes(),
            as: UTF8.self)
        #expect(form.contains(#"name="photos" value="\#(scene.photos[0])""#))
        #expect(await scene.ask("/shares/new", session).status == .badRequest)
        let made = await scene.ask(
            "/shares", session, method: .post,
            form: "photos=\(scene.photos[0])&metadata=on&days=7&password=")
        #expect(made.status == .created)
        let text = String(decoding: try await made.bytes(), as: UTF8.self)
        let path = try #require(text.firstMatch(of: #/value="http:\/\/[^\/"]+(\/shared\/[^"]+)"/#))
        #expect(await scene.ask(String(path.output.1)).status == .ok)
        let link = try #require(try scene.gallery.shareLinks.list().first)
        #expect(link.contents == ShareContents(originals: false, metadata: true))
        #expect(!link.hasPassword && link.dateExpires != nil)
        for form in ["photos=\(scene.photos[0])&days=nan", "days=7", "section=none"] {
            let answer = await scene.ask("/shares", session, method: .post, form: form)
            #expect(answer.status.kind == .clientError, "\(form)")
        }
        #expect(try scene.gallery.shareLinks.list().count == 1)
    }

    @Test("a draft lists the metadata of all its photos")
    func aDraftTellsWhatIsToldOfAnyPhoto() async throws {
        let scene = try PictureScene()
        var photos: [PhotoID] = []
        for number in "01 02 03 04 05 06 07 08 09 11 12 13 14".split(separator: " ") {
            photos.append(try await scene.add(sample: "left\(number).jpg"))
        }
        try Data(SharedScene.sidecar.utf8).write(to: scene.camera.appending(path: "last.jpg.xmp"))
        photos.append(try await scene.add(sample: "messi5.jpg", as: "last.jpg"))
        // The face is on a photo other than the example.
        try scene.gallery.faces.add(
            FaceRectangle(x: 100, y: 60, width: 80, height: 90),
            to: try scene.gallery.photo(id: photos[12]), name: "Bo Other")
        let ids = photos.map(\.description).joined(separator: ",")
        try await scene.web.run { [photos] client in
            for metadata in [false, true] {
                let came = try await client.picture(
                    "/api/v1/shares/draft?photos=\(ids)&metadata=\(metadata)")
                let draft = try JSONValue(came.body, depth: 64)
                #expect(draft["photos"]?.items?.count == 12)
                #expect(draft["examined"]?.whole == 14 && draft["published"]?.whole == 0)
                let kinds = draft["kinds"]?.items?.compactMap(\.string) ?? []
                for kind in ["Title", "Tags", "Place", "People"] {
                    #expect(kinds.contains(kind) == metadata, "\(kind)")
                }
                let example = draft["example"]?["id"]?.whole
                #expect(!metadata || example == photos.last.map { Int($0.rawValue) })
            }
        }
    }

    @Test("a draft counts the photos that are public on Flickr")
    func aDraftCountsWhatIsPublicOnFlickr() async throws {
        try await JobScene.with { scene in
            _ = try await scene.job(try await scene.start("search", #"{"term":"dogs"}"#))
            let draft = try await scene.send(.get, "shares/draft?section=flickr%3Adogs").body
            let count = try #require(draft["count"]?.whole)
            #expect(count > 0 && draft["published"]?.whole == count)
            let kinds = draft["kinds"]?.items?.compactMap(\.string) ?? []
            #expect(kinds.contains("Title") && !kinds.contains("Tags") && !kinds.contains("Place"))
        }
    }

    @Test("the back link of a photo leads to the page that contains it")
    func aPhotoLeadsBackToThePageThatHasIt() async throws {
        try await JobScene.with(photos: 70) { scene in
            let body = #"{"term":"dogs","size":"none","limit":100}"#
            _ = try await scene.job(try await scene.start("search", body))
            let gallery = scene.scene.gallery
            let section = try gallery.sections.find(SectionReference(text: "flickr:dogs"))
            #expect(section.count > 61)
            let filter = try gallery.filter("dogs")
            let album = try gallery.albums.create(named: "all", filter: filter).album
            for section in [section, album] {
                let path = try gallery.shareLinks.make(.section(section)).path
                let photos = try gallery.photos(.section(section)).map(\.photo.id)
                func text(_ path: String) async throws -> String {
                    try await scene.client.execute(
                        uri: path, method: .get, headers: [.accept: "text/html"]
                    ) { String(buffer: $0.body) }
                }
                let last = try #require(photos.last)
                let back = try #require(
                    try await text("\(path)/photos/\(last)")
                        .firstMatch(of: #/class="back" href="([^"]*)"/#))
                #expect(back.output.1 == "\(path)?at=\(last)")
                let page = try await text(String(back.output.1))
                #expect(page.contains("data-photo=\"\(last)\""))
                #expect(!page.contains("data-photo=\"\(photos[0])\""))
                #expect(page.contains("rel=\"prev\" href=\"\(path)\""))
                let first = try await text("\(path)?at=\(photos[0])")
                #expect(first.contains("data-photo=\"\(photos[0])\""))
                let none = try await text("\(path)?at=999999")
                #expect(none.contains("data-photo=\"\(photos[0])\""))
            }
        }
    }
}
