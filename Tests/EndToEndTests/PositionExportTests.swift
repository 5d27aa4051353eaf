import Foundation
import GalleryModel
import TestSupport
import Testing

@Suite("gallery export of positions")
struct PositionExportTests {
    @Test("GeoJSON and GPX hold the photos with a position, and say how many are left out")
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
        #expect(geojson.errors.contains("1 photo left out: no position is known"))
        let gpx = try scene.gallery.run("export", "camera", "--format", "gpx").text
        #expect(gpx.contains("<wpt lat=\"48.3904\" lon=\"-4.4861\">"))
        #expect(gpx.components(separatedBy: "<wpt ").count == 5)
        // A track reader takes it again: what is written is well-formed.
        try Data(gpx.utf8).write(to: scene.gallery.folder.appendingPathComponent("w.gpx"))
        let check = try scene.gallery.shell(
            "python3 -c 'import xml.dom.minidom as m; m.parse(\"w.gpx\")'")
        #expect(check.status == 0, "\(check.errors)")
    }

    @Test(
        "dropped positions are in no byte of any format",
        arguments: ["csv", "json", "jsonl"])
    func dropped(format: String) throws {
        let scene = try PlaceScene()
        defer { scene.gallery.remove() }
        try scene.addWorld()
        let result = try scene.gallery.run(
            "export", "camera", "--format", format, "--drop-positions")
        #expect(result.status == 0)
        for trace in ["48.39", "2.294", "151.2", "France", "Brittany", "\"FR\"", ",FR,"] {
            #expect(!result.text.contains(trace), "\(trace)")
        }
        #expect(result.text.contains("1-brest"))
    }

    @Test("coarse positions lie on a grid, with the names of the middle of the cell")
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
        let sidecars = scene.gallery.folder.appendingPathComponent("xmp").path
        try scene.gallery.run(
            "export", "camera", "--format", "xmp", "-o", sidecars, "--drop-positions")
        let text = try scene.gallery.shell("cat xmp/*/*.xmp").text
        #expect(text.contains("1-brest"))
        #expect(!text.contains("GPSLatitude"))
        #expect(!text.contains("Brittany"))
    }
}
