import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@Suite(
    "Page for editing a photo",
    .enabled(if: PictureScene.hasSamples, "Debian's package opencv-doc is not installed"))
struct EditPageTests {
    @Test("the form shows the stored edit and stores a new one")
    func storesAForm() async throws {
        let scene = try PictureScene()
        let id = try await scene.add(sample: "messi5.jpg")
        try await scene.web.run { client in
            let address = "/photos/\(id)/edit"
            let plain = try await client.page(address)
            #expect(plain.status == 200)
            #expect(plain.page.contains(#"data-width="548" data-height="342""#))
            #expect(plain.page.contains(#"data-recipe="{&quot;version&quot;:1}""#))
            #expect(
                try await EditPageTests.send(
                    "effect=sepia&strength=40&rotation=90&mirrored=1&crop=1:1", to: address, client)
                    == 303)
            let edit = try #require(try scene.gallery.edits.recipe(of: id))
            #expect(edit.effects == [AppliedEffect(.sepia, intensity: 0.4)])
            #expect(edit.rotation == 90 && edit.isMirrored)
            // The frame is turned: 342 pixels of its height of 548 are kept.
            #expect(edit.crop?.width == 1 && edit.crop.map { ($0.height * 548).rounded() } == 342)
            let edited = try await client.page(address)
            #expect(edited.page.contains(#"<option value="sepia" selected>Sepia</option>"#))
            #expect(edited.page.contains(#"<option value="90" selected>90°</option>"#))
            #expect(edited.page.contains(#"value="40""#))
            // Unchanged fields keep a recipe with several effects.
            var several = edit
            several.effects = [AppliedEffect(.noir), AppliedEffect(.sepia, intensity: 0.4)]
            var change = EditChange()
            change.base = .edit(several)
            _ = try await scene.gallery.edits.apply(.photos([id]), change)
            let same = "effect=sepia&strength=40&rotation=90&mirrored=1&crop="
            #expect(try await EditPageTests.send(same, to: address, client) == 303)
            #expect(try scene.gallery.edits.recipe(of: id)?.effects.count == 2)
            #expect(try await EditPageTests.send("reset=1", to: address, client) == 303)
            #expect(try scene.gallery.edits.recipe(of: id) == nil)
            #expect(try await EditPageTests.send("rotation=45", to: address, client) == 422)
            #expect(try await client.page("/photos/99/edit").status == 404)
        }
    }

    private static func send(
        _ form: String, to address: String, _ client: RouterClient
    ) async throws -> Int {
        try await client.execute(
            uri: address, method: .post,
            headers: [.contentType: "application/x-www-form-urlencoded", .accept: "text/html"],
            body: ByteBuffer(string: form)
        ) { $0.status.code }
    }
}
