import GalleryModel
import Imaging
import PhotoSources
import TestSupport
import Testing

@Suite("ImportedPhoto's position")
struct CameraPositionTests {
    /// A JPEG of one gray block.
    private static func jpeg(_ metadata: PictureMetadata) throws -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        bytes += [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 16, 1, 1, 0x11, 0]
        bytes += [0xFF, 0xC4, 0, 20, 0, 1] + [UInt8](repeating: 0, count: 16)
        bytes += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x54, 0xFF, 0xD9]
        return try MetadataWriter().applying(metadata, to: bytes)
    }

    @Test("the raw position and its warnings become the photo's details")
    func details() throws {
        let scratch = try ScratchFolder()
        var metadata = PictureMetadata()
        metadata.coordinate = Coordinate(latitude: 0, longitude: 0)
        let path = try scratch.write(Self.jpeg(metadata), to: "a.jpg")
        let file = try CameraFileReader().read(path)
        let warning = "no-fix: the position is 0, 0, as written by receivers without a fix"
        #expect(file.details.coordinate == nil)
        #expect(file.details.positionText == "0/1 0/1 0/1000000 N, 0/1 0/1 0/1000000 E")
        #expect(file.details.positionWarning == warning)
        #expect(file.warnings == [warning])
    }

    @Test("a regular position has its raw text and no warning")
    func regular() throws {
        let scratch = try ScratchFolder()
        var metadata = PictureMetadata()
        metadata.coordinate = Coordinate(latitude: 48.5, longitude: -2.25, altitude: 35)
        let path = try scratch.write(Self.jpeg(metadata), to: "a.jpg")
        let details = try CameraFileReader().read(path).details
        #expect(details.coordinate == Coordinate(latitude: 48.5, longitude: -2.25, altitude: 35))
        #expect(details.positionText == "48/1 30/1 0/1000000 N, 2/1 15/1 0/1000000 W")
        #expect(details.positionWarning == nil)
    }
}
