import Basics
import Catalog
import Foundation
import GalleryModel
import Imaging
import Synchronization
import Testing

@testable import Gallery

@Suite("Edits of photos")
struct EditTests {
    private static func change(_ body: (inout EditChange) -> Void) -> EditChange {
        var change = EditChange()
        body(&change)
        return change
    }

    @Test("an edit is stored with the photo, and parts that are not given stay unchanged")
    func parts() async throws {
        try await EditScene.with { scene async throws in
            let photo = try await scene.importing(
                try EditPictures.jpeg(width: 64, height: 48), as: "a.jpg")
            let one = PhotoQuery.photos([photo.id])
            let summary = try await scene.gallery.edits.apply(
                one,
                Self.change {
                    $0.crop = .pixels(FaceRectangle(x: 16, y: 12, width: 32, height: 24))
                    $0.effects = [AppliedEffect(.noir, intensity: 0.8)]
                })
            #expect(summary.changed == 1)
            _ = try await scene.gallery.edits.apply(one, Self.change { $0.zoom = 2 })
            var edit = try #require(try scene.again(photo).edit)
            #expect(edit.crop == RelativeRectangle(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
            #expect(edit.zoom == 2)
            #expect(edit.effects == [AppliedEffect(.noir, intensity: 0.8)])

            _ = try await scene.gallery.edits.apply(
                one,
                Self.change {
                    $0.crop = .removed
                    $0.effects = []
                })
            edit = try #require(try scene.again(photo).edit)
            #expect(edit.crop == nil)
            #expect(edit.effects.isEmpty)
            #expect(edit.zoom == 2)
            _ = try await scene.gallery.edits.apply(one, Self.change { $0.base = .empty })
            #expect(try scene.again(photo).edit == nil)
        }
    }

    @Test("a rotation is absolute, and the crop turns with the picture")
    func turn() async throws {
        try await EditScene.with { scene async throws in
            let photo = try await scene.importing(
                try EditPictures.jpeg(width: 64, height: 48), as: "a.jpg")
            let one = PhotoQuery.photos([photo.id])
            let left = RelativeRectangle(x: 0, y: 0, width: 0.25, height: 0.5)
            _ = try await scene.gallery.edits.apply(one, Self.change { $0.crop = .fractions(left) })
            for _ in 1...2 {
                _ = try await scene.gallery.edits.apply(one, Self.change { $0.rotation = 90 })
            }
            let edit = try #require(try scene.again(photo).edit)
            #expect(edit.rotation == 90)
            // The top left corner is now at the top right.
            #expect(edit.crop == RelativeRectangle(x: 0.5, y: 0, width: 0.5, height: 0.25))
        }
    }

