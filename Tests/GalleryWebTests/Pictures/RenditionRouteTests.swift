import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import Testing

@Suite(
    "Edited pictures",
    .enabled(if: PictureScene.hasSamples, "Debian's package opencv-doc is not installed"))
struct RenditionRouteTests {
    @Test("a rendition is the edited picture")
    func areThePictureAsItIsEdited() async throws {
        let scene = try PictureScene()
        let id = try await scene.add(sample: "messi5.jpg", as: "Café 🐕.JPG")
        try await scene.web.run { client in
            let address = "/api/v1/photos/\(id)/rendition"
            let plain = try await client.picture(address)
            #expect(plain.status == 200)
            #expect(plain.headers[.contentType] == "image/jpeg")
            #expect(plain.headers[.cacheControl] == "private, no-cache")
            #expect(plain.headers[.contentSecurityPolicy] == "sandbox; default-src 'none'")
            #expect(RenditionRouteTests.size(plain.body) == [548, 342])
            var change = EditChange()
            change.rotation = 90
            _ = try await scene.gallery.edits.apply(.photos([id]), change)
            let edited = try await client.picture(
                address + "?download=1", [.ifNoneMatch: plain.headers[.eTag] ?? ""])
            #expect(edited.status == 200)
            #expect(edited.headers[.eTag] != plain.headers[.eTag])
            #expect(
                edited.headers[.contentDisposition]
                    == "attachment; filename=\"Cafe _.jpg\"; "
                    + "filename*=UTF-8''Caf%C3%A9%20%F0%9F%90%95.jpg")
            #expect(RenditionRouteTests.size(edited.body) == [342, 548])
            let same = try await client.picture(
                address, [.ifNoneMatch: edited.headers[.eTag] ?? ""])
            #expect(same.status == 304 && same.body.isEmpty)
            #expect(try await client.picture("/api/v1/photos/99/rendition").status == 404)
            #expect(try await client.picture(address + "?size=1").status == 400)
        }
    }

    @Test("a preview shows an edit that is not stored")
    func showAnEditBeforeItIsStored() async throws {
        let scene = try PictureScene()
        let id = try await scene.add(sample: "messi5.jpg")
        try await scene.web.run { client in
            let address = "/api/v1/photos/\(id)/preview"
            func preview(_ json: String, _ more: String = "") async throws -> Came {
                try await client.picture("\(address)?edit=\(PercentEncoding.encoded(json))\(more)")
            }
            let plain = try await client.picture(address)
            #expect(plain.status == 200 && plain.headers[.contentType] == "image/jpeg")
            #expect(RenditionRouteTests.size(plain.body) == [548, 342])
            let square = try await preview(#"{"square":640,"version":1}"#)
            #expect(RenditionRouteTests.size(square.body) == [640, 640])
            let small = try await preview(#"{"square":640,"version":1}"#, "&side=240")
            #expect(RenditionRouteTests.size(small.body) == [240, 240])
            let noir = try await preview(
                #"{"effects":[{"name":"noir"}],"square":640,"version":1}"#)
            #expect(noir.status == 200 && noir.body != square.body)
            #expect(Set([plain, square, small, noir].map { $0.headers[.eTag] }).count == 4)
            let same = try await client.picture(
                address, [.ifNoneMatch: plain.headers[.eTag] ?? ""])
            #expect(same.status == 304 && same.body.isEmpty)
            #expect(try scene.gallery.edits.recipe(of: id) == nil)
            #expect(try await preview(#"{"squares":640,"version":1}"#).status == 422)
            #expect(try await preview(#"{"square":1}"#).status == 422)
            #expect(try await client.picture(address + "?side=100").status == 400)
            #expect(try await client.picture("/api/v1/photos/99/preview").status == 404)
        }
    }

    @Test("a rendition of a missing picture is not found")
    func tellWhereThereIsNoPictureToMakeThemOf() async throws {
        let scene = try PictureScene()
        let id = try await scene.add(sample: "messi5.jpg", inPlace: true)
        try FileManager.default.removeItem(at: scene.camera.appending(path: "messi5.jpg"))
        try await scene.web.run { client in
            let answer = try await client.picture("/api/v1/photos/\(id)/rendition")
            #expect(answer.status == 404)
            #expect(answer.headers[.contentType] == "application/problem+json")
        }
    }

    /// The width and height of a JPEG file in pixels, from its frame header (ITU T.81, B.2.2).
    private static func size(_ bytes: [UInt8]) -> [Int] {
        var offset = 2
        while offset + 9 < bytes.count, bytes[offset] == 0xFF {
            func number(at place: Int) -> Int {
                Int(bytes[offset + place]) << 8 | Int(bytes[offset + place + 1])
            }
            if (0xC0...0xC3).contains(bytes[offset + 1]) { return [number(at: 7), number(at: 5)] }
            offset += 2 + number(at: 2)
        }
        return []
    }
}
