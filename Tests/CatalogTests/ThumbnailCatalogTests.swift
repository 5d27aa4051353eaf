import Basics
import Catalog
import Foundation
import GRDB
import GalleryModel
import Testing

@Suite("PhotoCatalog, thumbnails")
struct ThumbnailCatalogTests {
    private static let cacheKey = "1 jpeg q80 srgb"

    private static func key(
        _ number: UInt8, side: Int = 640, cacheKey: String = cacheKey
    ) -> ThumbnailKey {
        ThumbnailKey(sha256: digest(number).hexadecimal, cacheKey: cacheKey, side: side)
    }

    private static func new(
        _ key: ThumbnailKey, isWhole: Bool = false, byteCount: Int = 100, byte: UInt8 = 7,
        longest: Int? = nil, fileExtension: String = "jpg"
    ) -> NewThumbnail {
        (
            key: key, isWhole: isWhole, width: longest ?? key.side, height: 2,
            bytes: Array(repeating: byte, count: byteCount), fileExtension: fileExtension,
            color: nil, edit: nil
        )
    }

    private func bytes(_ path: BytePath) -> [UInt8]? {
        FileManager.default.contents(atPath: path.string ?? "").map { Array($0) }
    }

    /// The names of all files in the thumbnail folder.
    private func files(_ temporary: TemporaryCatalog) -> [String] {
        let names = FileManager.default.enumerator(atPath: temporary.path("thumbnails"))
        return (names?.compactMap { $0 as? String } ?? []).filter { $0.contains(".") }.sorted()
    }

