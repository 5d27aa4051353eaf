import Foundation
import TestSupport
import Testing

@Suite("gallery import of damaged pictures")
struct DamagedImportTests {
    private static let cutJPEG = "the JPEG has no end-of-image marker; it was cut short"
    private static let cutPNG = "the PNG has no end chunk; it was cut short"

    /// A program and a folder with a complete picture, the upper part of two others, and the
    /// headers of one.
    private func scene() throws -> PictureScene {
        let scene = try PictureScene()
        for (name, part) in [("messi5.jpg", 1.0), ("fruits.jpg", 0.6), ("graf1.png", 0.6)] {
            let whole = try Data(contentsOf: PictureScene.samples.appendingPathComponent(name))
            try whole.prefix(Int(Double(whole.count) * part))
                .write(to: scene.photos.appendingPathComponent(name))
        }
        let whole = try Data(contentsOf: PictureScene.samples.appendingPathComponent("home.jpg"))
        try whole.prefix(200).write(to: scene.photos.appendingPathComponent("nothing.jpg"))
        return scene
    }

    private func problems(_ scene: PictureScene) throws -> [String] {
        try scene.gallery.run("problems", "--format", "jsonl").lines()
            .filter { $0["command"] as? String == "import" }
            .compactMap { $0["subject"] as? String }
            .map { URL(fileURLWithPath: $0).lastPathComponent }.sorted()
    }

