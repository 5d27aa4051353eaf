public import Foundation

/// An ordered list of photos from one origin.
public struct PhotoSection: Hashable, Identifiable, Sendable {
    /// The section's number in the catalog, never reused.
    public var id: Int64
    /// The kind and name.
    public var reference: SectionReference
    /// How many photos it lists: those in the trash do not count.
    public var count: Int
    /// The query that `refresh` repeats; nil for sections that no other server fills.
    public var query: SectionQuery?
    /// What an album finds; nil for other sections.
    public var filter: PhotoFilter?
    /// When the origin was last asked, to the second; nil when never.
    public var dateRefreshed: Date?
    /// How many photos the origin claimed to have when last asked.
    public var found: Int?

    /// Makes a section.
    public init(
        id: Int64, reference: SectionReference, count: Int, query: SectionQuery? = nil,
        filter: PhotoFilter? = nil, dateRefreshed: Date? = nil, found: Int? = nil
    ) {
        self.id = id
        self.reference = reference
        self.count = count
        self.query = query
        self.filter = filter
        self.dateRefreshed = dateRefreshed
        self.found = found
    }
}

/// A photo at its place in a section: the row that `list` and `export` show.
public struct ListedPhoto: Hashable, Sendable {
    /// The section's unambiguous reference, such as `flickr:dogs`.
    public var section: String
    /// The place in the section as listed, from 1.
    public var position: Int
    /// The photo.
    public var photo: Photo
    /// Whether the origin no longer lists the photo.
    public var isGone: Bool

    /// Makes a row.
    public init(section: String, position: Int, photo: Photo, isGone: Bool = false) {
        self.section = section
        self.position = position
        self.photo = photo
        self.isGone = isGone
    }
}

/// A photo's place in one section.
public struct SectionEntry: Hashable, Sendable {
    /// The section.
    public var section: SectionReference
    /// The place in the section as listed, from 1; nil while the photo lies in the trash.
    public var position: Int?
    /// Whether the origin no longer lists the photo.
    public var isGone: Bool

    /// Makes a place.
    public init(section: SectionReference, position: Int?, isGone: Bool) {
        self.section = section
        self.position = position
        self.isGone = isGone
    }
}
