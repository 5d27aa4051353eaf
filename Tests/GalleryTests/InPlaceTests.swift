import Basics
import Catalog
import Foundation
import GalleryModel
import Glibc
import Testing

@testable import Gallery

@Suite("Pictures left in place")
struct InPlaceTests {
    @Test(
        "a picture is neither used nor described if its file contains another picture",
        arguments: PictureUse.allCases, InPlaceScene.Fate.lost)
    func lost(use: PictureUse, fate: InPlaceScene.Fate) async throws {
        try await InPlaceScene.with(fate) { place async throws in
            try await use.prepare(place)
            let before = try place.photo()
            try place.befall(fate)
            let message = try #require(try await use.run(place))
            #expect(message.contains("changed"), "\(message)")
            #expect(message.hasSuffix("import it again"), "\(message)")
            let after = try place.photo()
            #expect(after.faces == before.faces)
            #expect(after.edit == before.edit)
            #expect(try place.scene.gallery.thumbnails.usage().count == 0)
            let files = place.scene.names(in: "out") + place.scene.names(in: "")
            #expect(Set(files).isSubset(of: ["camera", "catalog", "metadata.csv", "out"]))
        }
    }

    @Test(
        "a picture is read from any path that is known to have its bytes",
        arguments: PictureUse.allCases, InPlaceScene.Fate.kept)
    func kept(use: PictureUse, fate: InPlaceScene.Fate) async throws {
        try await InPlaceScene.with(fate) { place async throws in
            try await use.prepare(place)
            try place.befall(fate)
            #expect(try await use.run(place) == nil)
            if use == .originals {
                #expect(place.scene.bytes("out/\(place.id).jpg") == place.bytes)
            }
        }
    }

    @Test(
        "a photo is listed and shown at a path that has its bytes",
        arguments: InPlaceScene.Fate.kept)
    func reported(fate: InPlaceScene.Fate) async throws {
        try await InPlaceScene.with(fate) { place async throws in
            try place.befall(fate)
            let gallery = place.scene.gallery
            var paths: [BytePath?] = []
            try gallery.forEachPhoto(.section(try gallery.sections.find(.camera))) { batch in
                paths += batch.map(\.photo.picture?.path)
                return true
            }
            let path = place.place(after: fate)
            #expect(paths == [path])
            #expect(try await exportedFiles(of: gallery) == [path.string])
            #expect(try gallery.verifyingPaths(of: place.photo()).picture?.path == path)
            #expect(try place.photo().picture?.path == path)
            #expect(place.scene.bytes("camera/" + path.lastComponent.escaped) == place.bytes)
        }
    }

