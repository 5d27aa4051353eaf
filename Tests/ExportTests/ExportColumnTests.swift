import Export
import GalleryModel
import Testing

@Suite("ExportColumn")
struct ExportColumnTests {
    @Test("names are read regardless of case and spaces, in their given order")
    func reads() throws {
        #expect(
            try ExportColumn.parse("title, SOURCEFILE,gpslatitude", for: .csv)
                == [.title, .sourceFile, .gpsLatitude])
        #expect(try ExportColumn.parse("id,raw,pictures", for: .jsonl) == [.id, .raw, .pictures])
    }

    @Test("CSV has 44 columns, JSON has more, and Raw is included only on request")
    func defaults() {
        #expect(ExportColumn.tabular.count == 44)
        #expect(ExportColumn.tabular.first == .sourceFile)
        #expect(ExportColumn.tabular.last == .secret)
        #expect(ExportColumn.defaults(for: .csv) == ExportColumn.tabular)
        #expect(Array(ExportColumn.defaults(for: .json).prefix(44)) == ExportColumn.tabular)
        #expect(!ExportColumn.defaults(for: .jsonl).contains(.raw))
        #expect(
            ExportColumn.allCases.suffix(8).map(\.name) == [
                "District", "CityDistance", "PlaceMatch", "PositionSource", "PositionText",
                "PositionWarning",
                "Edit", "Raw",
            ])
    }

    @Test("GeoJSON has every column as a property, GPX none")
    func mapFormats() throws {
        #expect(
            try ExportColumn.parse("id,lens,facerectangles", for: .geojson)
                == [.id, .lens, .faceRectangles])
        let error = #expect(throws: ExportError.self) {
            try ExportColumn.parse("ID,Title", for: .gpx)
        }
        #expect(error == .formatHasNoColumns("ID,Title"))
        #expect(
            error?.description
                == "columns 'ID,Title' cannot be chosen for GPX, whose waypoints have fixed fields: "
                + "omit --columns or use --format geojson")
    }

    @Test(
        "an unknown name is rejected with the nearest ones",
        arguments: [
            ("Titel", "unknown column 'Titel': did you mean Title?"),
            ("Latitude", "unknown column 'Latitude': did you mean GPSLatitude, GPSLatitudeRef?"),
            ("sha", "unknown column 'sha': did you mean SHA256?"),
            ("GPSLatitute", "unknown column 'GPSLatitute': did you mean GPSLatitude?"),
        ])
    func unknown(name: String, message: String) {
        let error = #expect(throws: ExportError.self) {
            try ExportColumn.parse("ID,\(name)", for: .csv)
        }
        if case .unknownColumn(let unknown, _) = error {
            #expect(unknown == name)
        } else {
            Issue.record("\(String(describing: error))")
        }
        #expect(error?.description == message)
    }

    @Test("CSV rejects columns of objects, repeated columns and an empty list")
    func refused() {
        let cases: [(String, ExportError)] = [
            ("Raw", .columnNeedsJSON("Raw")), ("pictures", .columnNeedsJSON("Pictures")),
            ("Edit", .columnNeedsJSON("Edit")), ("ID,id", .repeatedColumn("ID")),
            ("", .noColumns("")), (" , ", .noColumns(" , ")),
        ]
        for (list, error) in cases {
            #expect(throws: error) { try ExportColumn.parse(list, for: .csv) }
        }
    }

    @Test("any text gets a message with a suggestion")
    func hostileNames() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<200 {
            let name = "x" + random.text(upTo: 80).filter { $0 != "," }
            let error = #expect(throws: ExportError.self) {
                try ExportColumn.parse(name, for: .csv)
            }
            guard case .unknownColumn(_, let nearest) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(!nearest.isEmpty)
        }
    }
}
