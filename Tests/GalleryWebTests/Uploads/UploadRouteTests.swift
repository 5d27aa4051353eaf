import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

@Suite("Uploads", .enabled(if: UploadScene.hasSamples))
struct UploadRouteTests {
    @Test("an uploaded picture is a camera photo with its file name")
    func uploadedPicture() async throws {
        let scene = try UploadScene()
        let owner = try scene.headers()
        let (status, body) = try await scene.send(
            [("../../trip/IMG_20240517_101500.jpg", try UploadScene.picture())], owner)
        #expect(status == 200, "\(body)")
        let item = try #require(body["items"]?.items?.first)
        #expect(item["status"]?.string == "new")
        #expect(item["name"]?.string == "../../trip/IMG_20240517_101500.jpg")
        let photo = try #require(try scene.photos().first)
        #expect(item["photo"]?.double == Double(photo.id.rawValue))
        #expect(photo.details.origin == .camera)
        #expect(photo.details.fileName == "IMG_20240517_101500.jpg")
        let taken = TakenDate(photo.details)?.civil
        #expect([taken?.year, taken?.month, taken?.day] == [2024, 5, 17])
        // Undo moves it to the trash, and sending it again restores it.
        let step = try #require(body["undo"]?.double)
        _ = try await scene.gallery.journal.undo(Int64(step))
        #expect(try scene.photos().isEmpty)
        let again = try await scene.send([("b.jpg", try UploadScene.picture())], owner)
        #expect(again.body["items"]?.items?.first?["status"]?.string == "new")
        #expect(try scene.photos().map(\.id) == [photo.id])
        #expect(scene.access.files().count == 1)
    }

