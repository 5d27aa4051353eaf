import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import Testing

@Suite("Positions and labels of photos")
struct PositionRouteTests {
    @Test("the position of a photo in the columns is returned")
    func tellsWhereAPhotoStandsInTheColumns() async throws {
        try await FilledGallery.with { _, client in
            let photos = try await client.get("/api/v1/photos?limit=1000").body.page
            let ids = photos.compactMap { $0["id"]?.whole }
            var before: [String: Int] = [:]
            for (place, id) in ids.enumerated() {
                let listPosition = try await client.get("/api/v1/photos/\(id)/place").body
                let month = try #require(listPosition["month"]?.string)
                #expect(listPosition["index"]?.whole == before[month, default: 0])
                #expect(listPosition["part"]?.whole == 0)
                #expect(listPosition["position"]?.whole == place + 1)
                #expect(listPosition["count"]?.whole == ids.count)
                before[month, default: 0] += 1
                let oldest = try await client.get("/api/v1/photos/\(id)/place?sort=taken").body
                #expect(oldest["position"]?.whole == ids.count - place)
                #expect(oldest["index"]?.whole == listPosition["index"]?.whole)
            }
        }
    }

    @Test("the position of a photo in a section is returned")
    func tellsWhereAPhotoStandsInASection() async throws {
        try await FilledGallery.with { filled, client in
            for section in ["dogs", "camera", "album:best"] {
                let photos = try await client.get("/api/v1/sections/\(section)/photos").body.page
                for (place, photo) in photos.enumerated() {
                    let id = try #require(photo["id"]?.whole)
                    let listPosition = try await client.get(
                        "/api/v1/photos/\(id)/place?section=\(section)"
                    ).body
                    #expect(listPosition["month"]?.isNull == true)
                    #expect(listPosition["index"]?.whole == place)
                    #expect(listPosition["position"]?.whole == place + 1)
                    #expect(listPosition["count"]?.whole == photos.count)
                }
            }
            let fitting = "/api/v1/photos/\(filled.edited)/place?section=camera&q=is:edited"
            #expect(try await client.get(fitting).body["count"]?.whole == 1)
            let byDate = try await client.get(fitting + "&sort=taken:desc")
            #expect(byDate.body["month"]?.string == "2024-05")
        }
    }

    @Test("a photo outside a listing has no position in it")
    func knowsWhatAListingDoesNotHave() async throws {
        try await FilledGallery.with { filled, client in
            for uri in [
                "/\(filled.trashed)/place", "/\(filled.plain)/place?section=dogs",
                "/\(filled.plain)/place?q=is:edited", "/4711/place",
                "/\(filled.plain)/place?section=cats",
                "/\(filled.plain)/place?section=camera&q=is:edited&sort=date",
            ] {
                #expect(try await client.get("/api/v1/photos\(uri)").status == 404, "\(uri)")
            }
            let wrong = try await client.get("/api/v1/photos/\(filled.plain)/place?sort=width")
            #expect(wrong.status == 400)
            let title = try await client.get(
                "/api/v1/photos/\(filled.plain)/place?section=camera&sort=title"
            ).body
            #expect(title["position"]?.whole == 2 && title["count"]?.whole == 2)
            #expect(title["month"]?.isNull == true)
        }
    }

    @Test("labels describe the content of photos")
    func labelsSayWhatPhotosShow() async throws {
        try await FilledGallery.with { filled, client in
            let (edited, plain, trashed) = (filled.edited, filled.plain, filled.trashed)
            let items = try await client.get(
                "/api/v1/labels?photos=\(plain),4711,\(trashed),\(edited)"
            ).body.page
            #expect(
                items.map { $0["id"]?.whole } == [plain, trashed, edited].map { Int($0.rawValue) })
            #expect(items.last?["text"]?.string?.hasSuffix("17 May 2024") == true)
            #expect(items.last?["text"]?.string?.contains("Eva") == true)
            #expect(items[0]["title"]?.string?.hasPrefix("Café") == true)
            guard case .flag(true)? = items[1]["isTrashed"] else {
                Issue.record("\(trashed) lies in the trash")
                return
            }
        }
    }

    @Test(
        "labels require a list of ids",
        arguments: ["", "?photos=", "?photos=1,", "?photos=a", "?photos=0", "?photos=-1"])
    func labelsAreAskedForByIds(_ query: String) async throws {
        try await WebScene().run { client in
            let answer = try await client.get("/api/v1/labels\(query)")
            #expect(answer.status == 400)
            #expect(
                answer.body["detail"]?.string?.hasSuffix(
                    ": expected 1 to 200 comma-separated ids") == true)
        }
    }

    @Test("labels are limited to 200 photos")
    func labelsAreOfTwoHundredPhotosAtMost() async throws {
        try await WebScene().run { client in
            let ids = (1...201).map(String.init).joined(separator: ",")
            let many = try await client.get("/api/v1/labels?photos=\(ids)")
            let maximum = try await client.get("/api/v1/labels?photos=\(ids.dropLast(4))")
            #expect(many.status == 400 && maximum.status == 200)
        }
    }
}
