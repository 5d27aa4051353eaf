import Gallery
import GalleryModel

/// A page of photos, with the starting points of the previous and next page.
struct PhotoGridPage: Sendable {
    /// The number of photos per page.
    static let size = 60

    /// The starting point of a page, as encoded in its address.
    enum Start: Hashable, Sendable {
        /// The beginning of the listing.
        case first
        /// After a photo.
        case after(PhotoCursor)
        /// The page that ends with a photo.
        case upTo(PhotoCursor)
        /// A position in a section, from 1.
        case at(Int)
        /// The page that contains a photo.
        case around(PhotoID)
    }

    var rows: [ListedPhoto]
    /// The previous page; nil on the first one.
    var previous: Start?
    /// The next page; nil on the last one.
    var next: Start?
}

extension PhotoGridPage {
    /// Reads a page; blocks for a few milliseconds.
    ///
    /// - Parameters:
    ///   - query: the photos, without a limit and a cursor.
    ///   - start: the starting point.
    ///   - size: the number of photos per page.
    /// - Throws: as `PhotoGallery.page`.
    init(
        _ query: PhotoQuery, _ start: Start, size: Int = PhotoGridPage.size,
        in gallery: PhotoGallery
    ) throws {
        var query = query.page(limit: size)
        let start = try PhotoGridPage.resolved(start, query, size, in: gallery)
        switch start {
        case .first, .around: break
        case .after(let cursor): query.after = cursor
        case .at(let position): query.offset = position - 1
        case .upTo(let cursor):
            if let gridPage = try PhotoGridPage(query, upTo: cursor, size, in: gallery) {
                self = gridPage
                return
            }
        }
        let page = try gallery.page(of: query)
        rows = page.rows
        next = page.next.map(Start.after)
        if query.order == nil, query.filter.isEverything || query.offset > 0 {
            let position = query.offset > 0 ? query.offset + 1 : rows.first?.position ?? 1
            previous = position > size + 1 ? .at(position - size) : position > 1 ? .first : nil
        } else if let cursor = query.after {
            previous = query.order == nil ? .first : .upTo(cursor)
        }
    }

    /// Reads the page that ends with a photo; nil if there are too few photos before it, which
    /// makes it the first page.
    ///
    /// The photos before a photo are the next ones in the opposite order.
    private init?(
        _ query: PhotoQuery, upTo cursor: PhotoCursor, _ size: Int, in gallery: PhotoGallery
    ) throws {
        guard let order = query.order else { return nil }
        var opposite = query
        opposite.order = PhotoOrder(order.key, isDescending: !order.isDescending)
        opposite.after = cursor
        var page = try gallery.page(of: opposite)
        // Unranked photos are last in both directions.
        if case .none = cursor.rank {
            let missing = size - page.rows.count
            if missing > 0 {
                let ranked = try gallery.page(of: opposite.page(limit: missing))
                // With too few ranked photos, unranked ones would follow again.
                page.rows += try ranked.rows.prefix {
                    try gallery.cursor(at: $0.photo.id, in: order)?.rank != PhotoCursor.Rank.none
                }
                page.next = ranked.next.flatMap { $0.rank == .none ? nil : $0 }
            } else if page.next == nil, let last = page.rows.last {
                page.next = PhotoCursor(photoID: last.photo.id, rank: .none)
            }
        } else if page.next?.rank == PhotoCursor.Rank.none {
            return nil
        }
        guard page.rows.count == size else { return nil }
        let last = try PhotoGridPage.listed(cursor.photoID, query, in: gallery)
        self.init(
            rows: page.rows.dropLast().reversed() + last,
            previous: page.next.map(Start.upTo) ?? .first,
            next: try gallery.page(of: query.page(after: cursor, limit: 1)).rows.isEmpty
                ? nil : .after(cursor))
    }

    /// Returns a photo if it matches a query and is not in the trash, or else an empty list.
    private static func listed(
        _ photo: PhotoID, _ query: PhotoQuery, in gallery: PhotoGallery
    ) throws -> [ListedPhoto] {
        try gallery.photos(PhotoQuery([.photos([photo])], filter: query.filter))
    }
}

// MARK: - Around a photo

extension PhotoGridPage {
    /// Resolves the page that contains a photo, or the first one if the query does not match it;
    /// other starting points are unchanged.
    private static func resolved(
        _ start: Start, _ query: PhotoQuery, _ size: Int, in gallery: PhotoGallery
    ) throws -> Start {
        guard case .around(let photo) = start else { return start }
        guard let order = query.order else {
            let listPosition = try gallery.listPosition(of: photo, in: query)
            let first = (listPosition?.index ?? 0) / size * size
            return first == 0 ? .first : .at(first + 1)
        }
        let isWithin =
            if case .section? = query.scopes.first {
                try gallery.listPosition(of: photo, in: PhotoQuery(query.scopes)) != nil
            } else { true }
        guard try isWithin && !listed(photo, query, in: gallery).isEmpty,
            let cursor = try gallery.cursor(at: photo, in: order)
        else { return .first }
        // The page also shows some of the following photos.
        let following = try gallery.page(of: query.page(after: cursor, limit: size / 4))
        let last = try following.rows.last.flatMap {
            try gallery.cursor(at: $0.photo.id, in: order)
        }
        return .upTo(following.next ?? last ?? cursor)
    }
}

extension PhotoGridPage.Start {
    /// Reads the parameters `cursor`, `until`, `position` and `at`.
    ///
    /// - Throws: 400 for an invalid value.
    init(_ request: WebRequest) throws(Problem) {
        if let cursor = try request.cursor(PhotoCursor.init(text:)) {
            self = .after(cursor)
        } else if let cursor = try request.value(
            "until", .say("expected.link"), read: PhotoCursor.init(text:))
        {
            self = .upTo(cursor)
        } else if let position = try request.position() {
            self = position == 1 ? .first : .at(position)
        } else if request.filled("at") != nil,
            let photo = try request.value(
                "at", .say("expected.photo"),
                read: { text in Int64(text).flatMap { $0 > 0 ? PhotoID(rawValue: $0) : nil } })
        {
            self = .around(photo)
        } else {
            self = .first
        }
    }

    /// The parameters that encode the starting point.
    var parameters: [(name: String, value: String?)] {
        switch self {
        case .first: []
        case .after(let cursor): [("cursor", cursor.text)]
        case .upTo(let cursor): [("until", cursor.text)]
        case .at(let position): [("position", String(position))]
        case .around(let photo): [("at", photo.description)]
        }
    }
}
