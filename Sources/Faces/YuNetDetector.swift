internal import COpenCVFaceShim
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
            let found = try OpenCVCall.collect { receive, context, message in
                searched.pixels.withOpenCV { pixels in
                    copencv_network_detect(
                        network.pointer, pixels, degrees, least, receive, context, message)
                }
            }
            candidates += found.map { Candidate($0, degrees: degrees) }
        }
        return YuNetDetector.strongest(candidates).compactMap { candidate in
            guard let rectangle = searched.whole(candidate.corrected) else { return nil }
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
    /// The box as it lies around a face.
    let corrected: FaceRectangle
    /// 0...1.
    let score: Double
    let landmarks: [FacePoint]

    init(_ face: copencv_face, degrees: Double) {
        box = FaceRectangle(x: face.x, y: face.y, width: face.width, height: face.height)
        corrected = YuNetParameters.correction.apply(to: box, degrees: degrees)
        score = min(max(face.weight, 0), 1)
        landmarks = withUnsafeBytes(of: face.landmarks) { bytes in
            let values = bytes.bindMemory(to: Double.self)
            return stride(from: 0, to: values.count - 1, by: 2).map { index in
                FacePoint(x: values[index], y: values[index + 1])
            }
        }
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

extension FaceRectangle {
    /// The intersection over union with another rectangle: 0...1.
    fileprivate func overlap(_ other: FaceRectangle) -> Double {
        RelativeRectangle(self, width: 1, height: 1)
            .overlap(RelativeRectangle(other, width: 1, height: 1))
    }
}
