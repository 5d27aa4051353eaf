import Foundation

/// Says where a photo came from first.
public enum Origin: String, Hashable, Codable, Sendable, CaseIterable {
    /// Imported from a folder, a memory card or a list of files.
    case camera
    /// Listed by Flickr.
    case flickr
}
