import GalleryModel

/// The numbers of the Haar parameters, measured on labelled pictures; raise `DetectionParameters.version` with
/// them.
struct HaarParameters: Hashable, Sendable {
    /// The cascades whose raw candidates are pooled.
    var cascades: [ModelFile]
    /// The step between the sizes searched.
    var scaleFactor: Double
    /// Where nothing confirms groups of raw candidates, those of at most so many are dropped.
    var minimumNeighbours: Int
    /// How groups are confirmed, each from one candidate on; nil where they are not.
    var confirmation: HaarConfirmation?
    /// How turned faces are searched for; nil where they are not.
    var turns: HaarTurns?
    /// In which size pictures are searched: a face of 4 % of a reduced one is larger than the
    /// cascades' window of 20 pixels, with what surrounds it.
    var workingSize: WorkingSize

    init(_ quality: FaceDetectionQuality) {
        switch quality {
        case .fast:
            cascades = [.alt2]
            scaleFactor = 1.2
            minimumNeighbours = 3
            workingSize = WorkingSize(wholeUpTo: 640, reduced: 500, most: 560)
        case .balanced:
            cascades = [.alt2]
            scaleFactor = 1.2
            minimumNeighbours = 2
            confirmation = HaarConfirmation()
            turns = HaarTurns(share: 0.4, scaleFactor: 1.4)
            // 1/8 of a camera's picture of 12 megapixels.
            workingSize = WorkingSize(wholeUpTo: 1280, reduced: 500, most: 560)
        case .thorough:
            cascades = [.alt2, .alt]
            scaleFactor = 1.1
            minimumNeighbours = 6
            confirmation = HaarConfirmation()
            turns = HaarTurns(share: 0.5, scaleFactor: 1.2)
            workingSize = WorkingSize(wholeUpTo: 1280, reduced: 800, most: 900)
        }
    }

    /// Every cascade of the parameters, those that are searched for first.
    var models: [ModelFile] {
        cascades + (confirmation?.cascades.filter { !cascades.contains($0) } ?? [])
    }

    /// The parameters for a cascade of the user's, which no other one confirms.
    var unconfirmed: HaarParameters {
        var parameters = self
        parameters.confirmation = nil
        parameters.turns = nil
        return parameters
    }

    /// The least raw candidates that make a face.
    var leastCandidates: Int { confirmation?.needed ?? minimumNeighbours + 1 }

    /// The score of a face: `n / (n + n0)` of the count `n` of its candidates, where `n0` is the
    /// least that is kept.
    ///
    /// It rises with the count from 0.5 towards 1.
    func score(candidates: Int) -> Double {
        Double(candidates) / Double(candidates + leastCandidates)
    }

    /// How the boxes of a cascade lie around a face, by the file's SHA-256; a cascade that was not
    /// measured gives its boxes as they are.
    static func correction(sha256: String) -> BoxCorrection {
        switch sha256 {
        case ModelFile.alt2.sha256, ModelFile.alt.sha256:
            BoxCorrection(width: 0.90, height: 0.90, down: 0.086)
        case ModelFile.frontal.sha256: BoxCorrection(width: 0.89, height: 0.89, down: 0.078)
        default: .none
        }
    }
}

/// How a group of raw candidates is confirmed: its place is searched again in small steps, by two
/// cascades, and so many windows of both must take it for a face.
///
/// The coarse search only has to come near a face once. What it takes for one by mistake is seldom
/// seen by the other cascade and in the sizes between too, and to ask costs but a small part of the
/// picture.
struct HaarConfirmation: Hashable, Sendable {
    /// The cascades that are asked.
    var cascades = [ModelFile.alt2, .alt]
    /// The step between the sizes searched.
    var scaleFactor = 1.1
    /// So many raw candidates of all cascades must overlap the group's box: what more than four of
    /// one search in steps of 1.2 are in steps of 1.1.
    var needed = 9
    /// What counts as overlapping: an intersection over union.
    var overlap = 0.5
    /// What is searched: the box, grown by this share of its width on each side.
    ///
    /// Nothing beyond overlaps it enough, nor do other sizes than `sizes`.
    var margin = 0.42
    /// The sizes that are searched, in widths of the box.
    var sizes = 0.7...1.42
}

/// How turned faces are searched for: in a smaller copy of the picture, turned both ways.
///
/// A cascade finds a face that is turned by up to 15 degrees or so.
struct HaarTurns: Hashable, Sendable {
    /// The angles that the picture is turned by, in degrees counterclockwise.
    var angles = [-30.0, 30]
    /// The sides of the copy, as a share of the picture's.
    var share: Double
    /// The step between the sizes searched.
    var scaleFactor: Double
    /// What overlaps another face by more is that face again, seen askew: an intersection over
    /// union.
    var largestOverlap = 0.15
}
