internal import COpenCVFaceShim
package import GalleryModel
package import Imaging

/// Draws frames around faces, numbered from 1, so that a person can check them.
package enum FaceFrames {
    /// The picture's pixels with a frame and a number for each face.
    ///
    /// - Parameters:
    ///   - faces: rectangles in pixels of the whole upright picture, in the order of their numbers.
    ///   - picture: the picture in `bgr`, at any size.
    /// - Throws: `FacesError` where the layout is another or OpenCV gives up.
    package static func draw(
        _ faces: [FaceRectangle], on picture: DecodedPicture
    ) throws(FacesError) -> PixelBuffer {
        let pixels = picture.pixels
        guard pixels.layout == .bgr else { throw .failed(reason: "frames need a colour picture") }
        let scaleX = Double(pixels.width) / Double(max(picture.width, 1))
        let scaleY = Double(pixels.height) / Double(max(picture.height, 1))
        var bytes = pixels.bytes
        for (index, face) in faces.enumerated() {
            try OpenCVCall.check { message in
                bytes.withUnsafeMutableBufferPointer { buffer in
                    copencv_draw_frame(
                        buffer.baseAddress, Int32(pixels.width), Int32(pixels.height),
                        face.x * scaleX, face.y * scaleY, face.width * scaleX,
                        face.height * scaleY, String(index + 1), message)
                }
            }
        }
        return PixelBuffer(
            layout: .bgr, width: pixels.width, height: pixels.height, bytes: bytes) ?? pixels
    }
}
