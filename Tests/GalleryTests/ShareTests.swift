import Basics
import Foundation
import GRDB
import GalleryModel
import Imaging
import Synchronization
import Testing

@testable import Catalog
@testable import Gallery

@Suite("Sharing of photos")
struct ShareTests {
    private static let fileName = "Ana_Example-Brest-IMG_48.390394_-4.486076.jpg"

    /// Runs a test with a photo whose file contains all metadata, with a named face.
    private func withTelling(
        _ body: (EditScene, Photo) async throws -> Void
    ) async throws {
        try await EditScene.with { scene async throws in
            let photo = try await scene.importing(
                SharePictures.telling(
                    try EditPictures.jpeg(width: 3000, height: 2000), orientation: 6),
                as: Self.fileName)
            try scene.gallery.faces.add(
                FaceRectangle(x: 200, y: 160, width: 400, height: 500), to: photo, name: "Bo Other")
            try await body(scene, try scene.again(photo))
        }
    }

    private static let secrets = SharePictures.secrets + ["Bo Other", "Finist", "France"]

    /// The secrets found in bytes, as text or in the forms of metadata.
    static func found(in bytes: [UInt8]) -> [String] {
        // Bytes as characters: the secrets are ASCII, and case is ignored.
        let text = String(decoding: bytes.map { $0 < 0x80 ? $0 : 0x20 }, as: UTF8.self).lowercased()
        let wide = String(
            decoding: bytes.filter { $0 != 0 }.map { $0 < 0x80 ? $0 : 0x20 }, as: UTF8.self
        ).lowercased()
        var found = secrets.filter {
            text.contains($0.lowercased()) || wide.contains($0.lowercased())
        }
        // The position as stored in EXIF: 23/1 and 2542/100.
        let rational: [UInt8] = [0, 0, 0, 23, 0, 0, 0, 1]
        let little: [UInt8] = [23, 0, 0, 0, 1, 0, 0, 0]
        for pattern in [rational, little] where contains(bytes, pattern) {
            found.append("GPS")
        }
        if let metadata = try? bytes.withUnsafeBytes({ try MetadataReader().read(bytes: $0) }) {
            if metadata.coordinate != nil { found.append("coordinate") }
            if !metadata.faceRegions.compactMap(\.name).isEmpty { found.append("face") }
        }
        return found
    }

    private static func contains(_ bytes: [UInt8], _ pattern: [UInt8]) -> Bool {
        Data(bytes).range(of: Data(pattern)) != nil
    }

    @Test("the scan finds every secret in the original")
    func scan() async throws {
        try await withTelling { scene, photo async throws in
            let original = try #require(scene.bytes("camera/" + Self.fileName))
            let found = Self.found(in: original)
            for secret in SharePictures.secrets { #expect(found.contains(secret), "\(secret)") }
            #expect(Self.found(in: Array(Self.fileName.utf8)) == ["Brest", "48.39", "4.486"])
            #expect(found.contains("GPS") && found.contains("coordinate") && found.contains("face"))
        }
    }

    @Test(
        "a shared file is an upright, reduced JPEG without positions, numbers, names or texts"
    )
    func file() async throws {
        try await withTelling { scene, photo async throws in
            let summary = try await scene.gallery.shares.send(
                .photos([photo]), to: .file(scene.path("out/copy.jpg")))
            #expect([summary.shared, summary.failed] as [Int] == [1, 0])
            let bytes = try #require(scene.bytes("out/copy.jpg"))
            #expect(Self.found(in: bytes).isEmpty)
            let pixels = try EditPictures.pixels(of: bytes)
            #expect([pixels.width, pixels.height] as [Int] == [1365, 2048])
            #expect(EditPictures.color(pixels, x: 0.25, y: 0.25) == "blue")
            let metadata = try bytes.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
            #expect(metadata.orientation ?? 1 == 1)
            #expect(metadata.tags == [] && metadata.title == nil && metadata.caption == nil)
            #expect(metadata.creator == nil && metadata.copyright == nil)
            #expect(metadata.make == nil && metadata.model == nil)
            #expect(metadata.dateTimeOriginal == "2024:05:01 10:15:30")
        }
    }

    @Test("files in a folder are named by dates and ids, and none is overwritten")
    func folder() async throws {
        try await withTelling { scene, photo async throws in
            let second = try await scene.importing(
                try EditPictures.jpeg(width: 60, height: 40), as: "sea.JPG")
            try FileManager.default.createDirectory(
                atPath: scene.folder + "/out", withIntermediateDirectories: true)
            let foreign = Data("somebody's".utf8)
            let taken = "2024-05-01-\(photo.id)"
            try foreign.write(to: URL(filePath: scene.folder + "/out/\(taken).jpg"))
            let photos = [photo, second]
            let target = ShareTarget.folder(scene.path("out"))
            let summary = try await scene.gallery.shares.send(.photos(photos), to: target)
            #expect(summary.shared == 2)
            let names = scene.names(in: "out")
            #expect(
                names == ["\(taken) (2).jpg", "\(taken).jpg", "undated-\(second.id).jpg"])
            #expect(scene.bytes("out/\(taken).jpg") == Array(foreign))
            for name in names {
                #expect(Self.found(in: Array(name.utf8)).isEmpty)
                #expect(Self.found(in: try #require(scene.bytes("out/\(name)"))).isEmpty)
            }
            // Sharing again finds the existing files.
            let again = try await scene.gallery.shares.send(.photos(photos), to: target)
            #expect([again.shared, again.present] as [Int] == [0, 2])
            #expect(scene.names(in: "out") == names)
        }
    }

