import Basics
import Foundation

/// A selection of photos: scopes, filter, order and range.
///
/// The same query works for listings and for operations. Without ``order``, a listing
/// (`photos(_:)`, an export of rows) has one row for each position of a photo in the sections of
/// the scopes. With an order, and in operations (faces, thumbnails, places, edits), each photo
/// counts once. ``offset`` and ``limit`` count rows of listings and photos of operations that match
/// ``filter``.
public struct PhotoQuery: Hashable, Sendable {
    /// The sources of photos, in this order.
    public var scopes: [PhotoScope]
    /// The filter that photos must match.
    public var filter: PhotoFilter
    /// The order; nil for the order of the scopes.
    public var order: PhotoOrder?
    /// The end of the previous page; nil for the first page.
    public var after: PhotoCursor?
    /// The number of matches to skip.
    public var offset: Int
    /// The maximum number of matches; nil for all.
    public var limit: Int?

    /// Creates a query.
    public init(
        _ scopes: [PhotoScope], filter: PhotoFilter = .everything, order: PhotoOrder? = nil,
        after: PhotoCursor? = nil, offset: Int = 0, limit: Int? = nil
    ) {
        self.scopes = scopes
        self.filter = filter
        self.order = order
        self.after = after
        self.offset = offset
        self.limit = limit
    }

    /// Creates a query for all photos of a scope.
    public init(_ scope: PhotoScope) { self.init([scope]) }

    /// All photos outside the trash.
    public static let everything = PhotoQuery(.everything)

    /// Returns a query for the photos in a section.
    public static func section(_ section: PhotoSection) -> PhotoQuery {
        PhotoQuery(.section(section))
    }

    /// Returns a query for individual photos in this order; operations include those in the trash.
    public static func photos(_ ids: [PhotoID]) -> PhotoQuery { PhotoQuery(.photos(ids)) }

    /// Returns a query for individual photos in this order; operations include those in the trash.
    public static func photos(_ photos: [Photo]) -> PhotoQuery { .photos(photos.map(\.id)) }

    /// Returns the query with an additional filter.
    public func filtered(_ further: PhotoFilter) -> PhotoQuery {
        var query = self
        query.filter = filter.and(further)
        return query
    }

    /// Returns the query with another order.
    public func sorted(by order: PhotoOrder?) -> PhotoQuery {
        var query = self
        query.order = order
        return query
    }

    /// Returns one page of the query.
    public func page(after: PhotoCursor? = nil, offset: Int = 0, limit: Int?) -> PhotoQuery {
        var query = self
        query.after = after
        query.offset = offset
        query.limit = limit
        return query
    }

    /// True if the query selects all photos of its scopes.
    package var isUnlimited: Bool {
        filter.isEverything && after == nil && offset <= 0 && limit == nil
    }
}

/// A page of a listing.
public struct PhotoPage: Hashable, Sendable {
    /// The rows in order.
    public var rows: [ListedPhoto]
    /// The start of the next page; nil at the end.
    public var next: PhotoCursor?

    /// Creates a page.
    package init(rows: [ListedPhoto], next: PhotoCursor?) {
        self.rows = rows
        self.next = next
    }
}

/// The photos before and after one in a listing; nil at its ends.
package typealias PhotoNeighbors = (previous: PhotoID?, next: PhotoID?)

/// A source of photos.
public enum PhotoScope: Hashable, Sendable {
    /// All photos outside the trash.
    case everything
    /// The photos in a section.
    case section(PhotoSection)
    /// Individual photos, including those in the trash.
    case photos([PhotoID])
}

/// An order of photos.
///
/// Photos that rank equally are in the order in which they were added, or the reverse if
/// descending. Photos without a value are last in either direction.
public struct PhotoOrder: Hashable, Sendable {
    /// A sort key.
    public enum Key: String, Hashable, Sendable, CaseIterable {
        /// The date taken, by the camera's clock.
        case taken
        /// The date added to the catalog.
        case added
        /// The date taken, or else the date added in UTC, so that every photo has a value.
        case date
        /// The title, ignoring case and accents.
        case title
        /// The rating.
        case rating
        /// The size in bytes of the largest stored picture.
        case size
        /// The relevance of the query's words, best first; descending, worst first.
        case relevance
    }

