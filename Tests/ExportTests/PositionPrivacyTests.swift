import Export
import GalleryModel
import Testing

extension PositionPrivacy {
    /// Returns the row with reduced location data and without place names.
    func applied(to row: ListedPhoto) -> ListedPhoto {
        var row = row
        row.photo = applied(to: row.photo)
        return row
    }

    /// Returns the photo with reduced location data and without place names.
    func applied(to photo: Photo) -> Photo { applied(to: photo) { _ in nil } }
}

@Suite("PositionPrivacy")
struct PositionPrivacyTests {
    /// Texts that reveal where the photo was taken, in the spellings of all formats, without the
    /// last digits of numbers.
    private static let exactParts = [
        "22.9519", "43.2104", "48.3904", "4.4860", "37.25", "1.88", "geo:", "GeoTagged", "gps:",
        "geolat", "55/1", "zero-denominator", "11.25", "22,57.1149", "43,12.6292", "48,23.42",
        "4,29.16", "37250/1000",
    ]
    /// The names of the place.
    private static let names = ["Brazil", "BR", "Rio", "Niter", "coast"]

    /// A photo with every position field filled; with a track, two positions.
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

    /// The bytes of the row in every format with all columns, and of its sidecar.
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

    @Test("exact rows contain the texts that other tests must not find")
    func exact() {
        let all = [false, true].flatMap { Self.everyFormat(Self.row(track: $0), .exact).values }
        for part in Self.exactParts + Self.names {
            #expect(all.contains { $0.contains(part) }, "\(part)")
        }
        #expect(PositionPrivacy.exact.applied(to: Self.row()) == Self.row())
    }

    @Test(
        "without positions no format reveals a position or a place",
        arguments: [
            PositionPrivacy.dropped, .coarse(kilometers: 0), .coarse(kilometers: -1),
            .coarse(kilometers: .nan), .coarse(kilometers: .infinity),
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

    @Test("a home is not revealed either")
    func home() {
        var row = Self.row()
        row.photo.details.coordinate = nil
        row.photo.location?.source = .home
        for (format, text) in Self.everyFormat(row, .dropped) {
            #expect(!text.contains("home") && !text.contains("Brazil"), "\(format)")
        }
        for (format, text) in Self.everyFormat(row, .coarse(kilometers: 5)) {
            #expect(!text.contains("22.9") && !text.contains("exif:GPS"), "\(format)")
        }
    }

    @Test(
        "coarsened exports contain the center of the cell and never the position",
        arguments: [0.5, 5, 50, 500], [false, true])
    func coarse(kilometers: Double, track: Bool) throws {
        let row = Self.row(track: track)
        let middle = try #require(row.photo.coordinate).coarsened(toGridOf: kilometers)
        let privacy = PositionPrivacy.coarse(kilometers: kilometers)
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

    @Test("place names are those of the center, without the distance")
    func names() throws {
        let middle = try #require(Self.row().photo.coordinate).coarsened(toGridOf: 50)
        let photo = PositionPrivacy.coarse(kilometers: 50).applied(to: Self.row().photo) { place in
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

    @Test("all photos in a cell are exported alike")
    func cell() throws {
        var positions = Set<Coordinate?>()
        for step in 0..<20 {
            var row = SamplePhotos.full
            row.photo.details.coordinate = Coordinate(
                latitude: 48.3902 + Double(step) * 1e-5, longitude: -4.4861, altitude: Double(step))
            row.photo.location = nil
            positions.insert(
                PositionPrivacy.coarse(kilometers: 20).applied(to: row).photo.coordinate)
        }
        #expect(positions.count == 1)
    }
}
