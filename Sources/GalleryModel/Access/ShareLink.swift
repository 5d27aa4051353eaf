package import Foundation

/// A link that gives anyone who has it access to photos.
///
/// The secret in the link is not stored.
package struct ShareLink: Hashable, Identifiable, Sendable {
    /// The shared photos.
    package enum Subject: Hashable, Sendable {
        /// A section with its current contents; nil if the section was removed.
        case section(SectionReference?)
        /// The number of individually selected photos, without those in the trash.
        case photos(Int)
    }

    /// The catalog ID; never reused.
    package let id: Int64
    /// The shared photos.
    package let subject: Subject
    /// The catalog ID of the section; nil for individually selected photos.
    package let sectionID: Int64?
    /// The data included with the photos.
    package let contents: ShareContents
    /// True if the link requires a password.
    package let hasPassword: Bool
    /// The creation date.
    package let dateCreated: Date
    /// The expiration date; nil if it does not expire.
    package let dateExpires: Date?
    /// The revocation date; nil if not revoked.
    package let dateRevoked: Date?
    /// The number of browsers that opened the link.
    package let openings: Int
    /// The date it was last opened; nil if never opened.
    package let dateOpened: Date?

    /// Creates a link from stored values.
    package init(
        id: Int64, subject: Subject, sectionID: Int64?, contents: ShareContents, hasPassword: Bool,
        dateCreated: Date, dateExpires: Date?, dateRevoked: Date?, openings: Int, dateOpened: Date?
    ) {
        self.id = id
        self.subject = subject
        self.sectionID = sectionID
        self.contents = contents
        self.hasPassword = hasPassword
        self.dateCreated = dateCreated
        self.dateExpires = dateExpires
        self.dateRevoked = dateRevoked
        self.openings = openings
        self.dateOpened = dateOpened
    }

    /// Indicates whether the link is valid at a time.
    package func isValid(at date: Date) -> Bool {
        dateRevoked == nil && dateExpires.map { date < $0 } != false
    }

    /// Returns the state of the link at a time: `valid`, `expired`, `revoked` or, if its section
    /// was removed, `gone`.
    package func state(at date: Date) -> String {
        if dateRevoked != nil { return "revoked" }
        guard isValid(at: date) else { return "expired" }
        return subject == .section(nil) ? "gone" : "valid"
    }

    /// The shared section; nil for photos, and for a removed section.
    package var section: SectionReference? {
        if case .section(let section) = subject { section } else { nil }
    }

    /// The number of shared photos; nil for a section.
    package var photoCount: Int? { if case .photos(let count) = subject { count } else { nil } }
}

/// The data that a link includes in addition to reduced copies without personal data.
package struct ShareContents: Hashable, Sendable {
    /// True to include full-resolution files.
    package var originals: Bool
    /// True to include positions, names, titles, tags and descriptions.
    ///
    /// With ``originals``, photos without edits are then served byte for byte. The title and
    /// credits of photos that are public on Flickr are always included.
    package var metadata: Bool

    /// Creates the options of a link.
    package init(originals: Bool = false, metadata: Bool = false) {
        self.originals = originals
        self.metadata = metadata
    }
}
