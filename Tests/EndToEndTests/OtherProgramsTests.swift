import Foundation
import TestSupport
import Testing

/// Files in place that other programs tag, rotate, rename, move and delete, and their sidecars.
@Suite("Files changed by other programs", .enabled(if: FormatPictures.canMake))
struct OtherProgramsTests {
    /// A program with pictures of 96 × 64 pixels that all differ.
    struct Scene {
        let gallery: GalleryProgram
        let photos: URL

        init(_ names: String...) throws {
            gallery = try GalleryProgram()
            photos = gallery.folder.appendingPathComponent("p")
            try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
            for name in names { try add(name) }
        }

        /// Writes a picture with pixels derived from the seed.
        func add(_ name: String, seed: Int? = nil) throws {
            let number = seed ?? name.utf8.reduce(0) { ($0 * 31 + Int($1)) % 9973 }
            try run(
                """
                mkdir -p "$(dirname 'p/\(name)')"
                vips gaussnoise noise.v 96 64 --seed \(number) --mean 128 --sigma 40
                vips cast noise.v cast.v uchar && vips copy cast.v 'p/\(name)'
                """)
        }

        /// Runs a line of the shell.
        func run(_ line: String) throws {
            let result = try gallery.shell(line)
            try #require(result.status == 0, "\(line): \(result.errors)")
        }

        /// Writes into a file with exiftool and changes its time.
        func tag(_ tags: String) throws { try run("exiftool -q -overwrite_original \(tags)") }

        /// Makes the catalog look as if an earlier version of the program had read all metadata.
        func age() throws {
            try run(
                """
                python3 - <<'END'
                import sqlite3
                db = sqlite3.connect("catalog/catalog.sqlite")
                db.execute("UPDATE ledger SET recipe = 1 WHERE kind = 'metadata'")
                db.commit()
                END
                """)
        }

        /// The counts of an import, and its output.
        func imported(
            _ arguments: String..., status: Int32 = 0
        ) throws -> (counts: [String: Any], items: [[String: Any]], errors: String) {
            let result = try gallery.start(["import", "--format", "json"] + arguments).wait()
            #expect(result.status == status, "\(result.errors)")
            let counts = try result.object()
            return (counts, counts["items"] as? [[String: Any]] ?? [], result.errors)
        }

        func inPlace() throws -> [String: Any] { try imported("--in-place", "p").counts }

        /// The values of all photos in the section, in its order.
        func rows() throws -> [[String: Any]] {
            try gallery.run("list", "camera", "--format", "jsonl").lines()
        }

        func found(_ query: String) throws -> String {
            try gallery.run("find", query, "--count").text
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }

        /// The outcome and reason of each file by its path below `p`.
        func outcomes(_ arguments: String...) throws -> [String: [String?]] {
            let lines = try gallery.start(["import", "--format", "jsonl"] + arguments).wait()
                .lines()
            let root = photos.path + "/"
            return Dictionary(
                uniqueKeysWithValues: lines.map { row in
                    let path = row["path"] as? String ?? ""
                    return (
                        path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path,
                        [row["outcome"] as? String, row["reason"] as? String]
                    )
                })
        }
    }

    @Test(
        "tags leave the photo the same, with its face, edit and album",
        arguments: ["jpg", "png", "tif", "webp", "heic"])
    func tagged(ending: String) throws {
        let pictures = try FormatPictures()
        let gallery = pictures.scene.gallery
        defer { gallery.remove() }
        let path = pictures.path(ending)
        #expect(try gallery.run("import", "--in-place", path).status == 0)
        #expect(try gallery.run("faces", "add", "1", "20,30,40,50", "--name", "Ana").status == 0)
        #expect(try gallery.run("faces", "1").status == 0)
        #expect(try gallery.run("edit", "1", "--rotate", "90").status == 0)
        func shown() throws -> [String: Any] {
            try gallery.run("show", "1", "--format", "json").object()
        }
        let before = try shown()
        let written = try gallery.shell(
            "exiftool -q -q -m -overwrite_original -XMP:Rating=4 -XMP:Title=Beach '\(path)'")
        #expect(written.status == 0, "\(written.errors)")
        let planned = try gallery.run("import", "-n", "--in-place", path)
        #expect(planned.errors.contains("would update 1"), "\(planned.errors)")
        let result = try gallery.run("import", "--in-place", path, "--format", "json")
        #expect(result.errors.contains("updated 1"), "\(result.errors)")
        #expect(try result.object().number("updated") == 1)
        let after = try shown()
        #expect(after["Title"] as? String == "Beach" && after.number("Rating") == 4)
        #expect(after.number("ID") == 1 && after["SourceFile"] as? String == path)
        func regions(_ row: [String: Any]) -> [[Double]]? {
            row["FaceRectangles"] as? [[Double]]
        }
        #expect(regions(before) != nil && regions(before) == regions(after))
        #expect(try gallery.run("list", "camera", "--format", "jsonl").lines().count == 1)
        for (query, count) in [("person:Ana", "1"), ("is:edited", "1"), ("is:delisted", "0")] {
            #expect(try gallery.run("find", query, "--count").text == "\(count)\n", "\(query)")
        }
        // Detected faces still apply to the same pixels.
        #expect(try gallery.run("faces", "1", "--format", "jsonl").text.isEmpty)
        #expect(try gallery.run("thumbnails", "1").status == 0)
        #expect(try gallery.run("undo").status == 0)
        #expect(try shown()["Title"] as? String == "The goal")
    }

