import Gallery
import GalleryModel

/// A page of photos, and where the pages before and behind it begin.
struct PhotoSheet: Sendable {
    /// How many photos a page has.
    static let size = 60

    /// Where a page lies, as the parameters of its address say it.
    enum Place: Hashable, Sendable {
        /// At the beginning.
        case first
        /// Behind a photo.
        case behind(PhotoCursor)
        /// Up to a photo.
        case upTo(PhotoCursor)
        /// At a place in a section, from 1.
        case at(Int)
        /// Where a photo is.
        case around(PhotoID)
    }

    /// The photos.
    var rows: [ListedPhoto]
    /// The page before it; nil for the first one.
    var previous: Place?
    /// The page behind it; nil for the last one.
    var next: Place?

    /// Reads a page; blocks for some milliseconds.
    ///
    /// - Parameters:
    ///   - query: the photos, without a limit and a cursor.
    ///   - size: how many photos the page has.
    /// - Throws: as `PhotoGallery.page`.
    init(
        _ query: PhotoQuery, _ place: Place, size: Int = PhotoSheet.size, in gallery: PhotoGallery
    ) throws {
        var query = query.page(limit: size)
        let place = try PhotoSheet.resolved(place, query, size, in: gallery)
        switch place {
        case .first, .around: break
        case .behind(let cursor): query.after = cursor
        case .at(let position): query.offset = position - 1
        case .upTo(let cursor):
            if let sheet = try PhotoSheet(query, upTo: cursor, size, in: gallery) {
                self = sheet
                return
            }
        }
        let page = try gallery.page(of: query)
        rows = page.rows
        next = page.next.map(Place.behind)
        if query.order == nil, query.filter.isEverything || query.offset > 0 {
            let position = query.offset > 0 ? query.offset + 1 : rows.first?.position ?? 1
            previous =
                position > size + 1 ? .at(position - size) : position > 1 ? .first : nil
        } else if let cursor = query.after {
            previous = query.order == nil ? .first : .upTo(cursor)
        }
    }

    init(rows: [ListedPhoto], previous: Place?, next: Place?) {
        self.rows = rows
        self.previous = previous
        self.next = next
    }

    /// The page that ends with a photo; nil where those before it do not fill one, which is the first one then.
    ///
    /// What stands before a photo are the next ones of the opposite order.
    private init?(
        _ query: PhotoQuery, upTo cursor: PhotoCursor, _ size: Int, in gallery: PhotoGallery
    ) throws {
        guard let order = query.order else { return nil }
        var opposite = query
        opposite.order = PhotoOrder(order.key, isDescending: !order.isDescending)
        opposite.after = cursor
        var page = try gallery.page(of: opposite)
        // What the order does not rank stands last in both directions.
        if case .none = cursor.rank {
            let missing = size - page.rows.count
            if missing > 0 {
                let ranked = try gallery.page(of: opposite.page(limit: missing))
                // Where few or none are ranked, those without a rank follow again.
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
        let last = try PhotoSheet.listed(cursor.photoID, query, in: gallery)
        self.init(
            rows: page.rows.dropLast().reversed() + last,
            previous: page.next.map(Place.upTo) ?? .first,
            next: try gallery.page(of: query.page(after: cursor, limit: 1)).rows.isEmpty
                ? nil : .behind(cursor))
    }

    /// A photo as a query finds it; none where it does not, and none from the trash.
    private static func listed(
        _ photo: PhotoID, _ query: PhotoQuery, in gallery: PhotoGallery
    ) throws -> [ListedPhoto] {
        try gallery.photos(PhotoQuery([.photos([photo])], filter: query.filter))
    }
}

// MARK: - Around a photo

extension PhotoSheet {
    /// The place of the page that holds a photo, the first one where the query does not list it; any other place
    /// as it is.
    private static func resolved(
        _ place: Place, _ query: PhotoQuery, _ size: Int, in gallery: PhotoGallery
    ) throws -> Place {
        guard case .around(let photo) = place else { return place }
        guard let order = query.order else {
            let standing = try gallery.standing(of: photo, in: query)
            let start = (standing?.index ?? 0) / size * size
            return start == 0 ? .first : .at(start + 1)
        }
        let isWithin =
            if case .section? = query.scopes.first {
                try gallery.standing(of: photo, in: PhotoQuery(query.scopes)) != nil
            } else { true }
        guard try isWithin && !listed(photo, query, in: gallery).isEmpty,
            let cursor = try gallery.cursor(at: photo, in: order)
        else { return .first }
        // Some that follow it are seen with it.
        let following = try gallery.page(of: query.page(after: cursor, limit: size / 4))
        let last = try following.rows.last.flatMap {
            try gallery.cursor(at: $0.photo.id, in: order)
        }
        return .upTo(following.next ?? last ?? cursor)
    }
}

extension PhotoSheet.Place {
    /// Reads the parameters `cursor`, `until`, `position` and `at`.
    ///
    /// - Throws: 400 for what is none of them.
    init(_ request: WebRequest) throws(Problem) {
        if let cursor = try request.cursor(PhotoCursor.init(text:)) {
            self = .behind(cursor)
        } else if let text = request.parameter("until") {
            guard let cursor = PhotoCursor(text: text) else {
                throw request.invalid("until", text, TextMessage(say: "expected.link"))
            }
            self = .upTo(cursor)
        } else if let text = request.parameter("position") {
            guard let position = Int(text), (1...1_000_000_000).contains(position) else {
                throw request.invalid("position", text, TextMessage(say: "expected.from-one"))
            }
            self = position == 1 ? .first : .at(position)
        } else if let text = request.parameter("at"), !text.isEmpty {
            guard let photo = Int64(text), photo > 0 else {
                throw request.invalid("at", text, TextMessage(say: "expected.photo"))
            }
            self = .around(PhotoID(rawValue: photo))
        } else {
            self = .first
        }
    }

    /// The parameters that say it.
    var parameters: [(name: String, value: String?)] {
        switch self {
        case .first: []
        case .behind(let cursor): [("cursor", cursor.text)]
        case .upTo(let cursor): [("until", cursor.text)]
        case .at(let position): [("position", String(position))]
        case .around(let photo): [("at", photo.description)]
        }
    }
}
