import FakeFlickr
import Foundation
import GalleryModel
import TestSupport
import Testing

@Suite("gallery set")
struct SetTests {
    /// A picture with all metadata, `a`, one without a date, `b`, and one without anything, `c`.
    private func scene() throws -> PlaceScene {
        let scene = try PlaceScene()
        try scene.add(
            "a", at: Coordinate(latitude: 48.39, longitude: -4.49), taken: "2024:01:31 23:30:00",
            offset: "+02:00", keywords: ["dog", "beach"])
        try scene.add("b", keywords: ["cat"])
        try scene.add("c", taken: "2024:02:28 12:00:00")
        #expect(try scene.gallery.run("import", scene.photos.path).status == 0)
        return scene
    }

    private func row(_ id: Int, _ scene: PlaceScene) throws -> [String: Any] {
        let rows = try scene.gallery.run("export", "\(id)", "--format", "jsonl").lines()
        return try #require(rows.first)
    }

    @discardableResult
    private func set(
        _ scene: PlaceScene, _ arguments: String..., status: Int32 = 0
    ) throws -> GalleryProgram.Result {
        let result = try scene.gallery.start(["set"] + arguments).wait()
        #expect(result.status == status, "\(arguments): \(result.errors)")
        return result
    }

    @Test("every option changes its value everywhere, show prints both, and undo reverts all")
    func everything() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        let before = try scene.gallery.run("export", "--format", "jsonl").text
        let files = try scene.gallery.storedFiles()
        let result = try set(
            scene, "1", "--title", "Dog on the beach", "--description", "At low tide", "--tag",
            "Harbor", "--untag", "DOG", "--rating", "4", "--favorite", "--date",
            "2020-02-29T10:00:00", "--offset", "-05:00", "--location", "-33.8,151.2")
        #expect(result.text.isEmpty)
        #expect(result.errors == "gallery: changed 1 photo\n")
        let row = try row(1, scene)
        #expect(row["Title"] as? String == "Dog on the beach")
        #expect(row["Description"] as? String == "At low tide")
        #expect(row["Tags"] as? [String] == ["beach", "Harbor"])
        #expect(row.number("Rating") == 4 && row["Favorite"] as? Bool == true)
        #expect(row["DateTimeOriginal"] as? String == "2020:02:29 10:00:00")
        #expect(row["OffsetTimeOriginal"] as? String == "-05:00")
        #expect(row["GPSLatitude"] as? Double == -33.8 && row["CountryCode"] as? String == "AU")
        #expect(row["PositionSource"] as? String == "user" && row["DateSource"] is NSNull)
        for query in [
            "is:favorite", "tide", "tag:harbor", "taken:2020-02-29", "country:AU", "rating:4",
            "not:tag:dog taken:2020", "near:-33.8,151.2,1",
        ] {
            let found = try scene.gallery.run("find", query, "--count")
            #expect(found.text == "1\n", "\(query): \(found.text)")
        }
        #expect(try scene.gallery.run("find", "not:is:favorite", "--count").text == "2\n")
        let timeline = try scene.gallery.run("timeline", "--format", "jsonl").lines()
        #expect(timeline.compactMap { $0["period"] as? String }.contains { $0.hasPrefix("2020") })
        let shown = try scene.gallery.run("show", "1", "--format", "json").object()
        let origin = try #require(shown["OriginMetadata"] as? [String: Any])
        #expect(
            Set(origin.keys) == ["title", "description", "tags", "rating", "date", "location"])
        #expect(origin["title"] as? String == "a" && origin["description"] is NSNull)
        #expect(origin["tags"] as? [String] == ["dog", "beach"])
        #expect(origin["date"] as? String == "2024:01:31 23:30:00+02:00")
        #expect(origin["location"] as? String == "48.39,-4.49")
        let text = try scene.gallery.run("show", "1").text
        for line in [
            "Dog on the beach (file: a)", "beach, Harbor (file: dog, beach)", "4 (file: none)",
            "2020-02-29 10:00:00-05:00 (file: 2024-01-31 23:30:00+02:00)",
            "-33.8,151.2 (file: 48.39,-4.49)",
        ] {
            #expect(text.contains(line), "\(line): \(text)")
        }
        #expect(
            try scene.gallery.run("show", "2", "--format", "json").object()["OriginMetadata"] == nil
        )
        #expect(try scene.gallery.storedFiles() == files)
        #expect(try scene.gallery.run("undo").status == 0)
        #expect(try scene.gallery.run("export", "--format", "jsonl").text == before)
    }

    @Test("--clear shows the values of the file again")
    func clear() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        let before = try scene.gallery.run("export", "--format", "jsonl").text
        try set(
            scene, "1", "2", "--title", "", "--tag", "x", "--rating", "1", "--favorite", "--date",
            "2020:01:01 00:00:00", "--location", "1,2")
        #expect(try row(1, scene)["Title"] is NSNull)
        #expect(try scene.gallery.run("show", "1").text.contains("none (file: a)"))
        try set(scene, "1", "--clear", "title, rating", "--clear", "favorite")
        let cleared = try row(1, scene)
        #expect(cleared["Title"] as? String == "a" && cleared["Rating"] is NSNull)
        #expect(cleared["Favorite"] as? Bool == false)
        #expect(cleared["Tags"] as? [String] == ["dog", "beach", "x"])
        try set(scene, "camera", "--clear", "title,description,tags,rating,favorite,date,location")
        #expect(try scene.gallery.run("export", "--format", "jsonl").text == before)
    }

    @Test("rows and the dry run contain the changed fields, with their types")
    func rows() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        let arguments = ["set", "1", "--title", "New", "--untag", "dog", "--no-favorite", "-n"]
        let table = try scene.gallery.start(arguments).wait()
        #expect(table.status == 0 && table.text.hasPrefix("ID"), "\(table.text)")
        #expect(table.errors == "gallery: dry run: would change 1 photo\n")
        let csv = try scene.gallery.start(arguments + ["--format", "csv"]).wait()
        #expect(
            csv.text == "id,field,before,after\r\n1,title,a,New\r\n"
                + "1,tags,\"[\"\"dog\"\",\"\"beach\"\"]\",\"[\"\"beach\"\"]\"\r\n")
        #expect(try row(1, scene)["Title"] as? String == "a")
        let changed = try set(
            scene, "2", "--rating", "5", "--favorite", "--location", "48.39,-4.49", "--date",
            "2024:05:17 10:00:00", "--format", "jsonl"
        ).lines()
        #expect(
            changed.compactMap { $0["field"] as? String } == [
                "rating", "favorite", "date", "location",
            ])
        #expect(changed.allSatisfy { $0.number("id") == 2 })
        #expect(changed[0]["before"] is NSNull && changed[0].number("after") == 5)
        #expect(changed[1]["before"] as? Bool == false && changed[1]["after"] as? Bool == true)
        #expect(changed[2]["after"] as? String == "2024:05:17 10:00:00")
        #expect(changed[3]["after"] as? String == "48.39,-4.49")
        let same = try set(scene, "2", "--rating", "5", "--format", "jsonl")
        #expect(same.text.isEmpty && same.errors == "gallery: changed 0 photos\n")
    }

    @Test("a shift moves all dates in one step; a photo without a date is named")
    func shift() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        let result = try set(scene, "camera", "--shift", "+01:00:30", status: 1)
        #expect(
            result.errors.contains(
                "gallery: photo 2: its date taken is unknown: set it with --date instead\n"),
            "\(result.errors)")
        #expect(
            result.errors.hasSuffix("gallery: changed 2 photos, 1 failed\n"), "\(result.errors)")
        #expect(
            try scene.column("DateTimeOriginal") == [
                "2024:02:01 00:30:30", nil, "2024:02:28 13:00:30",
            ])
        #expect(try scene.gallery.run("undo").status == 0)
        try set(scene, "3", "--shift", "-12:30")
        try set(scene, "1", "--shift=-1d")
        #expect(
            try scene.column("DateTimeOriginal") == [
                "2024:01:30 23:30:00", nil, "2024:02:27 23:30:00",
            ])
    }

    @Test("a query and a section select photos; a title can begin with a minus")
    func selection() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        let none = try set(scene, "--where", "tag:none", "--rating", "1")
        #expect(none.errors == "gallery: changed 0 photos\n")
        try set(scene, "camera", "--where", "tag:cat or tag:dog", "--rating", "3")
        #expect(try scene.column("Rating") == ["3", "3", nil])
        try set(scene, "3", "3", "--title", "-5,3 degrees", "--tag", "-cold")
        #expect(try row(3, scene)["Title"] as? String == "-5,3 degrees")
        #expect(try row(3, scene)["Tags"] as? [String] == ["-cold"])
    }

    private static let refused: [(arguments: [String], message: String)] = [
        (["--rating", "6"], "invalid --rating '6': expected 0 to 5"),
        (["--rating", "-1"], "invalid --rating '-1': expected 0 to 5"),
        (["--date", "2023:02:29 10:00:00"], "invalid --date '2023:02:29 10:00:00': expected an"),
        (["--date", "2024:05:17"], "invalid --date '2024:05:17'"),
        (["--shift", "1h"], "invalid --shift '1h': expected [+-]HH:MM[:SS] or [+-]Nd"),
        (["--shift=-25"], "invalid --shift '-25'"),
        (["--shift", "-00:00"], "invalid --shift '-00:00'"),
        (["--offset", "+15:00"], "invalid --offset '+15:00': expected +HH:MM or -HH:MM"),
        (["--location", "91,0"], "invalid --location '91,0': expected LAT,LON"),
        (["--location", "-33.8"], "invalid --location '-33.8'"),
        (
            ["--clear", "titel"],
            "invalid --clear 'titel': expected title, description, tags, rating, favorite, date, "
                + "location"
        ),
        (["--tag", " "], "invalid --tag ' ': expected a tag"),
        (["--album", ""], "invalid --album ''"),
        (["--title", "x", "--clear", "tags,title"], "--title and --clear title cannot"),
        (["--untag", "x", "--clear", "tags"], "--untag and --clear tags cannot be combined"),
        (["--tag", "x", "--untag", "X"], "--tag 'x' and --untag 'x' cannot be combined"),
        (
            ["--date", "2024:05:17 10:00:00", "--shift", "+1d"],
            "--date and --shift cannot be combined"
        ),
        (["--favorite", "--no-favorite"], "favorite"), ([], "no change given; use --title"),
        (["--partial", "--title", "x"], "--partial requires --from"),
        (["--from", "x.csv"], "--from takes its photos from the table"),
    ]

    @Test("wrong values and contradictions are named and refused", arguments: refused)
    func refusal(arguments: [String], message: String) throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let result = try gallery.start(["set", "1"] + arguments).wait()
        #expect(result.status == 64, "\(result.errors)")
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test("an unknown photo or section ends with 66, and nothing is changed")
    func unknown() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        for operands in [["1", "99"], ["1", "nowhere"], ["camera/9", "1"]] {
            let result = try scene.gallery.start(["set"] + operands + ["--title", "x"]).wait()
            #expect(result.status == 66, "\(operands): \(result.errors)")
        }
        #expect(try scene.column("Title") == ["a", "b", "c"])
    }

    @Test("values by hand survive imports of known and replaced files, and faces --again")
    func importAgain() throws {
        let scene = try PlaceScene()
        defer { scene.gallery.remove() }
        try scene.add("a", taken: "2024:01:31 23:30:00", keywords: ["dog"])
        let importing = ["import", "--in-place", scene.photos.path]
        #expect(try scene.gallery.start(importing).wait().status == 0)
        try set(
            scene, "1", "--title", "By hand", "--tag", "mine", "--favorite", "--date",
            "2020:01:01 00:00:00", "--location", "48.39,-4.49")
        #expect(try scene.gallery.start(importing).wait().status == 0)
        try scene.gallery.run("faces", "1", "--again")
        // Another program writes other metadata.
        try scene.add(
            "a", at: Coordinate(latitude: 1, longitude: 2), taken: "2024:02:01 00:00:00",
            keywords: ["cat"], model: "Example")
        #expect(try scene.gallery.start(importing).wait().status == 0)
        let rows = try scene.gallery.run("export", "--format", "jsonl").lines()
        #expect(rows.map { $0.number("ID") } == [1])
        #expect(
            rows[0]["Title"] as? String == "By hand" && rows[0]["Model"] as? String == "Example")
        #expect(rows[0]["Tags"] as? [String] == ["cat", "mine"])
        #expect(rows[0]["DateTimeOriginal"] as? String == "2020:01:01 00:00:00")
        #expect(rows[0]["GPSLatitude"] as? Double == 48.39 && rows[0]["Favorite"] as? Bool == true)
        try set(scene, "1", "--clear", "date,location,tags")
        let file = try row(1, scene)
        #expect(file["DateTimeOriginal"] as? String == "2024:02:01 00:00:00")
        #expect(file["GPSLatitude"] as? Double == 1 && file["Tags"] as? [String] == ["cat"])
    }

    @Test("exports, names and sidecars contain values by hand, copies of the file its own bytes")
    func exports() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        try set(
            scene, "1", "--title", "Dog on the beach", "--rating", "4", "--favorite", "--date",
            "2020:02:29 10:00:00", "--location", "-33.8,151.2")
        let copies = try scene.gallery.run(
            "export", "1", "--originals", "out", "--name", "{date}-{id}.{ext}")
        #expect(copies.status == 0, "\(copies.errors)")
        let copy = scene.gallery.folder.appendingPathComponent(
            "out/2020-02-29-1.jpg")
        #expect(
            try Data(contentsOf: copy)
                == Data(contentsOf: scene.photos.appendingPathComponent("a.jpg")))
        let sidecar = try String(
            contentsOf: URL(fileURLWithPath: copy.path + ".xmp"), encoding: .utf8)
        for part in ["Dog on the beach", "<xmp:Rating>4</xmp:Rating>", "2020-02-29T10:00:00+02:00"]
        {
            #expect(sidecar.contains(part), "\(part): \(sidecar)")
        }
        #expect(!sidecar.lowercased().contains("favorite"))
        let map = try scene.gallery.run("export", "1", "--format", "geojson").text
        #expect(map.contains("\"coordinates\":[151.2,-33.8]"), "\(map)")
        let track = try scene.gallery.run("export", "1", "--format", "gpx").text
        #expect(
            track.contains("<wpt lat=\"-33.8\" lon=\"151.2\"><time>2020-02-29T08:00:00Z</time>"))
    }

    @Test(
        "a rendered copy has the date by hand in EXIF, and none of the removed texts",
        .enabled(if: PictureScene.hasExiftool, "exiftool is not installed"))
    func rendered() throws {
        let scene = try PictureScene()
        defer { scene.gallery.remove() }
        let file = scene.photos.appendingPathComponent("a.jpg")
        try FileManager.default.copyItem(
            at: PictureScene.samples.appendingPathComponent("messi5.jpg"), to: file)
        _ = try scene.tool(
            "exiftool", "-q", "-overwrite_original", "-EXIF:DateTimeOriginal=2024:01:31 23:30:00",
            "-EXIF:SubSecTimeOriginal=25", "-EXIF:OffsetTimeOriginal=+02:00", "-XMP-dc:Title=Old",
            "-IPTC:ObjectName=Old", "-XMP-dc:Subject=dog", "-IPTC:Keywords=dog",
            "-EXIF:ImageDescription=Old words", file.path)
        #expect(try scene.gallery.run("import", scene.photos.path).status == 0)
        #expect(try scene.gallery.run("edit", "1", "--flip").status == 0)
        let set = try scene.gallery.run(
            "set", "1", "--date", "2020:02:29 10:00:00", "--title", "", "--description", "",
            "--untag", "dog")
        #expect(set.status == 0, "\(set.errors)")
        #expect(
            try scene.gallery.run("export", "--originals", "out", "--name", "{id}.{ext}").status
                == 0)
        let tags = try scene.tool(
            "exiftool", "-j", "-G1", "-DateTimeOriginal", "-SubSecTimeOriginal",
            "-OffsetTimeOriginal", "-Title", "-ObjectName", "-Subject", "-Keywords",
            "-ImageDescription", scene.path("out/1.jpg"))
        let found = try JSONSerialization.jsonObject(with: Data(tags.utf8)) as? [[String: Any]]
        let copy = try #require(found?.first)
        #expect(copy["ExifIFD:DateTimeOriginal"] as? String == "2020:02:29 10:00:00", "\(tags)")
        #expect(copy["ExifIFD:OffsetTimeOriginal"] as? String == "+02:00")
        #expect(copy["ExifIFD:SubSecTimeOriginal"] == nil)
        for text in ["Old", "dog"] { #expect(!tags.contains(text), "\(text): \(tags)") }
    }

    @Test("shared copies contain values by hand only as their options allow")
    func shares() throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        let set = try scene.gallery.run(
            "set", "1", "--title", "By hand", "--description", "Private words", "--tag", "secret",
            "--location", "-33.8,151.2")
        #expect(set.status == 0, "\(set.errors)")
        let words = ["By hand", "Private words", "secret", "GPSLatitude"]
        func found(_ name: String, _ options: String...) throws -> [String] {
            let arguments = ["share", "1", "--to", name] + options
            #expect(try scene.gallery.start(arguments).wait().status == 0)
            let bytes = try scene.bytes(name)
            return words.filter { bytes.range(of: Data($0.utf8)) != nil }
        }
        #expect(try found("plain.jpg") == [])
        #expect(try found("title.jpg", "--keep-title") == ["By hand"])
        #expect(
            try found("more.jpg", "--keep-tags", "--keep-description", "--keep-location")
                == ["Private words", "secret", "GPSLatitude"])
    }

    @Test("values by hand survive searches and refreshes, which still update the others")
    func refresh() async throws {
        var world = FakeWorld(seed: 91, photos: 4, terms: ["dogs"])
        for index in world.photos.indices { world.photos[index].title = "photo \(index)" }
        try await FlickrScene.with(world) { scene async throws in
            let gallery = scene.gallery
            #expect(try gallery.run("search", "dogs", "--limit", "3").status == 0)
            let before = try gallery.run("list", "dogs", "--format", "jsonl").lines()
            let title = try #require(before[0]["Title"] as? String)
            let set = try gallery.run(
                "set", "dogs/1", "--title", "By hand", "--tag", "mine", "--favorite", "--date",
                "2020:01:01 00:00:00")
            #expect(set.status == 0, "\(set.errors)")
            scene.flickr.edit { world in
                for index in world.photos.indices {
                    world.photos[index].title += " again"
                    world.photos[index].tags.append("new")
                }
            }
            #expect(try gallery.run("refresh", "dogs").status == 0)
            #expect(try gallery.run("search", "dogs", "--limit", "3").status == 0)
            let rows = try gallery.run("list", "dogs", "--format", "jsonl").lines()
            #expect(rows[0]["Title"] as? String == "By hand")
            #expect(rows[0]["DateTimeOriginal"] as? String == "2020:01:01 00:00:00")
            #expect((rows[0]["Tags"] as? [String])?.suffix(2) == ["new", "mine"])
            #expect((rows[1]["Title"] as? String)?.hasSuffix(" again") == true)
            let text = try gallery.run("show", "dogs/1").text
            #expect(text.contains("By hand (Flickr: \(title) again)"), "\(text)")
            #expect(try gallery.run("set", "dogs/1", "--clear", "title,date,tags").status == 0)
            let cleared = try gallery.run("list", "dogs", "--format", "jsonl").lines()[0]
            #expect(cleared["Title"] as? String == title + " again")
            #expect(
                cleared["DateTimeOriginal"] as? String == before[0]["DateTimeOriginal"] as? String)
        }
    }
}