    /// The files of the photos in an export.
    private func exportedFiles(of gallery: PhotoGallery) async throws -> [String?] {
        var bytes: [UInt8] = []
        let camera = try gallery.sections.find(.camera)
        let export = try gallery.export.rows(
            .section(camera), options: ExportOptions(format: .json))
        for try await piece in export { bytes += piece }
        let rows = try #require(
            JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]])
        return rows.map { $0["SourceFile"] as? String }
    }

    @Test(
        "a photo is exported and shown without a path that has another picture",
        arguments: InPlaceScene.Fate.lost)
    func untold(fate: InPlaceScene.Fate) async throws {
        try await InPlaceScene.with(fate) { place async throws in
            let gallery = place.scene.gallery
            #expect(try await exportedFiles(of: gallery) == [place.place(after: fate).string])
            try place.befall(fate)
            #expect(try await exportedFiles(of: gallery) == [nil])
            let shown = try gallery.verifyingPaths(of: place.photo()).pictures
            #expect(shown.map(\.path) == [nil] && shown.map(\.state) == [.offline])
        }
    }

    @Test("a photo is exported with its path while its disk is disconnected")
    func reportedAsMissing() async throws {
        try await InPlaceScene.with(.touched) { place async throws in
            try FileManager.default.removeItem(atPath: place.scene.folder + "/camera")
            let path = place.place(after: .touched).string
            #expect(try await exportedFiles(of: place.scene.gallery) == [path])
        }
    }

    @Test("sidecars contain nothing about another picture at the photo's path")
    func sidecar() async throws {
        try await InPlaceScene.with(.overwrittenTimeKept) { place async throws in
            try await PictureUse.faceCrops.prepare(place)
            let gallery = place.scene.gallery
            let camera = try gallery.sections.find(.camera)
            func sidecar(in folder: String) async throws -> [UInt8]? {
                _ = try await gallery.export.sidecars(
                    .section(camera), to: place.scene.path(folder), nameTemplate: "{id}")
                return place.scene.bytes("\(folder)/\(place.id).xmp")
            }
            let before = try #require(try await sidecar(in: "before"))
            try place.befall(.overwrittenTimeKept)
            #expect(try await sidecar(in: "after") == before)
        }
    }

    @Test("a copy with the bytes of another picture in the photo's file is not taken for the photo")
    func present() async throws {
        try await InPlaceScene.with(.overwritten) { place async throws in
            let gallery = place.scene.gallery
            let picture = try PictureBytes.open(try place.photo(), in: gallery.catalog)
            let target = place.scene.path("copy.jpg")
            let outcomes = [
                try picture.copy(to: target, permissions: picture.copyPermissions),
                try picture.copy(to: target, permissions: picture.copyPermissions),
            ]
            #expect(outcomes == [.copied, .present])
            try place.befall(.overwritten)
            let other = try #require(place.scene.bytes("camera/b-new.jpg"))
            try Data(other).write(to: URL(filePath: target.escaped))
            var refused: PictureAbsence?
            do {
                _ = try picture.copy(to: target, permissions: picture.copyPermissions)
            } catch let error as PictureAbsence {
                refused = error
            }
            #expect(refused?.reason == .replaced)
        }
    }

    @Test("faces and crops of known size can be added while the disk is disconnected")
    func away() async throws {
        try await InPlaceScene.with(.removedWithOlder) { place async throws in
            try await PictureUse.faceAddedToKnown.prepare(place)
            let gallery = place.scene.gallery
            try FileManager.default.removeItem(atPath: place.scene.folder + "/camera")
            let photo = try place.photo()
            #expect(photo.pictures.map(\.state) == [.offline])
            let faces = try gallery.faces.add(
                FaceRectangle(x: 30, y: 20, width: 16, height: 16), to: photo)
            #expect(faces.count == 2)
        }
    }

    /// A sequence of one path; after the path was read, its file is overwritten.
    private struct OverwrittenWhileImported: Sequence, IteratorProtocol, Sendable {
        let place: InPlaceScene
        private var watch: Int32?

        init(_ place: InPlaceScene) { self.place = place }

        mutating func next() -> BytePath? {
            let path = place.place(after: .touched)
            guard let watch else {
                let watch = inotify_init1(Int32(IN_CLOEXEC))
                let isWatched = path.withCString {
                    inotify_add_watch(watch, $0, UInt32(IN_CLOSE_NOWRITE))
                }
                guard isWatched >= 0 else { return nil }
                self.watch = watch
                return path
            }
            // This waits until the import has closed the file.
            var event = [UInt8](repeating: 0, count: 4096)
            _ = read(watch, &event, event.count)
            close(watch)
            try? place.befall(.overwrittenTimeKept)
            var (written, now) = (timespec(), timespec())
            clock_gettime(CLOCK_REALTIME, &written)
            // The file system's clock can lag by a tick.
            repeat {
                clock_gettime(CLOCK_REALTIME, &now)
            } while (now.tv_sec - written.tv_sec) * 1_000_000_000 + now.tv_nsec - written.tv_nsec
                < 30_000_000
            return nil
        }
    }

    @Test("a file that is overwritten right after an import read it is another picture")
    func overwrittenWhileImported() async throws {
        try await InPlaceScene.with(.overwrittenTimeKept) { place async throws in
            try place.befall(.touched)
            let gallery = place.scene.gallery
            _ = try await gallery.importPhotos(
                from: OverwrittenWhileImported(place), inPlace: true)
            let photo = try place.photo()
            let path = place.place(after: .touched)
            #expect(place.scene.bytes("camera/" + path.lastComponent.escaped) != place.bytes)
            await #expect(throws: GalleryError.self) { _ = try await gallery.edits.render(photo) }
            let summary = try await gallery.importPhotos(from: [path], inPlace: true)
            #expect(summary.updated == 1 && summary.new == 0)
        }
    }

    @Test("an import rereads a file that was written to, even with its old modification time")
    func importedAgain() async throws {
        try await InPlaceScene.with(.overwrittenTimeKept) { place async throws in
            try place.befall(.overwrittenTimeKept)
            let summary = try await place.scene.gallery.importPhotos(
                from: [place.place(after: .touched)], inPlace: true)
            #expect(summary.updated == 1 && summary.new == 0)
        }
    }
}
