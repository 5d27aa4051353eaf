/// A face detector.
public enum FaceDetectorName: String, Hashable, Codable, Sendable, CaseIterable {
    /// OpenCV's Haar cascades.
    case haar
    /// The neural network YuNet.
    case yunet
}

/// The tradeoff of a detection between speed and the number of faces found.
public enum FaceDetectionQuality: String, Hashable, Codable, Sendable, CaseIterable {
    /// The fastest.
    case fast
    /// The default.
    case balanced
    /// Finds the most faces.
    case thorough
}

/// The source of a face rectangle.
package enum FaceSource: String, Hashable, Codable, Sendable, CaseIterable {
    /// OpenCV's Haar cascades.
    case haar
    /// The neural network YuNet.
    case yunet
    /// Drawn by a user.
    case person
    /// Read from the picture's metadata or sidecar, written by another program.
    case metadata

    /// Returns the source for a detector.
    package init(_ detector: FaceDetectorName) {
        switch detector {
        case .haar: self = .haar
        case .yunet: self = .yunet
        }
    }
}

/// A landmark of a face, in pixels of the upright picture; the origin is the top left.
public struct FacePoint: Hashable, Codable, Sendable {
    /// Pixels from the left edge.
    public var x: Double
    /// Pixels from the top edge.
    public var y: Double

    /// Creates a point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A face in a picture, from a detector, a user or the picture's metadata.
public struct Face: Hashable, Codable, Sendable {
    /// The bounds in pixels of the upright picture.
    public var rectangle: FaceRectangle
    /// The detector's confidence, 0...1; nil if no detector found it.
    public var score: Double?
    /// The source of the rectangle.
    package var source: FaceSource
    /// The right eye, left eye, tip of the nose, and right and left corner of the mouth, from the
    /// subject's point of view; empty if unknown.
    public var landmarks: [FacePoint] = []
    /// The person's name; nil if unknown.
    public var name: String?
    /// The number of the face in its photo, from 1; nil outside the catalog.
    ///
    /// It stays the same when other faces are added or removed.
    public var number: Int?
}

extension [Face] {
    /// The faces with their numbers; outside the catalog they are numbered from left to right.
    package var numbered: [(number: Int, face: Face)] {
        enumerated().map { index, face in (face.number ?? index + 1, face) }
    }
}

/// A face region in the metadata of a picture.
package struct FaceRegion: Hashable, Codable, Sendable {
    /// The bounds as fractions of the upright picture.
    package var rectangle: RelativeRectangle
    /// The person's name; nil if the metadata contains none.
    package var name: String?

    /// Creates a region.
    package init(rectangle: RelativeRectangle, name: String? = nil) {
        self.rectangle = rectangle
        self.name = name
    }
}

/// A face as fractions of the upright picture, as returned by detectors and stored in the catalog.
package struct FaceCandidate: Hashable, Codable, Sendable {
    /// The bounds.
    package var rectangle: RelativeRectangle
    /// The detector's confidence, 0...1; nil if no detector found it.
    package var score: Double?
    /// The source of the rectangle.
    package var source: FaceSource
    /// The five points of `Face.landmarks` as fractions of the picture; empty if unknown.
    package var landmarks: [FacePoint]
    /// The person's name; nil if unknown.
    package var name: String?
    /// The number of the face in its photo, from 1; nil outside the catalog.
    ///
    /// It stays the same when other faces are added or removed.
    package var number: Int?

    /// Creates a candidate.
    package init(
        rectangle: RelativeRectangle, score: Double? = nil, source: FaceSource,
        landmarks: [FacePoint] = [], name: String? = nil, number: Int? = nil
    ) {
        self.number = number
        self.rectangle = rectangle
        self.score = score
        self.source = source
        self.landmarks = landmarks
        self.name = name
    }
}

extension Face {
    /// Converts to an upright picture of `width * height` pixels; the rectangle is in whole pixels.
    package init(_ candidate: FaceCandidate, width: Int, height: Int) {
        self.init(
            rectangle: candidate.rectangle.pixels(width: width, height: height),
            score: candidate.score, source: candidate.source,
            landmarks: candidate.landmarks.map {
                FacePoint(x: $0.x * Double(width), y: $0.y * Double(height))
            }, name: candidate.name, number: candidate.number)
    }
}

/// A user's decision about a face, which detection never changes.
package struct FaceDecision: Hashable, Codable, Sendable {
    /// The kind of decision.
    package enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
        /// The face at this rectangle has this name, or no name if nil.
        case named
        /// A face drawn by the user.
        case added
        /// Not a face.
        case rejected
    }

    /// The kind of decision.
    package var kind: Kind
    /// The bounds as fractions of the upright picture.
    package var rectangle: RelativeRectangle
    /// The person's name; nil for none.
    package var name: String?

    /// Creates a decision.
    package init(kind: Kind, rectangle: RelativeRectangle, name: String? = nil) {
        self.kind = kind
        self.rectangle = rectangle
        self.name = name
    }
}

/// The result of face detection in a picture, before any user decisions.
///
/// The catalog's ledger stores it as JSON with these keys.
package struct FoundFaces: Hashable, Codable, Sendable {
    /// The width of the upright picture in pixels.
    package var width: Int
    /// The height of the upright picture in pixels.
    package var height: Int
    /// The detected faces.
    package var faces: [FaceCandidate]

    /// Creates a result.
    package init(width: Int, height: Int, faces: [FaceCandidate]) {
        self.width = width
        self.height = height
        self.faces = faces
    }
}

/// A face without a name, and its place among all of them.
package struct UnnamedFace: Hashable, Sendable, LosslessStringConvertible {
    /// The latest photo that shows it; nil if no visible photo does.
    package var photo: PhotoID?
    /// The number of the face in the photo.
    package var number: Int
    /// The area of the face in pixels of the examined picture, negative so that larger faces are
    /// first.
    package var size: Double
    /// The catalog ID of the picture's file.
    package var fileID: Int64

    /// Creates the face with a number in a photo.
    package init(photo: PhotoID?, number: Int, size: Double, fileID: Int64) {
        self.photo = photo
        self.number = number
        self.size = size
        self.fileID = fileID
    }

    /// Reads the place of a face from its description; nil for other texts.
    package init?(_ description: String) {
        let parts = description.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 3, let size = Double(parts[0]), size.isFinite,
            let fileID = Int64(parts[1]), let number = Int(parts[2])
        else { return nil }
        self.init(photo: nil, number: number, size: size, fileID: fileID)
    }

    /// The place of the face, for the address of the next page.
    package var description: String { "\(size)_\(fileID)_\(number)" }
}