    @Test("several files are one step, and each refusal is an item")
    func severalFiles() async throws {
        let scene = try UploadScene { $0.maximumUploadBytes = 200_000 }
        let owner = try scene.headers()
        let (status, body) = try await scene.send(
            [
                ("a.jpg", try UploadScene.picture()), ("a.svg", Array("<svg/>".utf8)),
                ("long.jpg", [UInt8](repeating: 0, count: 300_000)),
                ("b.jpg", try UploadScene.variant(1)), ("c.jpg", try UploadScene.picture()),
            ], owner, fields: [("album", "Trip")])
        #expect(status == 200, "\(body)")
        let items = try #require(body["items"]?.items)
        #expect(
            items.compactMap { $0["status"]?.string }
                == ["new", "refused", "refused", "new", "present"])
        #expect(items[4]["photo"]?.double == items[0]["photo"]?.double)
        #expect(items[2]["error"]?.string?.contains("larger than 200 kB") == true)
        #expect(try scene.gallery.journal.entries(limit: 9).count == 1)
        let album = try #require(try scene.gallery.sections.list().first { $0.isAlbum })
        #expect(album.count == 2)
        _ = try await scene.gallery.journal.undo(Int64(try #require(body["undo"]?.double)))
        #expect(try scene.photos().isEmpty)
        #expect(try !scene.gallery.sections.list().contains { $0.isAlbum })
    }

    @Test("uploads of a group are one step for undo")
    func group() async throws {
        let scene = try UploadScene()
        let owner = try scene.headers()
        let numbers = try await withThrowingTaskGroup(of: Double?.self) { tasks in
            for number in 0..<6 {
                tasks.addTask {
                    try await scene.send(
                        [("\(number).jpg", try UploadScene.variant(number))], owner,
                        query: "?group=drop-1"
                    ).body["undo"]?.double
                }
            }
            return try await tasks.reduce(into: Set<Double?>()) { $0.insert($1) }
        }
        #expect(numbers.count == 1)
        #expect(try scene.gallery.journal.entries(limit: 9).count == 1)
        _ = try await scene.gallery.journal.undo()
        #expect(try scene.photos().isEmpty)
        let wrong = try await scene.send(
            [("a.jpg", try UploadScene.picture())], owner, query: "?group=a/b")
        #expect(wrong.status == 422)
    }

    @Test("a single refused file has the status of its reason")
    func refusals() async throws {
        let scene = try UploadScene { $0.maximumUploadBytes = 5_000_000 }
        let owner = try scene.headers()
        let picture = try UploadScene.picture()
        for (bytes, expected) in [
            (Array("#!/bin/sh\nrm -rf /\n".utf8), 415),
            (Array("<svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>".utf8), 415),
            (Array("GIF89a<script>alert(1)</script>".utf8), 422), ([], 422),
            (Array(picture.prefix(picture.count / 2)), 422),
            (PictureReceptionTests.png(side: 20_000), 422),
            ([UInt8](repeating: 0xFF, count: 5_000_001), 413),
        ] as [([UInt8], Int)] {
            let answer = try await scene.send([("dog.jpg", bytes)], owner)
            #expect(answer.status == expected, "\(answer.body)")
            let detail = answer.body["detail"]?.string ?? ""
            #expect(!detail.contains(scene.access.scene.folder.path), "\(detail)")
        }
        try scene.expectNothing()
    }

    @Test("an incomplete or malformed form stores nothing")
    func incompleteForms() async throws {
        let scene = try UploadScene()
        var headers = try scene.headers()
        headers[.contentType] = "multipart/form-data; boundary=xY"
        let part = SendingWay.part("file", "; filename=\"a.jpg\"") + (try UploadScene.picture())
        for body in [
            part, part + Array("\r\n--xY".utf8), part + Array("\r\n--xYz\r\n".utf8),
            SendingWay.part("other") + Array("\r\n--xY--".utf8), Array("--xY--".utf8),
            (0..<10_000).flatMap { _ in SendingWay.part("file", "; filename=\"a\"") },
            part + SendingWay.part("album") + Array("1".utf8) + Array("\r\n--xY--".utf8),
        ] {
            let answer = await scene.access.ask(.post, "/api/v1/uploads", headers, bytes: body)
            #expect([400, 422].contains(answer.status.code), "\(answer.status)")
        }
        headers[.contentType] = "image/jpeg"
        let plain = await scene.access.ask(
            .post, "/api/v1/uploads", headers, bytes: try UploadScene.picture())
        #expect(plain.status == .unsupportedMediaType)
        try scene.expectNothing()
    }

    @Test("members may change what they added, and only that")
    func members() async throws {
        let scene = try UploadScene()
        let (owner, eva) = (try scene.headers(), try scene.headers("eva"))
        _ = try await scene.send([("a.jpg", try UploadScene.picture())], owner)
        let own = try await scene.send([("b.jpg", try UploadScene.variant(1))], eva)
        #expect(own.body["items"]?.items?.first?["status"]?.string == "new")
        let present = try await scene.send([("2001-01-01.jpg", try UploadScene.picture())], eva)
        #expect(present.body["items"]?.items?.first?["status"]?.string == "present")
        #expect(try scene.photos().map(\.details.fileName) == ["a.jpg", "b.jpg"])
        for (photo, status) in [(1, 403), (2, 200)] {
            var headers = eva
            headers[.contentType] = "application/json"
            let answer = await scene.access.ask(
                .patch, "/api/v1/photos/\(photo)", headers, json: "{\"rating\": 3}")
            #expect(answer.status.code == status)
        }
        let viewer = try await scene.send(
            [("c.jpg", try UploadScene.variant(2))], try scene.headers("vic"))
        #expect(viewer.status == 403)
    }

    @Test("members put their own photos into albums, and change nothing else about albums")
    func albumsOfMembers() async throws {
        let scene = try UploadScene()
        let (owner, eva) = (try scene.headers(), try scene.headers("eva"))
        _ = try await scene.send([("a.jpg", try UploadScene.picture())], owner)
        let sent = try await scene.send(
            [("b.jpg", try UploadScene.variant(1))], eva, query: "?album=beach")
        #expect(sent.status == 200)
        var headers = eva
        headers[.contentType] = "application/json"
        func album() throws -> [Int64] {
            let album = try scene.gallery.sections.find(SectionReference(text: "album:beach"))
            return try scene.gallery.photos(.section(album)).map(\.photo.id.rawValue)
        }
        for (body, status, photos) in [
            (#"{"photos":[1],"addToAlbum":"beach"}"#, 403, [2]),
            (#"{"photos":[2],"removeFromAlbum":"beach"}"#, 200, []),
            (#"{"photos":[2],"addToAlbum":"beach"}"#, 200, [2]),
            (#"{"photos":[1,2],"removeFromAlbum":"beach"}"#, 403, [2]),
        ] as [(String, Int, [Int64])] {
            let answer = await scene.access.ask(.post, "/api/v1/batch", headers, json: body)
            #expect(answer.status.code == status, "\(body)")
            #expect(try album() == photos, "\(body)")
        }
        for (method, path, body) in [
            (.post, "albums", #"{"name":"other","query":null}"#),
            (.patch, "albums/album:beach", #"{"name":"sea"}"#),
            (.post, "albums/album:beach/move", #"{"photo":2,"to":1}"#),
            (.delete, "albums/album:beach", "{}"),
        ] as [(HTTPRequest.Method, String, String)] {
            let answer = await scene.access.ask(method, "/api/v1/\(path)", headers, json: body)
            #expect(answer.status == .forbidden, "\(path)")
        }
    }

    @Test("photos in the trash stay there")
    func trashedPhotos() async throws {
        let scene = try UploadScene()
        let owner = try scene.headers()
        _ = try await scene.send([("a.jpg", try UploadScene.picture())], owner)
        _ = try scene.gallery.trash.move([PhotoID(rawValue: 1)], toTrash: true)
        let again = try await scene.send([("a.jpg", try UploadScene.picture())], owner)
        let item = try #require(again.body["items"]?.items?.first)
        #expect(item["status"]?.string == "present" && item["isTrashed"]?.flag == true)
        #expect(try scene.photos().isEmpty)
    }

    @Test("clients can ask which files are present")
    func presentFiles() async throws {
        let scene = try UploadScene()
        let owner = try scene.headers()
        let picture = try UploadScene.picture()
        _ = try await scene.send([("a.jpg", picture)], owner)
        let known = FileDigest(of: picture).hexadecimal
        let other = FileDigest(of: "other").hexadecimal
        let answer = await scene.access.ask(
            .get, "/api/v1/uploads?sha256=\(other),\(known)", owner)
        let body = try JSONValue(try await answer.bytes(), depth: 8)
        #expect(body["items"]?.items?.count == 1)
        #expect(body["items"]?.items?.first?["sha256"]?.string == known)
        let wrong = await scene.access.ask(.get, "/api/v1/uploads?sha256=abc", owner)
        #expect(wrong.status == .badRequest)
    }

    @Test("file names lose paths and control characters")
    func fileNames() {
        for (name, expected) in [
            ("a.jpg", "a.jpg"), ("../../etc/passwd", "passwd"), ("C:\\photos\\b.jpg", "b.jpg"),
            ("a\u{0}\n.jpg", "a.jpg"), ("..", nil), ("/", nil), ("", nil),
            (String(repeating: "é", count: 200), String(repeating: "é", count: 127)),
        ] as [(String, String?)] {
            #expect(PictureUpload.fileName(name) == expected)
        }
    }
}
