import Basics
import Catalog
import Foundation
import GalleryModel
import Imaging
import Testing

@testable import Gallery

@Suite("Rendering of edited photos")
struct RenderTests {
    private func edited(
        _ scene: EditScene, _ photo: Photo, _ body: (inout EditChange) -> Void
    ) async throws -> Photo {
        var change = EditChange()
        body(&change)
        _ = try await scene.gallery.edits.apply(.photos([photo.id]), change)
        return try scene.again(photo)
    }

    @Test("a crop of a PNG is a PNG with exactly these pixels")
    func crop() async throws {
        try await EditScene.with { scene async throws in
            let (bytes, pixels) = try EditPictures.png(width: 60, height: 40)
            var photo = try await scene.importing(bytes, as: "a.png")
            photo = try await edited(scene, photo) {
                $0.crop = .pixels(FaceRectangle(x: 10, y: 5, width: 21, height: 17))
            }
            let rendered = try await scene.gallery.edits.render(photo)
            #expect(rendered.fileExtension == "png")
            #expect(rendered.fileType == "PNG")
            #expect([rendered.width, rendered.height] as [Int] == [21, 17])
            let expected = pixels.cropped(x: 10, y: 5, width: 21, height: 17)
            #expect(try EditPictures.pixels(of: rendered.bytes) == expected)
            #expect(rendered.warnings.isEmpty)
        }
    }

    @Test("a picture stored sideways is rendered upright, then rotated and mirrored by the edit")
    func turns() async throws {
        try await EditScene.with { scene async throws in
            let sideways = SharePictures.telling(
                try EditPictures.jpeg(width: 64, height: 48), orientation: 6)
            var photo = try await scene.importing(sideways, as: "a.jpg")
            func corners(_ photo: Photo) async throws -> [String] {
                let pixels = try EditPictures.pixels(
                    of: await scene.gallery.edits.render(photo).bytes)
                return [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)].map {
                    EditPictures.color(pixels, x: $0.0, y: $0.1)
                }
            }
            // Stored: red green / blue white. Orientation 6 turns it clockwise.
            #expect(try await corners(photo) == ["blue", "red", "white", "green"])
            photo = try await edited(scene, photo) { $0.rotation = 90 }
            #expect(try await corners(photo) == ["white", "blue", "green", "red"])
            photo = try await edited(scene, photo) { $0.isMirrored = true }
            #expect(try await corners(photo) == ["blue", "white", "red", "green"])
            let metadata = try await scene.gallery.edits.render(photo).bytes.withUnsafeBytes {
                try MetadataReader().read(bytes: $0)
            }
            #expect(metadata.orientation ?? 1 == 1)
        }
    }

    @Test("metadata are kept, and faces move with the crop")
    func faces() async throws {
        try await EditScene.with { scene async throws in
            let telling = SharePictures.telling(try EditPictures.jpeg(width: 400, height: 300))
            var photo = try await scene.importing(telling, as: "a.jpg")
            try scene.gallery.faces.add(
                FaceRectangle(x: 220, y: 160, width: 40, height: 50), to: photo, name: "Bo")
            photo = try await edited(scene, scene.again(photo)) {
                $0.crop = .pixels(FaceRectangle(x: 200, y: 150, width: 200, height: 150))
            }
            let rendered = try await scene.gallery.edits.render(photo)
            // Ana's face, at the top left, was cropped.
            #expect(rendered.faces?.map(\.name) == ["Bo"])
            let moved = try #require(rendered.faces?.first).rectangle
            #expect(abs(moved.x - 20) < 0.01 && abs(moved.y - 10) < 0.01)
            #expect(abs(moved.width - 40) < 0.01 && abs(moved.height - 50) < 0.01)
            let metadata = try rendered.bytes.withUnsafeBytes {
                try MetadataReader().read(bytes: $0)
            }
            let region = try #require(metadata.faceRegions.first)
            #expect(metadata.faceRegions.count == 1)
            #expect(region.name == "Bo")
            #expect(abs(region.rectangle.x - 0.1) < 0.001)
            #expect(abs(region.rectangle.y - 10.0 / 150) < 0.001)
            #expect(abs((metadata.coordinate?.latitude ?? 0) - 48.3904) < 0.001)
            #expect(metadata.dateTimeOriginal == "2024:05:01 10:15:30")
        }
    }

    @Test("the same photo gives the same bytes, and smaller sizes on request")
    func sizes() async throws {
        try await EditScene.with { scene async throws in
            var photo = try await scene.importing(
                try EditPictures.jpeg(width: 400, height: 300), as: "a.jpg")
            photo = try await edited(scene, photo) {
                $0.straightening = 3
                $0.effects = [AppliedEffect(.sepia), AppliedEffect(.vignette)]
            }
            let rendered = try await scene.gallery.edits.render(photo)
            #expect(try await scene.gallery.edits.render(photo).bytes == rendered.bytes)
            var options = RenderOptions()
            options.longEdge = 100
            options.format = .webp
            let small = try await scene.gallery.edits.render(photo, options: options)
            #expect(small.width == 100)
            #expect(PictureFormat.sniff(small.bytes) == .webp)
            options.includesEdit = false
            options.format = .png
            let plain = try EditPictures.pixels(
                of: await scene.gallery.edits.render(photo, options: options).bytes)
            #expect(EditPictures.color(plain, x: 0.75, y: 0.25) == "green")
        }
    }

    @Test("a damaged picture is rendered as far as it can be decoded, with a warning")
    func damaged() async throws {
        try await EditScene.with { scene async throws in
            var bytes = try JPEGEncoder(quality: 95).encode(
                try EditPictures.png(width: 400, height: 300).pixels)
            // A misplaced restart marker: the structure is intact, the coded data are not.
            let middle = bytes.count / 2
            bytes.replaceSubrange(middle..<middle + 2, with: [0xFF, 0xD3])
            var photo = try await scene.importing(bytes, as: "a.jpg")
            photo = try await edited(scene, photo) { $0.rotation = 180 }
            let rendered = try await scene.gallery.edits.render(photo)
            #expect([rendered.width, rendered.height] as [Int] == [400, 300])
            #expect(!rendered.warnings.isEmpty)
        }
    }

    @Test("a picture whose file has changed since the import is not used for the photo")
    func replaced() async throws {
        try await EditScene.with { scene async throws in
            let whole = try EditPictures.jpeg(width: 400, height: 300)
            let photo = try await scene.importing(whole, as: "a.jpg")
            let path = try #require(photo.picture?.path)
            // The disk lost the end of the file.
            _ = path.withCString { chmod($0, 0o644) }
            _ = path.withCString { truncate($0, off_t(whole.count / 2)) }
            let error = await #expect(throws: GalleryError.self) {
                try await scene.gallery.edits.render(photo)
            }
            #expect(error?.kind == .notFound)
            #expect(error?.message.contains("import it again") == true)
        }
    }

    @Test("an error for a photo without a stored picture names the command to fetch it")
    func pictureless() async throws {
        try await EditScene.with { scene async throws in
            let catalog = scene.gallery.catalog
            let section = try catalog.makeSection(SectionReference(text: "flickr:dogs"))
            let stored = try catalog.store(
                [PhotoDetails(origin: .flickr, originID: "1")], in: section, command: "search")
            let photo = try scene.gallery.photo(id: try #require(stored.first).id)
            let error = await #expect(throws: GalleryError.self) {
                try await scene.gallery.edits.render(photo)
            }
            #expect(error?.kind == .notFound)
            #expect(error?.message.contains("gallery fetch \(photo.id)") == true)
        }
    }
}
