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
                try await client.picture(
                    "\(address)?recipe=\(PercentEncoding.encoded(json))\(more)")
            }
            let plain = try await client.picture(address)
            #expect(plain.status == 200 && plain.headers[.contentType] == "image/jpeg")
            #expect(RenditionRouteTests.size(plain.body) == [548, 342])
            let square = try await preview(#"{"square":640,"version":1}"#)
            #expect(RenditionRouteTests.size(square.body) == [640, 640])
            let small = try await preview(#"{"square":640,"version":1}"#, "&size=240")
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
            let tiny = try await preview(#"{"version":1}"#, "&size=1")
            #expect(RenditionRouteTests.size(tiny.body) == [1, 1])
            for size in ["0", "1601", "x", "01"] {
                let refused = try await client.get("\(address)?size=\(size)")
                #expect(refused.status == 400)
                #expect(
                    refused.body["detail"]?.string?.contains("1 to 1600") == true,
                    "\(refused.body)")
            }
            #expect(try await client.picture("/api/v1/photos/99/preview").status == 404)
        }
    }

    @Test("previews of a changing crop have the pixels of the stored edit")
    func previewsFollowACrop() async throws {
        let scene = try PictureScene()
        let id = try await scene.add(sample: "messi5.jpg")
        try await scene.web.run { client in
            for step in 1...4 {
                var edit = PhotoEdit()
                let side = 1 - Double(step) / 10
                edit.crop = RelativeRectangle(x: 0.1, y: 0.1, width: side, height: side - 0.1)
                edit.effects = [AppliedEffect(.sepia)]
                let seen = try await client.picture(
                    "/api/v1/photos/\(id)/preview?size=1600&recipe="
                        + PercentEncoding.encoded(edit.json))
                var change = EditChange()
                change.base = .edit(edit)
                _ = try await scene.gallery.edits.apply(.photos([id]), change)
                let stored = try await client.picture("/api/v1/photos/\(id)/rendition")
                #expect(
                    RenditionRouteTests.size(seen.body) == RenditionRouteTests.size(stored.body))
            }
        }
    }

    @Test("a sheet has a tile for each effect, with the crop and rotation of the recipe")
    func theSheetOfEffects() async throws {
        let scene = try PictureScene()
        let id = try await scene.add(sample: "messi5.jpg")
        try await scene.web.run { client in
            let address = "/api/v1/photos/\(id)/effects.jpg"
            func sheet(_ json: String, _ more: String) async throws -> Came {
                try await client.picture(
                    "\(address)?recipe=\(PercentEncoding.encoded(json))\(more)")
            }
            let row = try await client.picture(address)
            #expect(row.status == 200 && row.headers[.contentType] == "image/jpeg")
            #expect(RenditionRouteTests.size(row.body) == [1600, 100])
            let grid = try await sheet(#"{"rotation":90,"version":1}"#, "&size=72&columns=4")
            #expect(RenditionRouteTests.size(grid.body) == [45 * 4, 72 * 3])
            let square = try await sheet(#"{"square":640,"version":1}"#, "&size=30")
            #expect(RenditionRouteTests.size(square.body) == [300, 30])
            // Effects of the recipe are ignored: the sheet is the same.
            let noir = try await sheet(
                #"{"effects":[{"name":"noir"}],"square":640,"version":1}"#, "&size=30")
            #expect(noir.body == square.body && noir.headers[.eTag] == square.headers[.eTag])
            let same = try await client.picture(
                address, [.ifNoneMatch: row.headers[.eTag] ?? ""])
            #expect(same.status == 304 && same.body.isEmpty)
            for (more, expected) in [
                ("size=641", "1 to 640"), ("size=0", "1 to 640"), ("columns=11", "1 to 10"),
                ("columns=0", "1 to 10"),
            ] {
                let refused = try await client.get("\(address)?\(more)")
                #expect(refused.status == 400)
                #expect(refused.body["detail"]?.string?.contains(expected) == true)
            }
            #expect(try await sheet("{}", "").status == 422)
            #expect(try await client.picture("/api/v1/photos/99/effects.jpg").status == 404)
        }
    }

    @Test("an edit returns the number of its step for undo")
    func anEditReturnsItsStep() async throws {
        let scene = try PictureScene()
        let id = try await scene.add(sample: "messi5.jpg")
        try await scene.web.run { client in
            let name = try #require(HTTPField.Name("Gallery-Undo"))
            let address = "photos/\(id)/edit"
            let recipe = #"{"rotation":90,"version":1}"#
            let set = try await client.change(.put, address, recipe)
            #expect(set.status == 200)
            #expect(String(decoding: set.body.compact, as: UTF8.self) == recipe)
            let step = try #require(set.headers[name].flatMap(Int64.init))
            let again = try await client.change(.put, address, recipe)
            #expect(again.status == 200 && again.headers[name] == nil)
            _ = try await scene.gallery.journal.undo(step)
            #expect(try scene.gallery.edits.recipe(of: id) == nil)
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
