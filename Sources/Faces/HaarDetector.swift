internal import COpenCVFaceShim
import GalleryModel
package import Imaging

/// Finds faces with Haar cascades: upright ones in the picture, tilted ones in turned copies.
///
/// Source: P. Viola and M. Jones, "Rapid Object Detection using a Boosted Cascade of Simple
/// Features", 2001; OpenCV 4.6 (modules/objdetect).
package final class HaarDetector: FaceDetector {
    /// All cascades of the parameters: the first ones search, all of them confirm groups.
    private let cascades: [OpenCVModel]
    private let correction: BoxCorrection
    private let parameters: HaarParameters

    /// Creates a detector with the cascades of `HaarParameters.models`, in that order, or with the
    /// user's own cascade, which searches without confirmation.
    init(_ files: [ModelBytes], _ parameters: HaarParameters) throws(FacesError) {
        var parameters = parameters
        if files.count != parameters.models.count {
            // No other cascade confirms the user's own.
            parameters.confirmation = nil
            parameters.turns = nil
        }
        self.parameters = parameters
        guard let first = files.first else { throw .failed(reason: "no cascade was loaded") }
        correction = HaarParameters.correction(sha256: first.sha256)
        cascades = try files.map { file throws(FacesError) in try OpenCVModel(cascade: file) }
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

    /// Adds faces found in copies turned both ways, strongest first, unless they overlap another.
    private func addTurned(to found: inout [Found], in pixels: PixelBuffer) throws(FacesError) {
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

    /// Returns the upright faces in some pixels.
    private func faces(in pixels: PixelBuffer, scaleFactor: Double) throws(FacesError) -> [Found] {
        let groups = try HaarDetector.search(
            pixels, with: cascades.prefix(parameters.cascades.count), scaleFactor: scaleFactor,
            minimumNeighbors: parameters.confirmation == nil
                ? Int32(parameters.minimumNeighbors) : 0)
        var faces: [Found] = []
        for group in groups {
            let box = FaceRectangle(group)
            var count = Int(group.weight)
            if let rule = parameters.confirmation {
                count = try candidates(at: box, in: pixels, rule)
            }
            guard count >= parameters.minimumCandidates else { continue }
            faces.append(Found(box: correction.apply(to: box), candidates: count))
        }
        return faces
    }

    /// Returns the number of windows around a box that a search in small steps accepts as a face.
    private func candidates(
        at box: FaceRectangle, in pixels: PixelBuffer, _ rule: HaarConfirmation
    ) throws(FacesError) -> Int {
        let margin = box.width * rule.margin
        let left = max(Int(box.x - margin), 0)
        let top = max(Int(box.y - margin), 0)
        let right = min(Int((box.x + box.width + margin).rounded(.up)), pixels.width)
        let bottom = min(Int((box.y + box.height + margin).rounded(.up)), pixels.height)
        guard let part = pixels.cropped(x: left, y: top, width: right - left, height: bottom - top)
        else { return 0 }
        let found = try HaarDetector.search(
            part, with: cascades[...], scaleFactor: rule.scaleFactor, minimumNeighbors: -1,
            sides: Int32(
                box.width * rule.sizes.lowerBound)...Int32(box.width * rule.sizes.upperBound + 1))
        return found.count { candidate in
            var rectangle = FaceRectangle(candidate)
            rectangle.x += Double(left)
            rectangle.y += Double(top)
            return rectangle.overlap(box) >= rule.overlap
        }
    }

    private static func search(
        _ pixels: PixelBuffer, with cascades: ArraySlice<OpenCVModel>, scaleFactor: Double,
        minimumNeighbors: Int32, sides: ClosedRange<Int32> = 0...0
    ) throws(FacesError) -> [copencv_face] {
        try OpenCVCall.collect { functions, receive, context, message in
            pixels.withOpenCV { pixels in
                cascades.map { Optional($0.pointer) }.withUnsafeBufferPointer { list in
                    functions.cascade_detect(
                        list.baseAddress, list.count, pixels, scaleFactor, minimumNeighbors,
                        sides.lowerBound, sides.upperBound, receive, context, message)
                }
            }
        }
    }
}

/// A face in the searched pixels, with the number of windows that accept it.
private struct Found {
    var box: FaceRectangle
    var candidates: Int

    static func isBefore(_ left: Found, _ right: Found) -> Bool {
        (left.candidates, right.box.x, right.box.y) > (right.candidates, left.box.x, left.box.y)
    }
}

/// The values of the Haar parameters, tuned on labeled pictures; increase
/// `DetectionParameters.version` when they change.
struct HaarParameters: Hashable, Sendable {
    /// The cascades that search; their raw candidates are pooled.
    var cascades = [ModelFile.alt2]
    /// The factor between the sizes searched.
    var scaleFactor = 1.2
    /// Without confirmation, groups with at most this many raw candidates are dropped.
    var minimumNeighbors: Int
    /// The confirmation of groups, which then need only one candidate; nil for none.
    var confirmation: HaarConfirmation?
    /// The search for tilted faces; nil for none.
    var turns: HaarTurns?
    /// The size in which pictures are searched: a face of 4 % of a reduced picture, with its
    /// surroundings, is larger than the cascades' window of 20 pixels.
    var workingSize: WorkingSize

    init(_ quality: FaceDetectionQuality) {
        switch quality {
        case .fast:
            minimumNeighbors = 3
            workingSize = WorkingSize(fullSizeUpTo: 640, reduced: 500, maximum: 560)
        case .balanced:
            minimumNeighbors = 2
            confirmation = HaarConfirmation()
            turns = HaarTurns(share: 0.4, scaleFactor: 1.4)
            // 1/8 of a 12-megapixel photo.
            workingSize = WorkingSize(fullSizeUpTo: 1280, reduced: 500, maximum: 560)
        case .thorough:
            cascades = [.alt2, .alt]
            scaleFactor = 1.1
            minimumNeighbors = 6
            confirmation = HaarConfirmation()
            turns = HaarTurns(share: 0.5, scaleFactor: 1.2)
            workingSize = WorkingSize(fullSizeUpTo: 1280, reduced: 800, maximum: 900)
        }
    }

    /// All cascades of the parameters, those that search first.
    var models: [ModelFile] {
        cascades + (confirmation?.cascades.filter { !cascades.contains($0) } ?? [])
    }

    /// The minimum number of raw candidates for a face.
    var minimumCandidates: Int { confirmation?.needed ?? minimumNeighbors + 1 }

    /// Returns the score of a face: `n / (n + n0)` for `n` candidates, where `n0` is the minimum.
    ///
    /// It rises from 0.5 toward 1.
    func score(candidates: Int) -> Double {
        Double(candidates) / Double(candidates + minimumCandidates)
    }

    /// Returns the correction for a cascade's boxes, by the file's SHA-256; unknown cascades are
    /// not corrected.
    static func correction(sha256: String) -> BoxCorrection {
        switch sha256 {
        case ModelFile.alt2.sha256, ModelFile.alt.sha256:
            BoxCorrection(width: 0.90, height: 0.90, down: 0.086)
        case ModelFile.frontal.sha256: BoxCorrection(width: 0.89, height: 0.89, down: 0.078)
        default: .none
        }
    }
}

/// The confirmation of a group of raw candidates: its surroundings are searched again in small
/// steps by two cascades, and a minimum number of their windows must accept it.
///
/// The coarse search only has to hit near a face once. Its false hits are rarely accepted by the
/// other cascade or at the sizes in between, and searching a small part of the picture is cheap.
struct HaarConfirmation: Hashable, Sendable {
    /// The cascades that confirm.
    var cascades = [ModelFile.alt2, .alt]
    /// The factor between the sizes searched.
    var scaleFactor = 1.1
    /// The minimum number of raw candidates, over all cascades, that overlap the group's box: in
    /// steps of 1.1 this corresponds to more than four of one search in steps of 1.2.
    var needed = 9
    /// The minimum overlap of a candidate, as intersection over union.
    var overlap = 0.5
    /// The margin around the box to search, as a share of its width on each side.
    ///
    /// Candidates farther out, or of other sizes than `sizes`, cannot overlap it enough.
    var margin = 0.42
    /// The sizes to search, as multiples of the box's width.
    var sizes = 0.7...1.42
}

/// The search for tilted faces in a smaller copy of the picture, turned both ways.
///
/// A cascade finds faces tilted by up to about 15 degrees.
struct HaarTurns: Hashable, Sendable {
    /// The angles to turn the picture by, in degrees counterclockwise.
    var angles = [-30.0, 30]
    /// The size of the copy, as a share of the picture's sides.
    var share: Double
    /// The factor between the sizes searched.
    var scaleFactor: Double
    /// The maximum overlap with a known face, as intersection over union; above it, the result is
    /// the same face seen at an angle.
    var largestOverlap = 0.15
}

/// Adjusts a detector's boxes to faces: squares of 2.2 times the distance between the eyes, or
/// between eyes and mouth if that is larger, centered between them.
struct BoxCorrection: Hashable, Sendable {
    /// The factor for the width.
    var width: Double
    /// The factor for the height.
    var height: Double
    /// The downward shift of the center, as a multiple of the uncorrected height.
    var down: Double

    /// No correction.
    static let none = BoxCorrection(width: 1, height: 1, down: 0)

    /// Returns the corrected box.
    func apply(to box: FaceRectangle) -> FaceRectangle {
        FaceRectangle(
            x: box.x + box.width * (1 - width) / 2,
            y: box.y + box.height * (1 - height) / 2 + box.height * down,
            width: box.width * width, height: box.height * height)
    }
}
