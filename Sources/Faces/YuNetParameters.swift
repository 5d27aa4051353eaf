import GalleryModel

/// The numbers of the YuNet parameters, measured on labelled pictures; raise `DetectionParameters.version` with
/// them.
struct YuNetParameters: Hashable, Sendable {
    /// Candidates below this score are dropped.
    var minimumScore: Double
    /// Candidates in a turned picture below this score are dropped: more than upright ones are wrong.
    var minimumTurnedScore: Double
    /// The angles that the picture is turned by, in degrees counterclockwise.
    var angles: [Double]
    /// In which size pictures are searched.
    var workingSize: WorkingSize

    /// Of two candidates whose intersection over union is above this, the weaker is dropped.
    static let largestOverlap = 0.3
    /// The most candidates of a picture that are looked at, the strongest first.
    static let mostCandidates = 2000
    /// The side of a face's square in units of the distance of its eyes, or of its eyes and its mouth
    /// where that is more.
    static let sidesOfEyes = 2.2

    init(_ quality: FaceDetectionQuality) {
        minimumScore = 0.6
        minimumTurnedScore = 0.8
        switch quality {
        case .fast:
            angles = [0]
            workingSize = WorkingSize(wholeUpTo: 640, reduced: 400, most: 520)
        case .balanced:
            angles = [0]
            // 1/8 of a camera's picture of 10 megapixels and more.
            workingSize = WorkingSize(wholeUpTo: 1280, reduced: 448, most: 1280)
        case .thorough:
            minimumScore = 0.7
            angles = [0, 45, -45]
            workingSize = WorkingSize(wholeUpTo: 1280, reduced: 900, most: 1280)
        }
    }
}
