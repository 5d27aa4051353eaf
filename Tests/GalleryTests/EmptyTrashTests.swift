import Basics
import Foundation
import GalleryModel
import Testing

import Gallery

@Suite("Emptying the trash")
struct EmptyTrashTests {
    @Test("a link shows the same before and after, and its file of the deleted photo is deleted")
    func links() async throws {
        try await EditScene.with { scene async throws in
            let gallery = scene.gallery
            let photos = [
                try await scene.importing(
                    try EditPictures.jpeg(width: 320, height: 240), as: "one.jpg"),
                try await scene.importing(
                    try EditPictures.jpeg(width: 300, height: 200), as: "two.jpg"),
            ]
            let link = try gallery.shareLinks.make(.photos(photos), cost: .testing).link
            _ = try await gallery.shareLinks.prepare(link.id)
            _ = try await gallery.thumbnails.make(.photos(photos), options: ThumbnailOptions())
            let folder = "catalog/shares/\(link.id)"
            #expect(scene.names(in: folder).count == 2)
            try gallery.trash.add([photos[0].id])

            func shown() throws -> [String] {
                let link = try gallery.shareLinks.link(link.id)
                let shared = try #require(try gallery.shareLinks.photos(of: link))
                #expect(try shared.photo(photos[0].id) == nil)
                let neighbors = try shared.neighbors(of: photos[1].id)
                return ["\(link)", "\(shared.count)", "\(String(describing: neighbors))"]
                    + (try shared.photos(from: 0, limit: 9).map { "\($0.id)" })
            }
            let before = try shown()
            let size = try #require(photos[0].picture?.byteCount)
            let stored = try #require(photos[0].picture?.path)
            let planned = try await gallery.trash.empty(options: Self.dryRun)
            #expect(planned.photos == [photos[0].id] && planned.isDryRun)
            #expect(planned.files == 1 && planned.byteCount == size)
            #expect(stored.exists && scene.names(in: folder).count == 2)

            let emptied = try await gallery.trash.empty(only: planned.photos)
            #expect(emptied.photos == planned.photos && emptied.byteCount == size)
            #expect(try shown() == before)
            #expect(!stored.exists)
            let files = scene.names(in: folder)
            #expect(files.count == 1 && files[0].hasPrefix("\(photos[1].id)-"))
            let digest = try #require(photos[0].picture?.sha256)
            let thumbnails = FileManager.default.subpaths(
                atPath: scene.folder + "/catalog/thumbnails")
            #expect(thumbnails?.contains { $0.contains(digest) } == false)
            #expect(try await bytes(of: photos[1], in: link.id, scene) > 0)
        }
    }

    @Test("photos removed after the dry run stay, and an import of the same file is a new photo")
    func only() async throws {
        try await EditScene.with { scene async throws in
            let gallery = scene.gallery
            let picture = try EditPictures.jpeg(width: 320, height: 240)
            let photo = try await scene.importing(picture, as: "one.jpg")
            let other = try await scene.importing(
                try EditPictures.jpeg(width: 300, height: 200), as: "two.jpg")
            try gallery.trash.add([photo.id])
            let planned = try await gallery.trash.empty(options: Self.dryRun)
            try gallery.trash.add([other.id])
            #expect(try await gallery.trash.empty(only: planned.photos).photos == [photo.id])
            #expect(try gallery.trash.list().map(\.id) == [other.id])
            let error = #expect(throws: GalleryError.self) { try gallery.photo(id: photo.id) }
            #expect(error?.kind == .notFound)
            let again = try await scene.importing(picture, as: "one.jpg")
            #expect(again.id.rawValue > other.id.rawValue)
            #expect(again.picture?.path.map { scene.isFile($0) } == true)
        }
    }

    private static var dryRun: WorkOptions {
        var options = WorkOptions()
        options.isDryRun = true
        return options
    }

    /// The length of a link's file.
    private func bytes(of photo: Photo, in link: Int64, _ scene: EditScene) async throws -> Int {
        let links = scene.gallery.shareLinks
        let shared = try #require(try links.photos(of: try links.link(link)))
        return try await links.file(of: try #require(try shared.photo(photo.id))).byteCount
    }
}

extension EditScene {
    /// True if a file exists.
    fileprivate func isFile(_ path: BytePath) -> Bool { path.status?.kind == .file }
}
