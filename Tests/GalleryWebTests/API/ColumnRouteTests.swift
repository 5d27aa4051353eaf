import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import Testing

@Suite("Month and column routes")
struct ColumnRouteTests {
    @Test("the columns of all months contain all photos, newest first")
    func monthsAndTheirColumnsAreAllPhotosNewestFirst() async throws {
        try await FilledGallery.with { _, client in
            let photos = try await client.get("/api/v1/photos?limit=1000").body.page
            let months = try await client.get("/api/v1/months").body.page
            #expect(months.compactMap { $0["count"]?.whole }.reduce(0, +) == photos.count)
            let names = months.compactMap { $0["month"]?.string }
            #expect(names == names.sorted(by: >) && names.contains("2024-05"))
            var ids: [Int] = []
            var aspects: [Int] = []
            for month in months {
                let columns = try await client.get(
                    "/api/v1/months/\(month["month"]?.string ?? "")/columns"
                ).body
                #expect(columns["version"]?.string == month["version"]?.string)
                #expect(columns["parts"]?.whole == 1)
                ids += columns.ids
                aspects += columns["aspects"]?.items?.compactMap(\.whole) ?? []
                #expect(columns["days"]?.items?.count == month["count"]?.whole)
            }
            #expect(ids == photos.compactMap { $0["id"]?.whole })
            let expected = photos.map { photo in
                guard let width = photo["width"]?.double, let height = photo["height"]?.double
                else { return 0 }
                return Int((width / height * 1000).rounded())
            }
            #expect(aspects == expected)
        }
    }

    @Test("a section has its own months and columns")
    func aSectionHasMonthsAndColumnsOfItsOwn() async throws {
        try await FilledGallery.with { _, client in
            let months = try await client.get("/api/v1/months?section=camera").body.page
            #expect(months.map { $0["month"]?.string } == ["2024-05"])
            #expect(months.map { $0["count"]?.whole } == [2])
            let columns = try await client.get(
                "/api/v1/months/2024-05/columns?section=camera&q=is:edited"
            ).body
            #expect(columns["count"]?.whole == 1)
            #expect(columns["days"]?.items?.compactMap(\.whole) == [17])
            for section in ["dogs", "camera", "album:best"] {
                let photos = try await client.get("/api/v1/sections/\(section)/photos").body.page
                let columns = try await client.get("/api/v1/sections/\(section)/columns").body
                #expect(columns.ids == photos.compactMap { $0["id"]?.whole })
                #expect(columns["count"]?.whole == photos.count)
            }
            let none = try await client.get("/api/v1/sections/dogs/columns?part=7&q=is:public")
            #expect(none.status == 200 && none.body["ids"]?.items?.isEmpty == true)
        }
    }

