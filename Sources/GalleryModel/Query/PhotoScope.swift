import Foundation

/// Which photos of a gallery something is about.
public enum PhotoScope: Hashable, Sendable {
    /// Every photo outside the trash.
    case everything
    /// The photos a section lists.
    case section(PhotoSection)
    /// These photos, also from the trash.
    case photos([PhotoID])
}
