import FakeFlickr
import Foundation
import TestSupport
import Testing

@Suite("gallery analyze and latest")
struct AnalyzeTests {
    @Test("import --analyze leaves no work for thumbnails, faces and locate")
    func importing() throws {
        let scene = try PictureScene()
        defer { scene.gallery.remove() }
        for name in ["messi5.jpg", "fruits.jpg"] {
            try FileManager.default.copyItem(
                at: PictureScene.samples.appendingPathComponent(name),
                to: scene.photos.appendingPathComponent(name))
        }
        let result = try scene.gallery.run(
            "import", "--analyze", scene.photos.path, "--format", "json")
        #expect(result.status == 0, "\(result.errors)")
        let analyzed = try #require(try result.object()["analysed"] as? [String: Any])
        #expect(analyzed.integer("faces") == 1)
        #expect(analyzed.integer("failed") == 0)
        #expect(
            try scene.gallery.run("thumbnails").errors.hasPrefix(
                "gallery: 0 thumbnails of 0 photos"))
        #expect(try scene.gallery.run("faces").errors.hasPrefix("gallery: 0 pictures examined"))
        #expect(try scene.gallery.run("locate").errors.hasPrefix("gallery: 0 photos located"))
        let again = try scene.gallery.run("analyze", "--format", "jsonl")
        #expect(again.status == 0)
        #expect(again.text.isEmpty)
    }

    @Test("analyze does only the due work and finds the same faces as faces")
    func due() throws {
        let scene = try PictureScene("messi5.jpg", "fruits.jpg")
        defer { scene.gallery.remove() }
        try scene.gallery.run("thumbnails", "2")
        let rows = try scene.gallery.run("analyse", "camera", "--format", "jsonl").lines()
        try #require(rows.map { $0.integer("id") } == [1, 2])
        let faces = rows.map { $0["faces"] as? [[String: Any]] }
        // A folder is read in the order of its names: fruits, then Messi.
        #expect(faces.map { $0?.count } == [0, 1])
        #expect((rows[0]["thumbnails"] as? [Any])?.isEmpty == false)
        #expect((rows[1]["thumbnails"] as? [Any] ?? []).isEmpty)
    }

    @Test("latest lists the camera first, newest first, and continues page by page")
    func latest() async throws {
        try await FlickrScene.with(FakeWorld(seed: 61, photos: 5)) { scene async throws in
            try scene.gallery.run("search", "dogs")
            let photos = scene.gallery.folder.appendingPathComponent("photos")
            try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
            for name in ["a", "b", "c"] {
                try PictureFiles.jpeg(comment: name).write(
                    to: photos.appendingPathComponent(name + ".jpg"))
            }
            try scene.gallery.run("import", photos.path)
            let all = try scene.gallery.run("latest", "--format", "jsonl").lines()
            try #require(all.count == 8)
            #expect(
                all.map { $0["Origin"] as? String } == Array(repeating: "camera", count: 3)
                    + Array(repeating: "flickr", count: 5))
            #expect(Set(all.compactMap { $0.integer("ID") }).count == 8)
            var paged: [Int] = []
            var after: [String] = []
            while true {
                let page = try scene.gallery.start(
                    ["latest", "--limit", "3", "--format", "jsonl"] + after
                ).wait().lines().compactMap { $0.integer("ID") }
                guard let last = page.last else { break }
                paged += page
                after = ["--after", String(last)]
            }
            #expect(paged == all.compactMap { $0.integer("ID") })
            let end = try scene.gallery.start(["latest"] + after).wait()
            #expect(end.errors == "gallery: no more photos\n")
        }
    }

    @Test("latest of an empty catalog explains how to add photos")
    func empty() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        try gallery.makeCatalog()
        let result = try gallery.run("latest")
        #expect(result.status == 0)
        #expect(result.errors.contains("gallery import PATH"))
    }
}
