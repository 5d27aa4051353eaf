public import Foundation

/// An ordered list of photos from one origin.
public struct PhotoSection: Hashable, Identifiable, Sendable {
    /// The catalog ID; never reused.
    public var id: Int64
    /// The kind and name.
    public var reference: SectionReference
    /// The number of photos, without those in the trash.
    public var count: Int
    /// The query repeated by `refresh`; nil for sections that are not filled from a server.
    public var query: SectionQuery?
    /// The query of an album; nil for an album filled by hand, and for other sections.
    public var filter: PhotoFilter?
    /// The date of the last refresh, to the second; nil if never refreshed.
    public var dateRefreshed: Date?
    /// The number of photos reported by the origin at the last refresh.
    public var found: Int?
    /// The photo that a user chose as the picture of the section; nil if none was chosen.
    ///
    /// It can be in the trash or no longer in the section: ``GallerySections/cover(of:)`` returns
    /// the photo to show.
    public var cover: PhotoID?

    /// True for an album, filled by hand or with a query.
    public var isAlbum: Bool { reference.kind == .album }

    /// Creates a section.
    package init(
        id: Int64, reference: SectionReference, count: Int, query: SectionQuery? = nil,
        filter: PhotoFilter? = nil, dateRefreshed: Date? = nil, found: Int? = nil,
        cover: PhotoID? = nil
    ) {
        self.id = id
        self.reference = reference
        self.count = count
        self.query = query
        self.filter = filter
        self.dateRefreshed = dateRefreshed
        self.found = found
        self.cover = cover
    }
}

/// A photo at a position in a section: a row of `list` and `export`.
public struct ListedPhoto: Hashable, Sendable {
    /// The unambiguous section reference, such as `flickr:dogs`.
    public var section: String
    /// The position in the section as listed, from 1.
    public var position: Int
    /// The photo.
    public var photo: Photo
    /// True if the origin no longer lists the photo.
    public var isDelisted: Bool

    /// Creates a row.
    package init(section: String, position: Int, photo: Photo, isDelisted: Bool = false) {
        self.section = section
        self.position = position
        self.photo = photo
        self.isDelisted = isDelisted
    }

    /// Creates a row of a photo at one of its positions; nil for a photo without a section.
    package init(_ photo: Photo, at entry: SectionEntry? = nil) {
        self.init(
            section: entry?.section.text ?? "", position: entry?.position ?? 0, photo: photo,
            isDelisted: entry?.isDelisted ?? false)
    }
}

/// The position of a photo in one section.
package struct SectionEntry: Hashable, Sendable {
    /// The section.
    package var section: SectionReference
    /// The position in the section as listed, from 1; nil while the photo is in the trash.
    package var position: Int?
    /// True if the origin no longer lists the photo.
    package var isDelisted: Bool

    /// Creates an entry.
    package init(section: SectionReference, position: Int?, isDelisted: Bool) {
        self.section = section
        self.position = position
        self.isDelisted = isDelisted
    }
}

/// The kind of source that fills a section.
public enum SectionKind: String, Hashable, Codable, Sendable, CaseIterable {
    /// The section of imported photos.
    case camera
    /// The results of one Flickr search term.
    case flickr
    /// The photos that a user chose, or the results of a query, under a name.
    case album
    /// The photos of one user on a photo-share server, or those shared by an account of this
    /// gallery.
    case share
    /// The posts of a campaign.
    case campaign
}

/// A reference to a section as entered by a user: `camera`, `flickr:dogs`, or only `dogs`.
public struct SectionReference: Hashable, Sendable {
    /// The kind before the colon; nil if only the name was given.
    public let kind: SectionKind?
    /// The name, trimmed and in Unicode NFC.
    public let name: String

    /// The section of imported photos.
    public static let camera = SectionReference(kind: .camera, name: SectionKind.camera.rawValue)

    /// Creates a reference to a section of a known kind.
    public init(kind: SectionKind?, name: String) {
        self.kind = kind
        self.name = SectionReference.normalized(name)
    }

    /// Parses a reference.
    ///
    /// A prefix that is not a kind of section is part of the name.
    public init(text: String) {
        let trimmed = SectionReference.normalized(text)
        if trimmed == SectionKind.camera.rawValue {
            self = .camera
        } else if let colon = trimmed.firstIndex(of: ":"),
            let kind = SectionKind(rawValue: String(trimmed[..<colon])), kind != .camera
        {
            self.init(kind: kind, name: String(trimmed[trimmed.index(after: colon)...]))
        } else {
            self.init(kind: nil, name: trimmed)
        }
    }

    /// The key by which names are compared: normalized and case-folded.
    package var key: String { SectionReference.key(name) }

    /// The unambiguous text form.
    public var text: String {
        guard let kind, kind != .camera else { return name }
        return "\(kind.rawValue):\(name)"
    }

    /// Normalizes a term or name for storage: words separated by single spaces, in NFC.
    package static func normalized(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .precomposedStringWithCanonicalMapping
    }

    /// Returns the key by which names are compared: normalized and case-folded.
    package static func key(_ text: String) -> String {
        normalized(text).folding(options: .caseInsensitive, locale: nil)
            .precomposedStringWithCanonicalMapping
    }
}

extension SectionReference: CustomStringConvertible {
    /// The unambiguous text form.
    public var description: String { text }
}
