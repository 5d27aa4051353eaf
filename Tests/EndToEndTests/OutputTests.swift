import Foundation
import TestSupport
import Testing

@Suite("Files that outputs may replace")
struct OutputTests {
    /// A program with a stored photo, and one in place with a face; links lead to both and to the
    /// catalog.
    private static func withScene(_ body: (FaceScene) throws -> Void) throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        try scene.add("a.jpg", try Data(contentsOf: FacePictures.messi))
        try scene.gallery.run("import", "--in-place", scene.photos.path)
        let stored = scene.gallery.folder.appendingPathComponent("stored.jpg")
        try FileManager.default.copyItem(at: FacePictures.fruits, to: stored)
        try scene.gallery.run("import", stored.path)
        try scene.gallery.run("faces")
        let made = try scene.gallery.shell(
            """
            ln -s photos/a.jpg link.jpg; ln -s link.jpg chain.jpg; ln photos/a.jpg hard.jpg
            ln -s photos folder; ln -s catalog way; ln catalog/catalog.sqlite database.csv
            ln -s "$PWD"/catalog/files/*/*.jpg kept.jpg; ln catalog/files/*/*.jpg hardkept.jpg
            """)
        #expect(made.status == 0, "\(made.errors)")
        try body(scene)
    }

    /// The bytes of all files that no output may change.
    private static func precious(_ scene: FaceScene) throws -> [String: Data] {
        var files = try scene.gallery.catalogFiles().map { "catalog/" + $0 }
        files += ["photos/a.jpg", "hard.jpg", "hardkept.jpg"]
        return files.reduce(into: [:]) { found, name in
            let url = scene.gallery.folder.appendingPathComponent(name)
            guard !name.contains("sqlite-"), !url.hasDirectoryPath else { return }
            found[name] = try? Data(contentsOf: url)
        }
    }

    private static let originals = [
        "photos/a.jpg", "link.jpg", "chain.jpg", "hard.jpg", "folder/a.jpg", "./photos/../hard.jpg",
        "kept.jpg", "hardkept.jpg", "way/new.jpg", "catalog/thumbnails/new.jpg",
        "missing/../catalog/new.jpg",
    ]

    @Test("no original, stored picture or catalog file is replaced, also through a link")
    func originals() throws {
        try Self.withScene { scene in
            let before = try Self.precious(scene)
            let tables =
                Self.originals + ["database.csv", "catalog/catalog.sqlite", "way/files/x.csv"]
            var commands = tables.flatMap { path in
                [
                    ["export", "camera", "-o", path],
                    ["export", "camera", "--format", "gpx", "--force", "-o", path],
                    ["export", "camera", "--originals", "out", "-o", path, "--force"],
                ]
            }
            commands += Self.originals.flatMap { path in
                [
                    ["show", "1", "--faces", "-o", path],
                    ["show", "1", "--faces", "--force", "-o", path],
                ]
            }
            for folder in ["catalog", "way/new", "catalog/files", "missing/../way"] {
                commands += [
                    ["effects", "1", "-o", folder], ["effects", "stored.jpg", "-o", folder],
                    ["faces", "crop", "camera", "-o", folder],
                    ["export", "camera", "--originals", folder],
                    ["export", "camera", "--format", "xmp", "-o", folder],
                    ["export", "camera", "--format", "html", "-o", folder],
                    ["share", "1", "--to", folder + "/"],
                    ["share", "1", "--to", folder + "/x.jpg"],
                    ["share", "1", "--to", folder + "/x.zip"],
                    ["share", "1", "--to", folder + "/x.eml"],
                ]
            }
            for format in [["--originals", "."], ["--format", "xmp", "-o", "."]] {
                commands.append(
                    ["export", "camera"] + format + ["--name", "catalog/files/{id}.{ext}"])
            }
            for command in commands {
                let result = try scene.gallery.start(command).wait()
                #expect(result.status == 64, "\(command): \(result.errors)")
                #expect(
                    result.errors.contains("name another"), "\(command): \(result.errors)")
            }
            #expect(try Self.precious(scene) == before)
            #expect(try scene.gallery.run("sections").status == 0)
        }
    }

    @Test("a table replaces an earlier one of any format, and other files only with --force")
    func tables() throws {
        try Self.withScene { scene in
            let file = scene.gallery.folder.appendingPathComponent("rows")
            func export(_ arguments: String...) throws -> GalleryProgram.Result {
                try scene.gallery.start(["export", "camera", "-o", file.path] + arguments).wait()
            }
            let formats = [
                ["--format", "csv"], ["--format", "csv", "--columns", "ID,Title"],
                ["--format", "json"], ["--format", "json", "--where", "rating:5"],
                ["--format", "jsonl", "--columns", "City"], ["--format", "geojson"],
                ["--format", "gpx"],
            ]
            for format in formats {
                for next in formats.prefix(2) + [format] {
                    let result = try scene.gallery.start(
                        ["export", "camera", "-o", file.path] + next
                    ).wait()
                    #expect(result.status == 0, "\(next) on \(format): \(result.errors)")
                }
            }
            try Data().write(to: file)
            #expect(try export().status == 0)
            let others = [
                try Data(contentsOf: FacePictures.fruits), Data("remember the milk\n".utf8),
                Data("SourceFile,ImageWidth\na.jpg,3\n".utf8), Data("{\"Title\" 3}".utf8),
                Data("<?xml version=\"1.0\"?>\n<gpx creator=\"a watch\">\n</gpx>\n".utf8),
                Data("SQLite format 3\0".utf8), Data("SourceFile,Price\r\n".utf8),
            ]
            for other in others {
                try other.write(to: file)
                for format in ["csv", "json", "gpx"] {
                    let refused = try export("--format", format)
                    #expect(refused.status == 64)
                    #expect(
                        refused.errors.contains(
                            "'\(file.path)' exists and is not an earlier export: name another file, or "
                                + "replace it with --force"), "\(refused.errors)")
                    #expect(try export("-n").status == 64)
                    #expect(try Data(contentsOf: file) == other)
                }
                #expect(try export("--force").status == 0)
                #expect(try Data(contentsOf: file).starts(with: Data("SourceFile,".utf8)))
            }
            #expect(try scene.gallery.run("export", "camera", "-o", "/dev/null").status == 0)
            #expect(try scene.gallery.run("export", "camera", "--force").status == 64)
        }
    }

    @Test("a picture with drawn faces replaces an existing file only with --force")
    func pictures() throws {
        try Self.withScene { scene in
            let draw = ["show", "1", "--faces", "-o", "drawn.jpg"]
            #expect(try scene.gallery.start(draw).wait().status == 0)
            let refused = try scene.gallery.start(draw).wait()
            #expect(refused.status == 64)
            #expect(refused.errors.contains("replace it with --force"), "\(refused.errors)")
            #expect(try scene.gallery.start(draw + ["--force"]).wait().status == 0)
            #expect(try scene.gallery.run("show", "1", "--force").status == 64)
        }
    }

    @Test("a site replaces a link among its files, not the target of the link")
    func site() throws {
        try Self.withScene { scene in
            let site = ["export", "camera", "--format", "html", "--copies", "-o", "site"]
            #expect(try scene.gallery.start(site).wait().status == 0)
            let before = try Data(contentsOf: scene.photos.appendingPathComponent("a.jpg"))
            let linked = try scene.gallery.shell(
                """
                for file in site/pictures/* site/index.html site/photos/*; do
                    ln -sf "$PWD/photos/a.jpg" "$file"
                done
                """)
            #expect(linked.status == 0, "\(linked.errors)")
            let again = try scene.gallery.start(
                site + ["--size", "200", "--title", "another", "--keep-title"]
            ).wait()
            #expect(again.status == 0, "\(again.errors)")
            #expect(
                try Data(contentsOf: scene.photos.appendingPathComponent("a.jpg")) == before)
            let page = scene.gallery.folder.appendingPathComponent("site/index.html")
            #expect(try String(contentsOf: page, encoding: .utf8).contains("another"))
        }
    }
}
