import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import Testing

@Suite("People pages")
struct PeoplePageTests {
    @Test("the page shows people and unnamed faces")
    func showsPeopleAndTheFacesThatNobodyNamed() async throws {
        try await FilledGallery.with { filled, client in
            let (status, page) = try await client.page("/people")
            #expect(status == 200)
            checkPage(page, "/people")
            #expect(page.contains("1 person<") && page.contains("Eva"))
            let tags = MarkupReader.tags(page)
            // The edit crops the other face.
            let keys = tags.compactMap { $0["data-key"] }
            #expect(keys == ["\(filled.plain).1"])
            #expect(tags.contains { $0["href"] == "/people?name=Eva" })
            #expect(tags.count { $0["class"] == "portrait" } == 2)
            #expect(page.ranges(of: "/picture?v=").count == 2)
        }
    }

    @Test("the photos of a person are grouped by year")
    func showsAPersonYearByYear() async throws {
        try await FilledGallery.with { filled, client in
            let (status, page) = try await client.page("/people?name=EVA")
            #expect(status == 200)
            checkPage(page, "/people?name=EVA")
            #expect(page.contains("<h1 dir=\"auto\">Eva</h1>"))
            let photos = MarkupReader.tags(page).compactMap { $0["data-photo"] }
            #expect(photos == ["\(filled.edited)"])
            #expect(page.contains("id=\"year-2024\""))
            let (missing, _) = try await client.page("/people?name=Nobody")
            #expect(missing == 404)
            // A longer name is another person.
            try filled.scene.gallery.faces.name(
                1, of: filled.scene.gallery.photo(id: filled.plain), as: "Eva Maria")
            let (_, again) = try await client.page("/people?name=Eva")
            let shown = MarkupReader.tags(again).compactMap { $0["data-photo"] }
            #expect(shown == ["\(filled.edited)"])
        }
    }

    @Test("photos without a date come last")
    func photosWithoutADateComeLast() async throws {
        try await FilledGallery.with { filled, client in
            let scene = filled.scene
            let file = scene.folder.appending(path: "undated.jpg")
            // Neither the picture nor a sidecar contains a date.
            let known = try scene.gallery.photo(id: filled.plain).picture?.path?.string ?? ""
            let bytes = try Data(contentsOf: URL(filePath: known))
            try (bytes.prefix(2) + [0xFF, 0xFE, 0, 3, 9] + bytes.dropFirst(2)).write(to: file)
            _ = try await scene.gallery.importPhotos(from: [BytePath(file.path)])
            let camera = try scene.gallery.sections.find(.camera)
            let undated = try scene.gallery.photos(.section(camera)).map(\.photo)
                .first { $0.dateTimeOriginal == nil }
            try scene.gallery.faces.add(
                FaceRectangle(x: 4, y: 4, width: 12, height: 12), to: try #require(undated),
                name: "Eva")
            let (_, page) = try await client.page("/people?name=Eva")
            let years = MarkupReader.tags(page).compactMap { $0["id"] }
                .filter { $0.hasPrefix("year-") }
            #expect(years == ["year-2024", "year-undated"])
        }
    }

    @Test("named and rejected faces are no longer listed as unnamed")
    func theGridEmptiesAsFacesAreNamed() async throws {
        try await FilledGallery.with { filled, client in
            let gallery = filled.scene.gallery
            try gallery.faces.name(1, of: gallery.photo(id: filled.plain), as: "Ada")
            try gallery.faces.reject([1], of: gallery.photo(id: filled.edited))
            let (_, page) = try await client.page("/people/unnamed")
            checkPage(page, "/people/unnamed")
            #expect(!page.contains("data-key"))
            #expect(page.contains("All faces have names"))
            let (status, _) = try await client.page("/people/unnamed?cursor=x")
            #expect(status == 400)
        }
    }

    @Test("pages of faces follow each other, the largest faces first")
    func pagesOfFacesFollowEachOther() async throws {
        try await FilledGallery.with { filled, client in
            let gallery = filled.scene.gallery
            let dogs = try gallery.sections.find(SectionReference(text: "dogs"))
            let dog = try #require(gallery.photos(.section(dogs)).first).photo
            for (x, side) in [(4.0, 14.0), (40, 10)] {
                try gallery.faces.add(
                    FaceRectangle(x: x, y: 4, width: side, height: side),
                    to: try gallery.photo(id: dog.id))
            }
            var found: [String] = []
            var next: UnnamedFace?
            // A face that is cropped gets no page.
            repeat {
                let page = try gallery.faces.unnamed(after: next, limit: 1)
                found += page.portraits.map { "\($0.photo.id).\($0.number)" }
                next = page.next
            } while next != nil
            #expect(found == ["\(dog.id).1", "\(filled.plain).1", "\(dog.id).2"])
            let (_, page) = try await client.page("/people/unnamed")
            #expect(MarkupReader.tags(page).compactMap { $0["data-key"] } == found)
            let first = try gallery.faces.unnamed(limit: 1)
            let cursor = try #require(first.next?.description)
            let (_, rest) = try await client.page("/people/unnamed?cursor=\(cursor)")
            #expect(MarkupReader.tags(rest).compactMap { $0["data-key"] } == Array(found[1...]))
        }
    }

    @Test("without faces, the page shows how to detect them")
    func saysWhatToDoWithoutFaces() async throws {
        try await WebScene().run { client in
            let (status, page) = try await client.page("/people")
            #expect(status == 200)
            checkPage(page, "/people")
            #expect(page.contains("gallery faces"))
        }
    }
}
