import Basics
import FakeFlickr
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import Testing

@Suite("Batch changes of photos")
struct BatchRouteTests {
    @Test("all changes of a batch are one step, and undo restores everything")
    func isOneStep() async throws {
        try await FilledGallery.with { filled, client in
            let gallery = filled.scene.gallery
            let photos = [filled.edited, filled.plain]
            let before = try await client.documents(photos)
            let steps = try gallery.journal.entries(limit: 100).count
            let answer = try await client.change(
                .post, "batch",
                """
                {"photos":[\(photos[0]),"\(photos[1])",\(photos[0])],
                "set":{"title":"both","rating":3,"takenAt":null,
                "location":{"latitude":48.5,"longitude":-4.5}},
                "addTags":["sea","New York"],"addToAlbum":"Summer",
                "edit":{"version":1,"rotation":180}}
                """)
            #expect(answer.status == 200)
            #expect(answer.body["changed"]?.whole == 2)
            let step = try #require(answer.body["undo"]?.whole)
            let latest = try gallery.journal.entries(limit: 100)
            #expect(latest.count == steps + 1)
            #expect(latest.first?.id == Int64(step))
            for id in photos {
                let photo = try gallery.photo(id: id)
                #expect(photo.title == "both")
                #expect(photo.rating == 3)
                #expect(photo.tags == ["sea", "New York"])
                #expect(photo.coordinate?.latitude == 48.5)
                #expect(photo.edit?.rotation == 180 && photo.edit?.effects == [])
            }
            let album = try gallery.sections.find(SectionReference(text: "album:Summer"))
            #expect(try gallery.photos(.section(album)).map(\.photo.id) == photos)
            #expect(try await client.change(.post, "undo", "{}").status == 200)
            #expect(try await client.documents(photos) == before)
            #expect(throws: GalleryError.self) {
                try gallery.sections.find(SectionReference(text: "album:Summer"))
            }
        }
    }

    @Test("tags, albums, the trash and edits are changed, and a repetition changes nothing")
    func changesEachKind() async throws {
        try await FilledGallery.with { filled, client async throws in
            let gallery = filled.scene.gallery
            let id = filled.plain
            @Sendable func batch(_ change: String) async throws -> [Int?] {
                var results: [Int?] = []
                for _ in 0..<2 {
                    let answer = try await client.change(
                        .post, "batch", "{\"photos\":[\(id)],\(change)}")
                    #expect(answer.status == 200, "\(change): \(answer.body)")
                    results.append(answer.body["changed"]?.whole)
                    let isStep = answer.body["undo"]?.isNull == false
                    #expect(isStep == (answer.body["changed"]?.whole != 0), "\(change)")
                }
                return results
            }
            #expect(try await batch(#""addTags":["Sea","sea","dog"]"#) == [1, 0])
            #expect(try gallery.photo(id: id).tags == ["Sea", "dog"])
            #expect(try await batch(#""removeTags":["SEA","none"]"#) == [1, 0])
            #expect(try gallery.photo(id: id).tags == ["dog"])
            #expect(try await batch(#""addToAlbum":" album:Beach ""#) == [1, 0])
            #expect(try await batch(#""removeFromAlbum":"beach""#) == [1, 0])
            #expect(try await batch(#""edit":{"version":1,"zoom":2}"#) == [1, 0])
            #expect(try gallery.photo(id: id).edit?.zoom == 2)
            // The empty recipe removes the edit.
            #expect(try await batch(#""edit":{"version":1}"#) == [1, 0])
            #expect(try gallery.photo(id: id).edit == nil)
            #expect(try await batch(#""trash":true"#) == [1, 0])
            #expect(try gallery.photo(id: id).dateTrashed != nil)
            #expect(try await batch(#""restore":true,"set":{"favorite":true}"#) == [1, 0])
            #expect(try gallery.photo(id: id).dateTrashed == nil)
            #expect(try gallery.photo(id: id).isFavorite)
            #expect(try await batch(#""set":{},"trash":null"#) == [0, 0])
        }
    }

    @Test("dates are shifted, and exceptions of a query stay unchanged")
    func shiftsDates() async throws {
        try await FilledGallery.with { filled, client in
            let gallery = filled.scene.gallery
            let answer = try await client.change(
                .post, "batch",
                #"{"q":"section:camera","except":[\#(filled.edited)],"shift":"-01:00"}"#)
            #expect(answer.status == 200 && answer.body["changed"]?.whole == 1)
            #expect(
                try gallery.photo(id: filled.plain).details.dateTimeOriginal
                    == "2024:05:17 09:11:12")
            #expect(
                try gallery.photo(id: filled.edited).details.dateTimeOriginal
                    == "2024:05:17 10:11:12")
        }
    }

    @Test("a query selects the photos, also those in the trash")
    func selectsByQuery() async throws {
        try await FilledGallery.with { filled, client in
            let gallery = filled.scene.gallery
            let edited = try await client.change(
                .post, "batch", #"{"q":"is:edited","addTags":["found"]}"#)
            #expect(edited.body["changed"]?.whole == 1)
            #expect(try gallery.photo(id: filled.edited).tags.contains("found"))
            let none = try await client.change(
                .post, "batch", #"{"q":"tag:nowhere","trash":true}"#)
            #expect(none.status == 200)
            #expect(none.body["changed"]?.whole == 0)
            let restored = try await client.change(
                .post, "batch", #"{"q":"is:trashed","restore":true}"#)
            #expect(restored.body["changed"]?.whole == 1)
            #expect(try gallery.photo(id: filled.trashed).dateTrashed == nil)
        }
    }

    @Test(
        "a wrong body is rejected with its reason, and nothing is changed",
        arguments: [
            ("{}", "addTags"), (#"{"photos":[ID]}"#, "addTags"),
            (#"{"photos":[ID],"trash":null}"#, "addTags"),
            (#"{"trash":true}"#, "'photos'"), (#"{"photos":null,"trash":true}"#, "'photos'"),
            (#"{"photos":[ID],"q":"","trash":true}"#, "'q'"),
            (#"{"photos":[ID],"q":null,"trash":true}"#, "'q'"),
            (#"{"photos":ID,"trash":true}"#, "photos"),
            (#"{"photos":["/etc/passwd"],"trash":true}"#, "photo"),
            (#"{"photos":[1.5],"trash":true}"#, "photo"), (#"{"q":5,"trash":true}"#, "q"),
            (#"{"photos":[ID],"trash":false}"#, "trash"),
            (#"{"photos":[ID],"trash":1}"#, "trash"),
            (#"{"photos":[ID],"trash":true,"restore":true}"#, "restore"),
            (#"{"photos":[ID],"shift":"1 hour","trash":true}"#, "shift"),
            (#"{"photos":[ID],"set":{"takenAt":"2024-05-17T10:00:00"},"shift":"+1d"}"#, "shift"),
            (#"{"q":"","except":["x"],"trash":true}"#, "except"),
            (#"{"photos":[1],"except":[0],"trash":true}"#, "except"),
            (#"{"photos":[ID],"set":{"rating":9},"trash":true}"#, "set.rating"),
            (#"{"photos":[ID],"set":{"stars":1},"trash":true}"#, "set.stars"),
            (#"{"photos":[ID],"set":[],"trash":true}"#, "set"),
            (#"{"photos":[ID],"set":{"location":{"latitude":1}}}"#, "set.location.longitude"),
            (#"{"photos":[ID],"addTags":"a","trash":true}"#, "addTags"),
            (#"{"photos":[ID],"addTags":[""],"trash":true}"#, "addTags"),
            (#"{"photos":[ID],"removeTags":[1],"trash":true}"#, "removeTags"),
            (#"{"photos":[ID],"addToAlbum":" ","trash":true}"#, "album"),
            (#"{"photos":[ID],"addToAlbum":"42","trash":true}"#, "album"),
            (#"{"photos":[ID],"addToAlbum":5,"trash":true}"#, "addToAlbum"),
            (#"{"photos":[ID],"addToAlbum":"Sea","removeFromAlbum":"album:sea"}"#, "Sea"),
            // An album by query has no members of its own.
            (#"{"photos":[ID],"addToAlbum":"best","trash":true}"#, "best"),
            (#"{"photos":[ID],"edit":{"version":1,"rotation":91},"trash":true}"#, ""),
            (#"{"photos":[ID],"edit":{},"trash":true}"#, ""),
            (#"{"photos":[ID],"edit":"noir","trash":true}"#, ""),
            (#"{"photos":[ID],"delete":true}"#, "delete"),
        ])
    func namesWhatIsWrong(_ body: String, _ reason: String) async throws {
        try await FilledGallery.with { filled, client in
            let before = try await client.documents([filled.plain])
            let answer = try await client.change(
                .post, "batch", body.replacing("ID", with: "\(filled.plain)"))
            #expect(answer.status == 422, "\(answer.body)")
            let detail = answer.body["detail"]?.string ?? ""
            #expect(reason.isEmpty || detail.contains(reason), "\(detail)")
            #expect(try await client.documents([filled.plain]) == before)
        }
    }

    @Test("a photo, an album or a query that does not exist fails the whole batch")
    func failsAsAWhole() async throws {
        try await FilledGallery.with { filled, client in
            let before = try await client.documents([filled.plain])
            let change = #""set":{"title":"a"},"addTags":["b"],"trash":true"#
            for (body, status, reason) in [
                (#"{"photos":[ID,4711],\#(change)}"#, 404, "4711"),
                (#"{"photos":["dogs/99",ID],\#(change)}"#, 404, "dogs/99"),
                (#"{"photos":[ID],\#(change),"removeFromAlbum":"nowhere"}"#, 404, "nowhere"),
                (#"{"q":"is:edited","title":"a"}"#, 422, "title"),
                (#"{"q":"((",\#(change)}"#, 400, ""),
            ] {
                let answer = try await client.change(
                    .post, "batch", body.replacing("ID", with: "\(filled.plain)"))
                #expect(answer.status == status, "\(body): \(answer.body)")
                #expect(
                    reason.isEmpty || answer.body["detail"]?.string?.contains(reason) == true,
                    "\(answer.body)")
                #expect(try await client.documents([filled.plain]) == before)
            }
        }
    }

    @Test("a change of many photos is a job whose result is that of a batch")
    func becomesAJob() async throws {
        var options = ServerOptions()
        options.maximumBatch = 5
        try await JobScene.with(photos: 6, options: options) { scene in
            let gallery = scene.scene.gallery
            let ids = try await gallery.sources.search(FlickrQuery(term: "dogs", size: nil)).photos
            let few = ids.prefix(5).map { "\($0)" }.joined(separator: ",")
            let direct = try await scene.send(
                .post, "batch", #"{"photos":[\#(few)],"addTags":["few"]}"#)
            #expect(direct.status == 200)
            #expect(direct.body["changed"]?.whole == 5)
            let steps = try gallery.journal.entries(limit: 100).count
            let id = try await scene.start(
                "batch", #"{"q":"tag:few or not:tag:few","set":{"rating":5}}"#)
            let job = try await scene.job(id)
            #expect(job.state == .done, "\(job)")
            #expect(job.failedItems == 0)
            let shown = try await scene.send(.get, "jobs/\(id)")
            #expect(shown.body["kind"]?.string == "batch")
            #expect(shown.body["title"]?.string == "change 6 photos")
            #expect(shown.body["sentence"]?.string == "6 changed photos")
            #expect(shown.body["summary"]?["changed"]?.whole == 6)
            let entries = try gallery.journal.entries(limit: 100)
            #expect(entries.count == steps + 1)
            #expect(shown.body["summary"]?["undo"]?.whole == entries.first.map { Int($0.id) })
            #expect(try gallery.photo(id: ids[5]).rating == 5)
            #expect(try await scene.send(.post, "undo", "{}").status == 200)
            #expect(try gallery.photo(id: ids[5]).rating == nil)
        }
    }
}

/// Members change the photos that they added.
@Suite("Changes of photos by their senders", .enabled(if: PhotoShareScene.hasSamples))
struct SenderChangeTests {
    private static func status(
        _ scene: PhotoShareScene, _ method: HTTPRequest.Method, _ path: String, _ json: String,
        _ headers: HTTPFields
    ) async -> Int {
        var headers = headers
        headers[.contentType] = "application/json"
        return await scene.access.ask(method, "/api/v1/\(path)", headers, json: json).status.code
    }

    @Test("members change only photos that they added")
    func changesOwnPhotos() async throws {
        let scene = try PhotoShareScene()
        try scene.gallery.accounts.add(
            named: "max", role: .member, password: PhotoShareScene.password, cost: .testing)
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        for (name, person) in [("dog", "eva"), ("cat", "eva"), ("cow", "max")] {
            #expect(try await scene.send(picture, as: name, by: person).hasPrefix("200 "))
        }
        let eva = await scene.access.session("eva", PhotoShareScene.password)
        let vic = await scene.access.session("vic", PhotoShareScene.password)
        let owner = await scene.access.session()
        let patch = #"{"title":"new"}"#
        let recipe = #"{"rotation":90,"version":1}"#
        for (photo, headers, status) in [
            (1, eva, 200), (2, owner, 200), (3, eva, 403), (3, vic, 403), (1, vic, 403),
            (1, [:], 401), (4711, eva, 404), (4711, vic, 403),
        ] as [(Int, HTTPFields, Int)] {
            #expect(
                await Self.status(scene, .patch, "photos/\(photo)", patch, headers) == status,
                "\(photo) \(status)")
            #expect(
                await Self.status(scene, .put, "photos/\(photo)/edit", recipe, headers) == status,
                "\(photo) \(status)")
        }
        #expect(try scene.gallery.photo(id: PhotoID(rawValue: 1)).title == "new")
        #expect(try scene.gallery.photo(id: PhotoID(rawValue: 3)).title == "cow")
        for (photos, headers, status) in [
            (#""photos":[1,2]"#, eva, 200), (#""photos":[1,3]"#, eva, 403),
            (#""photos":[1,4711]"#, eva, 404), (#""q":"""#, eva, 403), (#""q":"((""#, eva, 400),
            (#""q":"title""#, vic, 403), (#""q":"is:trashed""#, eva, 403),
            (#""photos":[1,3]"#, owner, 200),
        ] as [(String, HTTPFields, Int)] {
            let body = #"{\#(photos),"addTags":["\#(status)"]}"#
            #expect(
                await Self.status(scene, .post, "batch", body, headers) == status, "\(photos)")
        }
        #expect(try scene.gallery.photo(id: PhotoID(rawValue: 1)).tags == ["200"])
        // A member finds no photo in the trash.
        try scene.gallery.trash.add([PhotoID(rawValue: 1)])
        #expect(await Self.status(scene, .patch, "photos/1", patch, eva) == 404)
        // Not even among others' photos.
        let hidden = #"{"photos":[3,1],"addTags":["a"]}"#
        #expect(await Self.status(scene, .post, "batch", hidden, eva) == 404)
        let restore = #"{"photos":[1],"restore":true}"#
        #expect(await Self.status(scene, .post, "batch", restore, eva) == 404)
        #expect(await Self.status(scene, .post, "batch", restore, owner) == 200)
    }

    @Test("a photo that is not published is no photo for other members")
    func hidesUnpublishedPhotos() async throws {
        let scene = try CampaignScene()
        let eva = await scene.access.session("eva", CampaignScene.password)
        let max = await scene.access.session("max", CampaignScene.password)
        let owner = await scene.access.session()
        let photo = try await scene.send(try PictureScene.bytes(of: "messi5.jpg"), eva)
        for (headers, status) in [(max, 404), (eva, 200), (owner, 200)] {
            let patched = try await scene.api(
                .patch, "photos/\(photo)", headers, json: #"{"rating":\#(status / 100)}"#)
            #expect(patched.status == status)
            let batch = try await scene.api(
                .post, "batch", headers,
                json: #"{"photos":[\#(photo)],"addTags":["\#(status)"]}"#)
            #expect(batch.status == status)
        }
        let changed = try scene.gallery.photo(id: PhotoID(rawValue: Int64(photo)))
        #expect(changed.rating == 2)
        #expect(changed.tags == ["200"])
    }

    @Test("a read-only server and pages of other origins change nothing")
    func refusesWriting() async throws {
        let scene = try PhotoShareScene()
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        #expect(try await scene.send(picture, as: "dog").hasPrefix("200 "))
        var owner = await scene.access.session()
        owner[.origin] = "https://evil.example"
        let batch = #"{"photos":[1],"set":{"title":"new"}}"#
        #expect(await Self.status(scene, .patch, "photos/1", #"{"title":"new"}"#, owner) == 403)
        #expect(await Self.status(scene, .post, "batch", batch, owner) == 403)
        let showing = try AccessScene(on: scene.access.scene) { $0.isReadOnly = true }
        var headers = await showing.session()
        headers[.contentType] = "application/json"
        for (method, path) in [(HTTPRequest.Method.patch, "photos/1"), (.post, "batch")] {
            let answer = await showing.ask(method, "/api/v1/\(path)", headers, json: batch)
            #expect(answer.status == .forbidden)
            #expect(try await answer.summary().contains("read-only"))
        }
        #expect(try scene.gallery.photo(id: PhotoID(rawValue: 1)).title == "dog")
    }
}

extension RouterClient {
    /// The documents of photos, as text.
    fileprivate func documents(_ ids: [PhotoID]) async throws -> [String] {
        var texts: [String] = []
        for id in ids {
            texts.append(
                try await execute(uri: "/api/v1/photos/\(id)", method: .get) { answer in
                    String(buffer: answer.body)
                })
        }
        return texts
    }
}
