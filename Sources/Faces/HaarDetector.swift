internal import COpenCVFaceShim
import GalleryModel
package import Imaging

/// Finds upright faces by Haar cascades.
///
/// Source: P. Viola and M. Jones, "Rapid Object Detection using a Boosted Cascade of Simple
/// Features", 2001; OpenCV 4.6 (modules/objdetect).
package final class HaarDetector: FaceDetector {
    private let cascades: [Cascade]
    private let confirming: Cascade?
    private let correction: BoxCorrection
    private let parameters: HaarParameters

    /// Makes a detector of the recipe's cascades, in the order of `HaarParameters.models`; a single
    /// one of the user's is searched for without a confirmation.
    init(_ files: [ModelBytes], _ parameters: HaarParameters) throws(FacesError) {
        self.parameters = parameters
        var loaded: [Cascade] = []
        for file in files { loaded.append(try Cascade(file)) }
        guard let first = loaded.first else { throw .failed(reason: "there is no cascade") }
        correction = first.correction
        confirming = loaded.count > parameters.cascades.count ? loaded.removeLast() : nil
        cascades = loaded
    }

    package func detect(in picture: DecodedPicture) throws(FacesError) -> [DetectedFace] {
        let searched = try SearchedPicture(picture, parameters.workingSize)
        let least =
            confirming == nil ? parameters.unconfirmedNeighbours : parameters.minimumNeighbours
        let found = try Self.search(
            searched.pixels, with: cascades, scaleFactor: parameters.scaleFactor,
            minimumNeighbours: least)
        var faces: [DetectedFace] = []
        for face in found {
            let box = FaceRectangle(x: face.x, y: face.y, width: face.width, height: face.height)
            guard try isConfirmed(box, neighbours: face.weight, in: searched.pixels),
                let rectangle = searched.whole(correction.apply(to: box))
            else { continue }
            faces.append(
                DetectedFace(
                    rectangle: rectangle, score: parameters.score(neighbours: face.weight)))
        }
        return faces.sorted(by: DetectedFace.isBefore)
    }

    /// Whether a group is strong, or the confirming cascade sees a face in its place too.
    private func isConfirmed(
        _ box: FaceRectangle, neighbours: Double, in pixels: PixelBuffer
    ) throws(FacesError) -> Bool {
        guard let confirming, let rule = parameters.confirmation, neighbours < rule.below else {
            return true
        }
        let margin = box.width * rule.margin
        let left = max(Int(box.x - margin), 0)
        let top = max(Int(box.y - margin), 0)
        let right = min(Int((box.x + box.width + margin).rounded(.up)), pixels.width)
        let bottom = min(Int((box.y + box.height + margin).rounded(.up)), pixels.height)
        guard
            let part = pixels.cropped(x: left, y: top, width: right - left, height: bottom - top)
        else { return false }
        let found = try Self.search(
            part, with: [confirming], scaleFactor: parameters.scaleFactor, minimumNeighbours: 0,
            sides: Int32(
                box.width * rule.sizes.lowerBound)...Int32(
                    box.width * rule.sizes.upperBound + 1))
        let place = RelativeRectangle(box, width: 1, height: 1)
        let agreeing = found.count { face in
            let other = FaceRectangle(
                x: face.x + Double(left), y: face.y + Double(top), width: face.width,
                height: face.height)
            return RelativeRectangle(other, width: 1, height: 1).overlap(place) >= rule.overlap
        }
        return agreeing >= rule.needed
    }

    private static func search(
        _ pixels: PixelBuffer, with cascades: [Cascade], scaleFactor: Double,
        minimumNeighbours: Int, sides: ClosedRange<Int32> = 0...0
    ) throws(FacesError) -> [copencv_face] {
        try OpenCVCall.collect { receive, context, message in
            pixels.withOpenCV { pixels in
                cascades.map { Optional($0.pointer) }.withUnsafeBufferPointer { list in
                    copencv_cascade_detect(
                        list.baseAddress, list.count, pixels, scaleFactor,
                        Int32(minimumNeighbours), sides.lowerBound, sides.upperBound, receive,
                        context, message)
                }
            }
        }
    }
}
