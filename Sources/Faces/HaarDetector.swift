internal import COpenCVFaceShim
import GalleryModel
package import Imaging

/// Finds upright faces by Haar cascades.
///
/// Source: P. Viola and M. Jones, "Rapid Object Detection using a Boosted Cascade of Simple
/// Features", 2001; OpenCV 4.6 (modules/objdetect).
package final class HaarDetector: FaceDetector {
    private let cascade: Cascade
    private let second: Cascade?
    private let parameters: HaarParameters

    init(_ files: [ModelBytes], _ parameters: HaarParameters) throws(FacesError) {
        self.parameters = parameters
        guard let first = files.first else { throw .failed(reason: "there is no cascade") }
        cascade = try Cascade(first)
        second = files.count > 1 ? try Cascade(files[1]) : nil
    }

    package func detect(in picture: DecodedPicture) throws(FacesError) -> [DetectedFace] {
        let searched = try SearchedPicture(picture, parameters.workingSize)
        let found = try OpenCVCall.collect { receive, context, message in
            searched.pixels.withOpenCV { pixels in
                detect(pixels, receive, context, message)
            }
        }
        return found.compactMap { face in
            let box = FaceRectangle(x: face.x, y: face.y, width: face.width, height: face.height)
            guard let rectangle = searched.whole(cascade.correction.apply(to: box)) else {
                return nil
            }
            return DetectedFace(
                rectangle: rectangle, score: parameters.score(neighbours: face.weight))
        }
        .sorted(by: DetectedFace.isBefore)
    }

    private func detect(
        _ pixels: UnsafePointer<copencv_pixels>, _ receive: copencv_receive_face,
        _ context: UnsafeMutableRawPointer, _ message: UnsafeMutablePointer<copencv_message>
    ) -> copencv_status {
        var pointers: [OpaquePointer?] = [cascade.pointer]
        if let pointer = second?.pointer { pointers.append(pointer) }
        return pointers.withUnsafeBufferPointer { list in
            copencv_cascade_detect(
                list.baseAddress, list.count, pixels, parameters.scaleFactor,
                Int32(parameters.minimumNeighbours), receive, context, message)
        }
    }
}
