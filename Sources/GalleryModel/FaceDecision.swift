import Foundation

/// What a person decided about a face; no detection ever changes it.
public struct FaceDecision: Hashable, Codable, Sendable {
    /// What was decided.
    public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
        /// The face that was found there has this name, or, without a name, none.
        case named
        /// There is a face, drawn by hand.
        case added
        /// There is no face.
        case rejected
    }

    /// What was decided.
    public var kind: Kind
    /// Where, in fractions of the upright picture.
    public var rectangle: RelativeRectangle
    /// The person's name; nil for none.
    public var name: String?

    /// Makes a decision.
    public init(kind: Kind, rectangle: RelativeRectangle, name: String? = nil) {
        self.kind = kind
        self.rectangle = rectangle
        self.name = name
    }
}
