import Basics
import Foundation
import GalleryModel
import Imaging
import TestSupport
import Testing

/// The photos with real GPS tags are not part of the project: GALLERY_TEST_DATA names their folder,
/// and without it these tests are skipped.
private let photoFolder = ProcessInfo.processInfo.environment["GALLERY_TEST_DATA"]
    .map { $0 + "/photos/gps" }

@Suite(
    "GPS tags of real cameras",
    .enabled(if: photoFolder != nil, "GALLERY_TEST_DATA names no folder of photos"))
struct GPSTests {
    private struct Truth {
        var file: String
        var latitude: Double?
        var longitude: Double?
        var altitude: Double?
    }

    private static func truths() throws -> [Truth] {
        let folder = try #require(photoFolder)
        let text = try String(contentsOfFile: folder + "/truth.csv", encoding: .utf8)
        return text.split(whereSeparator: \.isNewline).dropFirst().map { line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(
                String.init)
            return Truth(
                file: cells[0], latitude: Double(cells[1]), longitude: Double(cells[2]),
                altitude: Double(cells[5]))
        }
    }

    @Test("positions match exiftool's, or a named warning explains the difference")
    func positions() throws {
        let folder = try #require(photoFolder)
        let truths = try Self.truths()
        #expect(truths.count >= 9)
        for truth in truths {
            let read = try MetadataReader().read(path: BytePath(folder + "/" + truth.file))
            let names = (read.positionWarning ?? "").split(separator: "; ")
                .map { $0.prefix { $0 != ":" } }
            #expect(names.allSatisfy { PositionWarning(rawValue: String($0)) != nil })
            guard let latitude = truth.latitude, let longitude = truth.longitude else {
                // Nikon_D5000.jpg: EXIF's seconds are 0/0, XMP contains the position.
                #expect(
                    names == ["zero-denominator", "zero-denominator", "position-from-xmp"],
                    "\(truth.file)")
                #expect(abs((read.coordinate?.latitude ?? 0) - 48.8887263666667) < 1e-6)
                #expect(abs((read.coordinate?.longitude ?? 0) - 21.0432511666667) < 1e-6)
                #expect(read.coordinate?.altitude == truth.altitude, "\(truth.file)")
                continue
            }
            #expect(read.positionText != nil, "\(truth.file)")
            if latitude == 0, longitude == 0 {
                #expect(read.coordinate == nil, "\(truth.file)")
                #expect(names == ["no-fix"], "\(truth.file)")
                continue
            }
            let found = try #require(read.coordinate, "\(truth.file)")
            #expect(abs(found.latitude - latitude) < 1e-6, "\(truth.file)")
            #expect(abs(found.longitude - longitude) < 1e-6, "\(truth.file)")
            #expect(found.altitude == truth.altitude, "\(truth.file)")
            #expect(names.isEmpty, "\(truth.file)")
        }
    }

    @Test("the other values match exiftool's")
    func otherValues() throws {
        let folder = try #require(photoFolder)
        let tags = [
            "ImageWidth", "ImageHeight", "IFD0:Orientation", "DateTimeOriginal", "Make", "Model",
            "ISO",
            "ExposureTime", "FNumber", "FocalLength",
        ]
        for row in try Self.exiftool(tags.map { "-" + $0 } + [folder]) {
            let file = try #require(row["SourceFile"] as? String)
            let read = try MetadataReader().read(path: BytePath(file))
            #expect(read.width == row["ImageWidth"] as? Int, "\(file)")
            #expect(read.height == row["ImageHeight"] as? Int, "\(file)")
            #expect(read.orientation == row["Orientation"] as? Int, "\(file)")
            #expect(read.dateTimeOriginal == row["DateTimeOriginal"] as? String, "\(file)")
            #expect(read.make == row["Make"].map { "\($0)" }, "\(file)")
            #expect(read.model == row["Model"].map { "\($0)" }, "\(file)")
            // Zero is not a valid sensitivity.
            #expect(read.iso ?? 0 == row["ISO"] as? Int ?? 0, "\(file)")
            for (mine, tag) in [
                (read.exposureTime, "ExposureTime"), (read.fNumber, "FNumber"),
                (read.focalLength, "FocalLength"),
            ] {
                let theirs = row[tag] as? Double ?? 0
                #expect(abs((mine ?? 0) - theirs) < 1e-6 * max(1, theirs), "\(file) \(tag)")
            }
        }
    }

    @Test("a clock's offset is derived from GPS time stamps unless they are a year off")
    func offsets() throws {
        let folder = try #require(photoFolder)
        for (file, expected) in [
            ("HTC_Desire.webp", "+02:00"), ("Sony_DSC-HX5V_2.jpg", "+02:00"),
            ("Issue_308.jpg", nil),
        ] {
            let read = try MetadataReader().read(path: BytePath(folder + "/" + file))
            #expect(read.offsetTimeOriginal == expected, "\(file)")
        }
    }

    private static func exiftool(_ arguments: [String]) throws -> [[String: Any]] {
        let data = try ChildProcess.run(
            "exiftool", ["-j", "-n", "-ext", "jpg", "-ext", "webp"] + arguments
        ).output
        return try #require(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    }
}
