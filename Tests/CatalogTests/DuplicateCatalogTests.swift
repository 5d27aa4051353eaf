import Basics
import GalleryModel
import Testing

@testable import Catalog

@Suite("PhotoCatalog: looks and ignored duplicates")
struct DuplicateCatalogTests {
    private func photos(_ count: Int) throws -> (TemporaryCatalog, [PhotoID]) {
        let temporary = try TemporaryCatalog()
        let ids = try temporary.addPhotos(
            at: [Coordinate?](repeating: nil, count: count), to: try temporary.makeSection("dogs"))
        for (number, id) in ids.enumerated() {
            let file = PictureFile(
                digest: digest(UInt8(number)), byteCount: 9, fileType: "JPEG", fileExtension: "jpg",
                width: 800, height: 600, pictureData: number == 2 ? digest(99) : nil)
            try temporary.catalog.record(
                [PictureResult(photoID: id, size: .medium, outcome: .stored(file))],
                command: "fetch")
        }
        return (temporary, ids)
    }

    private func look(_ number: UInt8) -> NewLook {
        (digest(number).hexadecimal, (UInt64.max, [number]))
    }

    @Test("looks are due until they are stored in their version, and are those of listed photos")
    func looks() throws {
        let (temporary, ids) = try photos(4)
        let catalog = temporary.catalog
        func due(_ version: Int?) throws -> [Bool] {
            try catalog.pictureWork(of: ids, lookVersion: version).map(\.isLookDue)
        }
        #expect(try due(nil) == [false, false, false, false])
        #expect(try due(1) == [true, true, true, true])
        try catalog.storeLooks(
            [look(0), (digest(1).hexadecimal, nil), look(2), look(50)], version: 1)
        #expect(try due(1) == [false, false, false, true])
        #expect(try due(2) == [true, true, true, true])
        #expect(try catalog.photosWithoutLook(among: ids, version: 1) == [ids[3]])
        #expect(try catalog.photosWithoutLook(among: ids, version: 2) == ids)
        let found = try catalog.looks(of: ids.reversed(), version: 1)
        #expect(found.map(\.photoID) == [ids[2], ids[0]])
        #expect(found.map(\.pixels) == [[2], [0]])
        // The digest of the picture's data, or else of the file.
        #expect(found.map(\.pictureData) == [99, 0].map { digest($0).hexadecimal })
        #expect(try catalog.looks(of: ids, version: 2).isEmpty)
        try catalog.storeLooks([(digest(0).hexadecimal, nil)], version: 2)
        #expect(try catalog.looks(of: ids, version: 2).isEmpty)
        _ = try catalog.trash([ids[2]])
        #expect(try catalog.looks(of: ids, version: 1).isEmpty)
    }

    @Test("groups are ignored in one change, and groups with a common photo become one")
    func ignoring() throws {
        let (temporary, ids) = try photos(4)
        let catalog = temporary.catalog
        let first = ids[0].rawValue
        #expect(try catalog.ignoredDuplicates().isEmpty)
        #expect(
            try catalog.ignoreDuplicates([[ids[0], ids[1]]], command: "duplicates ignore") != nil)
        #expect(try catalog.ignoredDuplicates() == [ids[0]: first, ids[1]: first])
        // Again: no change.
        #expect(
            try catalog.ignoreDuplicates([[ids[0], ids[1]]], command: "duplicates ignore") == nil)
        try catalog.ignoreDuplicates([[ids[2], ids[1], ids[3]]], command: "duplicates ignore")
        let third = ids[2].rawValue
        #expect(
            try catalog.ignoredDuplicates()
                == [ids[0]: third, ids[1]: third, ids[2]: third, ids[3]: third])
        _ = try catalog.undo(nil)
        #expect(try catalog.ignoredDuplicates() == [ids[0]: first, ids[1]: first])
        _ = try catalog.undo(nil)
        #expect(try catalog.ignoredDuplicates().isEmpty)
    }

    @Test("what users decided about photos is equal for the same decisions")
    func decisions() throws {
        let (temporary, ids) = try photos(4)
        let catalog = temporary.catalog
        #expect(try catalog.decisions(about: ids).isEmpty)
        var change = PhotosChange()
        var favorite = MetadataChange()
        favorite.isFavorite = true
        change.metadata = [(ids[0], favorite), (ids[1], favorite)]
        change.albums = [
            AlbumChange(SectionReference(kind: .album, name: "best"), [ids[2]], isAddition: true)
        ]
        _ = try catalog.change(change, command: "set")
        let found = try catalog.decisions(about: ids)
        #expect(Set(found.keys) == Set(ids.prefix(3)))
        #expect(found[ids[0]] == found[ids[1]] && found[ids[0]] != found[ids[2]])
        var edit = PhotoEdit()
        edit.isMirrored = true
        try catalog.setEdits([(ids[1], edit)], command: "edit")
        _ = try catalog.addShareLink(
            hash: digest(9).hexadecimal, section: nil, photos: [ids[3]], contents: ShareContents(),
            passwordHash: nil, expires: nil)
        let others = try catalog.decisions(about: Array(ids.reversed()))
        #expect(others.count == 4 && Set(others.values).count == 4)
        #expect(others[ids[0]] == found[ids[0]])
    }
}
