import Foundation
import Glibc
import TestSupport
import Testing

@Suite("gallery thumbnails in concurrent programs and with little space", .serialized)
struct ThumbnailSharingTests {
    private static let names = [
        "messi5.jpg", "fruits.jpg", "home.jpg", "baboon.jpg", "board.jpg", "graf1.png",
        "aero1.jpg", "building.jpg", "butterfly.jpg", "apple.jpg", "orange.jpg", "lena.jpg",
    ]

    /// A program with every available sample.
    private func scene() throws -> PictureScene {
        let scene = try PictureScene()
        for name in Self.names {
            let file = PictureScene.samples.appendingPathComponent(name)
            guard FileManager.default.fileExists(atPath: file.path) else { continue }
            try FileManager.default.copyItem(
                at: file, to: scene.photos.appendingPathComponent(name))
        }
        try scene.gallery.run("import", scene.photos.path)
        return scene
    }

    private func files(_ scene: PictureScene) throws -> [String] {
        try scene.gallery.catalogFiles().filter {
            $0.hasPrefix("thumbnails/") && $0.hasSuffix(".jpg")
        }
    }

    @Test("two concurrent programs make each thumbnail once, and both end with 0")
    func together() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        let arguments = ["thumbnails", "--size", "200,500", "--format", "jsonl", "-j", "2"]
        let running = try (0..<2).map { _ in try scene.gallery.start(arguments) }
        let results = try running.map { try $0.wait() }
        let all = try files(scene)
        for result in results {
            #expect(result.status == 0, "\(result.errors)")
            // Each reports all, also those made by the other.
            let paths = try result.lines().compactMap { $0["path"] as? String }
            #expect(Set(paths).count == all.count && paths.count == all.count)
        }
        let made = results.map { result in
            Int(
                result.errors.components(separatedBy: " thumbnails").first?
                    .components(separatedBy: " ").last ?? "") ?? 0
        }
        #expect(made.reduce(0, +) == all.count, "\(results.map(\.errors))")
        #expect(try scene.gallery.integrity() == "ok")
        #expect(try scene.gallery.strayFiles() == [])
    }

    @Test("a killed program releases its pictures at once")
    func killed() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        let first = try scene.gallery.start(["thumbnails", "--size", "200,500,1600"])
        let second = try scene.gallery.start(
            ["thumbnails", "--size", "200,500,1600", "--format", "jsonl"])
        first.signal(SIGKILL)
        _ = try first.wait()
        let result = try second.wait()
        #expect(result.status == 0, "\(result.errors)")
        #expect(Set(try result.lines().map { $0.integer("id") }).count == (try photos(scene)))
        let again = try scene.gallery.run("thumbnails", "--size", "200,500,1600")
        #expect(again.errors.hasPrefix("gallery: 0 thumbnails"), "\(again.errors)")
        #expect(try scene.gallery.integrity() == "ok")
    }

    private func photos(_ scene: PictureScene) throws -> Int {
        try scene.gallery.run("list", "camera", "--format", "jsonl").lines().count
    }

    @Test("a lower limit applies at the end of the next run, even if it makes nothing")
    func lowered() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        try scene.gallery.run("thumbnails", "--size", "200")
        let before = try files(scene).count
        for command in ["thumbnails", "analyse"] {
            let result = try scene.gallery.start(
                command == "analyse" ? ["analyse"] : ["thumbnails", "--size", "200"],
                adding: [
                    "GALLERY_THUMBNAILS_MAXIMUM_BYTES": "9000",
                    "GALLERY_THUMBNAILS_SIZES": "200",
                ]
            ).wait()
            #expect(result.status == 0, "\(result.errors)")
            let bytes = try files(scene).reduce(0) { sum, path in
                let url = scene.gallery.catalog.appendingPathComponent(path)
                return sum + (try Data(contentsOf: url).count)
            }
            #expect(bytes <= 9_000)
            if command == "thumbnails" {
                let removed = before - (try files(scene).count)
                #expect(
                    result.errors
                        == "gallery: 0 thumbnails of 0 photos, \(before) up to date, "
                        + "\(removed) removed to stay within thumbnails.maximumBytes\n")
            }
            try scene.gallery.run("thumbnails", "--size", "200")
        }
    }

    @Test("a thumbnail requested again is not the least recently used one")
    func used() throws {
        let scene = try PictureScene("messi5.jpg", "fruits.jpg", "baboon.jpg")
        defer { scene.gallery.remove() }
        try scene.gallery.run("thumbnails", "1", "2", "--size", "200")
        let paths = try scene.gallery.run(
            "thumbnails", "1", "2", "--size", "200", "--format", "jsonl"
        ).lines().compactMap { $0["path"] as? String }
        try #require(paths.count == 2)
        try scene.gallery.run("thumbnails", "1", "--size", "200")
        let bytes = try paths.reduce(0) { $0 + (try PictureScene.length($1)) }
        try scene.gallery.run(
            "thumbnails", "3", "--size", "200",
            adding: ["GALLERY_THUMBNAILS_MAXIMUM_BYTES": String(bytes + 10)])
        #expect(FileManager.default.fileExists(atPath: paths[0]))
        #expect(!FileManager.default.fileExists(atPath: paths[1]))
    }

    @Test("a photo in the trash is analyzed only if it is named, as by faces")
    func trash() throws {
        let scene = try PictureScene("messi5.jpg", "fruits.jpg")
        defer { scene.gallery.remove() }
        try scene.gallery.run("remove", "1")
        let all = try scene.gallery.run("thumbnails", "--size", "200", "--format", "jsonl")
        #expect(try all.lines().map { $0.integer("id") } == [2])
        for command in [["faces"], ["thumbnails", "--size", "200"], ["analyse"]] {
            let named = try scene.gallery.start(command + ["1", "--format", "jsonl"]).wait()
            #expect(named.status == 0, "\(named.errors)")
            #expect(try named.lines().map { $0.integer("id") } == [1], "\(command)")
        }
        #expect(try scene.gallery.run("edit", "1", "--rotate", "90").status == 0)
    }

    @Test(
        "a full disk ends with 74 and is reported, and stored thumbnails stay",
        .enabled(if: SmallDisk.canMount, "a test may not mount a disk on this machine"))
    func fullDisk() throws {
        let scene = try PictureScene()
        defer { scene.gallery.remove() }
        for name in Self.names.prefix(3) {
            try FileManager.default.copyItem(
                at: PictureScene.samples.appendingPathComponent(name),
                to: scene.photos.appendingPathComponent(name))
        }
        for command in ["thumbnails --size 240", "analyse"] {
            let result = try scene.gallery.shell(
                """
                unshare -rm bash -c 'mkdir -p small && mount -t tmpfs -o size=8m none small &&
                  gallery import --in-place photos --catalog small/c -q;
                  dd if=/dev/zero of=small/filler bs=4096 2>/dev/null;
                  gallery \(command) --catalog small/c -q; echo "status $?";
                  rm small/filler; gallery thumbnails --size 240 --catalog small/c;
                  echo "then $?"; sqlite3 small/c/catalog.sqlite "PRAGMA integrity_check"'
                """)
            #expect(result.text.contains("status 74"), "\(result.text) \(result.errors)")
            #expect(result.text.contains("then 0\nok"), "\(result.text) \(result.errors)")
            #expect(
                result.errors.contains("No space left on device")
                    || result.errors.contains("disk"), "\(result.errors)")
        }
    }
}
