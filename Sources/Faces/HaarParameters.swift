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
    /// How weak groups are asked about once more; nil where none are.
    var confirmation: HaarConfirmation?
    /// In which size pictures are searched: a face of 4 % of a reduced one is larger than the
    /// cascades' window of 20 pixels.
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
            minimumNeighbours = 1
            confirmation = HaarConfirmation()
            workingSize = WorkingSize(wholeUpTo: 1024, reduced: 560, most: 600)
        case .thorough:
            cascades = [.alt2, .alt]
            scaleFactor = 1.1
            minimumNeighbours = 6
            workingSize = WorkingSize(wholeUpTo: 1024, reduced: 800, most: 900)
        }
    }

    /// `minimumNeighbours` for a cascade of the user's, which no other one confirms.
    var unconfirmedNeighbours: Int { max(minimumNeighbours, 2) }

    /// Every cascade of the recipe, that of the confirmation last.
    var models: [ModelFile] { cascades + (confirmation.map { [$0.cascade] } ?? []) }

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

/// How groups of few candidates are confirmed: another cascade must see a face there too.
///
/// One cascade that takes two windows for a face is wrong more often than right; where the other one
/// agrees it is right, and the other one has but a small part of the picture to search.
struct HaarConfirmation: Hashable, Sendable {
    /// The cascade that is asked.
    var cascade = ModelFile.alt
    /// Groups of fewer candidates than this are asked about.
    var below = 5.0
    /// So many raw candidates of the other cascade must overlap the group's box.
    var needed = 2
    /// What counts as overlapping: an intersection over union.
    var overlap = 0.5
    /// What is searched: the box, grown by this share of its width on each side.
    var margin = 0.5
    /// The sizes that are searched, in widths of the box.
    var sizes = 0.65...1.5
}