    @Test("a stored thumbnail is found by bytes, recipe and side, under the path of its name")
    func stored() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        #expect(try catalog.thumbnailUsage() == (0, 0))
        let key = Self.key(0xab)
        let stored = try #require(try catalog.storeThumbnails([Self.new(key)]).first)
        #expect(stored.width == 640 && stored.height == 2 && stored.byteCount == 100)
        #expect(bytes(stored.path) == Array(repeating: 7, count: 100))
        #expect(
            stored.path.escaped.hasPrefix(
                temporary.path("thumbnails/ab/\(key.sha256)-640-")))
        #expect(try catalog.thumbnails([key]) == [stored])
        for other in [
            Self.key(0xac), Self.key(0xab, side: 240), Self.key(0xab, side: 1600),
            Self.key(0xab, cacheKey: "2 jpeg q80 srgb"),
        ] {
            #expect(try catalog.thumbnails([other]) == [nil])
        }
        #expect(try catalog.thumbnailUsage() == (1, 100))
        #expect(files(temporary).count == 1)
        // Another catalog value, as in another process, also finds it.
        let again = try PhotoCatalog.open(at: temporary.folder)
        #expect(try again.thumbnails([key, Self.key(1), key]) == [stored, nil, stored])
    }

    @Test("stored again it is replaced, also in another format, and counted once")
    func replaced() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let other = try PhotoCatalog.open(at: temporary.folder)
        let key = Self.key(1)
        try catalog.storeThumbnails([Self.new(key)])
        try other.storeThumbnails([Self.new(key, byteCount: 30, byte: 8)])
        #expect(try catalog.thumbnails([key])[0]?.byteCount == 30)
        #expect(try catalog.thumbnailUsage() == (1, 30))
        let webp = try catalog.storeThumbnails([
            Self.new(key, byteCount: 40, byte: 9, fileExtension: "webp")
        ])
        #expect(bytes(webp[0].path) == Array(repeating: 9, count: 40))
        #expect(files(temporary).map { $0.hasSuffix(".webp") } == [true])
        #expect(try other.thumbnailUsage() == (1, 40))
    }

    @Test("a picture smaller than a side serves for every larger side, not for smaller ones")
    func whole() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let stored = try catalog.storeThumbnails([
            Self.new(Self.key(1, side: 240)),
            Self.new(Self.key(1, side: 640), isWhole: true, longest: 500),
        ])
        let sides = [100, 240, 300, 499, 500, 640, 1600]
        let found = try catalog.thumbnails(sides.map { Self.key(1, side: $0) })
        #expect(found == [nil, stored[0], nil, nil, stored[1], stored[1], stored[1]])
    }

    @Test("a missing or truncated file is not a thumbnail, its row is removed, and it is rebuilt")
    func damaged() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let keys = [Self.key(1), Self.key(2), Self.key(3)]
        let stored = try catalog.storeThumbnails(keys.map { Self.new($0) })
        try FileManager.default.removeItem(atPath: stored[0].path.string ?? "")
        try Data([1]).write(to: URL(fileURLWithPath: stored[1].path.string ?? ""))
        #expect(try catalog.thumbnails(keys) == [nil, nil, stored[2]])
        #expect(try catalog.thumbnailUsage() == (1, 100))
        #expect(try catalog.storeThumbnails([Self.new(keys[1])]) == [stored[1]])
        #expect(try catalog.thumbnails(keys) == [nil, stored[1], stored[2]])
    }

    @Test("a lookup does not wait for another writing program and finds stored thumbnails")
    func busy() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let keys = [Self.key(1), Self.key(2)]
        let stored = try catalog.storeThumbnails(keys.map { Self.new($0) })
        try FileManager.default.removeItem(atPath: stored[1].path.string ?? "")
        let other = try DatabaseQueue(path: temporary.path("catalog.sqlite"))
        try other.inTransaction(.immediate) { _ in
            let found = try catalog.thumbnails(keys)
            #expect(found == [stored[0], nil])
            return .rollback
        }
        #expect(try catalog.thumbnailUsage() == (2, 200))
        #expect(try catalog.thumbnails(keys) == [stored[0], nil])
        #expect(try catalog.thumbnailUsage() == (1, 100))
    }

    @Test("the least recently used thumbnails are evicted first, and only as many as needed")
    func eviction() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let keys = (1...6).map { Self.key(UInt8($0)) }
        try catalog.storeThumbnails(keys.map { Self.new($0) })
        _ = try catalog.thumbnails([keys[1], keys[0]])
        #expect(try catalog.evictThumbnails(toBytes: 600) == (0, 0, 0))
        // Order of use: 3, 4, 5, 6, 2, 1. 250 excess bytes are three files.
        #expect(try catalog.evictThumbnails(toBytes: 350) == (3, 0, 300))
        #expect(files(temporary).count == 3)
        let found = try catalog.thumbnails(keys).map { $0 != nil }
        #expect(found == [true, true, false, false, false, true])
        #expect(try catalog.evictThumbnails(toBytes: 300) == (0, 0, 0))
        // Used last in the order of the lookup: 1, 2, 6.
        #expect(try catalog.evictThumbnails(toBytes: 100) == (2, 0, 200))
        #expect(try catalog.thumbnails(keys).map { $0 != nil }.last == true)
        #expect(try catalog.evictThumbnails(toBytes: -1) == (1, 0, 100))
        #expect(try catalog.thumbnailUsage() == (0, 0))
        #expect(files(temporary).isEmpty)
    }

    @Test("thousands are evicted in several transactions, and only as many as needed")
    func manyEvicted() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let keys = (1...700).map { Self.key(UInt8($0 % 200), side: $0) }
        try catalog.storeThumbnails(keys.map { Self.new($0, byteCount: 10) })
        #expect(try catalog.evictThumbnails(toBytes: 995) == (601, 0, 6_010))
        #expect(try catalog.thumbnails(keys).prefix { $0 == nil }.count == 601)
        #expect(files(temporary).count == 99)
    }

    @Test("old files left by crashes are removed, recent files and those with a row are not")
    func strays() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let keys = [Self.key(0xaa, side: 1), Self.key(0xaa, side: 2), Self.key(0xaa, side: 3)]
        let stored = try catalog.storeThumbnails(keys.map { Self.new($0) })
        let made = ["aa/stray.jpg", "incoming/1-1.part", "aa/new.jpg", "incoming/1-2.part"]
        let old = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -7_200)]
        for name in made {
            let path = temporary.path("thumbnails/\(name)")
            try Data([1]).write(to: URL(fileURLWithPath: path))
            if !name.contains("new"), !name.contains("1-2") {
                try FileManager.default.setAttributes(old, ofItemAtPath: path)
            }
        }
        try FileManager.default.setAttributes(old, ofItemAtPath: stored[2].path.string ?? "")
        #expect(try catalog.evictThumbnails(toBytes: 200) == (1, 0, 100))
        let names = files(temporary)
        #expect(names.count == 4)
        #expect(names.contains("aa/new.jpg") && names.contains("incoming/1-2.part"))
        #expect(try catalog.thumbnails(keys) == [nil, stored[1], stored[2]])
    }

    @Test(
        "keys and extensions that give invalid names are rejected, and nothing is written",
        arguments: [
            ("../../../../etc/passwd", 640, "jpg"), ("AB", 640, "jpg"), ("", 640, "jpg"),
            (String(repeating: "AB", count: 32), 640, "jpg"),
            (String(repeating: "ab", count: 32), 0, "jpg"),
            (String(repeating: "ab", count: 32), 640, "j/g"),
            (String(repeating: "ab", count: 32), 640, ""),
        ])
    func refused(sha256: String, side: Int, fileExtension: String) throws {
        let temporary = try TemporaryCatalog()
        let key = ThumbnailKey(sha256: sha256, cacheKey: Self.cacheKey, side: side)
        #expect(throws: CatalogError.self) {
            try temporary.catalog.storeThumbnails([
                Self.new(key, longest: 9, fileExtension: fileExtension)
            ])
        }
        #expect(files(temporary).isEmpty)
        #expect(try temporary.catalog.thumbnailUsage() == (0, 0))
    }
}
