import Faces
import GalleryModel
import Imaging
import Testing

@Suite("Face frames")
struct FaceFramesTests {
    @Test("a frame is drawn at the face, in the size of the pixels")
    func frame() throws {
        var picture = try #require(DecodedPicture(width: 200, height: 100, layout: .bgr))
        picture.width = 2000
        picture.height = 1000
        let face = FaceRectangle(x: 500, y: 500, width: 300, height: 300)
        let drawn = try FaceFrames.draw([(1, face)], on: picture)
        func pixel(_ x: Int, _ y: Int) -> [UInt8] {
            let start = (y * 200 + x) * 3
            return Array(drawn.bytes[start..<(start + 3)])
        }
        #expect(pixel(65, 80) == [0, 220, 0])
        #expect(pixel(80, 65) == [0, 220, 0])
        #expect(pixel(65, 65) == [128, 128, 128])
        #expect(pixel(150, 50) == [128, 128, 128])
        #expect(drawn.bytes.contains(0) && drawn.bytes.count == 200 * 100 * 3)
    }

    @Test("frames outside the picture leave it unchanged")
    func beyond() throws {
        let picture = try #require(DecodedPicture(width: 20, height: 10, layout: .bgr))
        let faces = [
            FaceRectangle(x: -1e12, y: 5, width: 1e13, height: 1e13),
            FaceRectangle(x: 500, y: 500, width: 3, height: 3),
        ]
        let drawn = try FaceFrames.draw(faces.map { (7, $0) }, on: picture)
        #expect(drawn.width == 20 && drawn.height == 10)
    }

    @Test("a gray picture and a frame without coordinates are rejected")
    func refused() throws {
        let gray = try #require(DecodedPicture(width: 20, height: 10, layout: .gray))
        #expect(throws: FacesError.self) { try FaceFrames.draw([], on: gray) }
        let color = try #require(DecodedPicture(width: 20, height: 10, layout: .bgr))
        let face = FaceRectangle(x: .nan, y: 0, width: 1, height: 1)
        #expect(throws: FacesError.self) { try FaceFrames.draw([(1, face)], on: color) }
    }
}
