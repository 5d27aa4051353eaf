internal import COpenCVFaceShim
package import GalleryModel
package import Imaging

/// Draws numbered frames around faces, for visual checks.
package enum FaceFrames {
    /// Returns the picture's pixels with a frame and a number for each face.
    ///
    /// - Parameters:
    ///   - faces: numbers, and rectangles in pixels of the whole upright picture.
    ///   - picture: the picture in `bgr`, at any size.
    /// - Throws: `FacesError` if the layout is not `bgr` or OpenCV fails.
    package static func draw(
        _ faces: [(number: Int, rectangle: FaceRectangle)], on picture: DecodedPicture
    ) throws(FacesError) -> PixelBuffer {
        let pixels = picture.pixels
        guard pixels.layout == .bgr else { throw .failed(reason: "frames need a color picture") }
        let scaleX = Double(pixels.width) / Double(max(picture.width, 1))
        let scaleY = Double(pixels.height) / Double(max(picture.height, 1))
        var bytes = pixels.bytes
        for (number, face) in faces {
            try OpenCVCall.check { functions, message in
                bytes.withUnsafeMutableBufferPointer { buffer in
                    functions.draw_frame(
                        buffer.baseAddress, Int32(pixels.width), Int32(pixels.height),
                        face.x * scaleX, face.y * scaleY, face.width * scaleX,
                        face.height * scaleY, String(number), message)
                }
            }
        }
        return PixelBuffer(
            layout: .bgr, width: pixels.width, height: pixels.height, bytes: bytes) ?? pixels
    }
}
