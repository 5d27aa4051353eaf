import Basics
import FakeFlickr
import Foundation
import GalleryModel
import Imaging
import TestSupport
import Testing

@Suite("gallery share")
struct ShareTests {
    /// A photo with a position, serial numbers and a name, which must not be shared.
    private func scene() throws -> PictureScene {
        let scene = try PictureScene()
        var metadata = PictureMetadata()
        metadata.coordinate = Coordinate(latitude: 48.390412, longitude: -4.486123)
        metadata.title = "The goal"
        metadata.tags = ["football", "Lionel Example"]
        metadata.dateTimeOriginal = "2024:05:01 12:00:00"
        let bytes = try MetadataWriter().applying(
            metadata, to: Array(try Data(contentsOf: FacePictures.messi)))
        let file = scene.photos.appendingPathComponent("goal.jpg")
        try Data(bytes).write(to: file)
        if PictureScene.hasExiftool {
            _ = try scene.tool(
                "exiftool", "-q", "-overwrite_original", "-SerialNumber=SN4711XYZ",
                "-LensSerialNumber=LN0815XYZ", "-XMP-photoshop:City=Brestville",
                "-EXIF:Make=Ana's", "-EXIF:Model=Ana's phone", "-XMP-xmp:Rating=4",
                "-XMP-aux:Lens=Ana's lens", file.path)
        }
        try scene.gallery.run("import", scene.photos.path)
        try scene.gallery.run("faces", "add", "1", "220,90,50,50", "--name", "Lionel Example")
        return scene
    }

    private func metadata(_ name: String, in scene: PictureScene) throws -> PictureMetadata {
        try MetadataReader().read(path: BytePath(scene.path(name)))
    }

