import Export
import GalleryModel
import Testing

@Suite("Place columns")
struct PlaceColumnsTests {
    private static let columns: [ExportColumn] = [
        .gpsLatitude, .gpsLatitudeRef, .gpsLongitude, .gpsLongitudeRef, .gpsAltitude,
        .gpsAltitudeRef, .countryCode, .country, .region, .city, .cityDistance, .placeMatch,
        .positionSource,
    ]

    /// The photo's values in JSON, without the keys.
    private static func values(_ row: ListedPhoto) -> [Substring] {
        exportedText([row], .jsonl, columns: columns).dropLast(2).split(separator: ",").map {
            $0.drop { $0 != ":" }.dropFirst()
        }
    }

    private static func row(_ change: (inout ListedPhoto) -> Void) -> ListedPhoto {
        var row = SamplePhotos.full
        change(&row)
        return row
    }

    private static func location(_ source: PositionSource) -> PhotoLocation? {
        Coordinate(latitude: 48.5, longitude: -4.25, altitude: 60).map {
            PhotoLocation(
                coordinate: $0, source: source,
                place: Place(
                    match: .inside, countryCode: "FR", country: "France", region: "Bretagne",
                    city: "Brest", cityDistanceKm: 0.5))
        }
    }

    @Test("a track's position takes precedence over the photo's own")
    func track() {
        let row = Self.row { $0.photo.location = Self.location(.track) }
        #expect(
            Self.values(row) == [
                "48.5", "\"N\"", "-4.25", "\"W\"", "60", "0", "\"FR\"", "\"France\"",
                "\"Bretagne\"", "\"Brest\"", "0.5", "\"inside\"", "\"track\"",
            ])
    }

    @Test("a home gives a place but no position")
    func home() {
        let row = Self.row {
            $0.photo.details.coordinate = nil
            $0.photo.location = Self.location(.home)
        }
        #expect(
            Self.values(row) == [
                "null", "null", "null", "null", "null", "null", "\"FR\"", "\"France\"",
                "\"Bretagne\"", "\"Brest\"", "0.5", "\"inside\"", "\"home\"",
            ])
        // exiftool would write a table's columns into the picture.
        for column in [ExportColumn.gpsLatitude, .countryCode, .country, .region, .city] {
            #expect(cell(column, of: row) == "", "\(column)")
        }
        let table = exportedText([row], .csv)
        #expect(!table.contains("France") && !table.contains("Brest"))
        #expect(exportedText([row], .csv, columns: [.city]) == "City\r\n\"\"\r\n")
        let track = Self.row { $0.photo.location = Self.location(.track) }
        #expect(cell(.country, of: track) == "France" && cell(.city, of: track) == "Brest")
    }

    @Test("before a lookup the position is the photo's, and one at sea has no names")
    func unnamed() {
        let fresh = Self.values(Self.row { $0.photo.location = nil })
        #expect(fresh.first == "-22.951916" && fresh.last == "\"photo\"")
        #expect(fresh[6..<12].allSatisfy { $0 == "null" })
        let sea = Self.values(Self.row { $0.photo.location?.place = Place() })
        #expect(sea[6..<11].allSatisfy { $0 == "null" } && sea[11] == "\"none\"")
        #expect(Self.values(SamplePhotos.bare).allSatisfy { $0 == "null" })
    }

    @Test("the file's raw position and its warnings are exported beside the position")
    func odd() {
        let row = Self.row {
            $0.photo.details.positionText = "95/1 0/1 0/1 N"
            $0.photo.details.positionWarning = "out-of-range: latitude 95"
        }
        #expect(
            exportedText([row], .jsonl, columns: [.positionText, .positionWarning])
                == "{\"PositionText\":\"95/1 0/1 0/1 N\","
                + "\"PositionWarning\":\"out-of-range: latitude 95\"}\n")
    }
}
