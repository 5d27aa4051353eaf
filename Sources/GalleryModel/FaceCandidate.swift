import Foundation

/// A face in fractions of the upright picture: what detectors give and what the catalog keeps.
public struct FaceCandidate: Hashable, Codable, Sendable {
    /// Where it is.
    public var rectangle: RelativeRectangle
    /// How sure the detector is, 0...1; nil for what no detector found.
    public var score: Double?
    /// Where the rectangle comes from.
    public var source: FaceSource
    /// The five points of `Face.landmarks` in fractions of the picture; empty where they are not known.
    public var landmarks: [FacePoint]
    /// The person's name; nil while nobody said it.
    public var name: String?

    /// Makes a candidate.
    public init(
        rectangle: RelativeRectangle, score: Double? = nil, source: FaceSource,
        landmarks: [FacePoint] = [], name: String? = nil
    ) {
        self.rectangle = rectangle
        self.score = score
        self.source = source
        self.landmarks = landmarks
        self.name = name
    }
}

extension Face {
    /// The face in an upright picture of `width * height` pixels, the rectangle in whole pixels.
    public init(_ candidate: FaceCandidate, width: Int, height: Int) {
        self.init(
            rectangle: candidate.rectangle.pixels(width: width, height: height),
            score: candidate.score, source: candidate.source,
            landmarks: candidate.landmarks.map {
                FacePoint(x: $0.x * Double(width), y: $0.y * Double(height))
            }, name: candidate.name)
    }
}
