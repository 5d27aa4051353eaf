import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import Hummingbird
import Testing

@Suite("Library routes")
struct LibraryRouteTests {
    @Test("a photo row contains what a tile needs")
    func tellsWhatATileNeeds() async throws {
        try await FilledGallery.with { filled, client in
            let answer = try await client.get("/api/v1/sections/camera/photos")
            let row = try #require(
                answer.body.page.first { $0["id"]?.whole == filled.edited.whole })
            #expect(row["section"]?.string == "camera")
            #expect(row["position"]?.whole == 1)
            #expect(row["title"]?.string?.hasPrefix("Café \"au lait\"") == true)
            #expect(row["fileName"]?.string == "IMG_0.jpg")
            #expect(row["takenAt"]?.string == "2024-05-17T10:11:12+02:00")
            #expect(try abs(#require(row["latitude"]?.double) - 48.39) < 1e-9)
            #expect(try abs(#require(row["longitude"]?.double) + 4.4866666) < 1e-6)
            #expect(row["faceCount"]?.whole == 2)
            #expect(row["mediaType"]?.string == "image/jpeg")
            #expect(
                row["thumbnail"]?.string?.hasPrefix(
                    "/api/v1/photos/\(filled.edited)/thumbnail/240?") == true)
        }
    }

    @Test("sizes and faces are in pixels of the edited picture")
    func answersPixelsOfThePictureAsItIsEdited() async throws {
        try await FilledGallery.with { filled, client in
            let gallery = filled.scene.gallery
            let photo = try gallery.photo(id: filled.edited)
            let picture = try #require(photo.picture)
            let (width, height) = (try #require(picture.width), try #require(picture.height))
            let row = try await client.get("/api/v1/photos/\(filled.edited)").body
            // Turned by a quarter, then zoomed so that four fifths of each side remain.
            #expect(row["width"]?.whole == Int((Double(height) / 1.25).rounded()))
            #expect(row["height"]?.whole == Int((Double(width) / 1.25).rounded()))
            #expect(row["isEdited"].map { "\($0)" } == "flag(true)")
            let faces = try await client.get("/api/v1/photos/\(filled.edited)/faces").body
            #expect(faces["width"]?.whole == row["width"]?.whole)
            for face in faces.page {
                let box = ["x", "y", "width", "height"].compactMap { face[$0]?.double }
                #expect(box[0] >= 0 && box[0] + box[2] <= row["width"]?.double ?? 0)
                #expect(box[1] >= 0 && box[1] + box[3] <= row["height"]?.double ?? 0)
            }
            let names = faces.page.compactMap { $0["name"]?.string }
            #expect(names == ["Eva"])
        }
    }

    @Test("faces of an unedited photo keep their stored positions")
    func tellsFacesOfAnUneditedPhotoWhereTheyAreStored() async throws {
        try await FilledGallery.with { filled, client in
            let faces = try await client.get("/api/v1/photos/\(filled.plain)/faces").body
            #expect(faces.page.count == 1)
            let box = ["x", "y", "width", "height"].compactMap { faces.page[0][$0]?.whole }
            #expect(box == [4, 4, 12, 12])
            #expect(faces.page[0]["detector"]?.string == "person")
        }
    }

    @Test(
        "pages of a list follow each other without gaps or repetitions",
        arguments: [
            "photos", "photos?sort=title", "photos?sort=added:desc", "photos?q=section:dogs",
            "sections", "sections/dogs/photos", "sections/dogs/photos?sort=taken", "effects",
            "tags",
            "timeline?by=day", "trash", "problems", "undo", "places?by=country",
        ])
    func pagesFollowEachOtherWithoutGapsAndRepetitions(_ list: String) async throws {
        try await FilledGallery.with { _, client in
            let mark = list.contains("?") ? "&" : "?"
            let whole = try await client.get("/api/v1/\(list)").body
            #expect(whole["next"]?.isNull == true)
            #expect(!whole.page.isEmpty)
            var found: [JSONValue] = []
            var cursor: String?
            repeat {
                let following = cursor.map { "&cursor=\($0.percentEncoded)" } ?? ""
                let answer = try await client.get("/api/v1/\(list)\(mark)limit=1\(following)")
                try #require(answer.status == 200)
                try #require(answer.body.page.count == 1)
                found += answer.body.page
                cursor = answer.body["next"]?.string
            } while cursor != nil && found.count < 100
            #expect(JSONValue.list(found).compact == JSONValue.list(whole.page).compact)
        }
    }

    @Test("an invalid query is rejected with the position of the error")
    func saysWhereAQueryCannotBeRead() async throws {
        try await WebScene().run { client in
            let answer = try await client.get("/api/v1/photos?q=dog%20taken:soon")
            #expect(answer.status == 400)
            #expect(answer.headers[.contentType] == "application/problem+json")
            #expect(answer.headers[.eTag] == nil)
            #expect(answer.body["query"]?.string == "dog taken:soon")
            #expect(answer.body["column"]?.whole == 11)
            #expect(answer.body["expected"]?.string?.hasPrefix("days: ") == true)
            #expect(answer.body["detail"]?.string?.contains("\n") == false)
        }
    }

    @Test(
        "invalid parameters are rejected with the expected values",
        arguments: [
            ("photos?limt=3", "unknown parameter 'limt': did you mean 'limit'?"),
            ("photos?limit=0", "invalid limit '0': expected 1 to 1000"),
            ("photos?limit=1001", "invalid limit '1001': expected 1 to 1000"),
            ("photos?limit=+1", "invalid limit ' 1': expected 1 to 1000"),
            ("photos?cursor=x", "invalid cursor 'x': expected the value of 'next' from a page"),
            ("trash?cursor=1", "invalid cursor '1': expected the value of 'next' from a page"),
            ("tags?cursor=tag", "invalid cursor 'tag': expected the value of 'next' from a page"),
            (
                "photos?sort=colour",
                "invalid sort 'colour': expected "
                    + PhotoOrder.Key.allCases.map(\.rawValue).joined(separator: ", ")
                    + ", optionally with ':desc'"
            ),
            ("timeline?by=week", "invalid by 'week': expected year, month, day"),
            ("openapi.json?x=1", "unknown parameter 'x': this address takes none"),
        ])
    func refusesWhatItDoesNotUnderstand(_ uri: String, _ detail: String) async throws {
        try await WebScene().run { client in
            let answer = try await client.get("/api/v1/\(uri)")
            #expect(answer.status == 400)
            #expect(answer.body["detail"]?.string == detail)
        }
    }

    @Test(
        "unknown photos, sections and addresses are not found",
        arguments: [
            "photos/1", "photos/0", "photos/-1", "photos/dogs", "photos/99999999999999999999",
            "photos/camera%2F1", "photos/1/faces", "photos/1/edit", "sections/cats",
            "sections/cats/photos", "sections/%20", "nothing", "photos/..%2F..%2Fetc%2Fpasswd",
        ])
    func hasNothingElse(_ uri: String) async throws {
        try await WebScene().run { client in
            let answer = try await client.get("/api/v1/\(uri)")
            #expect(answer.status == 404)
        }
    }

    @Test("a photo is found by any kind of reference")
    func takesAnyReferenceOfAPhoto() async throws {
        try await FilledGallery.with { filled, client in
            let photo = try filled.scene.gallery.photo(
                try #require(PhotoReference(text: "dogs/2")))
            for reference in ["\(photo.id)", "dogs%2F2", "flickr:\(photo.originID)"] {
                let answer = try await client.get("/api/v1/photos/\(reference)")
                #expect(answer.body["id"]?.whole == photo.id.whole)
            }
        }
    }

    @Test("a photo is returned with all its facts except paths")
    func tellsOnePhotoWithEverythingButPaths() async throws {
        try await FilledGallery.with { filled, client in
            let own = try await client.get("/api/v1/photos/\(filled.edited)").body
            #expect(own["metadata"]?["GPSLatitudeRef"]?.string == "N")
            #expect(own["metadata"]?["SourceFile"] == nil)
            #expect(own["edit"]?["rotation"]?.whole == 90)
            #expect(own["pictures"]?.items?.count == 1)
            let trashed = try await client.get("/api/v1/photos/\(filled.trashed)").body
            #expect(trashed["metadata"]?["Raw"]?["id"] != nil)
            #expect(trashed["trashedAt"]?.string != nil)
            #expect(trashed["position"]?.isNull == true)
            let folder = filled.scene.folder.path
            for uri in ["photos/\(filled.edited)", "photos", "sections/camera/photos", "trash"] {
                try await client.execute(uri: "/api/v1/\(uri)", method: .get) { answer in
                    #expect(!String(buffer: answer.body).contains(folder))
                }
            }
        }
    }

    @Test("edits are returned as they are stored")
    func recipesReadAsTheyAreStored() async throws {
        try await FilledGallery.with { filled, client in
            let edit = try await client.get("/api/v1/photos/\(filled.edited)/edit").body
            let stored = try filled.scene.gallery.edits.recipe(of: filled.edited)
            #expect(try PhotoEdit(json: edit.compact) == stored)
            let none = try await client.get("/api/v1/photos/\(filled.plain)/edit").body
            #expect(String(decoding: none.compact, as: UTF8.self) == #"{"version":1}"#)
        }
    }

    @Test("an album filled by hand is listed without a query, with its chosen cover")
    func albumByHand() async throws {
        try await FilledGallery.with { filled, client in
            let albums = filled.scene.gallery.albums
            let album = try albums.create(named: "Trip").album
            let empty = try await client.get("/api/v1/sections/album:Trip").body
            #expect(empty["count"]?.whole == 0 && empty["cover"]?.isNull == true)
            let ids = [filled.plain, filled.edited]
            try await albums.add(PhotoQuery([.photos(ids)]), to: album)
            let all = try await client.get("/api/v1/albums").body.page
            #expect(all.map { $0["name"]?.string } == ["best", "Trip"])
            #expect(all.map { $0["photos"]?.whole } == [1, 2])
            #expect(all[1]["query"]?.isNull == true)
            #expect(all.map { $0["cover"]?.whole } == [filled.edited.whole, filled.plain.whole])
            let photos = try await client.get("/api/v1/sections/album:Trip/photos").body.page
            #expect(photos.map { $0["id"]?.whole } == ids.map(\.whole))
            #expect(photos.map { $0["section"]?.string } == ["album:Trip", "album:Trip"])
            #expect(photos.map { $0["position"]?.whole } == [1, 2])
            func cover() async throws -> Int? {
                let section = try await client.get("/api/v1/sections/album:Trip").body
                #expect(section["where"]?.isNull == true)
                return section["cover"]?.whole
            }
            #expect(try await cover() == filled.plain.whole)
            try albums.setCover(of: album, to: filled.edited)
            #expect(try await cover() == filled.edited.whole)
            // A cover that is not in the album any more is not shown.
            try await albums.remove(PhotoQuery([.photos([filled.edited])]), from: album)
            #expect(try await cover() == filled.plain.whole)
            // Lists of everything contain each photo once.
            let camera = try await client.get("/api/v1/photos/\(filled.plain)").body
            #expect(camera["section"]?.string == "camera")
            #expect(
                camera["sections"]?.items?.map { $0["section"]?.string } == [
                    "camera", "album:Trip",
                ])
        }
    }

    @Test("lists and counts match those of the commands")
    func countsAsTheCommandsDo() async throws {
        try await FilledGallery.with { filled, client in
            let people = try await client.get("/api/v1/people").body
            #expect(people.page.map { $0["name"]?.string } == ["Eva"])
            let portrait = try #require(people.page[0]["picture"]?.string)
            #expect(try await client.get(portrait).status == 200)
            let albums = try await client.get("/api/v1/albums").body
            #expect(albums.page.map { $0["query"]?.string } == ["is:edited"])
            #expect(albums.page.map { $0["photos"]?.whole } == [1])
            let days = try await client.get("/api/v1/timeline?by=day&q=section:camera").body
            #expect(days.page.map { $0["period"]?.string } == ["2024-05-17"])
            #expect(days.page.map { $0["photos"]?.whole } == [2])
            let trash = try await client.get("/api/v1/trash").body
            #expect(trash.page.map { $0["id"]?.whole } == [filled.trashed.whole])
            let problems = try await client.get("/api/v1/problems").body
            #expect(problems.page.map { $0["command"]?.string } == ["import"])
            let steps = try await client.get("/api/v1/undo?limit=1").body
            #expect(steps.page[0]["command"]?.string == "remove")
            #expect(steps.page[0]["sentence"]?.string == "Moved 1 photo to the trash.")
            #expect(steps.page[0]["state"]?.string == "done")
            let effects = try await client.get("/api/v1/effects").body
            #expect(effects.page.count == EffectName.allCases.count)
        }
    }
}

extension PhotoID {
    fileprivate var whole: Int { Int(rawValue) }
}

extension String {
    /// The text, encoded as a parameter value.
    var percentEncoded: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
