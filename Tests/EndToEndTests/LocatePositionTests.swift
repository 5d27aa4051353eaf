import Foundation
import TestSupport
import Testing

@Suite("gallery locate with positions")
struct LocatePositionTests {
    private func withProgram(_ body: (GalleryProgram) throws -> Void) throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        try body(gallery)
    }

    @Test("a position gives one row with the keys of the contract, and no catalog is made")
    func row() throws {
        try withProgram { gallery in
            let result = try gallery.run("locate", "48.8583,2.2945", "--format", "jsonl")
            #expect(result.status == 0)
            #expect(result.errors == "")
            #expect(
                result.text.hasPrefix(
                    "{\"latitude\":48.8583,\"longitude\":2.2945,\"countryCode\":\"FR\","
                        + "\"country\":\"France\",\"region\":\"Île-de-France\",\"city\":"))
            #expect(result.text.hasSuffix(",\"match\":\"inside\",\"error\":null}\n"))
            let row = try result.lines()[0]
            #expect(row.count == 10)
            #expect(row["city"] as? String == "Paris")
            #expect(row["district"] is NSNull)
            #expect(try #require(row["cityDistanceKm"] as? Double) < 5)
            #expect(!FileManager.default.fileExists(atPath: gallery.catalog.path))
        }
    }

    @Test("a position may begin with a minus, and at sea all names are null")
    func sea() throws {
        try withProgram { gallery in
            let result = try gallery.run("locate", "-60,-100", "-33.8,151.2", "--format", "jsonl")
            let lines = result.text.split(separator: "\n")
            try #require(lines.count == 2)
            #expect(
                lines[0]
                    == "{\"latitude\":-60,\"longitude\":-100,\"countryCode\":null,\"country\":null,"
                    + "\"region\":null,\"city\":null,\"district\":null,\"cityDistanceKm\":null,\"match\":\"none\","
                    + "\"error\":null}")
            #expect(lines[1].contains("\"countryCode\":\"AU\""))
            #expect(
                lines[1].contains("\"city\":\"Sydney\",\"district\":\"North Willoughby\","))
        }
    }

    @Test("bad lines get a row with an error, the others continue, and the status is 1")
    func badLines() throws {
        try withProgram { gallery in
            let input =
                "52.52,13.405\r\nBerlin\nNaN,1\n91,0\n\n0,181\n1;2\n\u{FF},\n 35.68 , 139.69 "
            let result = try gallery.run(
                "locate", "-", "--format", "jsonl", input: Data(input.utf8))
            #expect(result.status == 1)
            let rows = try result.lines()
            #expect(
                rows.map { $0["countryCode"] as? String } == [
                    "DE", nil, nil, nil, nil, nil, nil, nil, "JP",
                ])
            let errors = rows.map { $0["error"] as? String ?? "" }
            #expect(
                errors[1]
                    == "'Berlin' is not a position: give LAT,LON in decimal degrees, such as 48.86,2.35"
            )
            #expect(errors[3] == "'91,0' is not a position: latitude 91.0 is not within -90...90")
            #expect(errors[4].hasPrefix("the line is empty"))
            #expect(errors[5].contains("longitude 181.0"))
            #expect(rows[1]["latitude"] is NSNull)
            #expect(rows[1]["match"] is NSNull)
            #expect(result.errors.contains("gallery: line 2: 'Berlin' is not a position"))
            #expect(result.errors.contains("2 positions located, 7 failed"))
        }
    }

    @Test("a byte order mark is skipped, and an overlong line is one bad line")
    func oddLines() throws {
        try withProgram { gallery in
            let long = String(repeating: "7", count: 2 << 20)
            let result = try gallery.run(
                "locate", "-", "--format", "jsonl",
                input: Data("\u{FEFF}48.86,2.35\r\n\(long)\n52.52,13.405\n".utf8))
            #expect(result.status == 1)
            let codes = try result.lines().map { $0["countryCode"] as? String }
            #expect(codes == ["FR", nil, "DE"])
        }
    }

    @Test(
        "a badly written position gets advice and makes no catalog",
        arguments: ["48.8583 2.2945", "48.8583N,2.2945E", "geo:48.8583,2.2945", "1;2", "1,2,3"])
    func otherForms(text: String) throws {
        try withProgram { gallery in
            let result = try gallery.run("locate", text)
            #expect(result.status == 66)
            #expect(result.errors.contains("give LAT,LON in decimal degrees, such as 48.86,2.35"))
            #expect(!FileManager.default.fileExists(atPath: gallery.catalog.path))
        }
    }

    @Test("an invalid pair of numbers on the command line is also a row with an error")
    func badOperand() throws {
        try withProgram { gallery in
            let result = try gallery.run("locate", "91,0", "48.86,2.35", "--format", "jsonl")
            #expect(result.status == 1)
            let rows = try result.lines()
            #expect(rows.map { $0["countryCode"] as? String } == [nil, "FR"])
            let other = try gallery.run("locate", "north-pole", "--format", "jsonl")
            #expect(other.status == 66)
            #expect(other.errors.contains("no section, photo or file 'north-pole'"))
        }
    }

    @Test("each line is answered before the next one is written")
    func filter() throws {
        try withProgram { gallery in
            let result = try gallery.shell(
                """
                coproc G { gallery locate - --format jsonl; }
                echo 48.86,2.35 >&"${G[1]}"
                read -r first <&"${G[0]}"
                echo 52.52,13.405 >&"${G[1]}"
                read -r second <&"${G[0]}"
                printf '%s\\n%s\\n' "$first" "$second"
                """)
            let codes = try result.lines().map { $0["countryCode"] as? String }
            #expect(codes == ["FR", "DE"])
        }
    }

    @Test("table, CSV and JSON contain the same rows")
    func formats() throws {
        try withProgram { gallery in
            let csv = try gallery.run("locate", "48.86,2.35", "0,-30", "--format", "csv")
            #expect(
                csv.text.hasPrefix(
                    "latitude,longitude,countryCode,country,region,city,cityDistanceKm,match,error\r\n"
                        + "48.86,2.35,FR,France,Île-de-France,"))
            #expect(csv.text.hasSuffix("\r\n0,-30,,,,,,none,\r\n"))
            let json = try gallery.run("locate", "48.86,2.35", "0,-30", "--format", "json").json()
            #expect((json as? [[String: Any]])?.count == 2)
            // CSV has no column for the district, a table shows it before the city.
            let districts = try gallery.run("locate", "51.5054,-0.0235", "--format", "csv")
            #expect(districts.text.contains(",England,London,"))
            #expect(
                try gallery.run("locate", "51.5054,-0.0235").text.contains("Canary Wharf, London"))
            let table = try gallery.run("locate", "48.86,2.35")
            #expect(table.text.contains("France"))
            #expect(table.text.contains("Île-de-France"))
        }
    }

    @Test("both longitudes of the antimeridian are one place, and the poles have answers")
    func edges() throws {
        try withProgram { gallery in
            let rows = try gallery.run(
                "locate", "66.5,180", "66.5,-180", "-90,0", "-90,123", "90,0", "--format", "jsonl"
            ).lines()
            #expect(
                rows.map { $0["countryCode"] as? String } == ["RU", "RU", "AQ", "AQ", nil])
            #expect(rows[0]["city"] as? String == rows[1]["city"] as? String)
        }
    }

    @Test("disputed areas follow the setting, and a wrong one names the areas")
    func disputed() throws {
        try withProgram { gallery in
            func country(_ setting: String) throws -> String? {
                try gallery.run(
                    "locate", "44.95,34.1", "--format", "jsonl",
                    adding: ["GALLERY_PLACES_DISPUTED_AREAS": setting]
                ).lines()[0]["countryCode"] as? String
            }
            #expect(try country("") == "UA")
            #expect(try country("crimea=RU") == "RU")
            let areas = try gallery.run(
                "locate", "--areas", "--format", "jsonl",
                adding: ["GALLERY_PLACES_DISPUTED_AREAS": "crimea=RU"]
            ).lines()
            let crimea = try #require(areas.first { $0["area"] as? String == "crimea" })
            #expect(crimea["countryCode"] as? String == "RU")
            #expect(crimea["standardCountryCode"] as? String == "UA")
            let wrong = try gallery.run(
                "locate", "44.95,34.1",
                adding: ["GALLERY_PLACES_DISPUTED_AREAS": "atlantis=GR"])
            #expect(wrong.status == 78)
            #expect(wrong.errors.contains("'atlantis'"))
            #expect(wrong.errors.contains("crimea"))
        }
    }

    @Test("--credits names the sources and their licenses")
    func credits() throws {
        try withProgram { gallery in
            let text = try gallery.run("locate", "--credits").text
            #expect(text.contains("Natural Earth"))
            #expect(text.contains("GeoNames"))
            #expect(text.contains("creativecommons.org/licenses/by/4.0"))
        }
    }

    @Test("a damaged index is named, with status 78, and nothing is answered")
    func damagedIndex() throws {
        try withProgram { gallery in
            let models = gallery.folder.appendingPathComponent("models")
            try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
            let index = models.appendingPathComponent("places.idx")
            let short = Array("GLRYPLC1".utf8) + [1, 0, 0, 0] + Array(repeating: 0, count: 500)
            for (bytes, word) in [
                (short, "damaged"), (Array("GIF89a".utf8), "is not a place index"),
            ] {
                try Data(bytes).write(to: index)
                let result = try gallery.run(
                    "locate", "48.86,2.35", adding: ["GALLERY_MODELS": models.path])
                #expect(result.status == 78)
                #expect(result.text == "")
                #expect(result.errors.contains(index.path))
                #expect(result.errors.contains(word), "\(result.errors)")
            }
        }
    }

    @Test(
        "incompatible options are rejected with the reason",
        arguments: [
            (["locate", "-", "1,2"], "'-' cannot be combined with other operands"),
            (["locate", "1,2", "--paths"], "add '-'"),
            (["locate", "--home", "x", "camera"], "invalid --home 'x': expected LAT,LON"),
            (["locate", "--apply"], "--gpx"), (["locate", "-", "--again"], "--again"),
            (["locate", "1,2", "--gpx", "a.gpx"], "--gpx applies only to photos"),
            (
                ["locate", "camera", "--gpx", "a.gpx", "--max-gap", "-5"],
                "invalid --max-gap '-5': expected 0 to 86400 seconds"
            ),
            (["locate", "--credits", "1,2"], "--credits cannot be combined"),
            (["locate", "camera", "--gpx", "a.gpx", "--offset", "noon"], "'noon'"),
            (["locate", "camera", "--gpx", "a.gpx", "--clock-shift", "x"], "'x'"),
            (["places", "--where", "near:1"], "near:LAT,LON,KM"),
            (["list", "camera", "--where", "bbox:1,2,3"], "bbox:WEST,SOUTH,EAST,NORTH"),
            (["export", "--drop-positions", "--coarsen-positions", "5"], "cannot be combined"),
            (["export", "--drop-positions", "--originals", "x"], "--originals"),
            (["export", "--format", "gpx", "--drop-positions"], "--drop-positions"),
        ])
    func usage(arguments: [String], reason: String) throws {
        try withProgram { gallery in
            // Without a catalog some of them would end with 66.
            try gallery.run("album", "new", "any", "--where", "tag:any")
            let result = try gallery.start(arguments).wait()
            #expect(result.status == 64, "\(result.errors)")
            #expect(result.errors.contains(reason), "\(result.errors)")
        }
    }
}
