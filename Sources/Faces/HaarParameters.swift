import GalleryModel

/// The numbers of the Haar recipes, measured on labelled pictures; raise `FaceRecipe.version` with
/// them.
struct HaarParameters: Hashable, Sendable {
    /// The cascades whose raw candidates are pooled.
    var cascades: [ModelFile]
    /// The step between the sizes searched.
    var scaleFactor: Double
    /// Groups of at most so many raw candidates are dropped.
    var minimumNeighbours: Int
    /// In which size pictures are searched: a face of 4 % of a reduced one is larger than the
    /// cascades' window of 20 pixels.
    var workingSize: WorkingSize

    init(_ quality: FaceDetectionQuality) {
        switch quality {
        case .fast:
            cascades = [.alt2]
            scaleFactor = 1.25
            minimumNeighbours = 2
            workingSize = WorkingSize(wholeUpTo: 640, reduced: 500, most: 560)
        case .balanced:
            cascades = [.alt2]
            scaleFactor = 1.2
            minimumNeighbours = 2
            workingSize = WorkingSize(wholeUpTo: 1024, reduced: 500, most: 560)
        case .thorough:
            cascades = [.alt2, .alt]
            scaleFactor = 1.2
            minimumNeighbours = 4
            workingSize = WorkingSize(wholeUpTo: 1280, reduced: 960, most: 1280)
        }
    }

    /// The score of a group of candidates: `n / (n + n0)` of its count `n`, where `n0` is the least
    /// that is kept.
    ///
    /// It rises with the count from 0.5 towards 1.
    func score(neighbours: Double) -> Double {
        neighbours / (neighbours + Double(minimumNeighbours + 1))
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
