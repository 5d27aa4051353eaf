import Export
import GalleryModel
import Testing

@Suite("PositionPrivacy")
struct PositionPrivacyTests {
    /// What tells where the photo was taken, in the spellings of all formats, without the ends of the
    /// numbers.
    private static let exactParts = [
        "22.9519", "43.2104", "48.3904", "4.4860", "37.25", "1.88", "geo:", "GeoTagged", "gps:",
        "geolat", "55/1", "zero-denominator", "11.25", "22,57.1149", "43,12.6292", "48,23.42",
        "4,29.16", "37250/1000",
    ]
    /// The names of the place.
    private static let names = ["Brazil", "BR", "Rio", "Niter", "coast"]

    /// A photo whose every place for a position is filled; with a track, two positions.
    private static func row(track: Bool = false) -> ListedPhoto {
        var row = SamplePhotos.full
        row.photo.details.tags = [
            "dog", "geo:lat=-22.951916", "geo:lon=-43.210487", "GeoTagged", "gps:altitude=1.88",
            "geolat22951916", "-22.951916,-43.210487", "osm:node=22.9519", "camera:lens=50",
        ]
        row.photo.details.positionText = "55/1 6/0 S"
        row.photo.details.positionWarning = "zero-denominator: in the minutes"
        row.photo.details.rawJSON = "{\"latitude\":-22.951916,\"longitude\":\"-43.210487\"}"
        if track {
            SamplePhotos.place(&row.photo, onTrackAt: 48.390417, -4.486076, altitude: 37.25)
        }
        return row
    }

    /// The bytes of the row in every format, all columns asked for, and of its sidecar.
    private static func everyFormat(
        _ row: ListedPhoto, _ privacy: PositionPrivacy
    ) -> [String: String] {
        let row = privacy.applied(to: row)
        var texts: [String: String] = [:]
        for format in ExportFormat.allCases {
            let columns = format == .csv ? ExportColumn.tabular : ExportColumn.allCases
            texts[format.rawValue] = exportedText([row], format, columns: columns)
        }
        let sidecar = XMPSidecar.bytes(
            for: row.photo, faces: [], storedWidth: 500, storedHeight: 375, orientation: 1)
        texts["xmp"] = String(decoding: sidecar, as: UTF8.self)
        return texts
    }

    @Test("the exact rows hold what the other tests look for in vain")
    func exact() {
        let all = [false, true].flatMap { Self.everyFormat(Self.row(track: $0), .exact).values }
        for part in Self.exactParts + Self.names {
            #expect(all.contains { $0.contains(part) }, "\(part)")
        }
        #expect(PositionPrivacy.exact.applied(to: Self.row()) == Self.row())
    }

    @Test(
        "without positions no byte of any format tells one, nor a place",
        arguments: [
            PositionPrivacy.none, .coarse(kilometres: 0), .coarse(kilometres: -1),
            .coarse(kilometres: .nan), .coarse(kilometres: .infinity),
        ])
    func none(privacy: PositionPrivacy) {
        for track in [false, true] {
            for (format, text) in Self.everyFormat(Self.row(track: track), privacy) {
                for part in Self.exactParts + Self.names {
                    #expect(!text.contains(part), "\(part) in \(format)")
                }
                #expect(!text.contains("<wpt") && !text.contains("Feature\""), "\(format)")
                #expect(!text.contains("exif:GPS"))
            }
        }
        let photo = privacy.applied(to: Self.row().photo)
        #expect(photo.coordinate == nil && photo.location == nil && photo.rawJSON == nil)
        #expect(photo.tags == ["dog", "camera:lens=50"])
    }

    @Test("a home is not given away either")
    func home() {
        var row = Self.row()
        row.photo.details.coordinate = nil
        row.photo.location?.source = .home
        for (format, text) in Self.everyFormat(row, .none) {
            #expect(!text.contains("home") && !text.contains("Brazil"), "\(format)")
        }
        for (format, text) in Self.everyFormat(row, .coarse(kilometres: 5)) {
            #expect(!text.contains("22.9") && !text.contains("exif:GPS"), "\(format)")
        }
    }

    @Test(
        "coarsened, all formats have the middle of the cell and none the position",
        arguments: [0.5, 5, 50, 500], [false, true])
    func coarse(kilometres: Double, track: Bool) throws {
        let row = Self.row(track: track)
        let middle = try #require(row.photo.coordinate).coarsened(toGridOf: kilometres)
        let privacy = PositionPrivacy.coarse(kilometres: kilometres)
        let texts = Self.everyFormat(row, privacy)
        for (format, text) in texts {
            for part in Self.exactParts { #expect(!text.contains(part), "\(part) in \(format)") }
        }
        for format in ["csv", "json", "jsonl", "geojson", "gpx"] {
            #expect(texts[format]?.contains("\(middle.latitude)") == true, "\(format)")
            #expect(texts[format]?.contains("\(middle.longitude)") == true, "\(format)")
        }
        #expect(texts["xmp"]?.contains("exif:GPSLatitude") == true)
        #expect(texts["xmp"]?.contains("exif:GPSAltitude") == false)
        let photo = privacy.applied(to: row.photo)
        #expect(photo.coordinate == middle)
        #expect(photo.details.coordinate == middle, "no second position stays behind")
        #expect(photo.tags == ["dog", "camera:lens=50"])
        #expect(photo.location == nil)
    }

    @Test("the names are those of the middle of the cell, without the distance")
    func names() throws {
        let middle = try #require(Self.row().photo.coordinate).coarsened(toGridOf: 50)
        let photo = PositionPrivacy.coarse(kilometres: 50).applied(to: Self.row().photo) { place in
            #expect(place == middle)
            return Place(
                match: .inside, countryCode: "BR", country: "Brazil", region: "Rio de Janeiro",
                city: "Elsewhere", cityDistanceKm: 3.5)
        }
        let location = try #require(photo.location)
        #expect(location.coordinate == middle)
        #expect(location.source == .photo)
        #expect(location.place.city == "Elsewhere")
        #expect(location.place.cityDistanceKm == nil)
    }

    @Test("all photos of a cell are told alike")
    func cell() throws {
        var positions = Set<Coordinate?>()
        for step in 0..<20 {
            var row = SamplePhotos.full
            row.photo.details.coordinate = Coordinate(
                latitude: 48.3902 + Double(step) * 1e-5, longitude: -4.4861, altitude: Double(step))
            row.photo.location = nil
            positions.insert(
                PositionPrivacy.coarse(kilometres: 20).applied(to: row).photo.coordinate)
        }
        #expect(positions.count == 1)
    }
}
