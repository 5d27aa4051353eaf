import Basics
import Export
import GalleryModel
import Testing

@Suite("CSVEncoder")
struct CSVEncoderTests {
    @Test("a full photo and a minimal one are written exactly as in the contract")
    func wholeOutput() {
        let expected = [
            "SourceFile,Section,Position,ID,Origin,OriginID,Title,Description,Creator,Owner,"
                + "License,LicenseURL,SourceURL,Tags,DateTimeOriginal,OffsetTimeOriginal,"
                + "DateUploaded,DateAdded,ImageWidth,ImageHeight,Orientation,FileType,FileSize,"
                + "SHA256,Make,Model,GPSLatitude,GPSLatitudeRef,GPSLongitude,GPSLongitudeRef,"
                + "GPSAltitude,GPSAltitudeRef,CountryCode,Country,Region,City,Faces,"
                + "FaceRectangles,IsPublic,IsFriend,IsFamily,Farm,Server,Secret",
            "/catalog/9f/dog.jpg,flickr:dogs,1,42,flickr,53574198477,\"Dog, \"\"Ronja\"\"\","
                + "\"Two\r\nlines\",Jane Photographer,78733179@N04,CC BY 2.0,"
                + "https://creativecommons.org/licenses/by/2.0/,"
                + "https://www.flickr.com/photos/78733179@N04/53574198477/,"
                + "\"[\"\"dog\"\",\"\"low tide\"\",\"\"a\\\\b\"\"]\",2024:05:01 10:22:31,-03:00,"
                + "2024-05-01T10:40:00Z,2025-11-21T03:50:00Z,500,375,6,JPEG,123456,"
                + "\(SamplePhotos.digest),Canon,Canon EOS 5D,-22.951916,S,-43.210487,W,1.88,1,"
                + "BR,Brazil,Rio de Janeiro,\"Niterói, \"\"RJ\"\"\",2,\"[[10,20.5,100,110],[0,0,1,1]]\",1,0,0,66,65535,0a1b2c3d4e",
            ",camera,2,7,camera,,,,,,,,,[],,,,1970-01-01T00:00:00Z,,,,,,,,,,,,,,,,,,,,,,,,,,",
            "",
        ].joined(separator: "\r\n")
        #expect(exportedText([SamplePhotos.full, SamplePhotos.bare], .csv) == expected)
    }

    @Test("the header is written even without rows")
    func headerAlone() {
        #expect(exportedText([], .csv, columns: [.id, .title]) == "ID,Title\r\n")
    }

    @Test(
        "a cell is quoted only if a reader would misread it",
        arguments: [
            ("plain", "plain"), ("a;b", "a;b"), ("it's", "it's"), ("a b", "a b"), ("", ""),
            ("a,b", "\"a,b\""), ("\"", "\"\"\"\""), ("a\"b\"", "\"a\"\"b\"\"\""),
            ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""), (" a", "\" a\""), ("a ", "\"a \""),
            ("犬,🐕", "\"犬,🐕\""), ("a\u{0}b", "a\u{0}b"), ("12345678,", "\"12345678,\""),
            ("1234567890123456,90", "\"1234567890123456,90\""),
            ("sieben!", "sieben!"), ("acht!!!!", "acht!!!!"), ("neun!!!!\n", "\"neun!!!!\n\""),
        ])
    func quoting(title: String, expected: String) {
        let row = SamplePhotos.bare { $0.photo.details.title = title }
        #expect(cell(.title, of: row) == expected)
    }

    @Test("a comma is found at any position in a long cell")
    func everyOffset() {
        for length in 1...40 {
            for place in 0..<length {
                var text = [Character](repeating: "x", count: length)
                text[place] = ","
                let row = SamplePhotos.bare { $0.photo.details.title = String(text) }
                #expect(cell(.title, of: row) == "\"\(String(text))\"")
            }
        }
    }

    @Test("a single empty cell is quoted, because an empty line is not a record")
    func loneEmptyCell() {
        #expect(exportedText([SamplePhotos.bare], .csv, columns: [.title]) == "Title\r\n\"\"\r\n")
    }

    @Test("a path that is not UTF-8 is escaped, and the file is UTF-8")
    func rawPath() {
        let row = SamplePhotos.bare {
            $0.photo.pictures = [
                Picture(
                    size: .original, state: .stored,
                    path: BytePath(bytes: [0x2F, 0xFF, 0x2C, 0xE9]))
            ]
        }
        #expect(
            exported([row], .csv, columns: [.sourceFile, .id])
                == Array("SourceFile,ID\r\n\"/\\xff,\\xe9\",7\r\n".utf8))
    }

    @Test("the path of a copy replaces the catalog's path")
    func sourceFileOverride() {
        let text = exportedText(
            [SamplePhotos.full, SamplePhotos.bare], .csv, columns: [.sourceFile, .id],
            sourceFile: BytePath("out/dog.jpg"))
        #expect(text == "SourceFile,ID\r\nout/dog.jpg,42\r\nout/dog.jpg,7\r\n")
    }

    @Test("the largest stored picture gives the path, type, size, hash and dimensions")
    func largestPicture() {
        let row = SamplePhotos.bare {
            $0.photo.details.width = 9
            $0.photo.details.height = 8
            $0.photo.pictures = [
                Picture(
                    size: .thumbnail, state: .stored, path: BytePath("/t"), width: 1, height: 1),
                Picture(
                    size: .large, state: .stored, path: BytePath("/l"), fileType: "PNG",
                    byteCount: 5_000_000_000, sha256: "ab", width: 1024, height: 768),
                Picture(size: .original, state: .failed),
            ]
        }
        let columns: [ExportColumn] = [
            .sourceFile, .imageWidth, .imageHeight, .fileType, .fileSize, .sha256,
        ]
        #expect(
            exportedText([row], .csv, columns: columns).hasSuffix(
                "\r\n/l,1024,768,PNG,5000000000,ab\r\n"))
    }

    @Test("without the picture's own dimensions the original's are written, never a mixture")
    func dimensionsOfOriginal() {
        let row = SamplePhotos.bare {
            $0.photo.details.width = 4000
            $0.photo.details.height = 3000
            $0.photo.pictures = [
                Picture(size: .medium, state: .stored, path: BytePath("/m"), width: 500)
            ]
        }
        #expect(cell(.imageWidth, of: row) == "4000")
        #expect(cell(.imageHeight, of: row) == "3000")
    }

    @Test("faces are empty before detection and 0 if none were found")
    func faces() {
        #expect(cell(.faces, of: SamplePhotos.bare) == "")
        #expect(cell(.faceRectangles, of: SamplePhotos.bare) == "")
        let searched = SamplePhotos.bare { $0.photo.faces = [] }
        #expect(cell(.faces, of: searched) == "0")
        #expect(cell(.faceRectangles, of: searched) == "[]")
    }

    @Test("a place on the equator and the zero meridian at sea level is north, east and 0")
    func zeroCoordinate() {
        let row = SamplePhotos.bare {
            $0.photo.details.coordinate = Coordinate(latitude: -0.0, longitude: 0, altitude: 0)
        }
        let columns: [ExportColumn] = [
            .gpsLatitude, .gpsLatitudeRef, .gpsLongitude, .gpsLongitudeRef, .gpsAltitude,
            .gpsAltitudeRef,
        ]
        #expect(exportedText([row], .csv, columns: columns).hasSuffix("\r\n0,N,0,E,0,0\r\n"))
    }

    @Test("columns that only JSON has are omitted from CSV")
    func jsonColumns() {
        #expect(exportedText([], .csv, columns: [.id, .pictures, .raw]) == "ID\r\n")
    }
}