    /// The sort key.
    public var key: Key
    /// True if the highest value is first.
    public var isDescending: Bool

    /// Creates an order.
    public init(_ key: Key, isDescending: Bool = false) {
        self.key = key
        self.isDescending = isDescending
    }

    /// Parses `taken` or `taken:desc`; nil for anything else.
    public init?(text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let key = parts.first.flatMap({ Key(rawValue: String($0)) }), parts.count <= 2,
            parts.count == 1 || parts[1] == "desc" || parts[1] == "asc"
        else { return nil }
        self.init(key, isDescending: parts.count == 2 && parts[1] == "desc")
    }
}

/// The end of a page, given by the last photo and its rank, so that the next page continues
/// correctly when photos are added or removed.
public struct PhotoCursor: Hashable, Sendable {
    /// The rank of the last photo.
    package enum Rank: Hashable, Sendable {
        /// A numeric value: `taken`, `added`, `date`, `rating`, `size`, or a position in a section.
        case number(Int64)
        /// A text value: `title`, case-folded.
        case text(String)
        /// The bits of the `relevance` score.
        case score(UInt64)
        /// No value; these photos are last.
        case none
    }

    /// The last photo.
    package var photoID: PhotoID
    /// The rank of the last photo.
    package var rank: Rank

    /// Creates a cursor.
    package init(photoID: PhotoID, rank: Rank) {
        self.photoID = photoID
        self.rank = rank
    }
}

extension PhotoCursor {
    /// The text form, which consists of letters, digits, `.`, `-`, `_` and `%`: the photo ID, and
    /// the rank as a number (`42.n17`), a text (`42.tRed%20dog`), a score in hexadecimal
    /// (`42.s3ff0000000000000`) or nothing (`42.x`).
    public var text: String {
        let rank =
            switch rank {
            case .number(let number): "n\(number)"
            case .text(let text):
                "t" + PercentEncoding.encoded(text) { $0.isLetterOrDigit || "-_".utf8.contains($0) }
            case .score(let bits): "s" + String(bits, radix: 16)
            case .none: "x"
            }
        return "\(photoID).\(rank)"
    }

    /// Parses the text form; nil for anything else.
    public init?(text: String) {
        guard let dot = text.firstIndex(of: "."), let id = Int64(text[..<dot]), id > 0 else {
            return nil
        }
        let kind = text[text.index(after: dot)...].first
        let value = text[text.index(after: dot)...].dropFirst()
        let rank: Rank? =
            switch kind {
            case "n": .number(Int64(value) ?? 0)
            case "t": String(value).removingPercentEncoding.map(Rank.text)
            case "s": .score(UInt64(value, radix: 16) ?? 0)
            case "x": Rank.none
            default: nil
            }
        guard let rank else { return nil }
        self.init(photoID: PhotoID(rawValue: id), rank: rank)
        // Only the canonical text of a cursor is accepted.
        guard self.text == text else { return nil }
    }
}

/// The end of a page of rows ordered by date, newest first.
package struct DatedCursor: Hashable, Sendable {
    /// The date of the last row, in seconds since 1970-01-01 UTC.
    package var date: Int64
    /// The ID of the last row.
    package var id: Int64

    /// Creates a cursor.
    package init(date: Int64, id: Int64) {
        self.date = date
        self.id = id
    }

    /// The text form, such as `1700000000.42`.
    package var text: String { "\(date).\(id)" }

    /// Parses the text form; nil for anything else.
    package init?(text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let date = Int64(parts[0]), let id = Int64(parts[1]) else {
            return nil
        }
        self.init(date: date, id: id)
        // Only the canonical text of a cursor is accepted.
        guard self.text == text else { return nil }
    }
}
