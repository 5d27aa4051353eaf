internal import COpenCVFaceShim
import Foundation
import GalleryModel
package import Imaging

/// Finds faces and their landmarks with the neural network YuNet.
///
/// Source: W. Wu, H. Peng and S. Yu, "YuNet: A Tiny Millisecond-level Face Detector", 2023; the
/// network's outputs as OpenCV 4.8 reads them (modules/objdetect/src/face_detect.cpp).
package final class YuNetDetector: FaceDetector {
    private let network: OpenCVModel
    private let parameters: YuNetParameters

    init(_ file: ModelBytes, _ parameters: YuNetParameters) throws(FacesError) {
        self.parameters = parameters
        network = try OpenCVModel(network: file)
    }

    package func detect(in picture: DecodedPicture) throws(FacesError) -> [DetectedFace] {
        let searched = try SearchedPicture(picture, parameters.workingSize)
        var candidates: [Candidate] = []
        for degrees in parameters.angles {
            let least = degrees == 0 ? parameters.minimumScore : parameters.minimumTurnedScore
            let turned = try TurnedPicture(searched.pixels, degrees: degrees)
            let found = try OpenCVCall.collect { functions, receive, context, message in
                turned.pixels.withOpenCV { pixels in
                    functions.network_detect(
                        network.pointer, pixels, least, receive, context, message)
                }
            }
            candidates += found.map { Candidate($0, in: turned) }
        }
        return YuNetDetector.strongest(candidates).compactMap { candidate in
            guard let rectangle = searched.whole(candidate.square, least: 1.0 / 3) else {
                return nil
            }
            return DetectedFace(
                rectangle: rectangle, score: candidate.score,
                landmarks: candidate.landmarks.map(searched.whole))
        }
        .sorted(by: DetectedFace.isBefore)
    }

    /// Returns the candidates that do not overlap a stronger one (non-maximum suppression).
    private static func strongest(_ candidates: [Candidate]) -> [Candidate] {
        var kept: [Candidate] = []
        let ordered = candidates.sorted {
            ($0.score, $1.box.x, $1.box.y) > ($1.score, $0.box.x, $0.box.y)
        }
        for candidate in ordered.prefix(YuNetParameters.maximumCandidates) {
            let isNew = kept.allSatisfy {
                candidate.box.overlap($0.box) <= YuNetParameters.largestOverlap
            }
            if isNew { kept.append(candidate) }
        }
        return kept
    }
}

/// One of several boxes around a face, in pixels of the searched picture.
private struct Candidate {
    let box: FaceRectangle
    /// The confidence, 0...1.
    let score: Double
    let landmarks: [FacePoint]

    init(_ face: copencv_face, in turned: TurnedPicture) {
        box = turned.upright(FaceRectangle(face))
        score = min(max(face.weight, 0), 1)
        landmarks = withUnsafeBytes(of: face.landmarks) { bytes in
            let values = bytes.bindMemory(to: Double.self)
            return stride(from: 0, to: values.count - 1, by: 2).map { index in
                turned.upright(FacePoint(x: values[index], y: values[index + 1]))
            }
        }
    }

    /// The square around the eyes and mouth, which follows the tilt of the face; its side is the
    /// mean of the estimates from the landmarks and from the network's box.
    var square: FaceRectangle {
        guard landmarks.count == 5 else { return box }
        let eyes = Candidate.middle(landmarks[0], landmarks[1])
        let mouth = Candidate.middle(landmarks[3], landmarks[4])
        let span = max(
            hypot(landmarks[0].x - landmarks[1].x, landmarks[0].y - landmarks[1].y),
            hypot(eyes.x - mouth.x, eyes.y - mouth.y))
        let side = (YuNetParameters.eyeDistances * span + (box.width * box.height).squareRoot()) / 2
        let center = Candidate.middle(eyes, mouth)
        return FaceRectangle(
            x: center.x - side / 2, y: center.y - side / 2, width: side, height: side)
    }

    private static func middle(_ first: FacePoint, _ second: FacePoint) -> FacePoint {
        FacePoint(x: (first.x + second.x) / 2, y: (first.y + second.y) / 2)
    }
}

/// The values of the YuNet parameters, tuned on labeled pictures; increase
/// `DetectionParameters.version` when they change.
struct YuNetParameters: Hashable, Sendable {
    /// The minimum score of candidates in the upright picture.
    var minimumScore = 0.6
    /// The minimum score of candidates in turned pictures, where more of them are wrong.
    var minimumTurnedScore = 0.8
    /// The angles to turn the picture by, in degrees counterclockwise.
    var angles = [0.0]
    /// The size in which pictures are searched.
    var workingSize: WorkingSize

    /// The intersection over union above which the weaker of two candidates is dropped.
    static let largestOverlap = 0.3
    /// The limit for the number of candidates of a picture, strongest first.
    static let maximumCandidates = 2000
    /// The side of a face's square as a multiple of the distance between the eyes, or between eyes
    /// and mouth if that is larger.
    static let eyeDistances = 2.2

    init(_ quality: FaceDetectionQuality) {
        switch quality {
        case .fast: workingSize = WorkingSize(fullSizeUpTo: 640, reduced: 400, maximum: 520)
        case .balanced:
            // 1/8 of a photo of 10 megapixels or more.
            workingSize = WorkingSize(fullSizeUpTo: 1280, reduced: 448, maximum: 1280)
        case .thorough:
            minimumScore = 0.7
            angles = [0, 45, -45]
            workingSize = WorkingSize(fullSizeUpTo: 1280, reduced: 900, maximum: 1280)
        }
    }
}
