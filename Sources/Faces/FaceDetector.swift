package import Imaging

/// Finds faces in pictures; one belongs to one thread at a time.
package protocol FaceDetector: AnyObject {
    /// The faces of a picture, from left to right.
    ///
    /// - Throws: `FacesError` where OpenCV gives up or memory runs out.
    func detect(in picture: DecodedPicture) throws(FacesError) -> [DetectedFace]
}
