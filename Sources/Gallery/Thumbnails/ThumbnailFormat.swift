/// Names the types that thumbnails can have.
public enum ThumbnailFormat: String, Hashable, Codable, Sendable, CaseIterable {
    /// JPEG: made quickest, shown everywhere.
    case jpeg
    /// WebP: smaller files, made more slowly; needs libvips.
    case webp
}