    @Test("a rotation by a tag also rotates the named face")
    func turned() throws {
        let scene = try Scene("a.jpg")
        defer { scene.gallery.remove() }
        _ = try scene.inPlace()
        try scene.gallery.run("faces", "add", "1", "10,20,30,40", "--name", "Ana")
        try scene.tag("-n -Orientation=6 p/a.jpg")
        #expect(try scene.inPlace().number("updated") == 1)
        let faces = try scene.gallery.run("faces", "list", "1", "--format", "jsonl").lines()
        #expect(faces.count == 1)
        // 96 × 64 rotated to the right: the left side is now on top, the top on the right.
        #expect(
            ["x", "y", "width", "height"].map { faces.first?.number($0) } == [4, 10, 40, 30],
            "\(faces)")
    }

    @Test("a renamed file has its new name, also if it was tagged at the same time")
    func renamed() throws {
        let scene = try Scene("a.jpg", "b.jpg")
        defer { scene.gallery.remove() }
        _ = try scene.inPlace()
        try scene.run("mv p/a.jpg p/beach.jpg; mkdir p/new; mv p/b.jpg p/new/dunes.jpg")
        try scene.tag("-Title=Dunes p/new/dunes.jpg")
        let counts = try scene.inPlace()
        #expect([counts.number("moved"), counts.number("updated")] == [1, 1])
        #expect([counts.number("new"), counts.number("missing")] == [0, 0])
        let rows = try scene.rows()
        #expect(rows.map { $0.number("ID") } == [1, 2])
        #expect(rows.map { $0["FileName"] as? String } == ["beach.jpg", "dunes.jpg"])
        #expect(rows[1]["Title"] as? String == "Dunes")
        #expect(try ["beach", "dunes", "a.jpg"].map(scene.found) == ["1", "1", "0"])
        try scene.run("mv p q")
        #expect(try scene.imported("--in-place", "q").counts.number("moved") == 2)
        #expect(try scene.gallery.run("find", "is:missing", "--count").text == "0\n")
    }

    @Test("a tagged copy is a separate photo while the old file exists")
    func copied() throws {
        let scene = try Scene("a.jpg")
        defer { scene.gallery.remove() }
        _ = try scene.inPlace()
        try scene.run("cp p/a.jpg p/b.jpg")
        try scene.tag("-Title=Copy p/b.jpg")
        #expect(try scene.inPlace().number("new") == 1)
        #expect(try scene.rows().map { $0["Title"] as? String } == [nil, "Copy"])
    }

    @Test("other pixels in the same file become the same photo at its position")
    func repainted() throws {
        let scene = try Scene("a.jpg", "b.jpg")
        defer { scene.gallery.remove() }
        _ = try scene.inPlace()
        try scene.gallery.run("thumbnails", "camera", "--size", "240")
        try scene.gallery.run("faces", "camera")
        try scene.add("a.jpg", seed: 77)
        let counts = try scene.inPlace()
        #expect([counts.number("updated"), counts.number("new")] == [1, 0])
        #expect(try scene.rows().map { $0.number("ID") } == [1, 2])
        let made = try scene.gallery.run("thumbnails", "camera", "--size", "240")
        #expect(made.errors.contains("1 thumbnail of 1 photo"), "\(made.errors)")
        let examined = try scene.gallery.run("faces", "camera", "--format", "jsonl").lines()
        #expect(examined.map { $0.number("id") } == [1])
    }

    @Test("two disks mounted in turn at one path keep their photos")
    func disks() throws {
        let scene = try Scene("same.jpg", "one.jpg")
        defer { scene.gallery.remove() }
        _ = try scene.inPlace()
        try scene.run("mv p first")
        try scene.add("same.jpg", seed: 5)
        #expect(try scene.inPlace().number("new") == 1)
        #expect(try scene.found("is:delisted") == "0")
        #expect(try scene.found("is:missing") == "0")
        try scene.run("mv p second; mv first p")
        let counts = try scene.inPlace()
        #expect([counts.number("new"), counts.number("known")] == [0, 2])
        #expect(try scene.gallery.run("thumbnails", "1", "2").status == 0)
    }

    @Test("deleted files are counted, can be found and removed, and fail no other commands")
    func deleted() throws {
        let scene = try Scene("a.jpg", "b.jpg", "sub/c.jpg")
        defer { scene.gallery.remove() }
        _ = try scene.inPlace()
        try scene.run("rm -r p/a.jpg p/sub")
        let result = try scene.imported("--in-place", "p")
        #expect(result.counts.number("missing") == 2)
        #expect(result.errors.contains("2 missing"), "\(result.errors)")
        #expect(try scene.found("is:missing") == "2")
        for command in [["analyse"], ["thumbnails"], ["faces"]] {
            let ran = try scene.gallery.start(command + ["camera"]).wait()
            #expect(ran.status == 0, "\(command): \(ran.errors)")
        }
        let table = try scene.gallery.run("list", "camera").text.split(separator: "\n")
        #expect(table.filter { $0.hasSuffix("offline") }.count == 2, "\(table)")
        // A file found deleted by another command fails it once.
        try scene.add("e.jpg")
        _ = try scene.inPlace()
        try scene.run("rm p/e.jpg")
        #expect(try scene.gallery.run("analyse", "camera").status == 1)
        #expect(try scene.gallery.run("analyse", "camera").status == 0)
        #expect(try scene.gallery.run("remove", "--where", "is:missing").status == 0)
        #expect(try scene.rows().map { $0["FileName"] as? String } == ["b.jpg"])
        #expect(try scene.inPlace().number("missing") == 0)
        // A file that returns exists again for every command.
        try scene.add("a.jpg")
        #expect(try scene.inPlace().number("trashed") == 1)
        #expect(try scene.gallery.run("restore", "1").status == 0)
        #expect(try scene.found("is:missing") == "0")
    }

    @Test("an unmounted folder has no missing files")
    func unmounted() throws {
        let scene = try Scene("a.jpg")
        defer { scene.gallery.remove() }
        _ = try scene.inPlace()
        try scene.run("mv p away; mkdir p")
        #expect(try scene.inPlace().number("missing") == 0)
        #expect(try scene.found("is:missing") == "0")
    }

    @Test(
        "trash and system folders are skipped, also deep ones, unless they are named",
        arguments: [
            "#recycle", "$RECYCLE.BIN", "@Recycle", "lost+found", "FOUND.000", "#snapshot",
            "@Recently-Snapshot", ".snapshot", "__MACOSX", "System Volume Information", "@eaDir",
            "@tmp", ".Trash-1000", "#Recycle", "LOST+FOUND",
        ])
    func systemFolders(name: String) throws {
        let scene = try Scene("\(name)/x.jpg", "deep/er/\(name)/y.jpg", "b.jpg")
        defer { scene.gallery.remove() }
        let counts = try scene.imported("p").counts
        #expect([counts.number("new"), counts.number("hidden")] == [1, 2])
        #expect(try scene.outcomes("p")[name]?.first == "skipped")
        #expect(try scene.imported("p/\(name)").counts.number("new") == 1)
    }

    // MARK: - Sidecars

    /// A tag of a sidecar and its column.
    private static let fields = [
        ("XMP-dc:Subject=wrong", "Tags"), ("XMP-xmp:Rating=4", "Rating"),
        ("XMP-dc:Title=Old", "Title"), ("XMP-dc:Description=Old", "Description"),
        ("XMP-dc:Rights=Me", "Copyright"), ("XMP-dc:Creator=Me", "Creator"),
        ("XMP-exif:DateTimeOriginal=2001:02:03 04:05:06", "DateTimeOriginal"),
        ("XMP-exif:GPSLatitude=48.5 -XMP-exif:GPSLongitude=4.5", "GPSLatitude"),
    ]

    @Test(
        "data removed from a sidecar is removed from the photo", arguments: fields,
        [true, false])
    func takenOut(field: (tag: String, column: String), inPlace: Bool) throws {
        let scene = try Scene("a.jpg")
        defer { scene.gallery.remove() }
        let tags = field.tag.split(separator: " -").map { "'-\($0)'" }.joined(separator: " ")
        try scene.run("exiftool -q \(tags) -XMP-dc:Source=x p/a.jpg.xmp")
        let options = inPlace ? ["--in-place", "p"] : ["p"]
        func importAgain() throws -> Any? {
            #expect(try scene.gallery.start(["import"] + options).wait().status == 0)
            let value = try scene.rows().first?[field.column]
            return value is NSNull || (value as? [Any])?.isEmpty == true ? nil : value
        }
        #expect(try importAgain() != nil)
        let none = field.tag.split(separator: " -").map { "'-\($0.prefix { $0 != "=" })='" }
        try scene.tag(none.joined(separator: " ") + " p/a.jpg.xmp")
        #expect(try importAgain() == nil)
        #expect(try scene.gallery.run("undo").status == 0)
        try scene.run("rm p/a.jpg.xmp; exiftool -q \(tags) p/a.xmp")
        #expect(try importAgain() != nil)
        try scene.run("mv p/a.xmp p/other.xmp")
        #expect(try importAgain() == nil)
    }

    @Test("a change of the older of two sidecars is detected, and the first of them wins")
    func twoSidecars() throws {
        let scene = try Scene("a.jpg")
        defer { scene.gallery.remove() }
        try scene.run(
            """
            exiftool -q -XMP-dc:Title=First p/a.jpg.xmp
            exiftool -q -XMP-dc:Title=Second -XMP-dc:Creator=Me p/a.xmp
            touch -d 2020-01-01 p/a.xmp; touch -d 2021-01-01 p/a.jpg.xmp
            """)
        _ = try scene.imported("p")
        func shown() throws -> [String?] {
            let row = try scene.rows().first
            return [row?["Title"] as? String, row?["Creator"] as? String]
        }
        #expect(try shown() == ["First", "Me"])
        try scene.tag("-XMP-dc:Creator=You p/a.xmp")
        try scene.run("touch -d 2020-06-01 p/a.xmp")
        #expect(try scene.imported("p").counts.number("updated") == 1)
        #expect(try shown() == ["First", "You"])
    }

    @Test(
        "the sidecar of a RAW file does not belong to the picture with the same name",
        arguments: [
            ("CR2", nil), ("nef", nil), ("DNG", nil), ("ARW", nil), ("JPG", "Raw"), ("jpg", "Raw"),
            ("jpeg", "Raw"), ("", "Raw"),
        ] as [(String, String?)])
    func rawSidecar(type: String, title: String?) throws {
        let scene = try Scene("IMG_1.jpg")
        defer { scene.gallery.remove() }
        let property = type.isEmpty ? "" : "-XMP-photoshop:SidecarForExtension=\(type)"
        try scene.run("exiftool -q \(property) -XMP-dc:Title=Raw p/IMG_1.xmp")
        _ = try scene.imported("p")
        #expect(try scene.rows().first?["Title"] as? String == title)
    }

    // MARK: - Rows and warnings

    @Test("every file has a row with its outcome, reason and photo")
    func outcomes() throws {
        let scene = try Scene("a.jpg", "b.jpg", "sub/copy.jpg")
        defer { scene.gallery.remove() }
        try scene.run(
            """
            cp p/a.jpg p/sub/copy.jpg; echo text >p/notes.txt; : >p/empty.jpg; : >p/Thumbs.db
            head -c 9000 /dev/zero >p/zeros.jpg; printf 'II*\\0\\x10\\0\\0\\0CR\\2\\0' >p/raw.cr2
            echo '{}' >p/a.jpg.supplemental-meta.json; head -c 200 /dev/zero >>p/raw.cr2; printf '\\0\\0\\0\\x18ftypqt  ' >p/film.mov
            head -c 64 /dev/zero >>p/film.mov; exiftool -q -XMP-dc:Title=T p/b.xmp
            """)
        let all = try scene.outcomes("p")
        let expected = [
            "a.jpg": "new", "b.jpg": "new", "sub/copy.jpg": "known", "notes.txt": "skipped",
            "empty.jpg": "failed", "Thumbs.db": "skipped", "zeros.jpg": "damaged",
            "a.jpg.supplemental-meta.json": "skipped", "raw.cr2": "unsupported",
            "film.mov": "unsupported", "b.xmp": "skipped",
        ]
        #expect(all.mapValues { $0[0] } == expected.mapValues { Optional($0) })
        #expect(all["sub/copy.jpg"]?[1] == "is a duplicate")
        #expect(all["empty.jpg"]?[1] == "is empty (0 bytes)")
        #expect(all["a.jpg"]?[1] == nil)
        let result = try scene.imported("p", status: 1)
        #expect(
            result.errors.contains(
                "skipped 3 already imported, 3 other files and 2 of unsupported "),
            "\(result.errors)")
        #expect(result.errors.contains("2 files failed; see 'gallery problems'"))
        #expect(result.errors.contains("1 JSON file of Google Takeout not read"))
        #expect(
            result.items.filter { $0["outcome"] as? String == "known" }.map { $0.number("id") }
                == [1, 2, 1])
        let csv = try scene.gallery.run("import", "p", "--format", "csv").text
        #expect(csv.hasPrefix("path,outcome,reason,id,warnings"), "\(csv)")
        #expect(try scene.gallery.run("import", "p").text.isEmpty)
    }

    @Test("unused metadata is reported by -v, show and problems, and is not a failure")
    func warnings() throws {
        let scene = try Scene("a.jpg", "b.jpg")
        defer { scene.gallery.remove() }
        try scene.run("head -c 17000000 /dev/zero >p/a.jpg.xmp")
        let output = try scene.gallery.run("import", "-v", "p", "--format", "jsonl")
        #expect(output.status == 0, "\(output.errors)")
        #expect(output.errors.contains("a.jpg: some of its metadata was not used: the sidecar"))
        let rows = try output.lines()
        // The sidecar also has a row.
        #expect(rows.map { ($0["warnings"] as? [String])?.count } == [1, 0, 0])
        #expect((rows.first?["warnings"] as? [String])?.first?.contains("too large") == true)
        for _ in 0..<2 {
            let problems = try scene.gallery.run("problems", "--format", "jsonl").lines()
            #expect(problems.map { $0["kind"] as? String } == ["note"])
            #expect(
                problems.allSatisfy { ($0["message"] as? String)?.contains("too large") == true })
            #expect(try scene.gallery.run("show", "1").text.contains("too large"))
            let quiet = try scene.imported("p")
            #expect(!quiet.errors.contains("too large"), "\(quiet.errors)")
        }
        try scene.run("rm p/a.jpg.xmp")
        _ = try scene.imported("p")
        #expect(try scene.gallery.run("problems", "--format", "jsonl").lines().isEmpty)
        #expect(try !scene.gallery.run("show", "1").text.contains("too large"))
    }

    @Test(
        "a catalog of an earlier version reads metadata again",
        arguments: ["import", "analyse"])
    func earlierVersion(command: String) throws {
        let scene = try Scene("a.jpg", "b.jpg")
        defer { scene.gallery.remove() }
        try scene.tag("-Title=Right p/a.jpg p/b.jpg")
        _ = try scene.imported("--in-place", "p/a.jpg")
        _ = try scene.imported("p/b.jpg")
        try scene.age()
        let arguments =
            command == "import" ? ["import", "--in-place", "p"] : ["analyse", "camera"]
        #expect(try scene.gallery.start(arguments).wait().status == 0)
        #expect(try scene.rows().map { $0["Title"] as? String } == ["Right", "Right"])
        #expect(try scene.rows().map { $0.number("ID") } == [1, 2])
        #expect(try scene.gallery.run("analyse", "camera").errors.contains("metadata") == false)
    }

    @Test("metadata is read again from the store if another picture is at its source's path")
    func replacedSource() throws {
        let scene = try Scene("IMG-20190102-WA0001.jpg")
        defer { scene.gallery.remove() }
        let name = "p/IMG-20190102-WA0001"
        try scene.run("exiftool -q -XMP-dc:Title=Kept \(name).jpg.xmp")
        _ = try scene.imported("p")
        try scene.add("IMG-20190102-WA0001.jpg", seed: 9)
        try scene.run("rm \(name).jpg.xmp")
        try scene.age()
        #expect(try scene.gallery.run("analyse", "camera").status == 0)
        let rows = try scene.rows()
        #expect(rows.count == 1)
        #expect(rows.first?["Title"] as? String == "Kept")
        #expect((rows.first?["DateTimeOriginal"] as? String)?.hasPrefix("2019:01:02") == true)
    }
}
