import Basics
import Export
import Foundation
import GalleryModel
import Testing

@Suite("JSON and JSON Lines")
struct JSONRowTests {
    private static let fullLine =
        "{\"SourceFile\":\"/catalog/9f/dog.jpg\",\"Section\":\"flickr:dogs\",\"Position\":1,"
        + "\"ID\":42,\"Origin\":\"flickr\",\"OriginID\":\"53574198477\","
        + "\"Title\":\"Dog, \\\"Ronja\\\"\",\"Description\":\"Two\\r\\nlines\","
        + "\"Creator\":\"Jane Photographer\",\"Owner\":\"78733179@N04\","
        + "\"License\":\"CC BY 2.0\","
        + "\"LicenseURL\":\"https://creativecommons.org/licenses/by/2.0/\","
        + "\"SourceURL\":\"https://www.flickr.com/photos/78733179@N04/53574198477/\","
        + "\"Tags\":[\"dog\",\"low tide\",\"a\\\\b\"],"
        + "\"DateTimeOriginal\":\"2024:05:01 10:22:31\",\"OffsetTimeOriginal\":\"-03:00\","
        + "\"DateUploaded\":\"2024-05-01T10:40:00Z\",\"DateAdded\":\"2025-11-21T03:50:00Z\","
        + "\"ImageWidth\":500,\"ImageHeight\":375,\"Orientation\":6,\"FileType\":\"JPEG\","
        + "\"FileSize\":123456,\"SHA256\":\"\(SamplePhotos.digest)\",\"Make\":\"Canon\","
        + "\"Model\":\"Canon EOS 5D\",\"GPSLatitude\":-22.951916,\"GPSLatitudeRef\":\"S\","
        + "\"GPSLongitude\":-43.210487,\"GPSLongitudeRef\":\"W\",\"GPSAltitude\":1.88,"
        + "\"GPSAltitudeRef\":1,\"CountryCode\":\"BR\",\"Country\":\"Brazil\","
        + "\"Region\":\"Rio de Janeiro\",\"City\":\"Niterói, \\\"RJ\\\"\",\"Faces\":2,\"FaceRectangles\":[[10,20.5,100,110],[0,0,1,1]],"
        + "\"IsPublic\":true,\"IsFriend\":false,\"IsFamily\":false,\"Farm\":66,"
        + "\"Server\":\"65535\",\"Secret\":\"0a1b2c3d4e\",\"Pictures\":["
        + "{\"size\":\"medium\",\"state\":\"stored\",\"path\":\"/catalog/9f/dog.jpg\","
        + "\"width\":500,\"height\":375},{\"size\":\"original\",\"state\":\"unavailable\","
        + "\"path\":null,\"width\":null,\"height\":null}],\"Lens\":\"EF50mm f/1.8\","
        + "\"ExposureTime\":0.004,\"FNumber\":2.8,\"ISO\":400,\"FocalLength\":50,\"Rating\":4,\"Favorite\":false,"
        + "\"Copyright\":\"© Jane\",\"Media\":\"photo\","
        + "\"ThumbnailURL\":\"https://live.staticflickr.com/65535/53574198477_0a1b2c3d4e_t.jpg\","
        + "\"LargePictureURL\":\"https://live.staticflickr.com/65535/53574198477_0a1b2c3d4e_b.jpg\","
        + "\"FileName\":null,\"SubSecTimeOriginal\":null,\"DateSource\":null,"
        + "\"IsDateGuessed\":false,\"DateDoubt\":null,\"Gone\":false,\"District\":\"Icaraí\",\"CityDistance\":11.25,\"PlaceMatch\":\"coast\","
        + "\"PositionSource\":\"photo\",\"PositionText\":null,\"PositionWarning\":null,"
        + "\"Edit\":null}"

    @Test("a full photo is one line with every key, in order and typed")
    func fullLine() {
        #expect(exportedText([SamplePhotos.full], .jsonl) == JSONRowTests.fullLine + "\n")
    }

