internal import COpenCVFaceShim

/// Owns a cascade of OpenCV's.
final class Cascade {
    let pointer: OpaquePointer
    let correction: BoxCorrection

    init(_ file: ModelBytes) throws(FacesError) {
        pointer = try OpenCVCall.load(file, copencv_cascade_create)
        correction = HaarParameters.correction(sha256: file.sha256)
    }

    deinit { copencv_cascade_free(pointer) }
}
