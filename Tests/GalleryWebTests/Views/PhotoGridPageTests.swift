import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import Testing

@Suite("Pages of a listing")
struct PhotoGridPageTests {
    /// A gallery of photos, the first of which have no date.
    private static func scene(dated: Int, undated: Int) async throws -> WebScene {
        let scene = try WebScene()
        let folder = scene.folder.appending(path: "photos")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let pixel = try #require(
            Data(
                base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"
                    + "+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="))
        for index in 0..<(dated + undated) {
            let file = folder.appending(path: "\(100 + index).png")
            // The byte after its end makes it a different picture.
            try (pixel + Data([UInt8(index)])).write(to: file)
            if index >= undated {
                let day = CivilDate.padded(index / 2 % 28 + 1)
                try Data(
                    """
                    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
                    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
                    rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" \
                    exif:DateTimeOriginal="2024-05-\(day)T10:11:12"/></rdf:RDF></x:xmpmeta>
                    """.utf8
                ).write(to: folder.appending(path: "\(100 + index).png.xmp"))
            }
        }
        _ = try await scene.gallery.importPhotos(from: [BytePath(folder.path)])
        return scene
    }

    @Test(
        "turning back shows the same photos as turning forward",
        arguments: [(7, 0), (0, 7), (5, 4), (6, 3), (1, 8), (3, 3)], [1, 3, 4])
    func turnsBackToWhatWasBefore(_ counts: (Int, Int), _ size: Int) async throws {
        let scene = try await PhotoGridPageTests.scene(dated: counts.0, undated: counts.1)
        let gallery = scene.gallery
        let query = PhotoQuery([.everything], order: PhotoListing.newest)
        let all = try gallery.photos(query).map(\.photo.id)
        #expect(all.count == counts.0 + counts.1)
        var page = try PhotoGridPage(query, .first, size: size, in: gallery)
        #expect(page.previous == nil)
        var forth = [page.rows.map(\.photo.id)]
        while let next = page.next {
            page = try PhotoGridPage(query, next, size: size, in: gallery)
            forth.append(page.rows.map(\.photo.id))
        }
        #expect(forth.flatMap(\.self) == all)
        var back = [forth[forth.count - 1]]
        while let previous = page.previous {
            page = try PhotoGridPage(query, previous, size: size, in: gallery)
            back.insert(page.rows.map(\.photo.id), at: 0)
            try #require(back.count <= forth.count + 1)
        }
        #expect(page.previous == nil)
        #expect(back.first == forth.first)
        #expect(back == forth)
    }

    @Test("sections turn back by position")
    func sectionsTurnBackByPlaces() async throws {
        let scene = try await PhotoGridPageTests.scene(dated: 5, undated: 4)
        let section = try scene.gallery.sections.find(.camera)
        let query = PhotoQuery.section(section)
        let last = try PhotoGridPage(query, .at(7), size: 3, in: scene.gallery)
        #expect(last.rows.map(\.position) == [7, 8, 9])
        #expect(last.next == nil)
        #expect(last.previous == .at(4))
        let middle = try PhotoGridPage(query, .at(4), size: 3, in: scene.gallery)
        #expect(middle.previous == .first)
    }

    @Test("the page contains the requested photo")
    func holdsThePhotoThatIsLookedFor() async throws {
        let scene = try await PhotoGridPageTests.scene(dated: 8, undated: 5)
        let gallery = scene.gallery
        let camera = PhotoScope.section(try gallery.sections.find(.camera))
        let keys: [PhotoOrder?] = [
            nil, PhotoListing.newest, PhotoOrder(.taken), PhotoOrder(.title),
        ]
        let queries =
            keys.map { PhotoQuery([camera], order: $0) }
            + [PhotoQuery([.everything], order: PhotoListing.newest)]
        let filters = ["", "type:png"].map { try? gallery.filter($0) }.compactMap(\.self)
        #expect(filters.count == 2)
        for query in queries {
            for filter in filters {
                let query = query.filtered(filter)
                let all = try gallery.photos(query).map(\.photo.id)
                #expect(all.count == 13)
                for id in all {
                    let page = try PhotoGridPage(query, .around(id), size: 4, in: gallery)
                    let rows = page.rows.map(\.photo.id)
                    #expect(rows.contains(id) && rows.count <= 4, "\(query)")
                    let start = try #require(all.firstIndex(of: rows[0]))
                    #expect(rows == Array(all[start...].prefix(rows.count)))
                    #expect((page.previous == nil) == (start == 0))
                    #expect((page.next == nil) == (start + rows.count == all.count))
                }
            }
        }
    }

    @Test("a missing photo opens the first page")
    func beginsWhereThereIsNoSuchPhoto() async throws {
        let scene = try await PhotoGridPageTests.scene(dated: 6, undated: 0)
        let gallery = scene.gallery
        let all = PhotoQuery([.everything], order: PhotoListing.newest)
        let removed = try #require(try gallery.photos(all).last?.photo.id)
        try gallery.trash.add([removed])
        let camera = try gallery.sections.find(.camera)
        for query in [all, .section(camera), all.filtered(try gallery.filter("type:png"))] {
            for id in [removed, PhotoID(rawValue: 4_711)] {
                let page = try PhotoGridPage(query, .around(id), size: 2, in: gallery)
                #expect(page.previous == nil && page.rows.count == 2)
            }
        }
        // A photo trashed after its page was shown is not on an earlier page either.
        let cursor = try #require(try gallery.cursor(at: removed, in: PhotoListing.newest))
        let page = try PhotoGridPage(all, .upTo(cursor), size: 2, in: gallery)
        #expect(!page.rows.contains { $0.photo.id == removed })
    }

    @Test(
        "neighbors follow the order of all photos", arguments: PhotoOrder.Key.allCases,
        [false, true])
    func neighborsFollowTheOrderOfAllPhotos(
        _ key: PhotoOrder.Key, _ isDescending: Bool
    ) async throws {
        let scene = try await PhotoGridPageTests.scene(dated: 5, undated: 4)
        let order = PhotoOrder(key, isDescending: isDescending)
        try PhotoGridPageTests.checkNeighbors(
            in: PhotoQuery([.everything], order: order), scene.gallery)
    }

    @Test(
        "neighbors follow the order of a section",
        arguments: ["", "has:date", "no:date", "has:date or rating:5"])
    func neighborsFollowTheOrderOfASection(_ text: String) async throws {
        let scene = try await PhotoGridPageTests.scene(dated: 5, undated: 4)
        let gallery = scene.gallery
        let filter = try gallery.filter(text)
        let section = try gallery.sections.find(.camera)
        try PhotoGridPageTests.checkNeighbors(
            in: PhotoQuery([.section(section)], filter: filter), gallery)
        try gallery.albums.create(named: "all", filter: try gallery.filter("has:date or no:date"))
        let album = try gallery.sections.find(SectionReference(text: "album:all"))
        try PhotoGridPageTests.checkNeighbors(
            in: PhotoQuery([.section(album)], filter: filter), gallery)
        // A photo in the trash is a neighbor only within the trash.
        let ids = try gallery.photoIDs(.section(section))
        try gallery.trash.add([ids[2], ids[3]])
        let query = PhotoQuery.section(section)
        #expect(try gallery.neighbors(of: ids[1], in: query)?.next == ids[4])
        #expect(try gallery.neighbors(of: ids[4], in: query)?.previous == ids[1])
        #expect(try gallery.neighbors(of: ids[2], in: query) == nil)
        #expect(try gallery.trash.neighbors(of: ids[1]) == nil)
        let first = try #require(try gallery.trash.neighbors(of: ids[2]))
        #expect(first.previous == nil && first.next == ids[3])
        let second = try #require(try gallery.trash.neighbors(of: ids[3]))
        #expect(second.previous == ids[2] && second.next == nil)
    }

    /// Checks that the neighbors of each photo are those in a full listing.
    private static func checkNeighbors(
        in query: PhotoQuery, _ gallery: PhotoGallery
    ) throws {
        let all = try gallery.photoIDs(query)
        #expect(!all.isEmpty)
        for (index, id) in all.enumerated() {
            let neighbors = try #require(try gallery.neighbors(of: id, in: query))
            #expect(neighbors.previous == (index > 0 ? all[index - 1] : nil))
            #expect(neighbors.next == (index + 1 < all.count ? all[index + 1] : nil))
        }
    }
}
