package import Basics
package import GalleryModel
package import Imaging

/// What a detection is done with: enough to say whether a result is still valid.
package struct DetectionParameters: Hashable, Sendable {
    /// What finds the faces.
    package var detector: FaceDetectorName
    /// How thorough it is.
    package var quality: FaceDetectionQuality
    /// The user's own cascade, used as it is; Haar alone.
    package var cascade: BytePath?

    /// The version of the parameters; raised when their results change.
    package static let version = 2

    /// Makes parameters.
    package init(
        detector: FaceDetectorName = .haar, quality: FaceDetectionQuality = .balanced,
        cascade: BytePath? = nil
    ) {
        self.detector = detector
        self.quality = quality
        self.cascade = cascade
    }

    /// The layout that costs the detector least; it takes both.
    package var layout: PixelBuffer.Layout {
        switch detector {
        case .haar: .grey
        case .yunet: .bgr
        }
    }

    /// The least long edge in pixels that the decoder is asked for, for pictures beyond
    /// `wholeUpTo`.
    ///
    /// A face of 4 % of it is still found.
    package var longestSide: Int { workingSize.reduced }

    /// The long edge in pixels up to which pictures are wanted whole.
    package var wholeUpTo: Int { workingSize.wholeUpTo }

    var workingSize: WorkingSize {
        switch detector {
        case .haar: HaarParameters(quality).workingSize
        case .yunet: YuNetParameters(quality).workingSize
        }
    }
}
