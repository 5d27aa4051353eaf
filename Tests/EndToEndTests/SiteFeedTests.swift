import Foundation
import TestSupport
import Testing

@Suite("gallery export --format html --base-url")
struct SiteFeedTests {
    @Test("the feed has the time when a photo was added to the site or changed on it")
    func feedDates() throws {
        let scene = try PictureScene("apple.jpg", "fruits.jpg", "messi5.jpg", "home.jpg")
        defer { scene.gallery.remove() }
        /// The update times of the feed and of each photo, by photo id.
        func exported() throws -> (all: String, photos: [String: String], text: String) {
            let options = ["--base-url", "https://example.org/out", "--keep-title"]
            let made = try scene.gallery.start(
                ["export", "camera", "--format", "html", "-o", "site"] + options
            ).wait()
            #expect(made.status == 0, "\(made.errors)")
            let text = try scene.text("site/feed.xml")
            let entries = text.components(separatedBy: "<entry>")
            func date(_ text: String) throws -> String {
                String(
                    try #require(text.firstMatch(of: #/<updated>(\d{4}-\S+Z)</updated>/#)).output.1)
            }
            var photos: [String: String] = [:]
            for entry in entries.dropFirst() {
                let id = try #require(entry.firstMatch(of: #/photos/(\d+)\.html/#)).output.1
                photos[String(id)] = try date(entry)
            }
            return (try date(entries[0]), photos, text)
        }
        let start = Date().formatted(.iso8601)
        let first = try exported()
        #expect(first.photos.count == 4 && first.photos.values.allSatisfy { $0 >= start })
        #expect(first.all >= start)
        // Backdate the export.
        let manifest = URL(filePath: scene.path("site/.gallery-site"))
        let noted = try String(contentsOf: manifest, encoding: .utf8)
        try noted.replacing(#/@\d+/#, with: "@1000000000").write(
            to: manifest, atomically: true, encoding: .utf8)
        try FileManager.default.removeItem(atPath: scene.path("site/feed.xml"))
        let long = "2001-09-09T01:46:40Z"
        let again = try exported()
        #expect(again.photos == ["1": long, "2": long, "3": long, "4": long])
        let before = try SiteFiles(scene, "site")
        _ = try exported()
        #expect(try SiteFiles(scene, "site") == before)
        // An edited photo; the pages of its neighbors are unchanged or only have other links.
        try scene.gallery.run("edit", "2", "--rotate", "90")
        let edited = try exported()
        let now = try #require(edited.photos["2"])
        #expect(now >= start && edited.all >= now)
        #expect(edited.photos == ["1": long, "2": now, "3": long, "4": long])
        // One photo is removed, and one is added.
        try scene.gallery.run("remove", "3")
        let file = scene.photos.appendingPathComponent("zz.jpg")
        try FileManager.default.copyItem(
            at: PictureScene.samples.appendingPathComponent("butterfly.jpg"), to: file)
        if PictureScene.hasExiftool {
            _ = try scene.tool(
                "exiftool", "-q", "-overwrite_original", "-DateTimeOriginal=1999:05:17 10:11:12",
                "-OffsetTimeOriginal=+02:00", file.path)
        }
        try scene.gallery.run("import", scene.photos.path)
        let come = try exported()
        let new = try #require(come.photos["5"])
        #expect(new >= start && come.all >= new)
        #expect(come.photos == ["1": long, "2": now, "4": long, "5": new])
        if PictureScene.hasExiftool {
            #expect(come.text.contains("<published>1999-05-17T10:11:12+02:00</published>"))
        }
        #expect(come.text.components(separatedBy: "<published>").count <= 2)
    }
}