    @Test("JSON is one array with one object per line")
    func array() {
        let rows = [SamplePhotos.full, SamplePhotos.bare]
        #expect(
            exportedText(rows, .json, columns: [.id, .title])
                == "[\n{\"ID\":42,\"Title\":\"Dog, \\\"Ronja\\\"\"},\n{\"ID\":7,\"Title\":null}\n]\n"
        )
        #expect(exportedText([], .json) == "[]\n")
        #expect(exportedText([], .jsonl) == "")
    }

    @Test("unknown values are null, and lists known to be empty are empty")
    func bare() throws {
        let bytes = exported([SamplePhotos.bare], .jsonl)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(object.count == ExportColumn.defaults(for: .jsonl).count)
        let known = object.filter { !($0.value is NSNull) }.keys.sorted()
        #expect(
            known == [
                "DateAdded", "Favorite", "Gone", "ID", "Origin", "Pictures", "Position", "Section",
                "Tags",
            ])
    }

    @Test("random Unicode round-trips through Foundation's reader")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 8259)
        let rows = (0..<1000).map { _ in
            SamplePhotos.bare {
                $0.photo.details.title = random.text() + "\u{0}\u{1f}"
                $0.photo.details.tags = [random.text(), random.text()]
            }
        }
        struct Row: Decodable {
            let Title: String
            let Tags: [String]
        }
        let bytes = exported(rows, .json, columns: [.title, .tags])
        let read = try JSONDecoder().decode([Row].self, from: Data(bytes))
        #expect(read.count == rows.count)
        for (row, original) in zip(read, rows) {
            #expect(Array(row.Title.utf8) == Array((original.photo.details.title ?? "").utf8))
            #expect(
                row.Tags.map { Array($0.utf8) }
                    == original.photo.details.tags.map { Array($0.utf8) })
        }
        #expect(bytes.count { $0 == UInt8(ascii: "\n") } == rows.count + 2)
    }

    @Test("a path that is not UTF-8 is escaped, with its bytes in Base64 beside it")
    func bytePath() {
        let path = BytePath(bytes: [0x2F, 0x61, 0xFF])
        let row = SamplePhotos.bare {
            $0.photo.pictures = [Picture(size: .original, state: .stored, path: path)]
        }
        #expect(
            exportedText([row], .jsonl, columns: [.sourceFile, .id, .pictures])
                == "{\"SourceFile\":\"/a\\\\xff\",\"SourceFileBytes\":\"L2H/\",\"ID\":7,"
                + "\"Pictures\":[{\"size\":\"original\",\"state\":\"stored\","
                + "\"path\":\"/a\\\\xff\",\"pathBytes\":\"L2H/\",\"width\":null,\"height\":null}]}\n"
        )
    }

    @Test("the origin's JSON is embedded unchanged, on one line, on request")
    func raw() {
        #expect(
            exportedText([SamplePhotos.full], .jsonl, columns: [.id, .raw])
                == "{\"ID\":42,\"Raw\":{\"id\": \"53574198477\",  \"views\": 7}}\n")
        #expect(
            exportedText([SamplePhotos.bare], .jsonl, columns: [.id, .raw])
                == "{\"ID\":7,\"Raw\":null}\n")
    }

    @Test(
        "invalid raw JSON becomes a string, so that the file stays readable",
        arguments: [
            "", " ", "{", "{]", "[1,]", "{\"a\":1,}", "{\"a\"}", "{1:2}", "\"a", "\"\n\"", "01",
            "1.",
            "-", "1e", "nul", "NaN", "[1 2]", "{} {}", "\"\\x\"", "\"\\u12g4\"", "]", ",", "+1",
            "jsonFlickrApi({})", String(repeating: "[", count: 100_000), "{\"a\":}", "[,1]",
        ])
    func brokenRaw(text: String) throws {
        let row = SamplePhotos.bare { $0.photo.details.rawJSON = text }
        let bytes = exported([row], .jsonl, columns: [.raw])
        let read = try JSONDecoder().decode([String: String].self, from: Data(bytes))
        #expect(read == ["Raw": text])
    }

    @Test(
        "valid raw JSON is embedded in any form",
        arguments: [
            "{}", "[]", "0", "-0.5e+10", "1E5", "\"\\u00e9\\n\"", "true", "null", " [ ] ",
            "[[],{},[{}]]", "{\"a\":[1,{\"b\":null}],\"c\":\"\"}", "{\"a\":{\"b\":{}}}",
        ])
    func soundRaw(text: String) throws {
        let row = SamplePhotos.bare { $0.photo.details.rawJSON = text }
        #expect(exportedText([row], .jsonl, columns: [.raw]) == "{\"Raw\":\(text)}\n")
    }
}
