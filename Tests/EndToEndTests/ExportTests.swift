import FakeFlickr
import Foundation
import TestSupport
import Testing

@Suite("gallery export")
struct ExportTests {
    private static let header =
        "SourceFile,Section,Position,ID,Origin,OriginID,Title,Description,Creator,Owner,License,"
        + "LicenseURL,SourceURL,Tags,DateTimeOriginal,OffsetTimeOriginal,DateUploaded,DateAdded,"
        + "ImageWidth,ImageHeight,Orientation,FileType,FileSize,SHA256,Make,Model,GPSLatitude,"
        + "GPSLatitudeRef,GPSLongitude,GPSLongitudeRef,GPSAltitude,GPSAltitudeRef,CountryCode,Country,"
        + "Region,City,Faces,FaceRectangles,IsPublic,IsFriend,IsFamily,Farm,Server,Secret"

    /// A catalog with a Flickr section of 12 and two imported photos with places.
    private func withCatalog(_ body: (FlickrScene) async throws -> Void) async throws {
        try await FlickrScene.with(FakeWorld(seed: 61, photos: 12)) { scene async throws in
            _ = try scene.gallery.run("search", "dogs")
            let photos = scene.gallery.folder.appendingPathComponent("photos")
            try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
            for name in ["rio.jpg", "sydney.jpg"] {
                try PictureFiles.jpeg(comment: name).write(to: photos.appendingPathComponent(name))
            }
            let tagged = try scene.gallery.shell(
                """
                exiftool -q -overwrite_original -n -GPSLatitude=22.9519 -GPSLatitudeRef=S \
                  -GPSLongitude=43.2105 -GPSLongitudeRef=W -GPSAltitude=710 -GPSAltitudeRef=0 \
                  -DateTimeOriginal='2024:02:03 04:05:06' -OffsetTimeOriginal=-03:00 photos/rio.jpg &&
                exiftool -q -overwrite_original -n -GPSLatitude=33.8568 -GPSLatitudeRef=S \
                  -GPSLongitude=151.2153 -GPSLongitudeRef=E -GPSAltitude=2.5 -GPSAltitudeRef=1 \
                  -Title='a "quoted", title' photos/sydney.jpg
                """)
            #expect(tagged.status == 0, "\(tagged.errors)")
            let imported = try scene.gallery.run("import", photos.path)
            #expect(imported.status == 0, "\(imported.errors)")
            try await body(scene)
        }
    }

    @Test("CSV has the contract's columns, CRLF and one row per photo, section by section")
    func csv() async throws {
        try await withCatalog { scene async throws in
            let result = try scene.gallery.run("export", "camera", "dogs", "--format", "csv")
            #expect(result.status == 0, "\(result.errors)")
            let lines = result.text.components(separatedBy: "\r\n")
            #expect(lines.first == Self.header)
            #expect(lines.last == "")
            let all = try scene.gallery.run("export", "--format", "csv")
            #expect(all.output == result.output)
            let python = try scene.gallery.shell(
                """
                gallery export camera dogs --format csv -o rows.csv && python3 - <<'END'
                import csv
                with open("rows.csv", newline="", encoding="utf-8") as file:
                    rows = list(csv.DictReader(file))
                print(len(rows), sorted({len(row) for row in rows}), rows[0]["GPSLatitude"], rows[0]["GPSLatitudeRef"],
                      rows[0]["GPSLongitude"], rows[0]["OffsetTimeOriginal"], rows[1]["Title"], rows[1]["GPSAltitudeRef"])
                END
                """)
            #expect(
                python.text
                    == "14 [44] -22.9519 S -43.2105 -03:00 a \"quoted\", title 1\n",
                "\(python.errors)")
        }
    }

    @Test("JSON is one array and JSON Lines one object per line, of the same photos")
    func json() async throws {
        try await withCatalog { scene async throws in
            let array = try scene.gallery.run("export", "dogs", "--format", "json").json()
            let rows = array as? [[String: Any]] ?? []
            let lines = try scene.gallery.run("export", "dogs", "--format", "jsonl").lines()
            #expect(rows.count == 12)
            #expect(rows as NSArray == lines as NSArray)
            #expect(rows[0]["Tags"] is [String])
        }
    }

    @Test("--columns selects and orders columns; an unknown one is 64 with the nearest name")
    func columns() async throws {
        try await withCatalog { scene async throws in
            let result = try scene.gallery.run(
                "export", "camera", "--format", "csv", "--columns", "ID,Section")
            #expect(result.text == "ID,Section\r\n13,camera\r\n14,camera\r\n")
            let wrong = try scene.gallery.run("export", "camera", "--columns", "GPSLattitude")
            #expect(wrong.status == 64)
            #expect(wrong.errors.contains("GPSLatitude"))
        }
    }

    @Test("-o writes a complete file or none")
    func output() async throws {
        try await withCatalog { scene async throws in
            let file = scene.gallery.folder.appendingPathComponent("dogs.csv")
            let result = try scene.gallery.run("export", "dogs", "--format", "csv", "-o", file.path)
            #expect(result.status == 0)
            #expect(result.output.isEmpty)
            let direct = try scene.gallery.run("export", "dogs", "--format", "csv").output
            #expect(try Data(contentsOf: file) == direct)
            let missing = try scene.gallery.run("export", "dogs", "-o", file.path + "/no/x.csv")
            #expect(missing.status == 74)
            #expect(try Data(contentsOf: file) == direct)
            #expect(try scene.gallery.run("export", "no such section").status == 66)
        }
    }

    @Test("--originals copies under readable names, and exiftool reads hemispheres from the CSV")
    func originals() async throws {
        try await withCatalog { scene async throws in
            let result = try scene.gallery.run(
                "export", "camera", "--originals", "out", "--name", "{date}/{id}.{ext}", "--format",
                "csv", "-o", "rows.csv")
            #expect(result.status == 0, "\(result.errors)")
            let names = try FileManager.default.subpathsOfDirectory(
                atPath: scene.gallery.folder.path + "/out")
            #expect(names.contains("2024-02-03/13.jpg"))
            let written = try scene.gallery.shell(
                """
                exiftool -q -overwrite_original -r -GPS:all= -ext jpg out &&
                exiftool -q -overwrite_original -r -n -csv=rows.csv -ext jpg out &&
                exiftool -n -j -r -GPSLatitude -GPSLongitude -GPSAltitude -ext jpg out
                """)
            let places = try written.json() as? [[String: Any]] ?? []
            let keys = ["GPSLatitude", "GPSLongitude", "GPSAltitude"]
            var found: [[Double]] = []
            for place in places {
                let values = keys.map { place[$0] as? Double ?? .nan }
                found.append(values.map { (10_000 * $0).rounded() / 10_000 })
            }
            found.sort { $0[0] < $1[0] }
            #expect(
                found == [[-33.8568, 151.2153, -2.5], [-22.9519, -43.2105, 710]],
                "\(written.text) \(written.errors)")
        }
    }

    @Test("--originals again copies nothing twice, and names never collide")
    func originalsAgain() async throws {
        try await withCatalog { scene async throws in
            for _ in 0..<2 {
                let result = try scene.gallery.run(
                    "export", "--originals", "out", "--name", "same.{ext}", "-o", "/dev/null")
                #expect(result.status == 0, "\(result.errors)")
            }
            let pictures = try FileManager.default.subpathsOfDirectory(
                atPath: scene.gallery.folder.path + "/out"
            ).filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") }
            let stored = try scene.gallery.run("export", "--format", "jsonl").lines()
                .filter { $0["SourceFile"] is String }
            #expect(pictures.count == stored.count)
        }
    }
}
