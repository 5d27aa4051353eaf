import Basics
import FakeFlickr
import Foundation
import GRDB
import GalleryModel
import Testing

@testable import Catalog
@testable import Gallery

@Suite("Credits of shared photos")
struct ShareCreditTests {
    @Test("credit and license of Flickr photos are written into the pictures and next to them")
    func credits() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/credit-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let world = FakeWorld(seed: 75, photos: 4)
        try await FakeFlickrServer.with(world) { flickr async throws in
            let settings = try GallerySettings.load(
                environment: flickr.environment.merging(["HOME": folder]) { $1 }, configFile: nil)
            let gallery = try PhotoGallery.open(
                at: BytePath(folder + "/catalog"), settings: settings)
            let found = try await gallery.sources.search(FlickrQuery(term: "dogs"))
            let photos = try found.photos.map { try gallery.photo(id: $0) }
                .filter { $0.picture != nil }
            try #require(!photos.isEmpty)
            let summary = try await gallery.shares.send(
                .photos(photos), to: .folder(BytePath(folder + "/out")))
            #expect(summary.shared == photos.count)
            let credits = try String(contentsOfFile: folder + "/out/CREDITS.txt", encoding: .utf8)
            for (photo, shared) in zip(photos, summary.photos) {
                let line = try #require(
                    credits.split(separator: "\n").first { $0.hasPrefix("\(shared.name): ") })
                #expect(line.contains("Flickr"))
                let license = try #require(photo.license)
                #expect(line.contains(license.name))
                let path = try #require(shared.path?.string)
                let bytes = try #require(FileManager.default.contents(atPath: path))
                #expect(bytes.range(of: Data(license.name.utf8)) != nil)
            }
            // Descriptions need an option, and so does everything of a photo that is not public.
            for photo in photos {
                for isPublic in [true, false, nil] {
                    try gallery.catalog.write { db in
                        try db.execute(
                            sql: """
                                UPDATE photo SET title = 'Low tide', creator = 'Zoe Maker',
                                    caption = 'a description', tags = '["a-tag"]', isPublic = ?
                                WHERE id = ?
                                """,
                            arguments: [isPublic, photo.id.rawValue])
                    }
                    let target = folder + "/\(photo.id)-\(isPublic.map(String.init) ?? "unknown")"
                    let summary = try await gallery.shares.send(
                        .photos([photo]), to: .folder(BytePath(target)))
                    let path = try #require(summary.photos.first?.path?.string)
                    let bytes = try #require(FileManager.default.contents(atPath: path))
                    let license = try #require(photo.license?.name)
                    let page = try #require(photo.sourceURL)
                    for text in ["Low tide", "Zoe Maker", license, page] {
                        let isThere = bytes.range(of: Data(text.utf8)) != nil
                        #expect(isThere == (isPublic == true), "\(text)")
                    }
                    for text in ["a description", "a-tag"] {
                        #expect(bytes.range(of: Data(text.utf8)) == nil)
                    }
                    let hasCredits = FileManager.default.fileExists(
                        atPath: target + "/CREDITS.txt")
                    #expect(hasCredits == (isPublic == true))
                }
            }
            try gallery.catalog.write { db in
                try db.execute(sql: "UPDATE photo SET isPublic = 1")
            }
            var mail = ShareMail()
            mail.path = BytePath(folder + "/a.eml")
            _ = try await gallery.shares.send(.photos([photos[0]]), to: .mail(mail))
            let message = try ShareMailTests.decoded(
                try #require(FileManager.default.contents(atPath: folder + "/a.eml")))
            #expect(String(decoding: message, as: UTF8.self).contains("Flickr"))
        }
    }
}
