import Foundation
import GRDB
import GalleryModel
import Testing

@testable import Catalog
@testable import Gallery

@Suite("Pictures sent by users")
struct SentPictureTests {
    /// Sends a picture with a position.
    private func send(_ name: String, in gallery: PhotoGallery) async throws -> PhotoID {
        let picture = SharePictures.telling(try EditPictures.jpeg(width: 60, height: 40))
        let pieces = AsyncStream<[UInt8]> { pieces in
            pieces.yield(picture)
            pieces.finish()
        }
        return try await gallery.receivePicture(
            pieces, upTo: 1 << 20,
            PictureDraft(
                section: SectionReference(kind: .share, name: "eva"), origin: .share, account: nil,
                sentAs: [name]))
    }

    @Test("a picture that is already stored changes nothing and adds no journal entry")
    func again() async throws {
        try await EditScene.with { scene async throws in
            let photo = try await send("dog", in: scene.gallery)
            #expect(try scene.gallery.photo(id: photo).details.positionText != nil)
            let changes = try scene.gallery.journal.entries(limit: 9).count
            #expect(try await send("dog", in: scene.gallery) == photo)
            #expect(try scene.gallery.journal.entries(limit: 9).count == changes)
        }
    }

    @Test("a picture stored by an earlier version keeps its id only under its own name")
    func older() async throws {
        try await EditScene.with { scene async throws in
            let photo = try await send("dog", in: scene.gallery)
            try scene.gallery.catalog.write { db in
                try db.execute(
                    sql: """
                        UPDATE photo SET originID = substr(originID, 1, instr(originID, '-') - 1)
                        WHERE id = ?
                        """, arguments: [photo.rawValue])
            }
            #expect(try await send("dog", in: scene.gallery) == photo)
            let other = try await send("cat", in: scene.gallery)
            #expect(other != photo)
            #expect(try scene.gallery.photo(id: photo).title == "dog")
            #expect(try await send("cat", in: scene.gallery) == other)
        }
    }
}
