import Catalog
import Foundation
import GalleryModel
import Testing

@testable import Gallery

@Suite("Photos in no section")
struct UnlistedPhotoTests {
    private func details(_ number: Int, _ title: String) -> PhotoDetails {
        var details = PhotoDetails(origin: .flickr, originID: "\(number)")
        details.title = title
        details.tags = number == 3 ? ["dog"] : []
        return details
    }

    /// A gallery with a section of three photos.
    private func scene() throws -> (AnalyzedFolder, PhotoSection, [PhotoID]) {
        let folder = try AnalyzedFolder()
        let catalog = folder.gallery.catalog
        let dogs = try catalog.makeSection(SectionReference(text: "flickr:dogs"))
        let page = [details(1, "a"), details(2, "c"), details(3, "e")]
        let ids = try catalog.store(page, in: dogs, command: "search").map(\.id)
        return (folder, try catalog.section(dogs.reference), ids)
    }

    @Test("unlisted photos come after those of all sections, in rows, ids, counts and pages")
    func everything() async throws {
        let (folder, dogs, ids) = try scene()
        defer { folder.remove() }
        let gallery = folder.gallery
        try await gallery.sections.remove([dogs])
        try gallery.trash.restore([ids[0], ids[2]])
        let cats = try gallery.catalog.makeSection(SectionReference(text: "flickr:cats"))
        let cat = try gallery.catalog.store([details(4, "b")], in: cats, command: "search")[0].id
        let all = [cat, ids[0], ids[2]]
        let rows = try gallery.photos(.everything)
        #expect(rows.map(\.photo.id) == all)
        #expect(rows.map(\.section) == ["flickr:cats", "", ""])
        #expect(rows.map(\.position) == [1, 0, 0])
        #expect(try gallery.photoIDs(.everything) == all)
        #expect(try gallery.rowCount(of: .everything) == 3)
        let dog = PhotoQuery.everything.filtered(try gallery.filter("tag:dog"))
        #expect(try gallery.photos(dog).map(\.photo.id) == [ids[2]])
        #expect(try gallery.photoIDs(dog) == [ids[2]])
        let trashed = PhotoQuery.everything.filtered(try gallery.filter("is:trashed"))
        #expect(try gallery.photoIDs(trashed) == [ids[1]])
        // Named photos are omitted only if they are in the trash.
        let named = PhotoQuery([.photos([ids[2], ids[1]])])
        #expect(try gallery.photos(named).map(\.photo.id) == [ids[2]])
        var met: [PhotoID] = []
        var cursor: PhotoCursor?
        repeat {
            let page = try gallery.page(
                of: PhotoQuery.everything.page(after: cursor, offset: 0, limit: 1))
            #expect(page.rows.count == 1)
            met += page.rows.map(\.photo.id)
            cursor = page.next
        } while cursor != nil && met.count < 9
        #expect(met == all)
        // The photo is in its section again, without the later changes that depend on its removal.
        try await gallery.journal.undo(3)
        try await gallery.journal.undo(2)
        #expect(try gallery.photos(.everything).allSatisfy { $0.position > 0 })
    }

    @Test("the cursor after a page is that of its last row, even if photos arrive meanwhile")
    func cursorMeanwhile() throws {
        let (folder, dogs, ids) = try scene()
        defer { folder.remove() }
        let gallery = folder.gallery
        for query in [PhotoQuery.section(dogs), .everything] {
            let page = query.page(after: nil, offset: 0, limit: 2)
            let next = try gallery.forEachPhoto(page) { _ in true }
            #expect(next?.photoID == ids[1])
            let whole = query.page(after: nil, offset: 0, limit: 3)
            #expect(try gallery.forEachPhoto(whole) { _ in true } == nil)
        }
        let query = PhotoQuery.everything.sorted(by: PhotoOrder(.title))
        var met: [PhotoID] = []
        let next = try gallery.forEachPhoto(query.page(after: nil, offset: 0, limit: 2)) { rows in
            met += rows.map(\.photo.id)
            _ = try gallery.catalog.store([details(4, "b")], in: dogs, command: "search")
            return true
        }
        #expect(met == [ids[0], ids[1]])
        #expect(next?.photoID == ids[1])
        let rest = try gallery.photos(query.page(after: next, offset: 0, limit: 9))
        #expect(rest.map(\.photo.id) == [ids[2]])
    }
}