    @Test("owners can list photos with the same picture once, with their number")
    func ownersCanListPhotosWithTheSamePictureOnce() async throws {
        try await FilledGallery.with { filled, client in
            let gallery = filled.scene.gallery
            let dogs = try gallery.sections.find(SectionReference(text: "dogs"))
            let first = try #require(try gallery.photos(.section(dogs)).first).photo
            let folder = filled.scene.folder.appending(path: "again")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: first.picture?.path?.string ?? "",
                toPath: folder.appending(path: "dog.jpg").path)
            _ = try await gallery.importPhotos(from: [BytePath(folder.path)])
            let camera = try gallery.photos(.section(try gallery.sections.find(.camera)))
            let copy = try #require(
                camera.first { $0.photo.picture?.sha256 == first.picture?.sha256 }
            ).photo.id
            func count(_ parameters: String) async throws -> Int {
                try await client.get("/api/v1/months?\(parameters)").body.page
                    .compactMap { $0["count"]?.whole }.reduce(0, +)
            }
            let all = try await count("")
            #expect(try await count("copies=first") == all - 1)
            #expect(try await count("copies=first&section=camera") == 3)
            #expect(try await count("copies=first&q=section:camera") == 3)
            var numbers: [Int: Int] = [:]
            for month in try await client.get("/api/v1/months?copies=first").body.page {
                let columns = try await client.get(
                    "/api/v1/months/\(month["month"]?.string ?? "")/columns?copies=first"
                ).body
                #expect(columns["count"]?.whole == month["count"]?.whole)
                let counted = columns["copies"]?.items?.compactMap(\.whole)
                let copies = counted ?? columns.ids.map { _ in 1 }
                for (id, number) in zip(columns.ids, copies) { numbers[id] = number }
            }
            #expect(numbers.count == all - 1)
            #expect(numbers.filter { $0.value > 1 } == [Int(first.id.rawValue): 2])
            let place = "/api/v1/photos/\(copy)/place"
            #expect(try await client.get(place).status == 200)
            #expect(try await client.get("\(place)?copies=first").status == 404)
            // The page of the copy shows it among all photos.
            let (status, page) = try await client.page("/photos/\(copy)")
            #expect(status == 200 && page.contains("of \(all)"))
            let (_, other) = try await client.page("/photos/\(first.id)")
            #expect(other.contains("of \(all - 1)"))
            // The copy is not changed with the photos of the grid, also if its photo is left out.
            let changed = try await client.change(
                .post, "batch",
                #"{"q":"","copies":"first","except":[\#(first.id)],"addTags":["shown"]}"#)
            #expect(changed.body["changed"]?.whole == all - 2)
            #expect(try !gallery.photo(id: copy).tags.contains("shown"))
            let wrong = #"{"q":"","copies":"all","addTags":["shown"]}"#
            #expect(try await client.change(.post, "batch", wrong).status == 422)
            let access = try AccessScene(on: filled.scene)
            let secret = try gallery.accessTokens.make(named: "guest", role: .viewer)
            let seen = try await access.ask(
                .get, "/api/v1/months?copies=first", AccessScene.bearer(secret)
            ).bytes()
            let months = try JSONValue(seen, depth: 64).page.compactMap { $0["count"]?.whole }
            #expect(months.reduce(0, +) == all)
        }
    }

    @Test("colors are included once thumbnails exist")
    func colorsExistOnceThumbnailsExist() async throws {
        try await FilledGallery.with { filled, client in
            let uri = "/api/v1/months/2024-05/columns?section=camera"
            let before = try await client.get(uri).body["colours"]?.string
            #expect(before == "------")
            _ = try await filled.scene.gallery.thumbnails.make(.everything)
            let after = try #require(try await client.get(uri).body["colours"]?.string)
            #expect(after.wholeMatch(of: /([0-9a-f]{3}){2}/) != nil)
        }
    }

    @Test(
        "responses are compressed for clients that accept gzip",
        arguments: ["months/2024-05/columns", "months", "photos", "sections", "trash"])
    func answersAreCompressedForThoseWhoTakeThat(_ path: String) async throws {
        try await FilledGallery.with { _, client in
            let uri = "/api/v1/\(path)"
            let plain = try await client.get(uri)
            #expect(plain.headers[.contentEncoding] == nil)
            #expect(plain.headers[.vary] == "Accept-Encoding")
            let gzip: HTTPFields = [.acceptEncoding: "br, gzip;q=0.5"]
            let compressed = try await client.get(uri, gzip)
            #expect(compressed.headers[.contentEncoding] == "gzip")
            #expect(compressed.headers[.eTag] != plain.headers[.eTag])
            var again = gzip
            again[.ifNoneMatch] = compressed.headers[.eTag]
            #expect(try await client.get(uri, again).status == 304)
            let refused = try await client.get(uri, [.acceptEncoding: "gzip;q=0, *"])
            #expect(refused.headers[.contentEncoding] == nil)
        }
    }

    @Test(
        "invalid months, parts and parameters are rejected with the expected values",
        arguments: [
            ("months/2024-13/columns", "invalid month '2024-13': expected a month such as 2024-05"),
            ("months/2024/columns", "invalid month '2024': expected a month such as 2024-05"),
            (
                "months/2024-05-17/columns",
                "invalid month '2024-05-17': expected a month such as 2024-05"
            ),
            ("months/2024-05/columns?part=-1", "invalid part '-1': expected 0 or more"),
            (
                "months/2024-05/columns?part=99999999999",
                "invalid part '99999999999': expected 0 or more"
            ),
            ("months?part=1", "unknown parameter 'part': expected section, q, copies"),
            ("months?copies=last", "invalid copies 'last': expected first"),
            ("months/2024-05/columns?copies=", "invalid copies '': expected first"),
        ])
    func refusesWhatItDoesNotUnderstand(_ uri: String, _ detail: String) async throws {
        try await WebScene().run { client in
            let answer = try await client.get("/api/v1/\(uri)")
            #expect(answer.status == 400)
            #expect(answer.body["detail"]?.string == detail)
        }
    }

    @Test("a month without photos has empty columns")
    func aMonthWithoutPhotosHasEmptyColumns() async throws {
        try await WebScene().run { client in
            let answer = try await client.get("/api/v1/months/1999-12/columns")
            #expect(answer.body["count"]?.whole == 0 && answer.body.ids.isEmpty)
            #expect(try await client.get("/api/v1/months").body.page.isEmpty)
            #expect(try await client.get("/api/v1/months?section=cats").status == 404)
        }
    }

    @Test("colors are rounded to three hexadecimal digits")
    func colorIsTheNearestOfThreeDigits() {
        var columns = PhotoColumns(photos: 3, version: "1")
        columns.ids = [7, 5, 9].map(PhotoID.init(rawValue:))
        columns.aspects = [1_333, 0, 750]
        columns.dates = [1_715_990_399, 1_714_521_600, 1_714_521_600]
        columns.colors = [0xFF_88_00, -1, 0x08_09_F8]
        let bytes = ColumnDocument.value(
            columns, part: 0, daysIn: PartialDate(year: 2024, month: 5)
        ).compact
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                {"part":0,"parts":1,"count":3,"version":"1","ids":[7,-2,4],"aspects":[1333,0,750],\
                "days":[17,1,1],"colours":"f80---01f"}
                """)
    }
}

extension JSONValue {
    /// The catalog ids of columns, decoded from their differences.
    fileprivate var ids: [Int] {
        var last = 0
        return (self["ids"]?.items ?? []).compactMap(\.whole).map { difference in
            last += difference
            return last
        }
    }
}
