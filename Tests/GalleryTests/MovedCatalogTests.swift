import Basics
import Foundation
import GalleryModel
import Testing

import Gallery

@Suite("A catalog that is moved while it is open")
struct MovedCatalogTests {
    /// The kind of the gallery error that a body throws; nil without an error.
    private func kind(_ body: () async throws -> Void) async throws -> GalleryError.Kind? {
        do { try await body() } catch let error as GalleryError { return error.kind }
        return nil
    }

    @Test(
        "nothing is written to what has the catalog's path, and work continues once it is back",
        arguments: ["an empty folder", "a copy", "nothing"])
    func moved(_ other: String) async throws {
        try await EditScene.with { scene in
            let bytes = try EditPictures.jpeg(width: 64, height: 48)
            let photo = try await scene.importing(bytes, as: "a.jpg")
            let more = try EditPictures.jpeg(width: 48, height: 64)
            try Data(more).write(to: URL(filePath: scene.folder + "/camera/b.jpg"))
            let (catalog, away) = (scene.folder + "/catalog", scene.folder + "/away")
            let files = FileManager.default
            try files.moveItem(atPath: catalog, toPath: away)
            if other == "an empty folder" {
                try files.createDirectory(atPath: catalog, withIntermediateDirectories: false)
            } else if other == "a copy" {
                try files.copyItem(atPath: away, toPath: catalog)
            }
            let before = try? files.subpathsOfDirectory(atPath: catalog).sorted()
            let importing = try await kind {
                _ = try await scene.gallery.importPhotos(from: [scene.path("camera")])
            }
            #expect(importing == .tryLater)
            let moving = try await kind {
                _ = try scene.gallery.trash.move([photo.id], toTrash: true)
            }
            #expect(moving == .tryLater)
            #expect((try? files.subpathsOfDirectory(atPath: catalog).sorted()) == before)
            try? files.removeItem(atPath: catalog)
            try files.moveItem(atPath: away, toPath: catalog)
            let summary = try await scene.gallery.importPhotos(from: [scene.path("camera")])
            #expect(summary.new == 1 && summary.failed == 0)
        }
    }
}
