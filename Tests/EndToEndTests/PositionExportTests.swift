import Foundation
import GalleryModel
import TestSupport
import Testing

@Suite("gallery export of positions")
struct PositionExportTests {
    @Test("GeoJSON and GPX contain the photos with a position and report the number skipped")
    func maps() throws {
        let scene = try PlaceScene()
        defer { scene.gallery.remove() }
        try scene.addWorld()
        let geojson = try scene.gallery.run("export", "camera", "--format", "geojson")
        let collection = try geojson.object()
        #expect(collection["type"] as? String == "FeatureCollection")
        let features = try #require(collection["features"] as? [[String: Any]])
        #expect(features.count == 4)
        let paris = try #require(features[1]["geometry"] as? [String: Any])
        #expect(paris["type"] as? String == "Point")
        #expect(paris["coordinates"] as? [Double] == [2.2945, 48.8583, 35])
        #expect(geojson.errors.contains("skipped 1 photo without a position"))
        let gpx = try scene.gallery.run("export", "camera", "--format", "gpx").text
        #expect(gpx.contains("<wpt lat=\"48.3904\" lon=\"-4.4861\">"))
        #expect(gpx.components(separatedBy: "<wpt ").count == 5)
        // A track reader accepts it: the output is well-formed.
        try Data(gpx.utf8).write(to: scene.gallery.folder.appendingPathComponent("w.gpx"))
        let check = try scene.gallery.shell(
            "python3 -c 'import xml.dom.minidom as m; m.parse(\"w.gpx\")'")
        #expect(check.status == 0, "\(check.errors)")
    }

    /// Texts that reveal where the photos of the world were taken, and their home.
    private static let traces = [
        "48.39", "2.294", "48.858", "151.21", "33.856", "4.486", "33.44", "70.66", "48,23.42",
        "4,29.16", "geo:", "lat=4",
    ]
    private static let names = [
        "France", "Brittany", "\"FR\"", ",FR,", "Australia", "Sydney", "Chile", "Santiago",
    ]

    /// The world, a photo with tags that reveal its position, and a home for the one without.
    private func withWorld(_ body: (PlaceScene) throws -> Void) throws {
        let scene = try PlaceScene()
        defer { scene.gallery.remove() }
        try scene.add(
            "6-tags", at: Coordinate(latitude: 48.3904, longitude: -4.4861),
            keywords: [
                "pier", "geo:lat=48.3904", "lat=48.3904", "48.3904,-4.4861", "48°23'25\"N 4°29'W",
            ])
        try scene.addWorld()
        try scene.gallery.run("locate", "camera", "--home", "-33.4489,-70.6693")
        try body(scene)
    }

    /// The bytes of an export; of all sidecars for `xmp`.
    private func exported(_ scene: PlaceScene, _ format: String, _ more: String...) throws -> String
    {
        let isFolder = format == "xmp"
        let target = scene.gallery.folder.appendingPathComponent("out-" + UUID().uuidString)
        let result = try scene.gallery.start(
            ["export", "camera", "--format", format, "-o", target.path] + more
        ).wait()
        #expect(result.status == 0, "\(result.errors)")
        guard isFolder else { return try String(contentsOf: target, encoding: .utf8) }
        return try scene.gallery.shell("cat '\(target.path)'/*/*.xmp").text
    }

    @Test("exact exports reveal positions that the others remove, also in tags")
    func exact() throws {
        try withWorld { scene in
            let row = try exported(scene, "jsonl")
            for trace in ["48.3904", "geo:lat=48.3904", "lat=48.3904", "Santiago", "Australia"] {
                #expect(row.contains(trace), "\(trace)")
            }
            #expect(try exported(scene, "xmp").contains("<rdf:li>lat=48.3904</rdf:li>"))
        }
    }

    @Test(
        "dropped positions are in no byte of any format, nor in a tag, nor is a home",
        arguments: ["csv", "json", "jsonl", "xmp"])
    func dropped(format: String) throws {
        try withWorld { scene in
            let text = try exported(scene, format, "--drop-positions")
            for trace in Self.traces + Self.names {
                #expect(!text.contains(trace), "\(trace)")
            }
            #expect(!text.contains("exif:GPS") && !text.contains("\"home\""))
            #expect(text.contains("1-brest") && text.contains("pier"))
        }
    }

