internal import COpenCVFaceShim
import Foundation
import GalleryModel
package import Imaging

/// Finds faces and their landmarks by the neural network YuNet.
///
/// Source: W. Wu, H. Peng and S. Yu, "YuNet: A Tiny Millisecond-level Face Detector", 2023; the
/// network's outputs as OpenCV 4.8 reads them (modules/objdetect/src/face_detect.cpp).
package final class YuNetDetector: FaceDetector {
    private let network: Network
    private let parameters: YuNetParameters

    init(_ file: ModelBytes, _ parameters: YuNetParameters) throws(FacesError) {
        self.parameters = parameters
        network = try Network(file)
    }

    package func detect(in picture: DecodedPicture) throws(FacesError) -> [DetectedFace] {
        let searched = try SearchedPicture(picture, parameters.workingSize)
        var candidates: [Candidate] = []
        for degrees in parameters.angles {
            let least = degrees == 0 ? parameters.minimumScore : parameters.minimumTurnedScore
            let turned = try TurnedPicture(searched.pixels, degrees: degrees)
            let found = try OpenCVCall.collect { receive, context, message in
                turned.pixels.withOpenCV { pixels in
                    copencv_network_detect(
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

    /// The candidates that overlap no stronger one (non-maximum suppression).
    private static func strongest(_ candidates: [Candidate]) -> [Candidate] {
        var kept: [Candidate] = []
        let ordered = candidates.sorted {
            ($0.score, $1.box.x, $1.box.y) > ($1.score, $0.box.x, $0.box.y)
        }
        for candidate in ordered.prefix(YuNetParameters.mostCandidates) {
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
    /// 0...1.
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

    /// The square around eyes and mouth, which turns with the face; its side is the mean of what the
    /// landmarks and what the network's box say.
    var square: FaceRectangle {
        guard landmarks.count == 5 else { return box }
        let eyes = Candidate.middle(landmarks[0], landmarks[1])
        let mouth = Candidate.middle(landmarks[3], landmarks[4])
        let span = max(
            hypot(landmarks[0].x - landmarks[1].x, landmarks[0].y - landmarks[1].y),
            hypot(eyes.x - mouth.x, eyes.y - mouth.y))
        let side = (YuNetParameters.sidesOfEyes * span + (box.width * box.height).squareRoot()) / 2
        let centre = Candidate.middle(eyes, mouth)
        return FaceRectangle(
            x: centre.x - side / 2, y: centre.y - side / 2, width: side, height: side)
    }

    private static func middle(_ first: FacePoint, _ second: FacePoint) -> FacePoint {
        FacePoint(x: (first.x + second.x) / 2, y: (first.y + second.y) / 2)
    }
}

/// Owns a network of OpenCV's.
private struct Network: ~Copyable {
    let pointer: OpaquePointer

    init(_ file: ModelBytes) throws(FacesError) {
        pointer = try OpenCVCall.load(file, copencv_network_create)
    }

    deinit { copencv_network_free(pointer) }
}
