internal import COpenCVFaceShim
import GalleryModel
package import Imaging

/// Finds upright faces by Haar cascades, and turned ones in the turned picture.
///
/// Source: P. Viola and M. Jones, "Rapid Object Detection using a Boosted Cascade of Simple
/// Features", 2001; OpenCV 4.6 (modules/objdetect).
package final class HaarDetector: FaceDetector {
    /// All of the parameters; the first are searched for, all are counted where a group is confirmed.
    private let cascades: [Cascade]
    private let correction: BoxCorrection
    private let parameters: HaarParameters

    /// Makes a detector of the parameters' cascades, in the order of `HaarParameters.models`; a single
    /// one of the user's is searched for without a confirmation.
    init(_ files: [ModelBytes], _ parameters: HaarParameters) throws(FacesError) {
        let isWhole = files.count == parameters.models.count
        self.parameters = isWhole ? parameters : parameters.unconfirmed
        var loaded: [Cascade] = []
        for file in files { loaded.append(try Cascade(file)) }
        guard let first = loaded.first else { throw .failed(reason: "there is no cascade") }
        correction = first.correction
        cascades = loaded
    }

    package func detect(in picture: DecodedPicture) throws(FacesError) -> [DetectedFace] {
        let searched = try SearchedPicture(picture, parameters.workingSize)
        var found = try faces(in: searched.pixels, scaleFactor: parameters.scaleFactor)
        try addTurned(to: &found, in: searched.pixels)
        return found.compactMap { face in
            searched.whole(face.box, least: 1.0 / 3).map { rectangle in
                DetectedFace(
                    rectangle: rectangle, score: parameters.score(candidates: face.candidates))
            }
        }
        .sorted(by: DetectedFace.isBefore)
    }

    /// Adds faces of the picture turned both ways, the strongest first, where none is yet.
    private func addTurned(
        to found: inout [Found], in pixels: PixelBuffer
    ) throws(FacesError) {
        guard let turns = parameters.turns else { return }
        let side = { (length: Int) in max(Int((Double(length) * turns.share).rounded()), 1) }
        let small = try pixels.searchable(width: side(pixels.width), height: side(pixels.height))
        let across = Double(pixels.width) / Double(small.width)
        let down = Double(pixels.height) / Double(small.height)
        var others: [Found] = []
        for degrees in turns.angles {
            let turned = try TurnedPicture(small, degrees: degrees)
            for face in try faces(in: turned.pixels, scaleFactor: turns.scaleFactor) {
                let box = turned.upright(face.box)
                others.append(
                    Found(
                        box: FaceRectangle(
                            x: box.x * across, y: box.y * down, width: box.width * across,
                            height: box.height * down),
                        candidates: face.candidates))
            }
        }
        for face in others.sorted(by: Found.isBefore)
        where found.allSatisfy({ $0.box.overlap(face.box) < turns.largestOverlap }) {
            found.append(face)
        }
    }

    /// The faces that stand upright in some pixels.
    private func faces(
        in pixels: PixelBuffer, scaleFactor: Double
    ) throws(FacesError) -> [Found] {
        let groups = try HaarDetector.search(
            pixels, with: cascades.prefix(parameters.cascades.count), scaleFactor: scaleFactor,
            minimumNeighbours: parameters.confirmation == nil
                ? Int32(parameters.minimumNeighbours) : 0)
        var faces: [Found] = []
        for group in groups {
            let box = FaceRectangle(group)
            var count = Int(group.weight)
            if let rule = parameters.confirmation {
                count = try candidates(at: box, in: pixels, rule)
            }
            guard count >= parameters.leastCandidates else { continue }
            faces.append(Found(box: correction.apply(to: box), candidates: count))
        }
        return faces
    }

    /// How many windows at a place a search in small steps takes for a face.
    private func candidates(
        at box: FaceRectangle, in pixels: PixelBuffer, _ rule: HaarConfirmation
    ) throws(FacesError) -> Int {
        let margin = box.width * rule.margin
        let left = max(Int(box.x - margin), 0)
        let top = max(Int(box.y - margin), 0)
        let right = min(Int((box.x + box.width + margin).rounded(.up)), pixels.width)
        let bottom = min(Int((box.y + box.height + margin).rounded(.up)), pixels.height)
        guard
            let part = pixels.cropped(x: left, y: top, width: right - left, height: bottom - top)
        else { return 0 }
        let found = try HaarDetector.search(
            part, with: cascades[...], scaleFactor: rule.scaleFactor, minimumNeighbours: -1,
            sides: Int32(
                box.width * rule.sizes.lowerBound)...Int32(
                    box.width * rule.sizes.upperBound + 1))
        return found.count { candidate in
            var place = FaceRectangle(candidate)
            place.x += Double(left)
            place.y += Double(top)
            return place.overlap(box) >= rule.overlap
        }
    }

    private static func search(
        _ pixels: PixelBuffer, with cascades: ArraySlice<Cascade>, scaleFactor: Double,
        minimumNeighbours: Int32, sides: ClosedRange<Int32> = 0...0
    ) throws(FacesError) -> [copencv_face] {
        try OpenCVCall.collect { receive, context, message in
            pixels.withOpenCV { pixels in
                cascades.map { Optional($0.pointer) }.withUnsafeBufferPointer { list in
                    copencv_cascade_detect(
                        list.baseAddress, list.count, pixels, scaleFactor, minimumNeighbours,
                        sides.lowerBound, sides.upperBound, receive, context, message)
                }
            }
        }
    }
}

/// A face in the searched pixels, and how many windows agree on it.
private struct Found {
    var box: FaceRectangle
    var candidates: Int

    static func isBefore(_ left: Found, _ right: Found) -> Bool {
        (left.candidates, right.box.x, right.box.y) > (right.candidates, left.box.x, left.box.y)
    }
}
