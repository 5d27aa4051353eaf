import Foundation

/// Names what found faces: the detectors that the program has.
public enum FaceDetectorName: String, Hashable, Codable, Sendable, CaseIterable {
    /// OpenCV's Haar cascades.
    case haar
    /// The neural network YuNet.
    case yunet
}

/// Says how thorough a detection is: more time for more faces.
public enum FaceDetectionQuality: String, Hashable, Codable, Sendable, CaseIterable {
    /// The quickest.
    case fast
    /// The usual one.
    case balanced
    /// Finds most.
    case thorough
}

/// Says where a face rectangle comes from.
public enum FaceSource: String, Hashable, Codable, Sendable, CaseIterable {
    /// OpenCV's Haar cascades.
    case haar
    /// The neural network YuNet.
    case yunet
    /// A person drew it.
    case person
    /// The picture's metadata or its sidecar, written by another program.
    case metadata

    /// The source that a detector is.
    public init(_ detector: FaceDetectorName) {
        switch detector {
        case .haar: self = .haar
        case .yunet: self = .yunet
        }
    }
}

/// A point of a face, in pixels of the upright picture, origin top left.
public struct FacePoint: Hashable, Codable, Sendable {
    /// Pixels from the left edge.
    public var x: Double
    /// Pixels from the top edge.
    public var y: Double

    /// Makes a point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A face in a picture: found by a detector, drawn by a person or named in the picture's metadata.
public struct Face: Hashable, Codable, Sendable {
    /// Where it is, in pixels of the upright picture.
    public var rectangle: FaceRectangle
    /// How sure the detector is, 0...1; nil for what no detector found.
    public var score: Double?
    /// Where the rectangle comes from.
    public var source: FaceSource
    /// The right eye, the left eye, the tip of the nose, the right and the left corner of the mouth, as
    /// the person has them; empty where they are not known.
    public var landmarks: [FacePoint]
    /// The person's name; nil while nobody said it.
    public var name: String?

    /// Makes a face.
    public init(
        rectangle: FaceRectangle, score: Double? = nil, source: FaceSource,
        landmarks: [FacePoint] = [], name: String? = nil
    ) {
        self.rectangle = rectangle
        self.score = score
        self.source = source
        self.landmarks = landmarks
        self.name = name
    }
}

/// A face that the metadata of a picture tell of.
public struct FaceRegion: Hashable, Codable, Sendable {
    /// Where it is in the upright picture.
    public var rectangle: RelativeRectangle
    /// The person's name; nil where the metadata have none.
    public var name: String?

    /// Makes a region.
    public init(rectangle: RelativeRectangle, name: String? = nil) {
        self.rectangle = rectangle
        self.name = name
    }
}
