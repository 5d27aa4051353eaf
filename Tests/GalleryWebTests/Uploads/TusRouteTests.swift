import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

@Suite("Resumable uploads", .enabled(if: UploadScene.hasSamples))
struct TusRouteTests {
    private static func sha1(_ bytes: [UInt8]) -> String {
        var hasher = SHA1Hasher()
        bytes.withUnsafeBytes { hasher.update($0) }
        return "sha1 " + Data(hasher.digestBytes).base64EncodedString()
    }

    @Test("the server describes the protocol")
    func description() async throws {
        let scene = try UploadScene { $0.maximumUploadBytes = 1000 }
        let answer = try await scene.tus(.options, UploadScene.tus, try scene.headers())
        #expect(answer.status == .noContent)
        #expect(answer.field("Tus-Version") == "1.0.0")
        #expect(answer.field("Tus-Max-Size") == "1000")
        let extensions = answer.field("Tus-Extension")?.split(separator: ",") ?? []
        #expect(
            Set(extensions) == [
                "creation", "creation-with-upload", "checksum", "expiration", "termination",
            ])
        #expect(answer.field("Tus-Checksum-Algorithm") == "sha1,sha256")
    }

    @Test("an upload in pieces is a photo in the end, also on another server")
    func pieces() async throws {
        let scene = try UploadScene()
        let owner = try scene.headers()
        let picture = try UploadScene.picture()
        let address = try await scene.create(
            picture.count, owner, ["filename": "trip/IMG_1.jpg", "filetype": "image/jpeg"])
        var offset = 0
        var server = scene
        while offset < picture.count {
            let piece = Array(picture[offset..<min(offset + 30_000, picture.count)])
            let answer = try await server.tus(
                .patch, address, owner, ["Upload-Offset": "\(offset)"], piece)
            #expect(answer.status == .noContent)
            #expect(answer.field("Tus-Resumable") == "1.0.0")
            offset += piece.count
            #expect(answer.field("Upload-Offset") == "\(offset)")
            #expect((answer.field("Gallery-Photo") != nil) == (offset == picture.count))
            if offset < picture.count { server = try UploadScene(on: scene.access.scene) }
            let head = try await server.tus(.head, address, owner)
            #expect(head.status == .ok)
            #expect(head.field("Upload-Offset") == "\(offset)")
            #expect(head.field("Upload-Length") == "\(picture.count)")
            #expect(head.field("Upload-Metadata")?.hasPrefix("filename ") == true)
            #expect(head.headers[.cacheControl] == "no-store")
        }
        // The client can ask again for the result.
        let head = try await server.tus(.head, address, owner)
        #expect(head.field("Gallery-Photo") == "1" && head.field("Gallery-Status") == "new")
        #expect(head.field("Gallery-Undo") == "1")
        #expect(try scene.photos().map(\.details.fileName) == ["IMG_1.jpg"])
        let original = await scene.access.ask(.get, "/api/v1/photos/1/original", owner)
        #expect(try await original.bytes() == picture)
        #expect(scene.access.files().count == 1)
    }

    @Test("creation with all bytes stores the photo at once")
    func creationWithUpload() async throws {
        let scene = try UploadScene()
        let picture = try UploadScene.picture()
        let answer = try await scene.tus(
            .post, UploadScene.tus, try scene.headers(),
            ["Upload-Length": "\(picture.count)"], picture)
        #expect(answer.status == .created)
        #expect(answer.field("Gallery-Photo") == "1")
        #expect(answer.field("Upload-Offset") == "\(picture.count)")
        #expect(answer.headers[.location]?.hasPrefix("/api/v1/uploads/tus/") == true)
    }

    @Test("bytes with a wrong checksum are removed")
    func checksums() async throws {
        let scene = try UploadScene()
        let owner = try scene.headers()
        let picture = try UploadScene.picture()
        let address = try await scene.create(picture.count, owner)
        let (first, rest) = (Array(picture.prefix(40_000)), Array(picture.dropFirst(40_000)))
        func patch(_ offset: Int, _ checksum: String, _ bytes: [UInt8]) async throws -> Int {
            try await scene.tus(
                .patch, address, owner,
                ["Upload-Offset": "\(offset)", "Upload-Checksum": checksum], bytes
            ).status.code
        }
        #expect(try await patch(0, Self.sha1([1]), first) == 460)
        #expect(try await patch(0, "md5 AAAA", first) == 400)
        #expect(try await patch(0, "sha1 ??", first) == 400)
        let head = try await scene.tus(.head, address, owner)
        #expect(head.field("Upload-Offset") == "0")
        #expect(try await patch(0, Self.sha1(first), first) == 204)
        #expect(try await patch(first.count, Self.sha1(rest), rest) == 204)
        #expect(try scene.photos().count == 1)
    }

    @Test("requests that break the protocol are rejected and change nothing")
    func wrongRequests() async throws {
        let scene = try UploadScene { $0.maximumUploadBytes = 1_000_000 }
        let owner = try scene.headers()
        let address = try await scene.create(10, owner)
        func status(
            _ method: HTTPRequest.Method, _ path: String, _ fields: [String: String],
            _ bytes: [UInt8]? = nil
        ) async throws -> Int {
            let answer = try await scene.tus(method, path, owner, fields, bytes)
            #expect(answer.field("Tus-Resumable") == "1.0.0")
            return answer.status.code
        }
        let folder = UploadScene.tus
        #expect(try await status(.post, folder, [:]) == 400)
        #expect(try await status(.post, folder, ["Upload-Length": "-1"]) == 400)
        #expect(try await status(.post, folder, ["Upload-Length": "1000001"]) == 413)
        #expect(
            try await status(
                .post, folder, ["Upload-Length": "1", "Upload-Metadata": "a b c"]) == 400)
        #expect(
            try await status(.post, folder, ["Upload-Length": "1", "Tus-Resumable": "0.2"]) == 412)
        #expect(try await status(.patch, address, ["Upload-Offset": "3"], [1]) == 409)
        #expect(try await status(.patch, address, [:], [1]) == 400)
        let long = [UInt8](repeating: 1, count: 11)
        #expect(try await status(.patch, address, ["Upload-Offset": "0"], long) == 413)
        #expect(try await status(.post, folder, ["Upload-Length": "10"], long) == 413)
        // The two files of the first upload.
        #expect(scene.gallery.path.appending("uploads").children().count == 2)
        #expect(try await status(.patch, address, ["Upload-Offset": "0"]) == 415)
        #expect(try await status(.patch, folder + "/x", ["Upload-Offset": "0"], [1]) == 404)
        #expect(try await status(.head, folder + "/..%2f..%2fcatalog", [:]) == 404)
        #expect(try await status(.post, address, ["X-HTTP-Method-Override": "GET"]) == 400)
        let head = try await scene.tus(.head, address, owner)
        #expect(head.field("Upload-Offset") == "0")
        #expect(try scene.photos().isEmpty)
    }

    @Test("an upload is removed on request, when it expires and when it is refused")
    func removal() async throws {
        let scene = try UploadScene()
        let owner = try scene.headers()
        let first = try await scene.create(10, owner)
        #expect(try await scene.tus(.delete, first, owner).status == .noContent)
        #expect(try await scene.tus(.head, first, owner).status == .notFound)
        let second = try await scene.create(4, owner)
        let refused = try await scene.tus(
            .post, second, owner, ["Upload-Offset": "0", "X-HTTP-Method-Override": "PATCH"],
            Array("text".utf8))
        #expect(refused.status == .unsupportedMediaType)
        #expect(try await scene.tus(.head, second, owner).status == .notFound)
        let third = try await scene.create(10, owner)
        let later = try UploadScene(on: scene.access.scene) { $0.uploadLifetime = -1 }
        #expect(try await later.tus(.head, third, owner).status == .gone)
        #expect(try await scene.tus(.head, third, owner).status == .notFound)
        _ = try await scene.create(10, owner)
        await later.access.site.tusUploads.tidy(later.access.site)
        try scene.expectNothing()
    }

    @Test("the bytes of an interrupted request are kept, and an older request cannot write")
    func interruptions() async throws {
        let scene = try UploadScene()
        let uploads = scene.access.site.tusUploads
        let owner = try scene.headers()
        let address = try await scene.create(1000, owner)
        let id = String(try #require(address.split(separator: "/").last))
        var upload = try uploads.open(id, by: nil)
        try uploads.append([1, 2, 3], to: upload)
        upload.offset = 3
        #expect(try await scene.tus(.head, address, owner).field("Upload-Offset") == "3")
        #expect(throws: Problem.self) { try uploads.append([4], to: upload) }
        #expect(try await scene.tus(.head, address, owner).field("Upload-Offset") == "3")
    }

    @Test("a complete upload that was not stored is stored later")
    func completeUploads() async throws {
        let scene = try UploadScene()
        let picture = try UploadScene.picture()
        let site = scene.access.site
        let address = try await scene.create(picture.count, try scene.headers("eva"))
        let id = String(try #require(address.split(separator: "/").last))
        let eva = try scene.gallery.accounts.account(named: "eva")
        let upload = try site.tusUploads.open(id, by: eva)
        try site.tusUploads.append(picture, to: upload)
        await site.tusUploads.tidy(site)
        #expect(try scene.photos().count == 1)
        let head = try await scene.tus(.head, address, try scene.headers("eva"))
        #expect(head.field("Gallery-Photo") == "1")
    }

    @Test("uploads belong to their senders, and are limited in number and size")
    func limits() async throws {
        let scene = try UploadScene { $0.maximumUploadBytes = 1000 }
        let eva = try scene.headers("eva")
        let address = try await scene.create(1000, eva)
        #expect(try await scene.tus(.head, address, try scene.headers("max")).status == .notFound)
        #expect(try await scene.tus(.head, address, try scene.headers()).status == .notFound)
        for _ in 1..<16 { _ = try await scene.create(1000, eva) }
        let large = try await scene.tus(.post, UploadScene.tus, eva, ["Upload-Length": "1"])
        #expect(large.status == .tooManyRequests && large.headers[.retryAfter] != nil)
        let max = try scene.headers("max")
        for _ in 0..<TusUploads.maximumCount { _ = try await scene.create(1, max) }
        let many = try await scene.tus(.post, UploadScene.tus, max, ["Upload-Length": "1"])
        #expect(many.status == .tooManyRequests)
        let viewer = try await scene.tus(.post, UploadScene.tus, try scene.headers("vic"))
        #expect(viewer.status == .forbidden)
    }
}
