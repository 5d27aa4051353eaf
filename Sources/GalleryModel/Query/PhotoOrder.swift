import Foundation

/// The order in which photos are listed.
///
/// Photos of equal rank stand in the order in which they were added, or against it where the order is
/// descending. What a photo does not have stands last, whichever the direction.
public struct PhotoOrder: Hashable, Sendable {
    /// What photos are ranked by.
    public enum Key: String, Hashable, Sendable, CaseIterable {
        /// What the camera's clock said.
        case taken
        /// When it entered the catalog.
        case added
        /// What the camera's clock said, else when it entered the catalog, in UTC: no photo is without.
        case date
        /// The title, without case and accents.
        case title
        /// Stars.
        case rating
        /// The bytes of the largest stored picture.
        case size
        /// How well the words of the query fit, the best first; descending, the worst first.
        case relevance
    }

    /// What photos are ranked by.
    public var key: Key
    /// Whether the highest rank comes first.
    public var isDescending: Bool

    /// Makes an order.
    public init(_ key: Key, isDescending: Bool = false) {
        self.key = key
        self.isDescending = isDescending
    }

    /// Reads `taken` or `taken:desc`; nil for anything else.
    public init?(text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let key = parts.first.flatMap({ Key(rawValue: String($0)) }), parts.count <= 2,
            parts.count == 1 || parts[1] == "desc" || parts[1] == "asc"
        else { return nil }
        self.init(key, isDescending: parts.count == 2 && parts[1] == "desc")
    }
}

/// Where a page ended: the photo and its rank, so that the next page begins right behind it though photos
/// come and go.
public struct PhotoCursor: Hashable, Sendable {
    /// The last photo's rank in the order.
    public enum Rank: Hashable, Sendable {
        /// The photo has what the order ranks by, a number: `taken`, `added`, `date`, `rating`, `size`, or a
        /// place in a section.
        case number(Int64)
        /// The same, of a text: `title`, folded.
        case text(String)
        /// The same, of `relevance`: the bits of the score.
        case score(UInt64)
        /// It has no such thing: these photos stand last.
        case none
    }

    /// The last photo.
    public var photoID: PhotoID
    /// Its rank.
    public var rank: Rank

    /// Makes a cursor.
    public init(photoID: PhotoID, rank: Rank) {
        self.photoID = photoID
        self.rank = rank
    }
}
