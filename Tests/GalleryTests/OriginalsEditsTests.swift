import Basics
import Foundation
import GalleryModel
import Imaging
import Synchronization
import Testing

import Gallery

@Suite("Copies of edited photos")
struct OriginalsEditsTests {
    /// An edited JPEG and an unedited PNG.
    private func withPhotos(_ body: (EditScene, PhotoSection) async throws -> Void) async throws {
        try await EditScene.with { scene async throws in
            let photo = try await scene.importing(
                SharePictures.telling(
                    try EditPictures.jpeg(width: 400, height: 300), orientation: 6), as: "a.jpg")
            try scene.gallery.faces.add(
                FaceRectangle(x: 200, y: 20, width: 40, height: 50), to: photo, name: "Bo")
            _ = try await scene.importing(
                try EditPictures.png(width: 30, height: 20).bytes, as: "b.png")
            var change = EditChange()
            change.crop = .pixels(FaceRectangle(x: 150, y: 0, width: 150, height: 200))
            _ = try await scene.gallery.edits.apply(.photos([photo.id]), change)
            try await body(scene, try scene.gallery.sections.find(.camera))
        }
    }

    private func export(
        _ scene: EditScene, _ section: PhotoSection, _ options: ExportOptions
    ) async throws -> (summary: OriginalsSummary, rows: [[String: Any]]) {
        let text = Mutex<[UInt8]>([])
        let summary = try await scene.gallery.export.originals(
            .section(section), to: scene.path("out"), nameTemplate: "{name}.{ext}", options: options
        ) { bytes in text.withLock { $0 += bytes } }
        let rows =
            try JSONSerialization.jsonObject(with: Data(text.withLock(\.self))) as? [[String: Any]]
        return (summary, try #require(rows))
    }

    @Test("an edited photo is rendered, and its row and sidecar describe the rendered picture")
    func rendered() async throws {
        try await withPhotos { scene, section async throws in
            let (summary, rows) = try await export(scene, section, ExportOptions(format: .json))
            #expect(
                [summary.copied, summary.failed, summary.failedSidecars] as [Int] == [2, 0, 0])
            let row = rows[0]
            let file = try #require(row["SourceFile"] as? String)
            let bytes = try #require(FileManager.default.contents(atPath: file)).map(\.self)
            #expect(row["ImageWidth"] as? Int == 150)
            #expect(row["ImageHeight"] as? Int == 200)
            #expect(row["Orientation"] as? Int == 1)
            #expect(row["FileType"] as? String == "JPEG")
            #expect(row["FileSize"] as? Int == bytes.count)
            let pixels = try EditPictures.pixels(of: bytes)
            #expect([pixels.width, pixels.height] as [Int] == [150, 200])
            let boxes = try #require(row["FaceRectangles"] as? [[Double]])
            #expect(boxes.contains { abs($0[0] - 50) < 0.01 && abs($0[1] - 20) < 0.01 })
            let edit = try #require(row["Edit"] as? [String: Any])
            #expect(edit["version"] as? Int == 1)
            #expect(edit["crop"] != nil)
            let sidecar = try #require(FileManager.default.contents(atPath: file + ".xmp"))
            let reported = try bytes.withUnsafeBytes {
                try MetadataReader().read(bytes: $0, sidecars: [Array(sidecar)])
            }
            let face = try #require(reported.faceRegions.first { $0.name == "Bo" })
            #expect(abs(face.rectangle.x - 50.0 / 150) < 0.001)
            #expect(abs(face.rectangle.width - 40.0 / 150) < 0.001)
            // The unedited photo is copied as it is, and its row has no edit.
            #expect(rows[1]["Edit"] is NSNull)
            #expect(rows[1]["FileType"] as? String == "PNG")
        }
    }

    @Test("a second export finds the rendered picture, and files of others stay unchanged")
    func again() async throws {
        try await withPhotos { scene, section async throws in
            let options = ExportOptions(format: .json)
            try FileManager.default.createDirectory(
                atPath: scene.folder + "/out", withIntermediateDirectories: true)
            let first = scene.folder + "/out/a.jpg"
            let foreign = Data("somebody's".utf8)
            try foreign.write(to: URL(filePath: first))
            #expect(try await export(scene, section, options).summary.copied == 2)
            let names = scene.names(in: "out")
            #expect(names.contains("a (2).jpg"))
            let (summary, _) = try await export(scene, section, options)
            #expect([summary.copied, summary.present, summary.failed] as [Int] == [0, 2, 0])
            #expect(scene.names(in: "out") == names)
            #expect(FileManager.default.contents(atPath: first) == foreign)
        }
    }

