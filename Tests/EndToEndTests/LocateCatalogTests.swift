import FakeFlickr
import Foundation
import GalleryModel
import TestSupport
import Testing

@Suite("Places in a catalog")
struct LocateCatalogTests {
    @Test("import looks up places; list, show, CSV and counts contain them")
    func importing() throws {
        let scene = try PlaceScene()
        defer { scene.gallery.remove() }
        try scene.addWorld()
        let csv = try scene.gallery.run("export", "--columns", "Title,CountryCode,Country,City")
        #expect(
            csv.text == "Title,CountryCode,Country,City\r\n1-brest,FR,France,Brest\r\n"
                + "2-paris,FR,France,\(try scene.column("City")[1] ?? "")\r\n"
                + "3-sydney,AU,Australia,\(try scene.column("City")[2] ?? "")\r\n"
                + "4-sea,,,\r\n5-nowhere,,,\r\n")
        #expect(try scene.column("PlaceMatch") == ["inside", "inside", "inside", "none", nil])
        #expect(try scene.column("PositionSource") == ["photo", "photo", "photo", "photo", nil])
        #expect(try scene.gallery.run("list", "camera").text.contains("Brest, FR"))
        let shown = try scene.gallery.run("show", "camera/1").text
        #expect(shown.contains("Brest ("))
        #expect(shown.contains("Brittany, France"))
        let counts = try scene.gallery.run("places", "--by", "country", "--format", "csv")
        #expect(
            counts.text == "countryCode,country,photos\r\nFR,France,2\r\nAU,Australia,1\r\n,,1\r\n"
        )
        #expect(counts.errors == "gallery: 1 photo without a position\n")
        let again = try scene.gallery.run("locate", "camera", "--format", "jsonl")
        #expect(try again.lines().map { $0.number("id") } == [1, 2, 3, 4, 5])
        #expect(
            again.errors
                == "gallery: 0 photos located, 4 already known, 1 without a position\n")
    }

    @Test("queries by country, region, city, distance and box select photos")
    func queries() throws {
        let scene = try PlaceScene()
        defer { scene.gallery.remove() }
        try scene.addWorld()
        #expect(try scene.titles(where: "country:fr") == ["1-brest", "2-paris"])
        #expect(try scene.titles(where: "country:Australia") == ["3-sydney"])
        #expect(try scene.titles(where: "region:ile-de-france") == ["2-paris"])
        #expect(try scene.titles(where: "city:BREST country:FR") == ["1-brest"])
        #expect(try scene.titles(where: "near:48.39,-4.48,5") == ["1-brest"])
        #expect(try scene.titles(where: "near:48.39,-4.48,510") == ["1-brest", "2-paris"])
        #expect(try scene.titles(where: "bbox:150,-40,-20,50") == ["3-sydney", "4-sea"])
        #expect(try scene.titles(where: "bbox:-5,48,3,49 city:Brest") == ["1-brest"])
        let counts = try scene.gallery.run(
            "places", "camera", "--where", "near:48.39,-4.48,510", "--by", "region", "--format",
            "jsonl")
        #expect(
            try counts.lines().map { $0["region"] as? String } == ["Brittany", "Île-de-France"])
    }

    @Test("a home is used as a place and never as a position")
    func home() throws {
        let scene = try PlaceScene()
        defer { scene.gallery.remove() }
        try scene.addWorld()
        let row = try scene.gallery.run(
            "locate", "camera/5", "--home", "-33.4489,-70.6693", "--format", "jsonl"
        ).lines()[0]
        #expect(row["countryCode"] as? String == "CL")
        #expect(row["positionSource"] as? String == "home")
        #expect(try scene.column("CountryCode")[4] == "CL")
        #expect(try scene.column("GPSLatitude")[4] == nil)
        #expect(try scene.titles(where: "country:CL") == ["5-nowhere"])
        #expect(try scene.titles(where: "near:-33.4489,-70.6693,50") == [])
        #expect(try scene.gallery.run("list", "camera").text.contains("(home)"))
        // A later change of the setting moves no photo; --home does, and undo reverts it.
        let setting = ["GALLERY_PLACES_HOME": "52.52,13.405"]
        try scene.gallery.run("locate", "--again", adding: setting)
        #expect(try scene.column("CountryCode")[4] == "CL")
        let csv = try scene.gallery.run("export", "--columns", "Title,CountryCode,City")
        #expect(csv.text.hasSuffix("5-nowhere,,\r\n"))
        try scene.gallery.run("locate", "camera", "--home", "52.52,13.405")
        #expect(try scene.column("CountryCode") == ["FR", "FR", "AU", nil, "DE"])
        try scene.gallery.run("locate", "camera", "--home", "none")
        #expect(try scene.column("CountryCode")[4] == nil)
        #expect(try scene.column("CountryCode")[0] == "FR")
    }

    @Test("homes are a change that undo reverts, and are not removed by mistake")
    func homeUndo() throws {
        let scene = try PlaceScene()
        defer { scene.gallery.remove() }
        try scene.addWorld()
        let given = try scene.gallery.run("locate", "camera", "--home", "52.52,13.405")
        #expect(given.errors.contains("1 at home"))
        #expect(given.errors.contains("'gallery undo"))
        let list = try scene.gallery.run("undo", "--list", "--format", "jsonl").lines()[0]
        #expect(list["command"] as? String == "locate")
        #expect(list["sentence"] as? String == "Set the home of 1 photo.")
        #expect(list["state"] as? String == "done")
        // Without an explicit selection of photos.
        let refused = try scene.gallery.run("locate", "--home", "none")
        #expect(refused.status == 64)
        #expect(refused.errors.contains("remove the home of 1 photo"), "\(refused.errors)")
        #expect(refused.errors.contains("gallery locate camera --home none"))
        let dry = try scene.gallery.run("locate", "--home", "none", "-n")
        #expect(dry.status == 0)
        #expect(dry.errors.contains("dry run: ") && dry.errors.contains("1 home removed"))
        #expect(try scene.column("CountryCode")[4] == "DE")
        // Two operands are one change.
        let taken = try scene.gallery.run("locate", "camera/1", "camera", "--home", "none")
        #expect(taken.errors.contains("1 home removed"))
        #expect(try scene.column("CountryCode")[4] == nil)
        #expect(try scene.gallery.run("locate", "--home", "none").status == 0)
        #expect(try scene.gallery.run("undo").status == 0)
        #expect(try scene.column("CountryCode")[4] == "DE")
        #expect(try scene.gallery.run("undo").status == 0)
        #expect(try scene.column("CountryCode") == ["FR", "FR", "AU", nil, nil])
    }

    @Test("an import with a home marks photos without a position")
    func homeImport() throws {
        var scene = try PlaceScene()
        defer { scene.gallery.remove() }
        scene.gallery.environment["GALLERY_PLACES_HOME"] = "52.52,13.405"
        try scene.addWorld()
        #expect(
            try scene.column("PositionSource") == ["photo", "photo", "photo", "photo", "home"])
    }

    @Test("files outside the catalog are answered in order, and nothing is stored")
    func files() throws {
        let scene = try PlaceScene()
        defer { scene.gallery.remove() }
        try scene.add("a", at: Coordinate(latitude: 48.3904, longitude: -4.4861))
        try scene.add("b")
        try Data("no picture".utf8).write(to: scene.photos.appendingPathComponent("c.jpg"))
        try Data("text".utf8).write(to: scene.photos.appendingPathComponent("d.txt"))
        let result = try scene.gallery.run("locate", scene.photos.path, "--format", "jsonl")
        #expect(result.status == 1)
        let rows = try result.lines()
        #expect(rows.map { ($0["path"] as? String)?.suffix(5) } == ["a.jpg", "b.jpg", "c.jpg"])
        #expect(rows.map { $0["city"] as? String } == ["Brest", nil, nil])
        #expect(rows[1]["match"] is NSNull)
        #expect(rows[2]["error"] is String)
        #expect(result.errors.contains("1 photo located"))
        #expect(result.errors.contains("1 without a position, 1 other file skipped, 1 failed"))
        #expect(!FileManager.default.fileExists(atPath: scene.gallery.catalog.path))
        let piped = try scene.gallery.shell(
            "printf '%s\\0' photos/b.jpg photos/a.jpg | gallery locate -0 --paths - --format jsonl")
        #expect(try piped.lines().map { $0["city"] as? String } == [nil, "Brest"])
    }

    @Test("an unusable index does not prevent an import, and locate catches up")
    func withoutIndex() throws {
        let scene = try PlaceScene()
        defer { scene.gallery.remove() }
        let models = scene.gallery.folder.appendingPathComponent("models")
        try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
        try Data("other".utf8).write(to: models.appendingPathComponent("places.idx"))
        try scene.add("1-brest", at: Coordinate(latitude: 48.3904, longitude: -4.4861))
        let result = try scene.gallery.run(
            "import", scene.photos.path, adding: ["GALLERY_MODELS": models.path])
        #expect(result.status == 1)
        #expect(result.errors.contains("imported 1"))
        #expect(result.errors.contains("places were not looked up"))
        #expect(try scene.gallery.run("problems").text.contains("places.idx"))
        #expect(try scene.column("City") == [nil])
        #expect(try scene.gallery.run("places").errors.contains("1 photo not looked up yet"))
        let again = try scene.gallery.run("locate")
        #expect(again.status == 0)
        #expect(try scene.column("City") == ["Brest"])
        #expect(try !scene.gallery.run("problems").text.contains("places.idx"))
        let wrong = try scene.gallery.run(
            "import", scene.photos.path, adding: ["GALLERY_PLACES_DISPUTED_AREAS": "atlantis=GR"])
        #expect(wrong.status == 78)
        #expect(wrong.errors.contains("'atlantis'"))
    }

    @Test("search looks up Flickr's positions without additional requests")
    func searching() async throws {
        try await FlickrScene.with(FakeWorld(seed: 7, photos: 60)) { scene async throws in
            _ = try scene.gallery.run("search", "dogs", "--size", "none")
            let rows = try scene.gallery.run("export", "dogs", "--format", "jsonl").lines()
            let located = rows.filter { !($0["GPSLatitude"] is NSNull) }
            try #require(!located.isEmpty)
            #expect(located.allSatisfy { $0["PlaceMatch"] is String })
            #expect(
                rows.filter { $0["GPSLatitude"] is NSNull }.allSatisfy {
                    $0["PlaceMatch"] is NSNull
                })
            let api = scene.count(.rest)
            _ = try scene.gallery.run("locate", "dogs", "--again")
            #expect(scene.count(.rest) == api)
        }
    }

    @Test("a choice for a disputed area makes recorded places outdated")
    func outdated() throws {
        let scene = try PlaceScene()
        defer { scene.gallery.remove() }
        try scene.add("1-simferopol", at: Coordinate(latitude: 44.95, longitude: 34.1))
        try scene.gallery.run("import", scene.photos.path)
        #expect(try scene.column("CountryCode") == ["UA"])
        let setting = ["GALLERY_PLACES_DISPUTED_AREAS": "crimea=RU"]
        let result = try scene.gallery.run("locate", adding: setting)
        #expect(result.errors == "gallery: 1 photo located\n")
        #expect(try scene.column("CountryCode") == ["RU"])
    }
}