    @Test("a copy is small and contains no position, serial number or name")
    func stripped() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        let result = try scene.gallery.run(
            "share", "1", "--to", "goal.jpg", "--size", "300", "--format", "jsonl")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try PictureScene.size(scene.path("goal.jpg")) == [300, 187])
        let bytes = try scene.bytes("goal.jpg")
        for secret in ["SN4711XYZ", "LN0815XYZ", "Lionel", "Brestville", "GPS", "48.39", "48,23"] {
            #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret)")
        }
        let metadata = try metadata("goal.jpg", in: scene)
        #expect(metadata.coordinate == nil)
        #expect(metadata.title == nil)
        #expect(metadata.tags == [])
        #expect(metadata.dateTimeOriginal == "2024:05:01 12:00:00")
        let row = try #require(try result.lines().first)
        #expect([row.integer("width"), row.integer("height")] == [300, 187])
        #expect(row.integer("size") == bytes.count)
        // The same copy again is already present; another picture with that name is not
        // overwritten.
        let again = try scene.gallery.run("share", "1", "--to", "goal.jpg", "--size", "300")
        #expect(again.status == 0)
        #expect(again.errors.contains("1 already present"), "\(again.errors)")
        let other = try scene.gallery.run("share", "1", "--to", "goal.jpg", "--size", "200")
        #expect(other.status == 74, "\(other.errors)")
        #expect(try scene.bytes("goal.jpg") == bytes)
    }

    @Test("requested data is kept")
    func kept() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        try scene.gallery.run("share", "1", "--to", "where.jpg", "--keep-location")
        let place = try metadata("where.jpg", in: scene)
        let coordinate = try #require(place.coordinate)
        #expect(abs(coordinate.latitude - 48.390412) < 1e-5)
        #expect(abs(coordinate.longitude + 4.486123) < 1e-5)
        #expect(place.tags == [] && place.title == nil)
        try scene.gallery.run("share", "1", "--to", "who.jpg", "--keep-names")
        let people = try metadata("who.jpg", in: scene)
        #expect(people.faceRegions.map(\.name) == ["Lionel Example"])
        #expect(people.tags == [] && people.coordinate == nil)
        try scene.gallery.run("share", "1", "--to", "words.jpg", "--keep-tags", "--keep-title")
        let words = try metadata("words.jpg", in: scene)
        #expect(words.tags == ["football", "Lionel Example"])
        #expect(words.title == "The goal" && words.faceRegions.isEmpty)
        let named = try scene.gallery.run(
            "share", "1", "--to", "named/", "--name", "{name}", "--format", "jsonl")
        #expect(try named.lines().first?["name"] as? String == "goal.jpg", "\(named.errors)")
        let unnamed = try scene.gallery.run("share", "1", "--to", "named/", "--format", "jsonl")
        #expect(try unnamed.lines().first?["name"] as? String == "2024-05-01-1.jpg")
        let stored = try #require(try scene.gallery.storedFiles().first)
        try scene.gallery.run("edit", "1", "--square", "64")
        let all = try scene.gallery.run("share", "1", "--to", "all.jpg", "--keep-all")
        #expect(all.status == 0, "\(all.errors)")
        #expect(try scene.bytes("all.jpg") == scene.bytes("catalog/" + stored))
        try scene.gallery.run("share", "1", "--to", "edited.jpg")
        #expect(try PictureScene.size(scene.path("edited.jpg")) == [64, 64])
        try scene.gallery.run("share", "1", "--to", "unedited.jpg", "--unedited", "--size", "full")
        #expect(try PictureScene.size(scene.path("unedited.jpg")) == [548, 342])
    }

    @Test(
        "serial numbers and device names are removed unless they are requested",
        .enabled(if: PictureScene.hasExiftool, "exiftool is not installed"))
    func serials() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        try scene.gallery.run("share", "1", "--to", "with.jpg", "--keep-serials")
        try scene.gallery.run("share", "1", "--to", "named.jpg", "--keep-camera")
        try scene.gallery.run("share", "1", "--to", "without.jpg")
        let named = try metadata("named.jpg", in: scene)
        #expect(named.make == "Ana's" && named.model == "Ana's phone" && named.rating == nil)
        let plain = try metadata("without.jpg", in: scene)
        #expect(plain.make == nil && plain.model == nil && plain.rating == nil)
        #expect(try scene.bytes("without.jpg").range(of: Data("Ana".utf8)) == nil)
        let with = try scene.tool("exiftool", "-s3", "-SerialNumber", scene.path("with.jpg"))
        #expect(with == "SN4711XYZ\n")
        let tags = try scene.tool("exiftool", "-a", "-G1", scene.path("without.jpg"))
        #expect(!tags.contains("Serial"))
        #expect(!tags.contains("GPS"))
        let warnings = try scene.tool(
            "exiftool", "-validate", "-warning", scene.path("without.jpg"))
        #expect(!warnings.contains("Error"), "\(warnings)")
    }

    @Test("photos in folders and archives have distinct names")
    func several() throws {
        let scene = try PictureScene("messi5.jpg", "fruits.jpg")
        defer { scene.gallery.remove() }
        let folder = try scene.gallery.run("share", "1", "2", "--to", "out/", "--format", "jsonl")
        #expect(folder.status == 0, "\(folder.errors)")
        let paths = try folder.lines().compactMap { $0["path"] as? String }
        #expect(paths.count == 2)
        for path in paths { #expect(FileManager.default.fileExists(atPath: path)) }
        let zip = try scene.gallery.run("share", "camera", "--to", "holiday.zip")
        #expect(zip.status == 0, "\(zip.errors)")
        let names = try scene.tool(
            "python3", "-c",
            "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; "
                + "print(len(z.namelist())); print({i.date_time for i in z.infolist()})",
            scene.path("holiday.zip"))
        #expect(names == "2\n{(1980, 1, 1, 0, 0, 0)}\n")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scene.gallery.folder.path)
                .allSatisfy { !$0.contains(".part") })
    }

    @Test("a photo's file in an archive has the date taken")
    func dates() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        try scene.gallery.run("share", "1", "--to", "goal.zip")
        try scene.gallery.run("export", "camera", "--format", "html", "-o", "site", "--zip")
        for archive in ["goal.zip", "site/photos.zip"] {
            let dates = try scene.tool(
                "python3", "-c",
                "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); "
                    + "print([i.date_time for i in z.infolist() if i.filename.endswith('.jpg')])",
                scene.path(archive))
            #expect(dates == "[(2024, 5, 1, 12, 0, 0)]\n", "\(archive)")
        }
    }

    @Test("a mail program reads a mail message")
    func message() throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        let result = try scene.gallery.run(
            "share", "1", "--mail", "--to", "letter.eml", "--mail-to", "ana@example.org",
            "--subject", "Fußball")
        #expect(result.status == 0, "\(result.errors)")
        let facts = try scene.tool(
            "python3", "-c",
            """
            import sys, email, email.policy
            m = email.message_from_binary_file(open(sys.argv[1], 'rb'), policy=email.policy.default)
            a = list(m.iter_attachments())
            print(m['subject'], m['to'], len(a), a[0].get_content_type(), a[0].get_content()[:2] == b'\\xff\\xd8')
            """, scene.path("letter.eml"))
        #expect(facts == "Fußball ana@example.org 1 image/jpeg True\n")
        let again = try scene.gallery.run("share", "1", "--mail", "--to", "letter.eml")
        #expect(again.status == 74, "\(again.errors)")
    }

    @Test("--mail passes the copy to xdg-email, and writes a message if there is no display")
    func mail() throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        let path = try scene.fake("xdg-email", "printf '%s\\n' \"$@\" > \"$HOME/asked\"")
        let opened = try scene.gallery.run(
            "share", "1", "--mail", "--mail-to", "ana@example.org", "--subject", "Hello",
            adding: ["PATH": path, "DISPLAY": ":77"])
        #expect(opened.status == 0, "\(opened.errors)")
        let requested = String(decoding: try scene.bytes("asked"), as: UTF8.self)
            .split(separator: "\n").map(String.init)
        #expect(requested.contains("ana@example.org"))
        #expect(requested.contains("Hello"))
        let attached = try #require(requested.firstIndex(of: "--attach").map { requested[$0 + 1] })
        #expect(try PictureScene.size(attached) == [548, 342])
        let written = try scene.gallery.run("share", "1", "--mail", adding: ["PATH": path])
        #expect(written.status == 0, "\(written.errors)")
        #expect(written.errors.contains("no display"), "\(written.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: scene.gallery.folder.path)
        #expect(names.contains { $0.hasSuffix(".eml") })
    }

    @Test("--print passes the copy to lp and reports errors from lp")
    func printing() throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        let path = try scene.fake(
            "lp",
            "printf '%s\\n' \"$@\" > \"$HOME/asked\"; for f; do :; done; cp \"$f\" \"$HOME/paper\"; "
                + "echo 'request id is office-7'")
        let result = try scene.gallery.run(
            "share", "1", "--print", "--printer", "office", adding: ["PATH": path])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("office-7"), "\(result.errors)")
        #expect(String(decoding: try scene.bytes("asked"), as: UTF8.self).contains("office"))
        #expect(try PictureScene.size(scene.path("paper")) == [548, 342])
        let failing = try scene.fake("lp", "echo 'lp: no default destination' >&2; exit 1")
        let failed = try scene.gallery.run("share", "1", "--print", adding: ["PATH": failing])
        #expect(failed.status == 1, "\(failed.errors)")
        #expect(failed.errors.contains("no default destination"), "\(failed.errors)")
    }

    @Test("the license and the credit of a Flickr photo are in its copy")
    func credit() async throws {
        try await FlickrScene.with(FakeWorld(seed: 71, photos: 3)) { scene async throws in
            try scene.gallery.run("search", "dogs")
            let row = try #require(
                try scene.gallery.run("list", "dogs", "--format", "jsonl").lines().first {
                    !($0["License"] is NSNull) && !($0["Creator"] is NSNull)
                })
            let id = try #require(row.integer("ID"))
            let creator = try #require(row["Creator"] as? String)
            let result = try scene.gallery.run("share", String(id), "--to", "out/")
            #expect(result.status == 0, "\(result.errors)")
            let out = scene.gallery.folder.appendingPathComponent("out")
            let text = String(
                decoding: try Data(contentsOf: out.appendingPathComponent("CREDITS.txt")),
                as: UTF8.self)
            #expect(text.contains(creator), "\(text)")
            #expect(text.contains("Flickr"), "\(text)")
        }
    }

    @Test(
        "errors end with their status and name the next step",
        arguments: [
            (
                ["share", "1"], Int32(64),
                "no destination given; use --to FILE.jpg, --to DIR/, --to FILE.zip, --mail"
            ),
            (["share", "camera", "--to", "one.jpg"], 64, "cannot write 2 photos to one file"),
            (["share", "1", "--to", "x.txt"], 64, "invalid --to 'x.txt': expected a name"),
            (["share", "1", "--to", ""], 64, "invalid --to '': expected a picture"),
            (["share", "99", "--to", "x.jpg"], 66, "99"),
            (["share", "nowhere", "--to", "x.jpg"], 66, "nowhere"),
            (["share", "1", "--to", "x.jpg", "--size", "0"], 64, "invalid --size '0': expected"),
            (
                ["share", "1", "--to", "x.jpg", "--quality", "101"], 64,
                "invalid --quality '101': expected 1 to 100"
            ),
            (["share", "1", "--to", "x.jpg", "--keep-all", "--size", "9"], 64, "omit --size"),
            (
                ["share", "1", "--to", "x.jpg", "--keep-all", "--keep-camera"], 64,
                "omit --keep-camera"
            ),
            (
                ["share", "1", "--to", "x.jpg", "--keep-all", "--keep-tags"], 64,
                "omit --keep-tags"
            ),
            (["share", "1", "--to", "x.jpg", "--name", "{id}"], 64, "is a file name: omit"),
            (["share", "1", "--to", "x/", "--name", "{date}/{id}"], 64, "omit '/'"),
            (["share", "1", "--to", "x/", "--name", "{titel}"], 64, "{title}"),
            (["share", "1", "--to", "x.jpg", "--print"], 64, "--print cannot be combined with"),
            (
                ["share", "1", "--to", "x.jpg", "--mail"], 64,
                "invalid --to 'x.jpg': expected a name ending in .eml"
            ),
            (["share", "1", "--to", "x.jpg", "--subject", "y"], 64, "--subject requires --mail"),
            (["share", "1", "--to", "x.jpg", "--printer", "y"], 64, "--printer requires --print"),
            (["share", "1", "--mail", "--mail-to", "no address"], 64, "no address"),
            (["share", "1", "--to", "photos/messi5.jpg/x.jpg"], 74, "messi5.jpg"),
            // No file can be created there: it is read-only, or owned by root.
            (["share", "1", "--to", "/sys/x.jpg"], 74, "name another folder"),
        ])
    func wrong(arguments: [String], status: Int32, words: String) throws {
        let scene = try PictureScene("messi5.jpg", "fruits.jpg")
        defer { scene.gallery.remove() }
        let result = try scene.gallery.start(arguments).wait()
        #expect(result.status == status, "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: scene.path("x.jpg")))
    }

    @Test("a dry run writes nothing")
    func dryRun() throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        for target in ["x.jpg", "out/", "x.zip"] {
            let result = try scene.gallery.run("share", "1", "--to", target, "-n")
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.hasPrefix("gallery: dry run: "))
            #expect(!FileManager.default.fileExists(atPath: scene.path(target)))
        }
    }
}
