import Foundation

/// Identifies a photo in one catalog: a positive number that is never given to another photo.
public struct PhotoID: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    /// The number itself.
    public let rawValue: Int64

    /// Makes an id of its number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Orders ids by number, which is the order in which photos were first stored.
    public static func < (left: PhotoID, right: PhotoID) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension PhotoID: CustomStringConvertible {
    /// The number as digits.
    public var description: String { String(rawValue) }
}