    @Test("partly decodable pictures are copied and marked, with status 1; others are rejected")
    func kept() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        let result = try scene.gallery.run("import", scene.photos.path, "--format", "json")
        #expect(result.status == 1)
        let answer = try result.object()
        #expect(["new", "damaged", "failed"].map { answer.integer($0) } == [3, 2, 1])
        for name in ["fruits.jpg", "graf1.png", "nothing.jpg"] {
            #expect(result.errors.contains("\(name): "), "\(result.errors)")
        }
        #expect(!result.errors.contains("messi5.jpg"))
        #expect(result.errors.contains("imported 3 (2 damaged), 1 failed"), "\(result.errors)")
        let rows = try scene.gallery.run("list", "camera", "--format", "jsonl").lines()
        let byName = Dictionary(
            uniqueKeysWithValues: rows.map { ($0["FileName"] as? String ?? "", $0) })
        #expect(Set(byName.keys) == ["fruits.jpg", "graf1.png", "messi5.jpg"])
        for (name, row) in byName {
            let path = try #require(row["SourceFile"] as? String)
            #expect(
                FileManager.default.contentsEqual(
                    atPath: path, andPath: scene.photos.appendingPathComponent(name).path))
            let pictures = try #require(row["Pictures"] as? [[String: Any]])
            let expected = ["fruits.jpg": Self.cutJPEG, "graf1.png": Self.cutPNG][name]
            #expect(pictures.map { $0["damage"] as? String } == [expected])
            let shown = try scene.gallery.run("show", "\(row.integer("ID") ?? 0)").text
            #expect(shown.contains("damaged (") == (expected != nil), "\(shown)")
        }
        let table = try scene.gallery.run("list", "camera").text.split(separator: "\n")
        #expect(table.filter { $0.hasSuffix(", damaged") }.count == 2, "\(table)")
        #expect(try problems(scene) == ["fruits.jpg", "graf1.png", "nothing.jpg"])
    }

    @Test("importing a damaged picture again reads nothing, ends with 0 and keeps it in the list")
    func again() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        try FileManager.default.removeItem(at: scene.photos.appendingPathComponent("nothing.jpg"))
        #expect(try scene.gallery.run("import", "--in-place", scene.photos.path).status == 1)
        let again = try scene.gallery.run(
            "import", "--in-place", scene.photos.path, "--format", "json")
        #expect(again.status == 0, "\(again.errors)")
        let answer = try again.object()
        #expect([answer.integer("known"), answer.integer("bytesRead")] == [3, 0])
        #expect(try problems(scene) == ["fruits.jpg", "graf1.png"])
        // A complete copy is another photo; the path has no problem any more.
        for name in ["fruits.jpg", "graf1.png"] {
            let file = scene.photos.appendingPathComponent(name)
            try FileManager.default.removeItem(at: file)
            try FileManager.default.copyItem(
                at: PictureScene.samples.appendingPathComponent(name), to: file)
        }
        #expect(try scene.gallery.run("import", "--in-place", scene.photos.path).status == 0)
        #expect(try problems(scene) == [])
    }

    @Test("the decodable part has thumbnails and faces and can be edited")
    func shown() throws {
        let scene = try PictureScene()
        defer { scene.gallery.remove() }
        let whole = try Data(contentsOf: FacePictures.messi)
        try whole.prefix(whole.count * 9 / 10)
            .write(to: scene.photos.appendingPathComponent("cut.jpg"))
        #expect(try scene.gallery.run("import", scene.photos.path).status == 1)
        let thumbnails = try scene.gallery.run("thumbnails", "--size", "240", "--format", "jsonl")
        let path = try #require(try thumbnails.lines().first?["path"] as? String)
        #expect(try PictureScene.size(path) == [240, 150])
        let faces = try scene.gallery.run("faces")
        #expect(faces.errors == "gallery: 1 picture examined: 1 face in 1\n")
        #expect(try scene.gallery.run("edit", "1", "--rotate", "90").status == 0)
        let copies = scene.path("copies")
        let exported = try scene.gallery.run("export", "camera", "--originals", copies)
        #expect(exported.errors.contains("premature end of JPEG file"), "\(exported.errors)")
        let names = try FileManager.default.subpathsOfDirectory(atPath: copies)
        let copy = try #require(names.first { $0.hasSuffix(".jpg") })
        #expect(try PictureScene.size("\(copies)/\(copy)") == [342, 548])
    }

    @Test("a PNG with a changed byte is marked, and one without a row of pixels is rejected")
    func changedPNG() throws {
        let scene = try PictureScene()
        defer { scene.gallery.remove() }
        let sample = PictureScene.samples.appendingPathComponent("graf1.png")
        var bytes = [UInt8](try Data(contentsOf: sample))
        let start = try #require(Data(bytes).range(of: Data("IDAT".utf8))).upperBound
        try Data(bytes.prefix(start + 20))
            .write(to: scene.photos.appendingPathComponent("none.png"))
        bytes[bytes.count / 2] ^= 1
        try Data(bytes).write(to: scene.photos.appendingPathComponent("changed.png"))
        // A dry run lists no problem, so it does not name the command for problems.
        let dry = try scene.gallery.run("import", "-n", scene.photos.path)
        #expect(dry.status == 1)
        #expect(dry.errors.hasSuffix("2 items failed\n"), "\(dry.errors)")
        let result = try scene.gallery.run("import", scene.photos.path, "--format", "json")
        #expect(result.status == 1)
        let answer = try result.object()
        #expect(["new", "damaged", "failed"].map { answer.integer($0) } == [1, 1, 1])
        #expect(result.errors.contains("none.png: is damaged: "), "\(result.errors)")
        #expect(try damages(scene).map { $0?.contains("the checksum of chunk ") } == [true])
    }

    @Test("damage found only by decoding is marked once thumbnails are made")
    func foundLater() throws {
        let scene = try PictureScene()
        defer { scene.gallery.remove() }
        var bytes = [UInt8](
            try Data(contentsOf: PictureScene.samples.appendingPathComponent("fruits.jpg")))
        let middle = bytes.count / 2
        bytes.replaceSubrange(middle..<(middle + 400), with: [UInt8](repeating: 0, count: 400))
        try Data(bytes).write(to: scene.photos.appendingPathComponent("zeros.jpg"))
        #expect(try scene.gallery.run("import", scene.photos.path).status == 0)
        #expect(try damages(scene) == [nil])
        #expect(try scene.gallery.run("thumbnails").status == 1)
        #expect(try damages(scene).allSatisfy { $0?.isEmpty == false })
        #expect(try scene.gallery.run("list", "camera").text.contains(", damaged"))
        #expect(try scene.gallery.run("show", "1").text.contains("damaged ("))
    }

    /// The status of each picture in the list.
    private func damages(_ scene: PictureScene) throws -> [String?] {
        try scene.gallery.run("list", "camera", "--format", "jsonl").lines().flatMap {
            ($0["Pictures"] as? [[String: Any]] ?? []).map { $0["damage"] as? String }
        }
    }
}