    @Test("a second export does not render or decode existing pictures")
    func notRenderedAgain() async throws {
        try await withPhotos { scene, section async throws in
            let options = ExportOptions(format: .json)
            let first = try await export(scene, section, options)
            let copy = scene.path("out/a.jpg")
            let status = try #require(copy.status)
            let sidecar = scene.bytes("out/a.jpg.xmp")
            // A file of the same length that cannot be decoded.
            let stored = try #require(
                try scene.gallery.photo(at: PhotoIndexPath(section: 0, item: 0)).picture?.path)
            _ = stored.withCString { chmod($0, 0o644) }
            let length = try #require(stored.status).byteCount
            try Data(repeating: 0x2A, count: length).write(to: URL(filePath: stored.escaped))
            let second = try await export(scene, section, options)
            #expect(
                [second.summary.copied, second.summary.present, second.summary.failed] as [Int]
                    == [0, 2, 0])
            #expect(copy.status == status)
            #expect(scene.bytes("out/a.jpg.xmp") == sidecar)
            #expect(NSArray(array: second.rows).isEqual(to: first.rows))
        }
    }

    @Test("a copy that was changed, or whose edit or name is different, is rendered again")
    func renderedAgain() async throws {
        try await withPhotos { scene, section async throws in
            let options = ExportOptions(format: .json)
            _ = try await export(scene, section, options)
            let rendered = try #require(scene.bytes("out/a.jpg"))
            // The same number of different bytes.
            try Data(repeating: 0x2A, count: rendered.count)
                .write(to: URL(filePath: scene.folder + "/out/a.jpg"))
            #expect(try await export(scene, section, options).summary.copied == 1)
            #expect(scene.bytes("out/a (2).jpg") == rendered)
            let photo = try scene.gallery.photo(at: PhotoIndexPath(section: 0, item: 0))
            _ = try scene.gallery.faces.name(1, of: photo, as: "Cy")
            #expect(try await export(scene, section, options).summary.copied == 1)
            var change = EditChange()
            change.rotation = 90
            _ = try await scene.gallery.edits.apply(.photos([photo.id]), change)
            #expect(try await export(scene, section, options).summary.copied == 1)
            #expect(scene.names(in: "out").contains("a (4).jpg"))
        }
    }

    @Test("many threads produce the same names, rows and bytes as one")
    func parallel() async throws {
        try await EditScene.with { scene async throws in
            for size in 40..<52 {
                let photo = try await scene.importing(
                    try EditPictures.jpeg(width: size * 8, height: 200), as: "\(size).jpg")
                guard !size.isMultiple(of: 3) else { continue }
                var change = EditChange()
                change.crop = .pixels(
                    FaceRectangle(x: 0, y: 0, width: Double(60 + size), height: 100))
                _ = try await scene.gallery.edits.apply(.photos([photo.id]), change)
            }
            let section = try scene.gallery.sections.find(.camera)
            func export(_ folder: String, jobs: Int) async throws -> String {
                var work = WorkOptions()
                work.jobs = jobs
                let text = Mutex<[UInt8]>([])
                try FileManager.default.createDirectory(
                    atPath: scene.folder + "/" + folder, withIntermediateDirectories: true)
                try Data("somebody's".utf8).write(
                    to: URL(filePath: scene.folder + "/\(folder)/p.jpg"))
                let summary = try await scene.gallery.export.originals(
                    .section(section), to: scene.path(folder), nameTemplate: "p.{ext}",
                    options: ExportOptions(format: .jsonl).with(work)
                ) { bytes in text.withLock { $0 += bytes } }
                #expect([summary.copied, summary.failed] as [Int] == [12, 0])
                return String(decoding: text.withLock(\.self), as: UTF8.self)
                    .replacing("/\(folder)/", with: "/")
            }
            let one = try await export("one", jobs: 1)
            #expect(try await export("many", jobs: 8) == one)
            let names = scene.names(in: "one")
            #expect(names == scene.names(in: "many"))
            for name in names where !name.hasSuffix(".csv") {
                #expect(scene.bytes("one/" + name) == scene.bytes("many/" + name))
            }
        }
    }

    @Test("originals are copied byte for byte if edits are excluded")
    func unedited() async throws {
        try await withPhotos { scene, section async throws in
            var options = ExportOptions(format: .json)
            options.includesEdits = false
            let (_, rows) = try await export(scene, section, options)
            #expect(rows[0]["ImageWidth"] as? Int == 400)
            #expect(scene.bytes("out/a.jpg") == scene.bytes("camera/a.jpg"))
        }
    }

    @Test("a picture that cannot be decoded is a failed item, and the others are copied")
    func damaged() async throws {
        try await withPhotos { scene, section async throws in
            let path = try #require(
                try scene.gallery.photo(at: PhotoIndexPath(section: 0, item: 0)).picture?.path)
            _ = path.withCString { chmod($0, 0o644) }
            _ = path.withCString { truncate($0, 20) }
            let failures = Mutex<[ItemFailure]>([])
            var work = WorkOptions()
            work.itemFailed = { failure in failures.withLock { $0.append(failure) } }
            let summary = try await scene.gallery.export.originals(
                .section(section), to: scene.path("out"), nameTemplate: "{name}.{ext}",
                options: ExportOptions(format: .csv).with(work)
            ) { _ in }
            #expect([summary.copied, summary.failed] as [Int] == [1, 1])
            #expect(failures.withLock(\.self).count == 1)
            #expect(try scene.gallery.problems.list().count == 1)
        }
    }
}
