import Foundation
import GalleryModel
import TestSupport
import Testing

@Suite("gallery locate --gpx and undo")
struct TrackTests {
    private let track = """
        <?xml version="1.0"?>
        <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
        <trkpt lat="48.38" lon="-4.50"><ele>10</ele><time>2024-05-01T10:00:00Z</time></trkpt>
        <trkpt lat="48.40" lon="-4.48"><ele>30</ele><time>2024-05-01T10:10:00Z</time></trkpt>
        </trkseg></trk></gpx>
        """

    private func scene() throws -> PlaceScene {
        let scene = try PlaceScene()
        try scene.add("1-between", taken: "2024:05:01 12:05:00", offset: "+02:00")
        try scene.add("2-later", taken: "2024:05:02 12:05:00", offset: "+02:00")
        try scene.add("3-no-offset", taken: "2024:05:01 12:00:00")
        try scene.add(
            "4-has-one", at: Coordinate(latitude: 52.52, longitude: 13.405),
            taken: "2024:05:01 12:05:00", offset: "+02:00")
        try scene.gallery.run("import", scene.photos.path)
        try Data(track.utf8).write(to: scene.gallery.folder.appendingPathComponent("walk.gpx"))
        return scene
    }

    @Test("a preview writes nothing; --apply writes, places follow, and undo reverts it")
    func apply() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        let preview = try scene.gallery.run(
            "locate", "camera", "--gpx", "walk.gpx", "--format", "jsonl")
        #expect(preview.status == 0)
        let rows = try preview.lines()
        #expect(rows.map { $0.number("id") } == [1, 2, 3])
        // On the great circle, some centimeters from the middle of the degrees.
        #expect(abs(try #require(rows[0]["latitude"] as? Double) - 48.39) < 1e-5)
        #expect(abs(try #require(rows[0]["longitude"] as? Double) + 4.49) < 1e-5)
        #expect(rows[0]["altitude"] as? Double == 20)
        #expect(rows[0]["gapSeconds"] as? Double == 300)
        #expect(rows[0]["city"] as? String == "Brest")
        #expect(rows[0]["reason"] is NSNull)
        #expect(rows[1]["latitude"] is NSNull)
        #expect((rows[1]["reason"] as? String)?.contains("after") == true)
        #expect((rows[2]["reason"] as? String)?.contains("--offset") == true)
        #expect(
            preview.errors.contains(
                "1 photo matched, 2 not matched (1 after the track ends; 1 no time zone: give --offset, "
                    + "such as +02:00 or Europe/Paris), 1 with a position unchanged"))
        let table = try scene.gallery.run("locate", "camera", "--gpx", "walk.gpx").text
        #expect(table.split(separator: "\n").count == 2 && table.contains("1-between"), "\(table)")
        #expect(preview.errors.contains("use --apply to store the positions"))
        #expect(try scene.column("GPSLatitude") == [nil, nil, nil, "52.52"])

        let applied = try scene.gallery.run(
            "locate", "camera", "--gpx", "walk.gpx", "--offset", "Europe/Paris", "--apply")
        #expect(applied.errors.contains("2 photos matched"))
        #expect(applied.errors.contains("'gallery undo"))
        let latitudes = try scene.column("GPSLatitude").map { $0.flatMap { Double($0) } }
        #expect(
            latitudes.map { $0.map { ($0 * 1e4).rounded() / 1e4 } } == [48.39, nil, 48.38, 52.52])
        #expect(try scene.column("City") == ["Brest", nil, "Brest", "Berlin"])
        #expect(try scene.column("PositionSource") == ["track", nil, "track", "photo"])
        #expect(try scene.titles(where: "near:48.39,-4.49,3") == ["1-between", "3-no-offset"])

        // A manual position survives another import of the same files.
        try scene.gallery.run("import", scene.photos.path)
        #expect(try scene.column("PositionSource") == ["track", nil, "track", "photo"])

        let undone = try scene.gallery.run("undo")
        #expect(undone.status == 0)
        #expect(undone.errors.contains("undid change"))
        #expect(undone.errors.contains("2 photos"))
        #expect(try scene.column("GPSLatitude") == [nil, nil, nil, "52.52"])
        #expect(try scene.column("City") == [nil, nil, nil, "Berlin"])
        #expect(try scene.titles(where: "near:48.39,-4.49,3") == [])
    }

    @Test("a wrong clock is corrected, and a gap limits the matches")
    func clock() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        func latitudes(_ options: String...) throws -> [Double?] {
            let arguments =
                ["locate", "camera", "--gpx", "walk.gpx", "--format", "jsonl"] + options
            return try scene.gallery.start(arguments).wait().lines().map { row in
                (row["latitude"] as? Double).map { ($0 * 1e4).rounded() / 1e4 }
            }
        }
        #expect(try latitudes("--clock-shift", "-86400")[1] == 48.39)
        #expect(try latitudes("--clock-shift", "300", "--offset", "+02:00") == [48.4, nil, 48.39])
        #expect(try latitudes("--max-gap", "60") == [nil, nil, nil])
        #expect(try latitudes("--replace").count == 4)
    }

    @Test(
        "an invalid track file is named, with the reason and status 65",
        arguments: [
            ("<kml></kml>", "kml"), ("{}", "not well-formed"), ("<gpx></gpx>", "no "),
            ("", "empty"),
            ("<!DOCTYPE gpx [<!ENTITY a \"b\">]><gpx>&a;</gpx>", "document type"),
        ])
    func badTrack(text: String, reason: String) throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        try Data(text.utf8).write(to: scene.gallery.folder.appendingPathComponent("bad.gpx"))
        let result = try scene.gallery.run("locate", "camera", "--gpx", "bad.gpx", "--apply")
        #expect(result.status == 65, "\(result.errors)")
        #expect(result.errors.contains("bad.gpx"))
        #expect(result.errors.lowercased().contains(reason.lowercased()), "\(result.errors)")
        let missing = try scene.gallery.run("locate", "camera", "--gpx", "none.gpx")
        #expect(missing.status == 66, "\(missing.errors)")
    }

    @Test(
        "the clock's offset is the date's own, else from GPS, not that of the last change",
        .enabled(if: PictureScene.hasExiftool, "exiftool is not installed"))
    func offsets() throws {
        let scene = try PlaceScene()
        defer { scene.gallery.remove() }
        for name in ["1-changed-in-tokyo", "2-stamped", "3-told"] {
            try scene.add(name, taken: "2024:05:01 12:05:00")
        }
        let tagged = try scene.gallery.shell(
            """
            exiftool -q -overwrite_original -OffsetTime=+09:00 photos/1*.jpg &&
            exiftool -q -overwrite_original -OffsetTime=+09:00 -GPSDateStamp=2024:05:01 \
              -GPSTimeStamp=10:04:58 photos/2*.jpg &&
            exiftool -q -overwrite_original -OffsetTime=+09:00 -OffsetTimeOriginal=+02:00 \
              photos/3*.jpg
            """)
        #expect(tagged.status == 0, "\(tagged.errors)")
        try scene.gallery.run("import", scene.photos.path)
        try Data(track.utf8).write(to: scene.gallery.folder.appendingPathComponent("walk.gpx"))
        #expect(try scene.column("OffsetTimeOriginal") == [nil, "+02:00", "+02:00"])
        let rows = try scene.gallery.run(
            "locate", "camera", "--gpx", "walk.gpx", "--format", "jsonl"
        ).lines()
        #expect(rows.map { $0["city"] as? String } == [nil, "Brest", "Brest"])
        #expect((rows[0]["reason"] as? String)?.contains("--offset") == true)
    }

    @Test("a truncated track gives its points, and the status is 1")
    func cut() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        let text = track.replacingOccurrences(of: "</trkseg></trk></gpx>", with: "")
        try Data(text.utf8).write(to: scene.gallery.folder.appendingPathComponent("cut.gpx"))
        let result = try scene.gallery.run("locate", "camera", "camera", "--gpx", "cut.gpx")
        #expect(result.status == 1)
        #expect(result.errors.contains("cut.gpx"))
        #expect(result.errors.contains("1 photo matched"))
        #expect(result.errors.components(separatedBy: "matched").count == 3)
    }

    @Test("--apply stores a track's line once; undo removes both, and the command restores both")
    func lines() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        func kept() throws -> [[String: Any]] {
            try scene.gallery.run("locate", "--tracks", "--format", "jsonl").lines()
        }
        let command = ["locate", "camera", "--gpx", "walk.gpx"]
        _ = try scene.gallery.start(command).wait()
        let dry = try scene.gallery.start(command + ["--apply", "-n"]).wait()
        #expect(dry.status == 0)
        #expect(try kept().isEmpty)
        let applied = try scene.gallery.start(command + ["--apply"]).wait()
        #expect(applied.errors.contains("1 photo matched"))
        #expect(applied.errors.contains("1 track stored"))
        let track = try #require(try kept().first)
        #expect(track.number("track") == 1 && track.number("points") == 2)
        #expect(track["name"] as? String == "walk.gpx" && track["file"] as? String == "walk.gpx")
        #expect(track["from"] as? String == "2024-05-01T10:00:00Z")
        #expect(track["to"] as? String == "2024-05-01T10:10:00Z")
        #expect(track["west"] as? Double == -4.5 && track["north"] as? Double == 48.4)
        let again = try scene.gallery.start(command + ["--apply"]).wait()
        #expect(!again.errors.contains("track kept") && !again.errors.contains("gallery undo"))
        #expect(try kept().count == 1)
        let list = try scene.gallery.run("undo", "--list", "--format", "jsonl").lines()
        #expect(
            list[0]["sentence"] as? String == "Set the location of 1 photo and changed 1 track.")
        let undone = try scene.gallery.run("undo")
        #expect(undone.errors.contains("1 photo, 1 track"))
        #expect(try kept().isEmpty)
        #expect(try scene.column("PositionSource") == [nil, nil, nil, "photo"])
        _ = try scene.gallery.start(command + ["--apply"]).wait()
        #expect(try kept().count == 1)
        #expect(try scene.column("PositionSource") == ["track", nil, nil, "photo"])
    }

    @Test("show names the track, and a site of files contains neither its name nor its line")
    func site() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        try scene.gallery.run("locate", "camera", "--gpx", "walk.gpx", "--apply")
        let shown = try scene.gallery.run("show", "camera/1")
        #expect(shown.text.contains("position from a track 'walk.gpx'"))
        for options in [[], ["--keep-location"]] {
            let made = try scene.gallery.start(
                ["export", "camera", "--format", "html", "-o", "site\(options.count)"] + options
            ).wait()
            #expect(made.status == 0, "\(made.errors)")
            let found = try scene.gallery.shell("grep -rl 'walk.gpx' site\(options.count) | wc -l")
            #expect(found.text.trimmingCharacters(in: .whitespacesAndNewlines) == "0")
        }
    }

    @Test("a track is removed without its positions, and undo restores the line")
    func removed() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        try scene.gallery.run("locate", "camera", "--gpx", "walk.gpx", "--apply")
        func kept() throws -> Int {
            try scene.gallery.run("locate", "--tracks", "--format", "jsonl").lines().count
        }
        let dry = try scene.gallery.run("locate", "--remove-track", "1", "-n")
        #expect(dry.status == 0 && dry.errors.contains("would remove 1 track: walk.gpx"))
        #expect(try kept() == 1)
        let removed = try scene.gallery.run("locate", "--remove-track", "1")
        #expect(removed.status == 0 && removed.errors.contains("removed 1 track: walk.gpx"))
        #expect(try kept() == 0)
        #expect(try scene.column("PositionSource")[0] == "track")
        let unknown = try scene.gallery.run("locate", "--remove-track", "1")
        #expect(unknown.status == 66)
        #expect(unknown.errors.contains("no track '1'") && unknown.errors.contains("--tracks"))
        let undone = try scene.gallery.run("undo")
        #expect(undone.errors.contains("1 track") && !undone.errors.contains("photo"))
        #expect(try kept() == 1)
        let mixed = try scene.gallery.run("locate", "camera", "--tracks")
        #expect(mixed.status == 64 && mixed.errors.contains("--tracks cannot be combined"))
        let table = try scene.gallery.run("locate", "--tracks")
        #expect(table.text.contains("walk.gpx") && table.text.contains("TRACK"))
    }

    @Test("positions are not undone while a later change of one is in effect")
    func order() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        try scene.gallery.run("locate", "--gpx", "walk.gpx", "--offset", "+02:00", "--apply")
        try scene.gallery.run(
            "locate", "camera/1", "--gpx", "walk.gpx", "--clock-shift", "60", "--replace",
            "--apply")
        let entries = try scene.gallery.run("undo", "--list", "--format", "jsonl").lines()
        let numbers = entries.compactMap { $0.number("number") }
        let first = try scene.gallery.run("undo", "\(numbers[1])")
        #expect(first.status == 1)
        #expect(
            first.errors.contains(": change \(numbers[0]) (locate, 20"), "\(first.errors)")
        let positions = try scene.gallery.run("export", "--format", "jsonl").text
        for number in numbers.prefix(2) {
            #expect(try scene.gallery.run("undo", "\(number)").status == 0)
        }
        #expect(try scene.column("PositionSource") == [nil, nil, nil, "photo"])
        for number in numbers.prefix(2).reversed() {
            let redone = try scene.gallery.run("redo")
            #expect(redone.errors.contains("redid change \(number) (locate, "), "\(redone.errors)")
        }
        #expect(try scene.gallery.run("export", "--format", "jsonl").text == positions)
    }

    @Test("undo lists changes, reverts removals, and reports changes that are already undone")
    func undo() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        try scene.gallery.run("remove", "camera/1")
        let dry = try scene.gallery.run("undo", "-n")
        #expect(dry.errors.contains("would undo"))
        #expect(try scene.column("Title").count == 3)
        try scene.gallery.run("undo")
        #expect(try scene.column("Title").count == 4)
        let list = try scene.gallery.run("undo", "--list", "--format", "jsonl").lines()
        #expect(list.compactMap { $0["command"] as? String }.prefix(2) == ["remove", "import"])
        #expect(list.prefix(2).map { $0["state"] as? String } == ["undone", "done"])
        #expect(list[0]["sentence"] as? String == "Moved 1 photo to the trash.")
        #expect(Set(list[0].keys) == ["number", "at", "command", "sentence", "state"])
        #expect(try scene.gallery.run("undo", "999").status == 66)
        let again = try #require(list[0].number("number"))
        let nothing = try scene.gallery.run("undo", "\(again)")
        #expect(nothing.status == 64)
        #expect(nothing.errors.contains("remove"))
    }
}
