import Foundation
import GalleryModel
import TestSupport
import Testing

@Suite("gallery set --from")
struct SetTableTests {
    /// Photos with the IDs 1 (Brest), 2 (Paris), 3 (Sydney), 4 (at sea) and 5 (no position).
    private func scene() throws -> PlaceScene {
        let scene = try PlaceScene()
        try scene.addWorld()
        return scene
    }

    private func write(_ table: String, _ scene: PlaceScene, saved: Date? = nil) throws {
        let file = scene.gallery.folder.appendingPathComponent("table.csv")
        try Data(table.utf8).write(to: file)
        if let saved {
            try FileManager.default.setAttributes(
                [.modificationDate: saved], ofItemAtPath: file.path)
        }
    }

    /// Applies a table of rows.
    private func apply(
        _ rows: [String], _ scene: PlaceScene, saved: Date? = nil, _ options: String...
    ) throws -> GalleryProgram.Result {
        try write(rows.joined(separator: "\r\n") + "\r\n", scene, saved: saved)
        return try scene.gallery.start(["set", "--from", "table.csv"] + options).wait()
    }

    @Test("the table of an export changes nothing, and an edited cell only its value")
    func unchanged() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        try scene.add("=6", taken: "2024:05:01 10:15:30", offset: "-03:00", keywords: ["=a"])
        #expect(try scene.gallery.run("import", scene.photos.path).status == 0)
        for options in [[], ["--spreadsheet-safe"]] {
            let export = try scene.gallery.start(["export", "--format", "csv"] + options).wait()
            try write(export.text, scene)
            let same = try scene.gallery.run("set", "--from", "table.csv")
            #expect(
                same.status == 0 && same.errors == "gallery: changed 0 photos\n", "\(same.errors)")
            let input = Data(export.text.replacing(",1-brest,", with: ",Harbor,").utf8)
            let rows = try scene.gallery.run(
                "set", "--from", "-", "-n", "--format", "csv", input: input)
            #expect(rows.text == "id,field,before,after\r\n1,title,1-brest,Harbor\r\n")
        }
        #expect(try scene.column("Title").first == "1-brest")
        try write(
            try scene.gallery.run("export", "--format", "csv").text
                .replacing(",1-brest,", with: ",Harbor,"), scene)
        let changed = try scene.gallery.run("set", "--from", "table.csv")
        #expect(changed.status == 0 && changed.errors == "gallery: changed 1 photo\n")
        #expect(try scene.column("Title").prefix(2) == ["Harbor", "2-paris"])
        #expect(try scene.gallery.run("undo").status == 0)
        #expect(try scene.column("Title").first == "1-brest")
    }

    @Test(
        "separators, line ends, a byte order mark, the order of columns and others are understood",
        arguments: [",", ";", "\t"], ["\r\n", "\n", "\r"])
    func forms(separator: String, end: String) throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        func row(_ cells: String...) -> String {
            cells.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
                .joined(separator: separator)
        }
        let table = [
            row("Tags", "title", "ID", "Remark"),
            row("[\"sea\",\"a; b\"]", "New; \"one\",\ttwo\nlines", "1", "x"),
            row("[]", "2-paris", "2", ""), "\(separator)\(separator)\(separator)",
            "[]\(separator)\(separator)5\(separator)",
        ].joined(separator: end)
        for mark in ["", "\u{FEFF}"] {
            try write(mark + table, scene)
            let result = try scene.gallery.run("set", "--from", "table.csv")
            #expect(result.status == 0, "\(result.errors)")
            #expect(
                result.errors == "gallery: changed 2 photos\n"
                    + "gallery: note: unknown columns were ignored: 'Remark'\n")
            let rows = try scene.gallery.run("export", "--format", "jsonl").lines()
            #expect(rows[0]["Title"] as? String == "New; \"one\",\ttwo\nlines")
            #expect(rows[0]["Tags"] as? [String] == ["sea", "a; b"])
            #expect(rows[1]["Title"] as? String == "2-paris" && rows[4]["Title"] is NSNull)
            #expect(try scene.gallery.run("undo").status == 0)
        }
    }

    @Test("what a spreadsheet changes in the format of values is no change")
    func formats() throws {
        let scene = try PlaceScene()
        defer { scene.gallery.remove() }
        try scene.add(
            "=x", at: Coordinate(latitude: 48.3904123, longitude: -4.4861), offset: nil)
        try scene.add("b", taken: "2024:05:01 10:15:30", offset: "+02:00")
        #expect(try scene.gallery.run("import", scene.photos.path).status == 0)
        let header =
            "ID;Title;DateTimeOriginal;OffsetTimeOriginal;GPSLatitude;GPSLatitudeRef;"
            + "GPSLongitude;GPSLongitudeRef;Rating;Favorite"
        let titles = try scene.column("Title")
        let first = try #require(titles.firstIndex(of: "=x")) + 1
        let second = 3 - first
        let same = try apply(
            [
                header, "\(first);'=x;;;48,390412;N;-4,4861;W;;0",
                "\(second);b;2024-05-01 10:15;02:00:00;;;;;;FALSE",
            ], scene)
        #expect(same.status == 0 && same.errors == "gallery: changed 0 photos\n", "\(same.errors)")
        let changed = try apply(
            [
                header, "\(first);=x;;;-33,8;S;151,2;E;4;1",
                "\(second);b;2024-05-02T10:15:00;+01:00;;;;;2.0;TRUE",
            ], scene)
        #expect(changed.status == 0 && changed.errors == "gallery: changed 2 photos\n")
        let rows = try scene.gallery.run("export", "--format", "jsonl").lines()
        let moved = rows[first - 1]
        #expect(moved["GPSLatitude"] as? Double == -33.8 && moved.number("Rating") == 4)
        let dated = rows[second - 1]
        #expect(dated["DateTimeOriginal"] as? String == "2024:05:02 10:15:00")
        #expect(dated["OffsetTimeOriginal"] as? String == "+01:00")
        #expect(dated.number("Rating") == 2 && dated["Favorite"] as? Bool == true)
        // The exported columns are taken back.
        let columns = "ID,SHA256,Rating,Favorite"
        let export = try scene.gallery.run("export", "--format", "csv", "--columns", columns).text
        #expect(export.hasPrefix(columns + "\r\n1,"), "\(export)")
        try write(export.replacing(",4,1\r\n", with: ",0,1\r\n"), scene)
        let rated = try scene.gallery.run("set", "--from", "table.csv", "--format", "csv")
        #expect(rated.status == 0, "\(rated.errors)")
        #expect(rated.text == "id,field,before,after\r\n\(first),rating,4,0\r\n")
        #expect(try scene.gallery.run("find", "is:favorite", "--count").text == "2\n")
    }

    private static let wrong: [(header: String, row: String, message: String)] = [
        ("ID,Title", "99,x", "no photo 99"), ("ID,Title", "one,x", "invalid ID 'one'"),
        ("ID,Title", ",x", "invalid ID ''"), ("ID,Title", "2", "it has 1 cells"),
        ("ID,Title", "2,a\"b", "its quotes do not match"),
        (
            "ID,SHA256", "2,\(String(repeating: "0", count: 64))",
            "its SHA256 is not that of photo 2, which has another picture"
        ),
        ("ID,Tags", "2,dog", "invalid Tags 'dog': expected a list of texts"),
        ("ID,DateTimeOriginal", "2,17.05.2024", "invalid DateTimeOriginal '17.05.2024'"),
        ("ID,OffsetTimeOriginal", "2,CEST", "invalid OffsetTimeOriginal 'CEST'"),
        ("ID,GPSLatitude,GPSLongitude", "2,north,1", "invalid GPSLatitude 'north'"),
        ("ID,GPSLatitude,GPSLongitude", "2,91,1", "invalid position '91.0,1.0'"),
        ("ID,GPSLatitude,GPSLongitude", "5,1,", "the position needs both GPSLatitude and"),
        ("ID,GPSLatitude", "5,1", "the position needs both GPSLatitude and GPSLongitude"),
        (
            "ID,GPSLatitude,GPSLongitude", "2,,",
            "GPSLatitude cannot be empty; 'gallery set 2 --clear location' removes a value by hand"
        ),
        (
            "ID,GPSLatitude,GPSLatitudeRef,GPSLongitude", "2,-33.8,N,151.2",
            "GPSLatitudeRef 'N' contradicts GPSLatitude -33.8"
        ),
        ("ID,Rating", "2,6", "invalid Rating '6': expected 0 to 5"),
        ("ID,Favorite", "2,maybe", "invalid Favorite 'maybe': expected 1 or 0"),
    ]

    @Test("a row that cannot be applied is named, and nothing is changed", arguments: wrong)
    func wrongRow(header: String, row: String, message: String) throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        let result = try apply([header, row], scene)
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.errors.contains("gallery: line 2: \(message)"), "\(result.errors)")
        #expect(result.errors.contains("changed 0 photos, 1 failed"), "\(result.errors)")
        #expect(try scene.gallery.run("undo", "--list", "--format", "jsonl").lines().count == 1)
    }

    @Test("--partial applies the other rows; lines are counted in the file")
    func partial() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        let rows = [
            "ID,Title,Description", "1,New,\"two\nlines\"", "99,x,", "2,Other,", "3,first,",
            "3,second,", "1,New,\"two\nlines\"",
        ]
        let refused = try apply(rows, scene)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("gallery: line 4: no photo 99\n"), "\(refused.errors)")
        #expect(
            refused.errors.contains(
                "gallery: line 7: it differs from line 6 about the same photo\n"))
        #expect(
            refused.errors.hasSuffix(
                "gallery: changed 0 photos, 2 failed\n"
                    + "gallery: nothing was changed: correct these rows, or apply the others with "
                    + "--partial\n"), "\(refused.errors)")
        #expect(try scene.column("Title").first == "1-brest")
        let partial = try apply(rows, scene, saved: nil, "--partial")
        #expect(partial.status == 1)
        #expect(partial.errors.hasSuffix("gallery: changed 2 photos, 2 failed\n"))
        #expect(try scene.column("Title").prefix(3) == ["New", "Other", "3-sydney"])
        #expect(try scene.column("Description").first == "two\nlines")
    }

    @Test("a cell with an older value is a conflict, listed with its line, and the new one stays")
    func staleCell() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        let table = try scene.gallery.run("export", "--format", "csv").text
        #expect(
            try scene.gallery.run("set", "1", "--title", "Later", "--location", "1,2").status == 0)
        try write(table.replacing(",2-paris,", with: ",Tower,"), scene)
        let result = try scene.gallery.run("set", "--from", "table.csv", "--format", "csv")
        #expect(result.status == 1)
        #expect(
            result.errors.contains(
                "gallery: line 2: photo 1, Title: it was changed since the export, and keeps the new"
            ),
            "\(result.errors)")
        #expect(result.errors.contains("gallery: line 2: photo 1, GPSLatitude: "))
        #expect(result.errors.contains("changed 1 photo, 2 conflicts"), "\(result.errors)")
        #expect(result.text == "id,field,before,after\r\n2,title,2-paris,Tower\r\n")
        #expect(try scene.column("Title").prefix(2) == ["Later", "Tower"])
        #expect(try scene.column("GPSLatitude").first == "1")
    }

    @Test("a new value is a conflict if the photo changed after the file was saved")
    func savedBefore() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        #expect(try scene.gallery.run("set", "1", "2", "--title", "Later").status == 0)
        let rows = ["ID,Title,Rating", "1,Mine,3", "2,Later,4"]
        let older = try apply(rows, scene, saved: Date(timeIntervalSinceNow: -60))
        #expect(older.status == 1)
        #expect(older.errors.contains("line 2: photo 1, Title: "), "\(older.errors)")
        #expect(older.errors.contains("changed 2 photos, 1 conflict"), "\(older.errors)")
        #expect(try scene.column("Title").prefix(2) == ["Later", "Later"])
        #expect(try scene.column("Rating").prefix(2) == ["3", "4"])
        let newer = try apply(rows, scene, saved: Date(timeIntervalSinceNow: 60))
        #expect(newer.status == 0, "\(newer.errors)")
        #expect(try scene.column("Title").prefix(2) == ["Mine", "Later"])
    }

    @Test("an emptied cell removes a text, and changed-back values are conflicts")
    func emptied() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        #expect(try scene.gallery.run("set", "5", "--tag", "x", "--favorite").status == 0)
        let result = try apply(
            ["ID,Title,Tags,Favorite", "1,,,0", "5,,[],0"], scene,
            saved: Date(timeIntervalSinceNow: 60), "--format", "csv")
        #expect(result.status == 1)
        #expect(
            result.text == "id,field,before,after\r\n1,title,1-brest,\r\n5,title,5-nowhere,\r\n",
            "\(result.text)")
        #expect(result.errors.contains("line 3: photo 5, Tags: "), "\(result.errors)")
        #expect(result.errors.contains("line 3: photo 5, Favorite: "), "\(result.errors)")
    }

    @Test("tables that are none are refused as such")
    func unusable() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        for (table, message) in [
            ("", "'table.csv' is empty"), ("Title\r\nx\r\n", "has no column ID"),
            ("ID,Title,title\r\n1,x,y\r\n", "has two columns Title"),
        ] {
            try write(table, scene)
            let result = try scene.gallery.run("set", "--from", "table.csv")
            #expect(result.status == 65 && result.errors.contains(message), "\(result.errors)")
        }
        let file = scene.gallery.folder.appendingPathComponent("table.csv")
        try Data([0xFF, 0xFE, 0x49, 0x00, 0x44, 0x00, 0x0A, 0x00]).write(to: file)
        let wide = try scene.gallery.run("set", "--from", "table.csv")
        #expect(wide.status == 65 && wide.errors.contains("is not in UTF-8"), "\(wide.errors)")
        #expect(try scene.gallery.run("set", "--from", "nothing.csv").status == 66)
        #expect(try scene.gallery.run("set", "--from", ".").status == 65)
        #expect(try scene.gallery.run("set", "--from", "").status == 64)
    }
}
