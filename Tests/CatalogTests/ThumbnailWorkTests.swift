import Basics
import Catalog
import Foundation
import GalleryModel
import Testing

@Suite("PhotoCatalog.pictureWork")
struct ThumbnailWorkTests {
    private static let sides = [240, 640, 1600]

    private static func cacheKey(_ edit: PhotoEdit?) -> String {
        "1 jpeg" + (edit.map { " " + $0.json } ?? "")
    }

    /// Stores a picture with bytes derived from a number.
    private func storePicture(
        _ number: UInt8, of id: PhotoID, size: PictureSize = .medium, in catalog: PhotoCatalog
    ) throws {
        let file = PictureFile(
            digest: digest(number), byteCount: 9, fileType: "JPEG", fileExtension: "jpg",
            width: 800, height: 600)
        try catalog.record(
            [PictureResult(photoID: id, size: size, outcome: .stored(file))], command: "fetch")
    }

    private func store(
        _ work: PictureWork, sides: [Int], isWhole: Bool = false, in catalog: PhotoCatalog
    ) throws -> [StoredThumbnail] {
        try catalog.storeThumbnails(
            sides.map {
                (
                    key: ThumbnailKey(sha256: work.sha256, cacheKey: work.cacheKey, side: $0),
                    isWhole: isWhole, width: $0 / 2, height: 9, bytes: [1, 2],
                    fileExtension: "jpg", color: nil, edit: nil
                )
            })
    }

    @Test("each photo lists the thumbnails missing for its largest picture and edit, page by page")
    func missing() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil, nil, nil], to: section)
        for (index, id) in ids.dropLast().enumerated() {
            try storePicture(UInt8(index), of: id, in: catalog)
            try storePicture(UInt8(index + 100), of: id, size: .large, in: catalog)
        }
        var edit = PhotoEdit()
        edit.rotation = 90
        try catalog.setEdits([(ids[1], edit)], command: "edit")
        func all(_ scope: PhotoScope, limit: Int) throws -> (works: [PictureWork], without: Int) {
            var works: [PictureWork] = []
            var without = 0
            for page in try catalog.pages(of: scope, limit: limit) {
                let found = try catalog.pictureWork(
                    of: page, sides: Self.sides, cacheKey: Self.cacheKey)
                works += found
                without += page.count - found.count
            }
            return (works, without)
        }
        for scope in [PhotoScope.everything, .section(section), .photos(ids)] {
            for limit in 1...5 {
                let (works, without) = try all(scope, limit: limit)
                #expect(works.map(\.photoID) == Array(ids.dropLast()) && without == 1)
                #expect(works.map(\.sha256) == (100...102).map { digest($0).hexadecimal })
                #expect(works.map(\.edit) == [nil, edit, nil])
                #expect(works.allSatisfy { $0.missing == Self.sides && $0.paths.count == 1 })
                #expect(works.map(\.cacheKey) == [nil, edit, nil].map(Self.cacheKey))
            }
        }
        // When some thumbnails are made
        let works = try all(.everything, limit: 9).works
        let made = try store(works[0], sides: [640, 240], in: catalog)
        _ = try store(works[1], sides: Self.sides, in: catalog)
        _ = try store(works[2], sides: [240], isWhole: true, in: catalog)
        // Then the others are missing; a picture that is complete at 240 serves all sides.
        #expect(try all(.everything, limit: 9).works.map(\.missing) == [[1600], [], []])
        // And those with a deleted file or another edit
        try FileManager.default.removeItem(atPath: made[0].path.string ?? "")
        try catalog.setEdits([(ids[1], nil)], command: "edit")
        #expect(
            try all(.everything, limit: 9).works.map(\.missing) == [[640, 1600], Self.sides, []])
        // An undone edit finds the thumbnails made before it.
        _ = try catalog.undo(nil)
        #expect(try all(.photos([ids[1]]), limit: 9).works.map(\.missing) == [[]])
    }

    @Test("thumbnails of bytes without a photo are evicted first, regardless of the limit")
    func orphans() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let ids = try temporary.addPhotos(
            at: [nil, nil], to: try temporary.makeSection("dogs"))
        for id in ids { try storePicture(1, of: id, in: catalog) }
        let page = try catalog.pictureWork(
            of: catalog.allPhotos(), sides: [240], cacheKey: Self.cacheKey)
        _ = try store(page[0], sides: [240], in: catalog)
        // One photo gets another picture: the other still has these bytes.
        try storePicture(2, of: ids[0], in: catalog)
        #expect(try catalog.evictThumbnails(toBytes: 1_000) == (0, 0, 0))
        try storePicture(3, of: ids[1], in: catalog)
        #expect(try catalog.evictThumbnails(toBytes: 1_000) == (1, 1, 2))
        #expect(try catalog.thumbnailUsage() == (0, 0))
    }

    @Test(
        "thumbnails of bytes that return are in use again and skipped by the next eviction",
        arguments: [PictureSize.medium, .large])
    func returned(size: PictureSize) throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let ids = try temporary.addPhotos(
            at: [nil, nil], to: try temporary.makeSection("dogs"))
        try storePicture(1, of: ids[0], in: catalog)
        let page = try catalog.pictureWork(
            of: catalog.allPhotos(), sides: [240, 640], cacheKey: Self.cacheKey)
        _ = try store(page[0], sides: [240], in: catalog)
        try storePicture(2, of: ids[0], in: catalog)
        // Replacing other bytes, or as an additional picture
        if size == .large { try storePicture(9, of: ids[1], size: size, in: catalog) }
        try storePicture(1, of: ids[1], size: size, in: catalog)
        #expect(try catalog.evictThumbnails(toBytes: 1_000) == (0, 0, 0))
        // They are not the first to be evicted either.
        let works = try catalog.pictureWork(
            of: catalog.allPhotos(), sides: [240, 640], cacheKey: Self.cacheKey)
        #expect(works.map(\.missing) == [[240, 640], [640]])
        _ = try store(works[0], sides: [240], in: catalog)
        try storePicture(3, of: ids[0], in: catalog)
        #expect(try catalog.evictThumbnails(toBytes: 3) == (1, 1, 2))
        let kept = ThumbnailKey(sha256: works[1].sha256, cacheKey: works[1].cacheKey, side: 240)
        #expect(try catalog.thumbnails([kept])[0] != nil)
    }
}
