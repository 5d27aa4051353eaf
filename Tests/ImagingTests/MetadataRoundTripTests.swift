import Basics
import Foundation
import GalleryModel
import Imaging
import TestSupport
import Testing

@Suite("MetadataWriter and MetadataReader")
struct MetadataRoundTripTests {
    private static func full(at place: Coordinate?) -> PictureMetadata {
        var metadata = PictureMetadata()
        metadata.orientation = 6
        metadata.dateTimeOriginal = "2024:05:01 10:15:30"
        metadata.subSecTimeOriginal = "25"
        metadata.offsetTimeOriginal = "-03:30"
        metadata.make = "Maker"
        metadata.model = "Model 1"
        metadata.lens = "35mm f/2"
        metadata.exposureTime = 0.004
        metadata.fNumber = 5.6
        metadata.iso = 200
        metadata.focalLength = 35
        metadata.coordinate = place
        metadata.title = "Zoë's 🐒"
        metadata.caption = "Grüße aus Köln"
        metadata.tags = ["Paris, France", "🐒", "日本"]
        metadata.rating = 4
        metadata.creator = "Zoë"
        metadata.copyright = "© Zoë"
        return metadata
    }

    static let places: [Coordinate?] = [
        Coordinate(latitude: 48.8566123, longitude: 2.3522456, altitude: 35.5),
        Coordinate(latitude: -33.8568123, longitude: 151.2153987, altitude: -430.25),
        Coordinate(latitude: -22.9068, longitude: -43.1729),
        Coordinate(latitude: 90, longitude: -180),
        Coordinate(latitude: 37.99999999, longitude: -122.00000001),
        nil,
    ]

    @Test("metadata written into a picture is read back", arguments: places)
    func roundTrip(place: Coordinate?) throws {
        for (picture, size) in [(TinyPictures.jpeg(), 8), (TinyPictures.png(), 1)] {
            let written = Self.full(at: place)
            let bytes = try MetadataWriter().applying(written, to: picture)
            var read = try bytes.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
            #expect(read.width == size && read.height == size)
            #expect((read.coordinate == nil) == (place == nil))
            if let place, let found = read.coordinate {
                #expect(abs(found.latitude - place.latitude) < 1e-9)
                #expect(abs(found.longitude - place.longitude) < 1e-9)
                #expect(found.altitude == place.altitude)
            }
            read.coordinate = place
            read.positionText = nil
            read.width = nil
            read.height = nil
            #expect(read.dateSource == "ExifIFD:DateTimeOriginal")
            read.dateSource = nil
            #expect(read == written)
            #expect(bytes.withUnsafeBytes { PictureIntegrity.damage(.sniff($0), $0) } == nil)
        }
    }

    @Test("writing twice replaces the lists and gives the same bytes each time")
    func replaces() throws {
        let first = try MetadataWriter().applying(Self.full(at: nil), to: TinyPictures.jpeg())
        let again = try MetadataWriter().applying(Self.full(at: nil), to: TinyPictures.jpeg())
        #expect(first == again)
        var changed = PictureMetadata()
        changed.tags = ["new"]
        let second = try MetadataWriter().applying(changed, to: first)
        let read = try second.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
        #expect(read.tags == ["new"])
        #expect(read.title == "Zoë's 🐒")
    }

    @Test("invalid picture data is rejected")
    func refuses() {
        #expect(throws: ImagingError.unknownType) {
            try MetadataWriter().applying(PictureMetadata(), to: Array("hello".utf8))
        }
        #expect(throws: ImagingError.unknownType) {
            try Array("hello".utf8).withUnsafeBytes { try MetadataReader().read(bytes: $0) }
        }
        #expect(throws: ImagingError.cannotOpen(BytePath("/nowhere/a.jpg"))) {
            try MetadataReader().read(path: BytePath("/nowhere/a.jpg"))
        }
        let file = NSTemporaryDirectory() + "/truncated-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: file) }
        for length in 0...1 {
            #expect(FileManager.default.createFile(atPath: file, contents: Data(count: length)))
            #expect(throws: ImagingError.unknownType) {
                try MetadataReader().read(path: BytePath(file))
            }
        }
    }
}
