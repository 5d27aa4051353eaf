import Basics
import GRDB
import GalleryModel
import Testing

@testable import Catalog

@Suite("PhotoCatalog, photos with the same picture")
struct CopyTests {
    private static let newest = PhotoOrder(.date, isDescending: true)

    private static func shown(_ catalog: PhotoCatalog) throws -> [PhotoID] {
        try catalog.seen(by: .ownerWithoutCopies)
            .photos(of: [.everything], where: .everything, in: newest).map(\.photoID)
    }

    @Test("all photos without copies show each picture once, with the number of its photos")
    func random() throws {
        let scene = try FindScene(seed: 29, photos: 150)
        let naive = try NaiveFilter(scene.catalog)
        let copies = naive.copies
        #expect(!copies.isEmpty)
        let hidden = Set(copies.map(\.id))
        let expected = try scene.catalog.photos(
            of: [.everything], where: .everything, in: Self.newest
        ).map(\.photoID).filter { !hidden.contains($0) }
        #expect(try Self.shown(scene.catalog) == expected)
        let catalog = scene.catalog.seen(by: .ownerWithoutCopies)
        #expect(try catalog.photoCount() == expected.count)
        var listed: [PhotoID] = []
        var numbers: [Int] = []
        for month in try catalog.months() {
            let span =
                month.month == "0000-01"
                ? .implausible : try #require(PartialDate(text: month.month[...]))
            let columns = try catalog.columns(ofMonth: span, part: 0)
            #expect(columns.photos == month.photos && columns.ids.count == month.photos)
            #expect(columns.version == month.version)
            listed += columns.ids
            numbers += columns.copies
        }
        #expect(listed == expected)
        let photos = Dictionary(uniqueKeysWithValues: naive.photos.map { ($0.id, $0) })
        #expect(
            numbers
                == expected.map { id in
                    let files = photos[id].flatMap { $0.edit == nil ? $0.files : nil } ?? []
                    return 1 + copies.filter { !Set($0.files).isDisjoint(with: files) }.count
                })
        for id in photos.keys {
            let position = try catalog.listPosition(of: id, byDateIn: .everything)
            #expect(position?.position == expected.firstIndex(of: id).map { $0 + 1 })
            #expect(position.map(\.count) ?? expected.count == expected.count)
        }
        let section = try scene.catalog.sections()[1]
        #expect(try scene.catalog.columns(of: section, part: 0).photos == section.count)
    }

    @Test("the next photo appears when the first one is removed or edited; drafts do not count")
    func drafts() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let file = PictureFile(
            digest: digest(1), byteCount: 10, fileType: "JPEG", fileExtension: "jpg", width: 400,
            height: 300)
        let campaign = try catalog.makeSection(
            SectionReference(kind: .campaign, name: "summer"))
        let received = ReceivedPicture(
            account: nil, sha256: digest(1).hexadecimal, sentAs: [])
        let sent = ImportedPhoto(
            source: nil, file: file,
            details: PhotoDetails(origin: .campaign, originID: received.originID), isStored: true,
            received: received)
        let draft = try #require(
            try catalog.store([sent], in: campaign, noting: CommandEntry("upload")).first
        ).id
        let dogs = try temporary.makeSection("dogs")
        let found = try catalog.store(
            [flickrDetails("1"), flickrDetails("2")], in: dogs, command: "search"
        ).map(\.id)
        let months = try catalog.months().map(\.version)
        try catalog.record(
            found.map { PictureResult(photoID: $0, size: .original, outcome: .stored(file)) },
            command: "search")
        #expect(try Self.shown(catalog) == [found[0]])
        #expect(try catalog.months().map(\.version) != months)
        let month = try #require(PartialDate(text: try catalog.months()[0].month[...]))
        let copies = try catalog.seen(by: .ownerWithoutCopies).columns(ofMonth: month, part: 0)
        #expect(copies.ids == [found[0]] && copies.copies == [2])
        _ = try catalog.trash([found[0]])
        #expect(try Self.shown(catalog) == [found[1]])
        _ = try catalog.restore([found[0]])
        #expect(try Self.shown(catalog) == [found[0]])
        // An edited photo looks different.
        var edit = PhotoEdit()
        edit.effects = [AppliedEffect(.noir, intensity: 0.8)]
        for photo in found {
            try catalog.setEdits([(photo, edit)], command: "edit")
            #expect(try Set(Self.shown(catalog)) == Set(found))
            let columns = try catalog.seen(by: .ownerWithoutCopies).columns(
                ofMonth: month, part: 0)
            #expect(columns.copies == [1, 1])
            try catalog.setEdits([(photo, nil)], command: "edit")
        }
        #expect(try Self.shown(catalog) == [found[0]])
        try catalog.write { db in
            try db.execute(
                sql: "UPDATE receivedPicture SET state = 1 WHERE photoID = ?",
                arguments: [draft.rawValue])
        }
        #expect(try Self.shown(catalog) == [draft])
        #expect(try catalog.photoCount() == 3)
    }
}
