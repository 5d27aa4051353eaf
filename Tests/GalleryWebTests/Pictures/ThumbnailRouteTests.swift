import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import Testing

@Suite(
    "Thumbnail routes",
    .enabled(if: PictureScene.hasSamples, "Debian's package opencv-doc is not installed"))
struct ThumbnailRouteTests {
    @Test("a thumbnail is made once for any number of requests")
    func areMadeOnceHoweverManyAsk() async throws {
        let scene = try PictureScene()
        let id = try await scene.add(sample: "messi5.jpg")
        let address = try scene.address(of: id)
        try await scene.web.run { client in
            let answers = try await withThrowingTaskGroup(of: Came.self) { group in
                for _ in 0..<100 { group.addTask { try await client.picture(address) } }
                return try await group.reduce(into: [Came]()) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.status == 200 })
            #expect(Set(answers.map(\.body)).count == 1)
            #expect(answers[0].body.starts(with: [0xFF, 0xD8]))
        }
        #expect(try scene.gallery.thumbnails.usage().count == 1)
    }

    @Test("thumbnails are cached forever under the address of their version")
    func areKeptForeverUnderTheAddressOfTheirVersion() async throws {
        let scene = try PictureScene()
        let id = try await scene.add(sample: "messi5.jpg")
        let address = try scene.address(of: id)
        try await scene.web.run { client in
            for _ in 0..<2 {
                let answer = try await client.picture(address)
                #expect(answer.headers[.cacheControl] == "private, max-age=31536000, immutable")
                #expect(answer.headers[.contentType] == "image/jpeg")
                #expect(answer.headers[.xContentTypeOptions] == "nosniff")
                let tag = try #require(answer.headers[.eTag].flatMap(EntityTag.init(header:)))
                #expect(!tag.isWeak)
            }
            let bare = try #require(address.split(separator: "?").first.map(String.init))
            for other in [bare, bare + "?v=", bare + "?v=0123456789abcdef"] {
                let answer = try await client.picture(other)
                #expect(answer.status == 200)
                #expect(answer.headers[.cacheControl] == "private, no-cache")
            }
        }
    }

    @Test("an edit changes the address of a thumbnail")
    func changeTheirAddressWithAnEdit() async throws {
        let scene = try PictureScene()
        let id = try await scene.add(sample: "messi5.jpg")
        let old = try scene.address(of: id)
        try await scene.web.run { client in
            let before = try await client.picture(old)
            var change = EditChange()
            change.rotation = 90
            _ = try await scene.gallery.edits.apply(.photos([id]), change)
            let new = try scene.address(of: id)
            #expect(new != old)
            let after = try await client.picture(new)
            #expect(after.body != before.body)
            #expect(after.headers[.cacheControl] == "private, max-age=31536000, immutable")
            let late = try await client.picture(old)
            #expect(late.body == after.body)
            #expect(late.headers[.cacheControl] == "private, no-cache")
            #expect(late.headers[.eTag] == after.headers[.eTag])
            #expect(before.headers[.eTag] != after.headers[.eTag])
        }
    }

    @Test("a thumbnail that the client already has is not sent")
    func areLeftOutWhereTheAskerHasThem() async throws {
        let scene = try PictureScene()
        let id = try await scene.add(sample: "messi5.jpg")
        let address = try scene.address(of: id)
        try await scene.web.run { client in
            let whole = try await client.picture(address)
            let tag = try #require(whole.headers[.eTag])
            let same = try await client.picture(address, [.ifNoneMatch: "\"x\", W/\(tag)"])
            #expect(same.status == 304 && same.body.isEmpty)
            #expect(same.headers[.eTag] == tag)
            #expect(same.headers[.cacheControl] == whole.headers[.cacheControl])
            let other = try await client.picture(address, [.ifNoneMatch: "\"x\""])
            #expect(other.status == 200)
            let head = try await client.picture(address, method: .head)
            #expect(head.status == 200 && head.body.isEmpty)
            #expect(head.headers[.contentLength] == "\(whole.body.count)")
        }
        // A restarted server without the file does not need to make it for this request.
        try FileManager.default.removeItem(at: scene.web.folder.appending(path: "thumbnails"))
        try await scene.web.run { client in
            let tag = try #require(
                try await client.picture(address, method: .head).headers[.eTag])
            #expect(try await client.picture(address, [.ifNoneMatch: tag]).status == 304)
        }
    }

    @Test("a thumbnail with a missing file is made again")
    func areMadeAgainWhereTheFileIsGone() async throws {
        let scene = try PictureScene()
        let id = try await scene.add(sample: "messi5.jpg")
        let address = try scene.address(of: id)
        try await scene.web.run { client in
            let status = try await client.picture(address).status
            #expect(status == 200)
        }
        try FileManager.default.removeItem(at: scene.web.folder.appending(path: "thumbnails"))
        try await scene.web.run { client in
            let status = try await client.picture(address).status
            #expect(status == 200)
        }
    }

    @Test("thumbnails are served even if they cannot be stored")
    func areAnsweredWhereTheyCannotBeStored() async throws {
        let scene = try PictureScene()
        let id = try await scene.add(sample: "messi5.jpg")
        // A file with the folder's name: not even root can create the folder.
        let folder = scene.web.folder.appending(path: "thumbnails")
        try? FileManager.default.removeItem(at: folder)
        try Data("x".utf8).write(to: folder)
        let address = try scene.address(of: id)
        try await scene.web.run { client in
            let first = try await client.picture(address)
            #expect(first.status == 200)
            let second = try await client.picture(address)
            #expect(second.body == first.body)
        }
        #expect(try scene.gallery.thumbnails.usage().count == 0)
    }

    @Test(
        "invalid addresses of thumbnails are rejected",
        arguments: [
            ("/api/v1/photos/1/thumbnail/241", 404), ("/api/v1/photos/1/thumbnail/0240", 404),
            ("/api/v1/photos/1/thumbnail/-240", 404), ("/api/v1/photos/99/thumbnail/240", 404),
            ("/api/v1/photos/0/thumbnail/240", 404),
            ("/api/v1/photos/%2e%2e%2f1/thumbnail/240", 404),
            ("/api/v1/photos/99999999999999999999/thumbnail/240", 404),
            ("/api/v1/photos/1/thumbnail/240?w=1", 400),
            ("/api/v1/photos/1/thumbnail/240%00", 400),
        ])
    func refuseOtherAddresses(_ address: String, _ status: Int) async throws {
        let scene = try PictureScene()
        try await scene.add(sample: "messi5.jpg")
        try await scene.web.run { client in
            let answer = try await client.picture(address)
            #expect(answer.status == status)
            #expect(answer.headers[.contentType] == "application/problem+json")
        }
    }

    @Test("a changed or missing file left in place is reported")
    func sayWhatIsWrongWithAFileLeftInPlace() async throws {
        let scene = try PictureScene()
        let id = try await scene.add(sample: "messi5.jpg", inPlace: true)
        let address = try scene.address(of: id, side: 640)
        let file = scene.camera.appending(path: "messi5.jpg")
        try await scene.web.run { client in
            #expect(try await client.picture(try scene.address(of: id)).status == 200)
            try Data(try PictureScene.bytes(of: "butterfly.jpg")).write(to: file)
            let replaced = try await client.picture(address)
            #expect(replaced.status == 404)
            #expect(String(decoding: replaced.body, as: UTF8.self).contains("import it again"))
            try FileManager.default.removeItem(at: file)
            #expect(try await client.picture(address).status == 404)
            // Thumbnails made before are still served.
            #expect(try await client.picture(try scene.address(of: id)).status == 200)
        }
    }

    @Test("a picture that cannot be decoded has no thumbnail")
    func areRefusedWhereThePictureCannotBeDecoded() async throws {
        let scene = try PictureScene()
        let id = try await scene.add(sample: "messi5.jpg")
        // Simulates the damage of a broken disk.
        let file = try #require(try scene.gallery.photo(id: id).picture?.path?.string)
        try FileManager.default.removeItem(atPath: file)
        try Data(repeating: 7, count: 100).write(to: URL(filePath: file))
        let address = try scene.address(of: id)
        try await scene.web.run { client in
            let status = try await client.picture(address).status
            #expect(status == 422)
        }
    }

    @Test("thumbnails have the configured sizes")
    func comeInTheSidesOfTheSettings() async throws {
        let scene = try PictureScene { $0.thumbnails.sizes = [300] }
        let id = try await scene.add(sample: "messi5.jpg")
        try await scene.web.run { client in
            let sizes = try await [240, 640, 1600].asyncMap { side in
                try await client.picture(try scene.address(of: id, side: side)).body
            }
            #expect(Set(sizes).count == 1)
        }
        #expect(try scene.gallery.thumbnails.usage().count == 1)
    }
}

extension Array where Element: Sendable {
    fileprivate func asyncMap<Result>(
        _ body: (Element) async throws -> Result
    ) async throws -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