    @Test("pixels refer to the upright, rotated picture for any orientation")
    func frame() async throws {
        try await EditScene.with { scene async throws in
            let sideways = SharePictures.telling(
                try EditPictures.jpeg(width: 64, height: 48), orientation: 6)
            let photo = try await scene.importing(sideways, as: "a.jpg")
            #expect(
                try scene.gallery.edits.frame(of: photo, edit: PhotoEdit())
                    == EditGeometry.Size(width: 48, height: 64))
            let one = PhotoQuery.photos([photo.id])
            let tall = EditChange.Crop.pixels(FaceRectangle(x: 0, y: 0, width: 48, height: 64))
            _ = try await scene.gallery.edits.apply(one, Self.change { $0.crop = tall })
            let error = await #expect(throws: GalleryError.self) {
                try await scene.gallery.edits.apply(
                    one,
                    Self.change {
                        $0.rotation = 90
                        $0.crop = tall
                    })
            }
            #expect(error?.kind == .usage)
            #expect(error?.message.contains("64×48") == true)
        }
    }

    @Test(
        "a crop that does not fit one of several photos fails only for that photo"
    )
    func batch() async throws {
        try await EditScene.with { scene async throws in
            let large = try await scene.importing(
                try EditPictures.jpeg(width: 64, height: 48), as: "large.jpg")
            let small = try await scene.importing(
                try EditPictures.jpeg(width: 20, height: 20), as: "small.jpg")
            let failures = Mutex<[String]>([])
            let rows = Mutex<[EditedPhoto]>([])
            var work = WorkOptions()
            work.itemFailed = { failure in failures.withLock { $0.append(failure.message) } }
            let camera = try scene.gallery.sections.find(.camera)
            let summary = try await scene.gallery.edits.apply(
                .section(camera),
                Self.change {
                    $0.crop = .pixels(FaceRectangle(x: 0, y: 0, width: 30, height: 30))
                }, options: work
            ) { photos in rows.withLock { $0 += photos } }
            #expect(summary.changed == 1)
            #expect(summary.failed == 1)
            #expect(failures.withLock(\.self).first?.contains("20×20") == true)
            #expect(rows.withLock(\.self).map(\.photoID) == [large.id, small.id])
            #expect(try scene.again(large).edit != nil)
            #expect(try scene.again(small).edit == nil)
            #expect(
                try scene.gallery.problems.list().map(\.subject.text) == [
                    "photo \(small.id) (edit)"
                ])
        }
    }

    @Test("a change of many photos is one entry of the journal, and undo reverts it")
    func journal() async throws {
        try await EditScene.with { scene async throws in
            var photos: [Photo] = []
            for side in 10...14 {
                photos.append(
                    try await scene.importing(
                        try EditPictures.jpeg(width: side, height: side), as: "\(side).jpg"))
            }
            let before = try scene.gallery.journal.entries(limit: 100).count
            let noir = Self.change { $0.effects = [AppliedEffect(.noir)] }
            let summary = try await scene.gallery.edits.apply(.everything, noir)
            #expect(summary.changed == 5)
            let entries = try scene.gallery.journal.entries(limit: 100)
            #expect(entries.count == before + 1)
            #expect(entries.first?.command == "edit")
            // Repeating the edit changes nothing and adds no entry.
            #expect(try await scene.gallery.edits.apply(.everything, noir).unchanged == 5)
            #expect(try scene.gallery.journal.entries(limit: 100).count == before + 1)
            #expect(try await scene.gallery.journal.undo().changed.count == 5)
            for photo in photos { #expect(try scene.again(photo).edit == nil) }
        }
    }

    @Test("an edit is copied from another photo; a photo without an edit has none to copy")
    func copy() async throws {
        try await EditScene.with { scene async throws in
            let from = try await scene.importing(
                try EditPictures.jpeg(width: 64, height: 48), as: "a.jpg")
            let to = try await scene.importing(
                try EditPictures.jpeg(width: 30, height: 40), as: "b.jpg")
            _ = try await scene.gallery.edits.apply(
                .photos([from.id]), Self.change { $0.square = .pixels(640) })
            _ = try await scene.gallery.edits.apply(
                .photos([to.id]), Self.change { $0.base = .copy(of: from.id) })
            #expect(try scene.again(to).edit?.square == 640)
            _ = try await scene.gallery.edits.apply(
                .photos([from.id]), Self.change { $0.base = .empty })
            let error = await #expect(throws: GalleryError.self) {
                try await scene.gallery.edits.apply(
                    .photos([to.id]), Self.change { $0.base = .copy(of: from.id) })
            }
            #expect(error?.kind == .notFound)
        }
    }

    @Test("a dry run reports the edit and stores nothing")
    func dryRun() async throws {
        try await EditScene.with { scene async throws in
            let photo = try await scene.importing(
                try EditPictures.jpeg(width: 64, height: 48), as: "a.jpg")
            var work = WorkOptions()
            work.isDryRun = true
            let rows = Mutex<[EditedPhoto]>([])
            _ = try await scene.gallery.edits.apply(
                .photos([photo.id]), Self.change { $0.isMirrored = true }, options: work
            ) { photos in rows.withLock { $0 += photos } }
            #expect(rows.withLock(\.self).first?.edit?.isMirrored == true)
            #expect(try scene.again(photo).edit == nil)
        }
    }

    @Test("without a stored picture fractions are valid, and pixels name the command to fetch it")
    func pictureless() async throws {
        try await EditScene.with { scene async throws in
            let catalog = scene.gallery.catalog
            let section = try catalog.makeSection(SectionReference(text: "flickr:dogs"))
            let stored = try catalog.store(
                [PhotoDetails(origin: .flickr, originID: "1")], in: section, command: "search")
            let id = try #require(stored.first).id
            let half = RelativeRectangle(x: 0, y: 0, width: 0.5, height: 1)
            _ = try await scene.gallery.edits.apply(
                .photos([id]), Self.change { $0.crop = .fractions(half) })
            #expect(try scene.gallery.photo(id: id).edit?.crop == half)
            let error = await #expect(throws: GalleryError.self) {
                try await scene.gallery.edits.apply(
                    .photos([id]),
                    Self.change {
                        $0.crop = .pixels(FaceRectangle(x: 0, y: 0, width: 9, height: 9))
                    })
            }
            #expect(error?.message.contains("gallery fetch \(id)") == true)
        }
    }

    @Test("a center without a zoom and a crop of everything are not edits")
    func nothing() async throws {
        try await EditScene.with { scene async throws in
            let photo = try await scene.importing(
                try EditPictures.jpeg(width: 64, height: 48), as: "a.jpg")
            let summary = try await scene.gallery.edits.apply(
                .photos([photo.id]),
                Self.change {
                    $0.center = .pixels(FacePoint(x: 10, y: 10))
                    $0.crop = .pixels(FaceRectangle(x: 0, y: 0, width: 64, height: 48))
                    $0.effects = [AppliedEffect(.noir, intensity: 0)]
                })
            #expect(summary.unchanged == 1)
            #expect(try scene.again(photo).edit == nil)
        }
    }

    @Test("a square beyond the limit of the settings is refused when it is requested")
    func square() async throws {
        try await EditScene.with { scene async throws in
            let photo = try await scene.importing(
                try EditPictures.jpeg(width: 64, height: 48), as: "a.jpg")
            let error = await #expect(throws: GalleryError.self) {
                try await scene.gallery.edits.apply(
                    .photos([photo.id]), Self.change { $0.square = .pixels(65_500) })
            }
            #expect(error?.kind == .usage)
            #expect(error?.message.contains("'65500'") == true)
            #expect(try scene.again(photo).edit == nil)
        }
    }

    @Test(
        "a different picture at the path of one left in place is not rendered, shown or copied")
    func replaced() async throws {
        try await EditScene.with { scene async throws in
            let file = scene.folder + "/camera/a.jpg"
            try Data(try EditPictures.jpeg(width: 64, height: 48)).write(to: URL(filePath: file))
            _ = try await scene.gallery.importPhotos(from: [BytePath(file)], inPlace: true)
            let section = try scene.gallery.sections.find(.camera)
            var ids: [PhotoID] = []
            try scene.gallery.forEachPhoto(.section(section)) { batch in
                ids += batch.map(\.photo.id)
                return true
            }
            let photo = try scene.gallery.photo(id: try #require(ids.first))
            #expect(photo.picture?.path == BytePath(file))
            await #expect(throws: Never.self) { try await scene.gallery.edits.render(photo) }
            try Data(try EditPictures.png(width: 64, height: 48).bytes).write(
                to: URL(filePath: file))
            let rendered = await #expect(throws: GalleryError.self) {
                try await scene.gallery.edits.render(photo)
            }
            #expect(rendered?.message.contains("was changed or replaced; import it again") == true)
            let shown = await #expect(throws: GalleryError.self) {
                try await scene.gallery.edits.effectSheet(of: photo, to: scene.path("effects"))
            }
            #expect(shown?.kind == .notFound)
            let summary = try await scene.gallery.export.originals(
                .section(section), to: scene.path("out"), nameTemplate: ExportOptions.standardName,
                options: ExportOptions(format: .jsonl)
            ) { _ in }
            #expect(summary.failed == 1)
            #expect(summary.copied == 0)
            #expect(scene.names(in: "out") == ["metadata.csv"])
        }
    }

    @Test("a gray picture stays gray in the rendered copy")
    func gray() async throws {
        try await EditScene.with { scene async throws in
            let values = [UInt8]((0..<(64 * 48)).map { UInt8($0 % 251) })
            let pixels = try #require(
                PixelBuffer(layout: .gray, width: 64, height: 48, bytes: values))
            let photo = try await scene.importing(
                try PictureEncoder(.png).encode(pixels), as: "grey.png")
            _ = try await scene.gallery.edits.apply(
                .photos([photo.id]), Self.change { $0.isMirrored = true })
            let bytes = try await scene.gallery.edits.render(try scene.again(photo)).bytes
            // The color type in a PNG header: 0 is gray.
            #expect(bytes[25] == 0)
            let colors = try EditPictures.pixels(of: bytes)
            #expect(colors.bytes[0] == values[63])
        }
    }

    @Test("a value out of its range is refused before any photo is processed")
    func range() async throws {
        try await EditScene.with { scene async throws in
            let error = await #expect(throws: GalleryError.self) {
                try await scene.gallery.edits.apply(
                    .everything, Self.change { $0.straightening = 50 })
            }
            #expect(error?.kind == .usage)
            #expect(error?.message.contains("'50.0'") == true)
        }
    }
}