    @Test("formats made of positions refuse to drop them", arguments: ["geojson", "gpx"])
    func refused(format: String) throws {
        let scene = try PlaceScene()
        defer { scene.gallery.remove() }
        let result = try scene.gallery.run(
            "export", "camera", "--format", format, "--drop-positions")
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("omit --drop-positions"))
    }

    @Test(
        "coarse positions are cell centers in every format, without extra digits",
        arguments: ["csv", "json", "jsonl", "geojson", "gpx", "xmp"])
    func coarseFormats(format: String) throws {
        try withWorld { scene in
            let text = try exported(scene, format, "--coarsen-positions", "20")
            for trace in Self.traces { #expect(!text.contains(trace), "\(trace)") }
            for (latitude, longitude) in [(48.3904, -4.4861), (48.8583, 2.2945)] {
                let middle = try #require(Coordinate(latitude: latitude, longitude: longitude))
                    .coarsened(toGridOf: 20)
                switch format {
                case "xmp": #expect(text.contains("exif:GPSLatitude"))
                case "geojson":
                    #expect(text.contains("[\(middle.longitude),\(middle.latitude)]"))
                case "gpx":
                    #expect(
                        text.contains(
                            "<wpt lat=\"\(middle.latitude)\" lon=\"\(middle.longitude)\">"))
                default:
                    #expect(text.contains("\(middle.latitude)"))
                    #expect(text.contains("\(middle.longitude)"))
                }
            }
            #expect(text.contains("1-brest"))
            // All formats except GPX contain tags.
            #expect(text.contains("pier") == (format != "gpx"))
        }
    }

    @Test("coarse names come from the index of GALLERY_MODELS, and a wrong column is reported")
    func models() throws {
        let scene = try PlaceScene()
        defer { scene.gallery.remove() }
        try scene.addWorld()
        let wrong = try scene.gallery.run(
            "export", "camera", "--coarsen-positions", "5", "--columns", "Nonsense")
        #expect(wrong.status == 64)
        // A program without an index beside it or in a folder above it.
        let program = scene.gallery.folder.appendingPathComponent("gallery")
        try FileManager.default.copyItem(at: GalleryProgram.executable, to: program)
        let models = scene.gallery.folder.appendingPathComponent("apart/models")
        let export = { (models: URL) in
            try scene.gallery.start(
                ["export", "camera", "--coarsen-positions", "5"], executable: program,
                adding: ["GALLERY_MODELS": models.path]
            ).wait()
        }
        try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
        #expect(try export(models).status == 78)
        let index = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("models/places.idx")
        try FileManager.default.copyItem(
            at: index, to: models.appendingPathComponent("places.idx"))
        let found = try export(models)
        #expect(found.status == 0, "\(found.errors)")
        #expect(found.text.contains("France"))
    }

    @Test("a home is in no table, so that it cannot be written into pictures")
    func home() throws {
        try withWorld { scene in
            let folder = scene.gallery.folder.appendingPathComponent("copies")
            let result = try scene.gallery.run(
                "export", "camera", "--originals", folder.path, "--format", "csv", "-o", "all.csv")
            #expect(result.status == 0, "\(result.errors)")
            for name in ["copies/metadata.csv", "all.csv"] {
                let table = try String(
                    contentsOf: scene.gallery.folder.appendingPathComponent(name), encoding: .utf8)
                #expect(table.contains("France") && table.contains("Australia"))
                #expect(!table.contains("Chile") && !table.contains("Santiago"), "\(name)")
            }
            let rows = try scene.gallery.run("export", "camera", "--format", "jsonl").lines()
            let row = try #require(rows.first { $0["Title"] as? String == "5-nowhere" })
            #expect(row["Country"] as? String == "Chile")
            #expect(row["PositionSource"] as? String == "home")
        }
    }

    @Test("coarse positions are on a grid, with the names at the center of the cell")
    func coarse() throws {
        let scene = try PlaceScene()
        defer { scene.gallery.remove() }
        try scene.addWorld()
        let rows = try scene.gallery.run(
            "export", "camera", "--format", "jsonl", "--coarsen-positions", "20"
        ).lines()
        let latitude = try #require(rows[0]["GPSLatitude"] as? Double)
        let longitude = try #require(rows[0]["GPSLongitude"] as? Double)
        #expect(latitude != 48.3904)
        #expect(abs(latitude - 48.3904) < 0.1)
        #expect(abs(longitude + 4.4861) < 0.2)
        let middle = try scene.gallery.run(
            "locate", "\(latitude),\(longitude)", "--format", "jsonl"
        ).lines()[0]
        #expect(rows[0]["City"] as? String == middle["city"] as? String)
        #expect(rows[0]["CountryCode"] as? String == "FR")
        #expect(rows[1]["GPSAltitude"] is NSNull)
    }
}
