import Basics
import Foundation
import GalleryModel
import Imaging
import TestSupport
import Testing

@Suite("gallery thumbnails")
struct ThumbnailTests {
    @Test("thumbnails have the requested sizes, and a second run makes none")
    func twice() throws {
        let scene = try PictureScene("messi5.jpg", "fruits.jpg")
        defer { scene.gallery.remove() }
        let first = try scene.gallery.run("thumbnails", "--size", "100,240", "--format", "jsonl")
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.errors.hasPrefix("gallery: 4 thumbnails of 2 photos, "), "\(first.errors)")
        let rows = try first.lines()
        try #require(rows.count == 4)
        for row in rows {
            let path = try #require(row["path"] as? String)
            let size = try PictureScene.size(path)
            #expect(size == [row.integer("width"), row.integer("height")])
            #expect(size.max() == row.integer("side"))
            #expect(row["error"] is NSNull)
        }
        #expect(
            rows.map { $0.integer("id") }
                == rows.map { $0.integer("id") }.sorted { $0 ?? 0 < $1 ?? 0 })
        let second = try scene.gallery.run("thumbnails", "--size", "100,240", "--format", "jsonl")
        #expect(second.errors == "gallery: 0 thumbnails of 0 photos, 2 up to date\n")
        // The rows list the thumbnails in any case.
        #expect(second.text == first.text)
        let unasked = try scene.gallery.run("thumbnails", "--size", "100,240")
        #expect(unasked.errors == second.errors && unasked.text.isEmpty)
        let more = try scene.gallery.run("thumbnails", "1", "--size", "64,100")
        #expect(more.errors.hasPrefix("gallery: 1 thumbnail of 1 photo, "), "\(more.errors)")
        let again = try scene.gallery.run("thumbnails", "camera", "--size", "64", "--again")
        #expect(again.errors.hasPrefix("gallery: 2 thumbnails of 2 photos, "), "\(again.errors)")
    }

    @Test("nothing is enlarged: a small photo has one thumbnail for all larger sizes")
    func small() throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        let rows = try scene.gallery.run("thumbnails", "--format", "jsonl").lines()
        let sizes = rows.map { [$0.integer("width"), $0.integer("height")] }
        #expect(sizes.contains([240, 150]))
        #expect(sizes.contains([548, 342]))
        #expect(sizes.allSatisfy { ($0[0] ?? 0) <= 548 })
    }

    @Test(
        "thumbnails and shared copies are upright in any orientation", arguments: 1...8)
    func upright(orientation: Int) throws {
        let scene = try PictureScene()
        defer { scene.gallery.remove() }
        try FacePictures.messi(orientation: orientation)
            .write(to: scene.photos.appendingPathComponent("turned.jpg"))
        try scene.gallery.run("import", scene.photos.path)
        let row = try #require(
            try scene.gallery.run("thumbnails", "--size", "240", "--format", "jsonl").lines().first)
        try scene.gallery.run("share", "1", "--to", "shared.jpg", "--size", "240")
        let upright = try PictureDecoder().decode(
            path: BytePath(FacePictures.messi.path), as: .bgr, longEdge: nil
        ).pixels.bounded(toLongEdge: 240)
        let thumbnail = try #require(row["path"] as? String)
        for path in [thumbnail, scene.path("shared.jpg")] {
            let metadata = try MetadataReader().read(path: BytePath(path))
            #expect(metadata.orientation ?? 1 == 1)
            let pixels = try PictureDecoder().decode(
                path: BytePath(path), as: .bgr, longEdge: nil
            ).pixels
            #expect(pixels.width == 240 && pixels.height == 150)
            let difference = try difference(pixels, upright)
            #expect(difference < 4, "\(path)")
        }
    }

    /// The mean difference of the channels of two pictures, of 255.
    private func difference(_ left: PixelBuffer, _ right: PixelBuffer) throws -> Double {
        try #require(left.bytes.count == right.bytes.count)
        let sum = zip(left.bytes, right.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(left.bytes.count)
    }

    @Test("a dry run makes nothing")
    func dryRun() throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        let result = try scene.gallery.run("thumbnails", "-n", "--size", "240")
        #expect(result.errors.hasPrefix("gallery: dry run: at most 1 thumbnail of 1 photo"))
        #expect(
            try !scene.gallery.catalogFiles().contains {
                $0.hasPrefix("thumbnails/") && $0.hasSuffix(".jpg")
            })
    }

    @Test("the limit evicts the least recently used thumbnails")
    func bound() throws {
        let scene = try PictureScene("messi5.jpg", "fruits.jpg", "baboon.jpg")
        defer { scene.gallery.remove() }
        for photo in ["1", "2"] { try scene.gallery.run("thumbnails", photo, "--size", "200") }
        let bytes = try stored(scene).reduce(0) { $0 + $1.bytes }
        let third = try scene.gallery.run(
            "thumbnails", "3", "--size", "200", "--format", "jsonl",
            adding: ["GALLERY_THUMBNAILS_MAXIMUM_BYTES": String(bytes)])
        #expect(third.status == 0)
        #expect(third.errors.contains("removed to stay within thumbnails.maximumBytes"))
        let left = try stored(scene)
        #expect(left.reduce(0) { $0 + $1.bytes } <= bytes)
        let newest = try #require(try third.lines().first?["path"] as? String)
        #expect(left.contains { newest.hasSuffix($0.path) })
        // The oldest was evicted, and is made again on request.
        let back = try scene.gallery.run("thumbnails", "1", "--size", "200")
        #expect(back.errors.hasPrefix("gallery: 1 thumbnail of 1 photo"), "\(back.errors)")
    }

    @Test("a damaged JPEG gets a thumbnail of its readable part, is named and ends with 1")
    func damaged() throws {
        let scene = try PictureScene()
        defer { scene.gallery.remove() }
        let whole = try Data(
            contentsOf: PictureScene.samples.appendingPathComponent("messi5.jpg"))
        let file = scene.photos.appendingPathComponent("half.jpg")
        try whole.write(to: file)
        try scene.gallery.run("import", "--in-place", scene.photos.path)
        // Bytes in the middle are overwritten: the file has its end and its length.
        var broken = whole
        let middle = broken.count / 2
        broken.replaceSubrange(middle..<(middle + 64), with: Data(repeating: 0xFF, count: 64))
        try broken.write(to: file)
        try scene.gallery.run("import", "--in-place", scene.photos.path)
        let photo = try #require(try scene.gallery.run("latest", "--format", "jsonl").lines().first)
        let id = try #require(photo.integer("ID"))
        let result = try scene.gallery.run(
            "thumbnails", String(id), "--size", "240", "--format", "jsonl")
        #expect(result.status == 1, "\(result.errors)")
        let row = try #require(try result.lines().first)
        let path = try #require(row["path"] as? String)
        #expect(try PictureScene.size(path) == [240, 150])
        #expect(!(row["error"] is NSNull))
        #expect(result.errors.contains("1 damaged"))
        let problems = try scene.gallery.run("problems", "--format", "jsonl")
        #expect(problems.text.contains("thumbnails"), "\(problems.text)")
    }

    @Test("a thumbnail shows the edited photo, and the previous one is used again after undo")
    func edited() throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        try scene.gallery.run("thumbnails", "--size", "240")
        try scene.gallery.run("edit", "1", "--rotate", "90")
        let turned = try scene.gallery.run("thumbnails", "--size", "240", "--format", "jsonl")
        let row = try #require(try turned.lines().first)
        #expect([row.integer("width"), row.integer("height")] == [150, 240])
        let list = try scene.gallery.run("undo", "--list", "--format", "jsonl").lines()
        #expect(list.first?["sentence"] as? String == "Edited 1 photo.")
        try scene.gallery.run("undo")
        let before = try scene.gallery.run("thumbnails", "--size", "240")
        #expect(before.errors == "gallery: 0 thumbnails of 0 photos, 1 up to date\n")
    }

    @Test(
        "errors on the command line are reported",
        arguments: [
            (["thumbnails", "--size", "big"], Int32(64), "invalid --size 'big': expected 16"),
            (["thumbnails", "--size", "8"], 64, "invalid --size '8': expected 16 to 8192"),
            (["thumbnails", "99"], 66, "99"), (["thumbnails", "nowhere"], 66, "nowhere"),
            (["thumbnails", ""], 64, "'' is not a section or photo"),
            (["analyse", "99"], 66, "99"),
            (["latest", "--limit", "-1"], 64, "invalid --limit '-1': expected 0"),
            (["latest", "--after", "99"], 66, "99"),
        ])
    func wrong(arguments: [String], status: Int32, words: String) throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        let result = try scene.gallery.start(arguments).wait()
        #expect(result.status == status, "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(result.text.isEmpty)
    }

    /// The thumbnails in the catalog: relative paths and bytes.
    private func stored(_ scene: PictureScene) throws -> [(path: String, bytes: Int)] {
        try scene.gallery.catalogFiles().filter {
            $0.hasPrefix("thumbnails/") && $0.hasSuffix(".jpg")
        }.map { path in
            let url = scene.gallery.catalog.appendingPathComponent(path)
            return (path, try Data(contentsOf: url).count)
        }
    }
}
