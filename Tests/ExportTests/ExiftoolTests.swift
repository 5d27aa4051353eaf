import Basics
import Export
import Foundation
import GalleryModel
import Testing

/// Writes exported CSV into pictures with the real exiftool.
///
/// Skipped only if it is not installed; continuous integration installs it.
@Suite(
    "CSV imported into pictures by exiftool",
    .enabled(if: Tool.exiftool.isInstalled, "needs exiftool (libimage-exiftool-perl) on the PATH"))
struct ExiftoolTests {
    private struct Place: Sendable {
        let name: String
        let latitude: Double
        let longitude: Double
        let altitude: Double?
    }

    /// One place in each quarter of the Earth, below and above sea level, near and at zero.
    private static let places = [
        Place(name: "Rio de Janeiro", latitude: -22.951916, longitude: -43.210487, altitude: -1.88),
        Place(name: "Nairobi", latitude: -1.2920659, longitude: 36.8219462, altitude: 1795),
        Place(name: "San Francisco", latitude: 37.7749, longitude: -122.4194, altitude: 16),
        Place(name: "Tokyo, \"east\"", latitude: 35.6764225, longitude: 139.650027, altitude: nil),
        Place(name: "Gulf of Guinea", latitude: -0.00001, longitude: 0.00002, altitude: 0),
    ]

    /// Reads back numbers and text as exiftool prints them with `-n -j`.
    private struct Answer: Decodable {
        let SourceFile: String
        let GPSLatitude: Double
        let GPSLatitudeRef: String
        let GPSLongitude: Double
        let GPSLongitudeRef: String
        let GPSAltitude: Double?
        let GPSAltitudeRef: Int?
        let Title: String?
        let Description: String?
        let Creator: String?
        let DateTimeOriginal: String?
        let OffsetTimeOriginal: String?
        let Orientation: Int?
    }

    @Test("hemispheres, altitude, title and dates are preserved in every quarter of the Earth")
    func hemispheres() throws {
        let folder = try TemporaryFolder()
        let pictures = folder.url.appending(path: "pictures", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        let template = try NameTemplate("{title}-{id}.{ext}")
        var encoder = RowEncoder(format: .csv)
        var bytes: [UInt8] = []
        var byPath = [String: Place]()
        for (index, place) in ExiftoolTests.places.enumerated() {
            var row = SamplePhotos.full
            row.photo.id = PhotoID(rawValue: Int64(index + 1))
            row.photo.details.title = place.name
            row.photo.details.caption = " two\nlines "
            row.photo.details.coordinate = Coordinate(
                latitude: place.latitude, longitude: place.longitude, altitude: place.altitude)
            let path = BytePath(pictures.path(percentEncoded: false))
                .appending(template.path(for: row))
            let text = try #require(path.string)
            try Data(TinyJPEG.bytes).write(to: URL(filePath: text))
            byPath[text] = place
            encoder.append(row, sourceFile: path) { bytes += $0 }
        }
        encoder.finish { bytes += $0 }
        let table = folder.url.appending(path: "metadata.csv").path(percentEncoded: false)
        try Data(bytes).write(to: URL(filePath: table))
        let folderPath = pictures.path(percentEncoded: false)

        let written = try Tool.exiftool.run([
            "-n", "-csv=\(table)", "-overwrite_original", folderPath,
        ])
        #expect(written.status == 0, "\(written.errors)")
        #expect(written.errors.contains("5 image files updated"), "\(written.errors)")

        let read = try Tool.exiftool.run(["-n", "-j", folderPath])
        let answers = try JSONDecoder().decode([Answer].self, from: read.output)
        #expect(answers.count == ExiftoolTests.places.count)
        for answer in answers {
            let place = try #require(byPath[answer.SourceFile])
            #expect(abs(answer.GPSLatitude - place.latitude) < 1e-6, "\(place.name)")
            #expect(abs(answer.GPSLongitude - place.longitude) < 1e-6, "\(place.name)")
            #expect(answer.GPSLatitudeRef == (place.latitude < 0 ? "S" : "N"))
            #expect(answer.GPSLongitudeRef == (place.longitude < 0 ? "W" : "E"))
            #expect(answer.GPSAltitude == place.altitude, "\(place.name)")
            #expect(answer.GPSAltitudeRef == place.altitude.map { $0 < 0 ? 1 : 0 })
            #expect(answer.Title == place.name)
            #expect(answer.Description == " two\nlines ")
            #expect(answer.Creator == "Jane Photographer")
            #expect(answer.DateTimeOriginal == "2024:05:01 10:22:31")
            #expect(answer.OffsetTimeOriginal == "-03:00")
            #expect(answer.Orientation == 6)
        }
    }
}

/// The smallest gray picture, 1 pixel, made for this test.
enum TinyJPEG {
    static var bytes: [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]
        bytes += Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
        bytes += [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        bytes += [0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0]
        bytes += [0xFF, 0xC4, 0, 20, 0, 1] + [UInt8](repeating: 0, count: 15) + [0]
        bytes += [0xFF, 0xC4, 0, 20, 0x10, 1] + [UInt8](repeating: 0, count: 15) + [0]
        return bytes + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x3F, 0xFF, 0xD9]
    }
}
