import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import Testing

@Suite struct PhotoSheetTests {
    /// Photos of which the first ones have no date.
    private static func scene(dated: Int, undated: Int) async throws -> WebScene {
        let scene = try WebScene()
        let folder = scene.folder.appending(path: "photos")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for index in 0..<(dated + undated) {
            let file = folder.appending(path: "\(100 + index).gif")
            // One pixel, and a comment that makes another picture of it.
            let start = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
            let comment: [UInt8] = [0x21, 0xFE, 1, UInt8(index), 0]
            let pixel: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
            try Data(start + comment + pixel).write(to: file)
            if index >= undated {
                let day = CivilDate.padded(index / 2 % 28 + 1)
                try Data(
                    """
                    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
                    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
                    rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" \
                    exif:DateTimeOriginal="2024-05-\(day)T10:11:12"/></rdf:RDF></x:xmpmeta>
                    """.utf8
                ).write(to: folder.appending(path: "\(100 + index).gif.xmp"))
            }
        }
        _ = try await scene.gallery.importPhotos(from: [BytePath(folder.path)])
        return scene
    }

    @Test(arguments: [(7, 0), (0, 7), (5, 4), (6, 3), (1, 8), (3, 3)], [1, 3, 4])
    func turnsBackToWhatWasBefore(_ counts: (Int, Int), _ size: Int) async throws {
        let scene = try await PhotoSheetTests.scene(dated: counts.0, undated: counts.1)
        let gallery = scene.gallery
        let query = PhotoQuery([.everything], order: PhotoListing.newest)
        let all = try gallery.photos(query).map(\.photo.id)
        #expect(all.count == counts.0 + counts.1)
        var sheet = try PhotoSheet(query, .first, size: size, in: gallery)
        #expect(sheet.previous == nil)
        var forth = [sheet.rows.map(\.photo.id)]
        while let next = sheet.next {
            sheet = try PhotoSheet(query, next, size: size, in: gallery)
            forth.append(sheet.rows.map(\.photo.id))
        }
        #expect(forth.flatMap(\.self) == all)
        var back = [forth[forth.count - 1]]
        while let previous = sheet.previous {
            sheet = try PhotoSheet(query, previous, size: size, in: gallery)
            back.insert(sheet.rows.map(\.photo.id), at: 0)
            try #require(back.count <= forth.count + 1)
        }
        #expect(sheet.previous == nil)
        #expect(back.first == forth.first)
        #expect(back == forth)
    }

    @Test func sectionsTurnBackByPlaces() async throws {
        let scene = try await PhotoSheetTests.scene(dated: 5, undated: 4)
        let section = try scene.gallery.section(.camera)
        let query = PhotoQuery.section(section)
        let last = try PhotoSheet(query, .at(7), size: 3, in: scene.gallery)
        #expect(last.rows.map(\.position) == [7, 8, 9])
        #expect(last.next == nil)
        #expect(last.previous == .at(4))
        let middle = try PhotoSheet(query, .at(4), size: 3, in: scene.gallery)
        #expect(middle.previous == .first)
    }

    @Test func neighboursFollowTheOrderOfAllPhotos() async throws {
        let scene = try await PhotoSheetTests.scene(dated: 5, undated: 4)
        let gallery = scene.gallery
        let query = PhotoQuery([.everything], order: PhotoListing.newest)
        let all = try gallery.photos(query).map(\.photo)
        for (index, photo) in all.enumerated() {
            let neighbours = try PhotoNeighbours(of: photo, in: gallery)
            #expect(neighbours.previous == (index > 0 ? all[index - 1].id : nil))
            #expect(neighbours.next == (index + 1 < all.count ? all[index + 1].id : nil))
        }
    }
}