    @Test("an archive contains the photos and nothing else, and is always the same")
    func archive() async throws {
        try await withTelling { scene, photo async throws in
            let summary = try await scene.gallery.shares.send(
                .photos([photo, photo]), to: .zip(scene.path("a.zip")))
            #expect(summary.shared == 2)
            let bytes = try #require(scene.bytes("a.zip"))
            // The entries are not compressed, so their bytes appear in the archive.
            #expect(Self.found(in: bytes).isEmpty)
            #expect(Set(summary.photos.map(\.name)).count == 2)
            let again = try await scene.gallery.shares.send(
                .photos([photo, photo]), to: .zip(scene.path("a.zip")))
            #expect([again.shared, again.present] as [Int] == [0, 2])
            let error = await #expect(throws: GalleryError.self) {
                try await scene.gallery.shares.send(.photos([photo]), to: .zip(scene.path("a.zip")))
            }
            #expect(error?.message.contains("already exists") == true)
            #expect(scene.bytes("a.zip") == bytes)
            #expect(scene.names(in: ".").filter { $0.hasPrefix(".gallery") }.isEmpty)
        }
    }

    @Test("a photo that cannot be shared is a failed item, and an empty archive is removed")
    func failures() async throws {
        try await withTelling { scene, photo async throws in
            let lost = try await scene.importing(
                try EditPictures.jpeg(width: 60, height: 40), as: "lost.jpg")
            _ = try #require(lost.picture?.path).withCString { unlink($0) }
            let failures = Mutex<[String]>([])
            var work = WorkOptions()
            work.itemFailed = { failure in
                failures.withLock { $0.append(failure.subject?.text ?? "") }
            }
            let none = try await scene.gallery.shares.send(
                .photos([lost]), to: .zip(scene.path("a.zip")),
                options: ShareOptions().with(work))
            #expect([none.shared, none.failed] as [Int] == [0, 1])
            #expect(scene.bytes("a.zip") == nil)
            let some = try await scene.gallery.shares.send(
                .photos([lost, photo]), to: .zip(scene.path("a.zip")),
                options: ShareOptions().with(work))
            #expect([some.shared, some.failed] as [Int] == [1, 1])
            #expect(scene.bytes("a.zip") != nil)
            #expect(failures.withLock(\.self) == ["photo \(lost.id)", "photo \(lost.id)"])
            #expect(
                try scene.gallery.problems.list().map(\.subject.text) == [
                    "photo \(lost.id) (share)"
                ])
        }
    }

    @Test("requested metadata are kept, and an unaltered original has the same bytes")
    func kept() async throws {
        try await withTelling { scene, photo async throws in
            var options = ShareOptions()
            options.positions = .exact
            options.keepsSerials = true
            options.keepsNames = true
            options.keepsCamera = true
            _ = try await scene.gallery.shares.send(
                .photos([photo]), to: .file(scene.path("kept.jpg")), options: options)
            let kept = try #require(scene.bytes("kept.jpg"))
            let text = String(decoding: kept.map { $0 < 0x80 ? $0 : 0x20 }, as: UTF8.self)
            for secret in ["SERIAL-4711", "LENS-0815", "Ana Example", "Bo Other"] {
                #expect(text.contains(secret))
            }
            let metadata = try kept.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
            #expect(abs((metadata.coordinate?.latitude ?? 0) - 48.3904) < 0.001)
            #expect(metadata.make == "Example" && metadata.model == "Model")

            var all = ShareOptions()
            all.keepsAll = true
            _ = try await scene.gallery.shares.send(
                .photos([photo]), to: .file(scene.path("all.jpg")), options: all)
            #expect(
                scene.bytes("all.jpg") == scene.bytes("camera/" + Self.fileName))
            all.size = .longest(100)
            let error = await #expect(throws: GalleryError.self) {
                try await scene.gallery.shares.send(
                    .photos([photo]), to: .file(scene.path("no.jpg")), options: all)
            }
            #expect(error?.kind == .usage)
        }
    }

    @Test("a stored file is read once for all its uses", arguments: [false, true])
    func readOnce(isDryRun: Bool) async throws {
        try await EditScene.with { scene async throws in
            // Bytes after the picture make it large without work for the decoder.
            let whole = try EditPictures.jpeg(width: 60, height: 40)
            let bytes = whole + [UInt8](repeating: 0, count: 4 << 20)
            let photo = try await scene.importing(bytes, as: "large.jpg")
            var options = ShareOptions()
            options.keepsCredit = true
            let preparation = try SharePreparation(
                scene.gallery, options, isDryRun: isDryRun)
            let before = try Self.bytesRead()
            let prepared = try preparation.prepared(photo)
            let read = try Self.bytesRead() - before
            #expect(prepared.bytes.isEmpty == isDryRun)
            #expect(read >= bytes.count && read < bytes.count * 3 / 2, "\(read)")
        }
    }

    /// The number of bytes that this thread has read from files so far.
    private static func bytesRead() throws -> Int {
        let text = try String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("rchar: ") })
        return try #require(Int(line.dropFirst(7)))
    }

    @Test("a coarse position is the center of a cell, and the exact one appears nowhere")
    func coarse() async throws {
        try await withTelling { scene, photo async throws in
            var options = ShareOptions()
            options.positions = .coarse(kilometers: 40)
            _ = try await scene.gallery.shares.send(
                .photos([photo]), to: .file(scene.path("coarse.jpg")), options: options)
            let bytes = try #require(scene.bytes("coarse.jpg"))
            let metadata = try bytes.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
            let reported = try #require(metadata.coordinate)
            let exact = try #require(photo.coordinate)
            let distance = reported.distanceKm(to: exact)
            #expect(distance > 0.1 && distance < 40)
            #expect(!Self.found(in: bytes).contains { ["48,23", "48.39", "GPS"].contains($0) })
        }
    }

    @Test(
        "the format follows the extension, edits apply unless excluded, the size is as requested"
    )
    func formats() async throws {
        try await withTelling { scene, photo async throws in
            var change = EditChange()
            change.square = .pixels(64)
            _ = try await scene.gallery.edits.apply(.photos([photo.id]), change)
            for (ending, format) in [("jpg", PictureFormat.jpeg), ("png", .png), ("webp", .webp)] {
                _ = try await scene.gallery.shares.send(
                    .photos([photo.id]), to: .file(scene.path("a.\(ending)")))
                let bytes = try #require(scene.bytes("a.\(ending)"))
                #expect(PictureFormat.sniff(bytes) == format)
                #expect(Self.found(in: bytes).isEmpty)
                let pixels = try EditPictures.pixels(of: bytes)
                #expect([pixels.width, pixels.height] as [Int] == [64, 64])
            }
            var options = ShareOptions()
            options.includesEdits = false
            options.size = .full
            _ = try await scene.gallery.shares.send(
                .photos([photo.id]), to: .file(scene.path("b.jpg")), options: options)
            let pixels = try EditPictures.pixels(of: try #require(scene.bytes("b.jpg")))
            #expect([pixels.width, pixels.height] as [Int] == [2000, 3000])
        }
    }

    @Test("an existing file is refused unless it has the same bytes")
    func refused() async throws {
        try await withTelling { scene, photo async throws in
            let target = ShareTarget.file(scene.path("a.jpg"))
            #expect(try await scene.gallery.shares.send(.photos([photo]), to: target).shared == 1)
            #expect(try await scene.gallery.shares.send(.photos([photo]), to: target).present == 1)
            let foreign = Data("somebody's".utf8)
            try foreign.write(to: URL(filePath: scene.folder + "/a.jpg"))
            let error = await #expect(throws: GalleryError.self) {
                try await scene.gallery.shares.send(.photos([photo]), to: target)
            }
            #expect(error?.kind == .inputOutput)
            #expect(scene.bytes("a.jpg") == Array(foreign))
            let several = await #expect(throws: GalleryError.self) {
                try await scene.gallery.shares.send(.photos([photo, photo]), to: target)
            }
            #expect(several?.kind == .usage)
            let ending = await #expect(throws: GalleryError.self) {
                try await scene.gallery.shares.send(
                    .photos([photo]), to: .file(scene.path("a.bmp")))
            }
            #expect(ending?.kind == .usage)
        }
    }

    @Test("a photo in the trash is not shared")
    func trash() async throws {
        try await withTelling { scene, photo async throws in
            _ = try scene.gallery.trash.add([photo.id])
            let error = await #expect(throws: GalleryError.self) {
                try await scene.gallery.shares.send(
                    .photos([try scene.again(photo)]), to: .file(scene.path("a.jpg")))
            }
            #expect(error?.kind == .notFound)
            #expect(error?.message.contains("'gallery restore \(photo.id)'") == true)
            #expect(scene.bytes("a.jpg") == nil)
        }
    }

    @Test("an edited copy of a photo whose license forbids changes comes with a warning")
    func noDerivatives() async throws {
        try await withTelling { scene, photo async throws in
            var change = EditChange()
            change.square = .pixels(64)
            _ = try await scene.gallery.edits.apply(.photos([photo.id]), change)
            let remarks = Mutex<[String]>([])
            var work = WorkOptions()
            work.remark = { remark in remarks.withLock { $0.append(remark) } }
            for (number, isForbidden) in [(6, true), (16, true), (4, false), (15, false)] {
                let license = License(flickrID: number)
                try scene.gallery.catalog.write { db in
                    try db.execute(
                        sql: "UPDATE photo SET licenseName = ?, licenseURL = ?",
                        arguments: [license.name, license.url])
                }
                let target = ShareTarget.file(scene.path("\(number).jpg"))
                let summary = try await scene.gallery.shares.send(
                    .photos([photo.id]), to: target, options: ShareOptions().with(work))
                #expect([summary.shared, summary.failed] as [Int] == [1, 0])
                #expect(summary.photos[0].warnings.isEmpty == !isForbidden)
                let reported = remarks.withLock { list in
                    defer { list = [] }
                    return list
                }
                #expect(reported.count == (isForbidden ? 1 : 0))
                #expect(reported.allSatisfy { $0.contains("ND") && $0.contains("--unedited") })
                var options = ShareOptions()
                options.includesEdits = false
                let unedited = try await scene.gallery.shares.send(
                    .photos([photo.id]), to: .file(scene.path("\(number)-unedited.jpg")),
                    options: options)
                #expect(unedited.photos[0].warnings.isEmpty)
            }
        }
    }

    @Test("a dry run names the files and writes none")
    func dryRun() async throws {
        try await withTelling { scene, photo async throws in
            var work = WorkOptions()
            work.isDryRun = true
            let before = scene.names(in: ".")
            for target in [
                ShareTarget.folder(scene.path("out")), .zip(scene.path("a.zip")),
                .file(scene.path("a.jpg")), .mail(ShareMail()),
            ] {
                let summary = try await scene.gallery.shares.send(
                    .photos([photo]), to: target, options: ShareOptions().with(work))
                #expect(summary.photos.count == 1)
            }
            #expect(scene.names(in: ".") == before)
        }
    }
}
