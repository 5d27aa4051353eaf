import Foundation

/// Something that changed in the gallery through this program.
public enum GalleryChange: Hashable, Sendable {
    /// A section was made, or came back.
    case sectionAdded(SectionReference)
    /// An album got another name.
    case sectionRenamed(SectionReference, to: SectionReference)
    /// A section was removed.
    case sectionRemoved(SectionReference)
    /// Photos entered a section, in this order.
    case photosAdded([PhotoID], section: SectionReference)
    /// The facts or pictures of photos changed.
    case photosUpdated([PhotoID])
    /// Photos went into the trash.
    case photosRemoved([PhotoID])
    /// Photos came back from the trash.
    case photosRestored([PhotoID])
}
