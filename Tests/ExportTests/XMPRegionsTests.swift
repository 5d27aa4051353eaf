import Basics
import Export
import Foundation
import GalleryModel
import Imaging
import Testing

/// Exchanges face regions with the real exiftool.
///
/// Skipped only if it is not installed; continuous integration installs it.
@Suite(
    "Face regions exchanged with exiftool",
    .enabled(if: Tool.exiftool.isInstalled, "needs exiftool (libimage-exiftool-perl) on the PATH"))
struct XMPRegionsTests {
    /// Face regions as exiftool prints them with `-struct -n -j`.
    private struct Answer: Decodable {
        struct Dimensions: Decodable, Equatable {
            let W: Int
            let H: Int
            let Unit: String
        }

        struct Area: Decodable {
            let X: Double
            let Y: Double
            let W: Double
            let H: Double
            let Unit: String
        }

        struct Region: Decodable {
            let Name: String?
            let `Type`: String
            let Area: Area
        }

        struct Info: Decodable {
            let AppliedToDimensions: Dimensions
            let RegionList: [Region]
        }

        let RegionInfo: Info
        let PersonInImage: [String]
        let Subject: [String]
        let Title: String
        let Orientation: Int
        let GPSLatitude: Double
        let GPSLongitude: Double
        let GPSAltitude: Double
        let DateTimeOriginal: String
        let WebStatement: String
        let License: String
    }

    private static let names: [String?] = ["Zoë 👩‍👧", "<Tom> & \"Ana\"", nil]

    /// Three faces in an upright picture of 300 by 400 pixels.
    private static let boxes = [
        FaceRectangle(x: 30, y: 40, width: 60, height: 80),
        FaceRectangle(x: 150, y: 100, width: 75, height: 100),
        FaceRectangle(x: 0, y: 390, width: 12, height: 10),
    ]

    private static func faces(_ width: Int, _ height: Int) -> [FaceRegion] {
        zip(boxes, names).map { box, name in
            FaceRegion(
                rectangle: RelativeRectangle(box, width: width, height: height), name: name)
        }
    }

    private static func sidecar(orientation: Int) -> [UInt8] {
        var details = PhotoDetails(origin: .flickr, originID: "1")
        details.title = "Grüße & <küsse>"
        details.tags = ["low tide", "日本"]
        details.license = License(flickrID: 4)
        details.dateTimeOriginal = "2024:05:01 10:22:31"
        details.offsetTimeOriginal = "-03:00"
        details.coordinate = Coordinate(
            latitude: -22.951916, longitude: -43.210487, altitude: -1.88)
        let photo = Photo(
            id: PhotoID(rawValue: 1), details: details, dateAdded: Date(timeIntervalSince1970: 0))
        return XMPSidecar.bytes(
            for: photo, faces: faces(300, 400), storedWidth: orientation > 4 ? 400 : 300,
            storedHeight: orientation > 4 ? 300 : 400, orientation: orientation)
    }

    private static func write(_ bytes: [UInt8], _ name: String, in folder: TemporaryFolder) throws
        -> String
    {
        let url = folder.url.appending(path: name)
        try Data(bytes).write(to: url)
        return url.path(percentEncoded: false)
    }

    private static func read(_ path: String) throws -> PictureMetadata {
        try MetadataReader().read(path: BytePath(path))
    }

    /// Face 1's area in the picture as stored, computed by hand: in the upright picture its center
    /// is 0.2, 0.2 and its size 0.2, 0.2.
    static let centers: [(Int, Double, Double)] = [
        (1, 0.2, 0.2), (2, 0.8, 0.2), (3, 0.8, 0.8), (4, 0.2, 0.8), (5, 0.2, 0.2), (6, 0.2, 0.8),
        (7, 0.8, 0.8), (8, 0.8, 0.2),
    ]

