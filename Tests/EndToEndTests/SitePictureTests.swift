import Foundation
import GalleryModel
import Imaging
import TestSupport
import Testing

@Suite("gallery export --format html --size")
struct SitePictureTests {
    private func export(
        _ scene: PictureScene, _ options: String...
    ) throws -> GalleryProgram.Result {
        try scene.gallery.start(
            ["export", "camera", "--format", "html", "-o", "site"] + options
        ).wait()
    }

    @Test(
        "no picture is larger than the allowed size, and pages contain the actual sizes",
        arguments: [
            // The picture has 1282 × 1110 pixels.
            ("full", [240, 640, 1282], 1282), ("half", [240, 641], 641),
            ("1000", [240, 640, 1000], 1000), ("100", [100], 100),
            ("2000", [240, 640, 1282], 1282),
        ])
    func sizes(_ size: String, _ edges: [Int], _ copy: Int) throws {
        let scene = try PictureScene("aloeL.jpg", "messi5.jpg")
        defer { scene.gallery.remove() }
        // In the sizes of another export.
        _ = try export(scene, "--copies")
        let made = try export(scene, "--size", size, "--copies")
        #expect(made.status == 0, "\(made.errors)")
        #expect(try SiteFiles.problems(in: scene, "site") == "")
        let page = try scene.text("site/photos/1.html")
        let sources = page.matches(of: #/(pictures/1-\d+\.jpg) (\d+)w/#)
        #expect(sources.map { Int($0.output.2) } == edges)
        for source in sources {
            let width = try PictureScene.size(scene.path("site/\(source.output.1)"))[0]
            #expect(Int(source.output.2) == width, "\(source.output.1)")
        }
        let found = try SiteFiles(scene, "site").names.filter { $0.hasPrefix("pictures/1-") }
        #expect(found.count == edges.count, "\(found)")
        #expect(page.contains(" width=\"\(edges.last ?? 0)\""))
        // The viewer shows the copy in full size.
        #expect(try PictureScene.size(scene.path("site/pictures/1.jpg"))[0] == copy)
        #expect(page.contains("data-width=\"\(copy)\""))
        // Without copies it shows the largest picture.
        _ = try export(scene, "--size", size)
        #expect(
            try scene.text("site/photos/1.html").contains("data-width=\"\(edges.last ?? 0)\""))
        let before = try SiteFiles(scene, "site")
        _ = try export(scene, "--size", size)
        #expect(try SiteFiles(scene, "site") == before)
    }

    @Test("the map has the pictures of photos smaller than its usual size")
    func map() throws {
        let scene = try PictureScene()
        defer { scene.gallery.remove() }
        var metadata = PictureMetadata()
        metadata.coordinate = Coordinate(latitude: 48.39, longitude: -4.48)
        let bytes = try MetadataWriter().applying(
            metadata, to: Array(try Data(contentsOf: FacePictures.messi)))
        try Data(bytes).write(to: scene.photos.appendingPathComponent("a.jpg"))
        try scene.gallery.run("import", scene.photos.path)
        _ = try export(scene, "--keep-location")
        #expect(try scene.text("site/map/points.js").contains("\"sides\":{}"))
        _ = try export(scene, "--keep-location", "--size", "100")
        #expect(try scene.text("site/map/points.js").contains("\"sides\":{\"1\":100}"))
        #expect(try SiteFiles(scene, "site").names.contains("pictures/1-100.jpg"))
    }
}
