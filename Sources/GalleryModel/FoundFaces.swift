import Foundation

/// What a detector found in a picture, before any decision of a person.
///
/// The catalog's ledger keeps it as JSON with these keys.
package struct FoundFaces: Hashable, Codable, Sendable {
    /// Pixels across of the upright picture.
    package var width: Int
    /// Pixels down of the upright picture.
    package var height: Int
    /// The faces, in fractions of the picture.
    package var faces: [FaceCandidate]

    /// Makes a finding.
    package init(width: Int, height: Int, faces: [FaceCandidate]) {
        self.width = width
        self.height = height
        self.faces = faces
    }
}