    @Test("exiftool reads a sidecar's names, areas and details", arguments: centers)
    func readByExiftool(orientation: Int, x: Double, y: Double) throws {
        let folder = try TemporaryFolder()
        let path = try Self.write(Self.sidecar(orientation: orientation), "a.xmp", in: folder)
        let output = try Tool.exiftool.run(["-struct", "-n", "-j", path])
        #expect(output.status == 0, "\(output.errors)")
        let answer = try #require(JSONDecoder().decode([Answer].self, from: output.output).first)
        #expect(answer.RegionInfo.RegionList.map(\.Name) == Self.names)
        #expect(answer.RegionInfo.RegionList.allSatisfy { $0.Type == "Face" })
        #expect(answer.RegionInfo.RegionList.allSatisfy { $0.Area.Unit == "normalized" })
        let isTurned = orientation > 4
        #expect(
            answer.RegionInfo.AppliedToDimensions
                == Answer.Dimensions(
                    W: isTurned ? 400 : 300, H: isTurned ? 300 : 400, Unit: "pixel"))
        let area = try #require(answer.RegionInfo.RegionList.first).Area
        #expect(abs(area.X - x) < 1e-6 && abs(area.Y - y) < 1e-6)
        #expect(abs(area.W - 0.2) < 1e-6 && abs(area.H - 0.2) < 1e-6)
        let second = answer.RegionInfo.RegionList[1].Area
        #expect(abs(second.W - 0.25) < 1e-6 && abs(second.H - 0.25) < 1e-6)
        #expect(answer.PersonInImage == Self.names.compactMap(\.self))
        #expect(answer.Orientation == orientation)
        #expect(answer.Title == "Grüße & <küsse>")
        #expect(answer.Subject == ["low tide", "日本"])
        #expect(abs(answer.GPSLatitude + 22.951916) < 1e-9)
        #expect(abs(answer.GPSLongitude + 43.210487) < 1e-9)
        #expect(abs(answer.GPSAltitude + 1.88) < 1e-9)
        #expect(answer.DateTimeOriginal == "2024:05:01 10:22:31-03:00")
        #expect(answer.WebStatement == "https://creativecommons.org/licenses/by/2.0/")
        #expect(answer.License == "https://creativecommons.org/licenses/by/2.0/")
    }

    @Test("a sidecar that exiftool copied into the picture is read from there", arguments: 1...8)
    func embedded(orientation: Int) throws {
        let folder = try TemporaryFolder()
        let sidecar = try Self.write(Self.sidecar(orientation: orientation), "a.xmp", in: folder)
        let isTurned = orientation > 4
        let picture = try Self.write(
            RegionPicture.jpeg(
                width: isTurned ? 400 : 300, height: isTurned ? 300 : 400,
                orientation: orientation), "a.jpg",
            in: folder)
        let copied = try Tool.exiftool.run([
            "-overwrite_original", "-tagsFromFile", sidecar, "-all:all", picture,
        ])
        #expect(copied.status == 0, "\(copied.errors)")
        let read = try Self.read(picture)
        #expect(read.orientation == orientation)
        #expect(read.faceRegions.map(\.name) == Self.names)
        #expect(read.faceRegions.map { $0.rectangle.pixels(width: 300, height: 400) } == Self.boxes)
        #expect(read.warnings == [])
    }

    @Test("regions that exiftool wrote are read, in both forms")
    func foreign() throws {
        let folder = try TemporaryFolder()
        let picture = try Self.write(
            RegionPicture.jpeg(width: 400, height: 300), "a.jpg", in: folder)
        let group = """
            -RegionInfo={AppliedToDimensions={W=400,H=300,Unit=pixel},RegionList=[\
            {Area={X=0.2,Y=0.3,W=0.1,H=0.2,Unit=normalized},Name=Ana,Type=Face},\
            {Area={X=0.5,Y=0.5,W=0.1,H=0.1,Unit=normalized},Name=Rex,Type=Pet},\
            {Area={X=0.9,Y=0.9,Unit=normalized},Name=Point,Type=Face}]}
            """
        let microsoft = """
            -RegionInfoMP={Regions=[{PersonDisplayName=Ben,Rectangle=0.1|, 0.2|, 0.3|, 0.4}]}
            """
        let first = try Tool.exiftool.run([
            "-overwrite_original", "-n", "-Orientation=6", microsoft, picture,
        ])
        #expect(first.status == 0, "\(first.errors)")
        let ben = try #require(Self.read(picture).faceRegions.first)
        #expect(ben.name == "Ben")
        #expect(
            ben.rectangle.pixels(width: 300, height: 400)
                == FaceRectangle(x: 120, y: 40, width: 120, height: 120))
        let second = try Tool.exiftool.run(["-overwrite_original", group, picture])
        #expect(second.status == 0, "\(second.errors)")
        let read = try Self.read(picture)
        #expect(read.faceRegions.map(\.name) == ["Ana"])
        #expect(
            read.faceRegions.map { $0.rectangle.pixels(width: 300, height: 400) }
                == [FaceRectangle(x: 180, y: 60, width: 60, height: 40)])
        #expect(
            read.warnings == [
                "face region 3 'Point' was skipped: its area is not a rectangle",
                "'Ben' is named in the metadata, but no usable face region has that name",
            ])
    }
}
