import Foundation

/// Says where a photo came from first.
public enum Origin: String, Hashable, Codable, Sendable, CaseIterable {
    /// Imported from a folder, a memory card or a list of files.
    case camera
    /// Listed by Flickr.
    case flickr
    /// Listed by a photo-share server.
    case share
    /// Listed by the feed of a campaign.
    case campaign

    /// The one size in which its pictures are kept; nil where an origin has several.
    public var onlySize: PictureSize? {
        switch self {
        case .flickr: nil
        case .camera, .share, .campaign: .original
        }
    }
}
