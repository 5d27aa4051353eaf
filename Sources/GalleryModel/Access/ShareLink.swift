public import Foundation

/// Photos that are given to whoever has an address; the secret in the address is not kept.
public struct ShareLink: Hashable, Identifiable, Sendable {
    /// What it opens.
    public enum Subject: Hashable, Sendable {
        /// A section as it is when somebody looks; nil once the section was removed.
        case section(SectionReference?)
        /// So many photos that were named one by one, those in the trash left out.
        case photos(Int)
    }

    /// The id in the catalog; never used again.
    public let id: Int64
    /// What it opens.
    public let subject: Subject
    /// The section's number in the catalog; nil for photos that were named.
    package let sectionID: Int64?
    /// What is given of the photos.
    public let gift: ShareGift
    /// Whether a password is asked for.
    public let hasPassword: Bool
    /// When it was made.
    public let dateCreated: Date
    /// When it ends; nil for never.
    public let dateExpires: Date?
    /// When it was revoked; nil where it was not.
    public let dateRevoked: Date?
    /// How often it was opened: once for each browser.
    public let openings: Int
    /// When it was opened last; nil for never.
    public let dateOpened: Date?

    /// Makes a value.
    package init(
        id: Int64, subject: Subject, sectionID: Int64?, gift: ShareGift, hasPassword: Bool,
        dateCreated: Date, dateExpires: Date?, dateRevoked: Date?, openings: Int, dateOpened: Date?
    ) {
        self.id = id
        self.subject = subject
        self.sectionID = sectionID
        self.gift = gift
        self.hasPassword = hasPassword
        self.dateCreated = dateCreated
        self.dateExpires = dateExpires
        self.dateRevoked = dateRevoked
        self.openings = openings
        self.dateOpened = dateOpened
    }

    /// Whether it opens anything at a moment.
    public func isValid(at date: Date) -> Bool {
        dateRevoked == nil && dateExpires.map { date < $0 } != false
    }
}

/// What a link gives of its photos beside smaller copies that tell nothing of a person's own.
public struct ShareGift: Hashable, Sendable {
    /// Whether files have all their pixels.
    public var originals: Bool
    /// Whether positions, names, titles, tags and descriptions are told.
    ///
    /// With ``originals``, a photo that was not edited is then given byte for byte. Title and credits of a photo that is
    /// public on Flickr are always told.
    public var metadata: Bool

    /// Says what is given.
    public init(originals: Bool = false, metadata: Bool = false) {
        self.originals = originals
        self.metadata = metadata
    }
}
