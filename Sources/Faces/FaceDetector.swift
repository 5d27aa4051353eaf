package import Basics
package import GalleryModel
package import Imaging

/// Finds faces in pictures; each instance is used by one thread at a time.
package protocol FaceDetector: AnyObject {
    /// Returns the faces of a picture, from left to right.
    ///
    /// - Throws: `FacesError` if OpenCV fails or memory runs out.
    func detect(in picture: DecodedPicture) throws(FacesError) -> [DetectedFace]
}

/// A face found by a detector.
package struct DetectedFace: Hashable, Sendable {
    /// The face's box in pixels of the whole upright picture, with fractions, clipped to the
    /// picture.
    package var rectangle: FaceRectangle
    /// The detector's confidence, 0...1; comparable only within one detector and quality.
    package var score: Double
    /// The right eye, the left eye, the tip of the nose, and the right and left corners of the
    /// mouth, from the person's point of view, in pixels of the whole upright picture; five points
    /// or none.
    package var landmarks: [FacePoint] = []

    /// Orders faces from left to right by their center, then from top to bottom.
    static func isBefore(_ left: DetectedFace, _ right: DetectedFace) -> Bool {
        let (first, second) = (left.rectangle, right.rectangle)
        return (first.x * 2 + first.width, first.y * 2 + first.height, left.score)
            < (second.x * 2 + second.width, second.y * 2 + second.height, right.score)
    }
}

/// The settings of a detection, which determine if a stored result is still valid.
package struct DetectionParameters: Hashable, Sendable {
    /// The detector.
    package var detector: FaceDetectorName
    /// The thoroughness of the detector.
    package var quality: FaceDetectionQuality
    /// The user's own cascade, used without confirmation; only for Haar.
    package var cascade: BytePath?

    /// The version of the parameters; increased whenever their results change.
    package static let version = 2

    /// Creates parameters.
    package init(
        detector: FaceDetectorName = .haar, quality: FaceDetectionQuality = .balanced,
        cascade: BytePath? = nil
    ) {
        self.detector = detector
        self.quality = quality
        self.cascade = cascade
    }

    /// The cheapest layout for the detector, which accepts both.
    package var layout: PixelBuffer.Layout {
        switch detector {
        case .haar: .gray
        case .yunet: .bgr
        }
    }

    /// The minimum long edge, in pixels, to decode pictures above `fullSizeUpTo` at.
    ///
    /// A face of 4 % of this length is still found.
    package var longEdge: Int { workingSize.reduced }

    /// The long edge in pixels up to which pictures are decoded at full size.
    package var fullSizeUpTo: Int { workingSize.fullSizeUpTo }

    var workingSize: WorkingSize {
        switch detector {
        case .haar: HaarParameters(quality).workingSize
        case .yunet: YuNetParameters(quality).workingSize
        }
    }
}

/// The size in which pictures are searched: small ones at full size, large ones reduced.
struct WorkingSize: Hashable, Sendable {
    /// The long edge, in pixels, up to which pictures are searched at full size.
    var fullSizeUpTo: Int
    /// The minimum long edge of a reduced picture, in pixels.
    var reduced: Int
    /// The maximum long edge of a reduced picture, in pixels; a longer one is reduced to `reduced`.
    var maximum: Int

    /// Returns the size to reduce decoded pixels to before the search; nil if they need no
    /// reduction.
    ///
    /// - Parameter longEdge: the long edge of the whole picture, in pixels.
    func reduction(width: Int, height: Int, longEdge: Int) -> (width: Int, height: Int)? {
        let longest = max(width, height)
        guard longEdge > fullSizeUpTo ? longest > maximum : longest > fullSizeUpTo else {
            return nil
        }
        let side = { (length: Int) in max((length * reduced + longest / 2) / longest, 1) }
        return (side(width), side(height))
    }
}
