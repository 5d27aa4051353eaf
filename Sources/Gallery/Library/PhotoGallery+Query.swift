import Basics
import Catalog
public import GalleryModel

extension PhotoGallery {
    /// Returns the rows that a query selects, in memory; usually one page.
    ///
    /// A section's photos come in its order. All photos means all sections one after the other,
    /// then the photos without a section. Photos named one by one have the position of their first
    /// section entry. A photo without a section has position 0 in section "".
    ///
    /// Blocks: a few milliseconds for a page, longer if many photos are tested or skipped.
    ///
    /// - Parameter query: the photos; give it a limit, as each row takes a few kilobytes.
    /// - Throws: `tryLater` if the catalog is locked, `badInput` if it is damaged.
    public func photos(_ query: PhotoQuery) throws(GalleryError) -> [ListedPhoto] {
        try page(of: query).rows
    }

    /// Passes the rows of `photos(_:)` to a closure in batches, in bounded memory; each section is
    /// read from one snapshot.
    ///
    /// Blocks until the last batch has been processed.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - verifiesPaths: true to check the files of pictures left in place and omit paths with
    ///     other bytes.
    ///   - body: receives each batch; returns false to stop.
    /// - Returns: the cursor after the last row if the query's limit cut off more rows; otherwise
    ///   nil.
    /// - Throws: `tryLater` if the catalog is locked, `badInput` if it is damaged, possibly after
    ///   some batches; errors of `body` are rethrown unchanged.
    @discardableResult
    public func forEachPhoto(
        _ query: PhotoQuery, verifiesPaths: Bool = false, body: ([ListedPhoto]) throws -> Bool
    ) throws -> PhotoCursor? {
        let limit = query.limit.map { max($0, 0) } ?? .max
        var wider = query
        // One extra row shows whether there is a next page.
        if limit < .max { wider.limit = limit + 1 }
        return try GalleryError.relaying {
            if query.order != nil {
                let found = try orderedPhotos(wider)
                let page = found.prefix(limit)
                let isDone = try forEachNamedBatch(
                    page.map(\.photoID), FirstEntries(query.scopes, catalog), verifiesPaths,
                    includesTrash: true, body: body)
                return isDone && found.count > page.count ? page.last : nil
            }
            var left = limit
            var last: (row: ListedPhoto, source: ListingSource)?
            var hasMore = false
            try forEachEntry(wider, verifiesPaths) { rows, source in
                let wanted = Array(rows.prefix(left))
                hasMore = wanted.count < rows.count
                left -= wanted.count
                if let row = wanted.last { last = (row, source) }
                return try wanted.isEmpty || body(wanted)
            }
            guard hasMore, let last else { return nil }
            return try last.source.cursor(after: last.row, catalog)
        }
    }

    /// Returns the ids of the photos that a query selects, in order and without duplicates.
    ///
    /// Blocks; takes 8 bytes of memory per photo.
    ///
    /// - Throws: `tryLater` if the catalog is locked, `badInput` if it is damaged, `usage` if the
    ///   cursor belongs to another order.
    public func photoIDs(_ query: PhotoQuery) throws(GalleryError) -> [PhotoID] {
        try GalleryError.translating {
            if query.order != nil { return try orderedPhotos(query).map(\.photoID) }
            var ids = try query.scopes.flatMap { scope in
                switch scope {
                case .everything:
                    try catalog.photoIDs(
                        of: try listingSections(), isEverything: true, where: query.filter)
                case .section(let section): try catalog.photoIDs(of: [section], where: query.filter)
                case .photos(let named): try fitting(named, query.filter)
                }
            }.uniqued()
            if let last = query.after?.photoID { ids = Array(ids.drop { $0 != last }.dropFirst()) }
            return Array(
                ids.dropFirst(max(query.offset, 0)).prefix(query.limit.map { max($0, 0) } ?? .max))
        }
    }

    /// Returns the photos of a query as a catalog scope for batch work.
    ///
    /// - Throws: errors of the catalog.
    func scope(of query: PhotoQuery) throws(GalleryError) -> PhotoScope {
        if query.scopes.count == 1, query.isUnlimited { return query.scopes[0] }
        return .photos(try photoIDs(query))
    }

    /// Returns the number of photos in a scope.
    func total(of scope: PhotoScope) throws -> Int {
        switch scope {
        case .everything: try catalog.photoCount()
        case .section(let section): section.count
        case .photos(let ids): ids.count
        }
    }

    /// Returns the number of rows that a query lists; nil if it is not known in advance.
    func rowCount(of query: PhotoQuery) throws -> Int? {
        guard query.isUnlimited, let sections = try sections(of: query) else { return nil }
        if query.order != nil { return try count(query) }
        let unlisted = query.scopes.contains(.everything) ? try catalog.unlistedPhotos().count : 0
        return sections.reduce(unlisted) { $0 + $1.count }
    }

    /// Returns the sections that a query lists, without duplicates; nil if it names photos one by
    /// one.
    func sections(of query: PhotoQuery) throws(GalleryError) -> [PhotoSection]? {
        var found: [PhotoSection] = []
        for scope in query.scopes {
            switch scope {
            case .everything: found += try listingSections()
            case .section(let section): found.append(section)
            case .photos: return nil
            }
        }
        return found.uniqued(by: \.id)
    }

    /// The sections except albums, which would list their photos twice.
    private func listingSections() throws(GalleryError) -> [PhotoSection] {
        try translated(catalog.sections(countsAlbums: false).filter { !$0.isAlbum })
    }

    /// Returns the photos of a query with an order, without duplicates.
    func orderedPhotos(_ query: PhotoQuery) throws -> [PhotoCursor] {
        guard let order = query.order else { return [] }
        return try catalog.photos(
            of: query.scopes, where: query.filter, in: order, after: query.after,
            offset: max(query.offset, 0), limit: query.limit.map { max($0, 0) })
    }

    /// Returns those of the photos that match a filter, in the given order; without a filter,
    /// owners get all of them.
    private func fitting(_ ids: [PhotoID], _ filter: PhotoFilter) throws -> [PhotoID] {
        if filter.isEverything, catalog.reader == .owner { return ids }
        let fitting = try catalog.photoIDs(among: ids, where: filter)
        return ids.filter(fitting.contains)
    }

    // MARK: - Rows per section entry

    /// Passes the rows of a query without an order to a closure: one row per section entry.
    ///
    /// - Parameter body: receives rows and their source.
    private func forEachEntry(
        _ query: PhotoQuery, _ verifiesPaths: Bool,
        _ body: ([ListedPhoto], ListingSource) throws -> Bool
    ) throws {
        if query.scopes.count == 1, case .section(let section) = query.scopes[0] {
            let start = try query.after.map { try ListingSource.position(of: $0) }
            if let start, start.section != section.id { throw CatalogError.cursorOfAnotherOrder }
            try catalog.forEachBatch(
                of: section, after: start?.ordinal, offset: max(query.offset, 0),
                limit: query.limit, where: query.filter, verifiesPaths: verifiesPaths
            ) { try body($0, .section(section)) }
            return
        }
        var page = try RowPage(query)
        let entries = FirstEntries([.everything], catalog)
        for scope in query.scopes where !page.isDone {
            let sections =
                switch scope {
                case .everything: try listingSections()
                case .section(let section): [section]
                case .photos: [PhotoSection]()
                }
            for section in sections where !page.isDone {
                guard let after = page.begin(section, query.filter) else { continue }
                try catalog.forEachBatch(
                    of: section, after: after, where: query.filter, verifiesPaths: verifiesPaths
                ) { rows in
                    try page.handOut(rows) { try body($0, .section(section)) }
                }
            }
            if case .photos(let ids) = scope, let first = page.begin(section: 0) {
                let named = try fitting(Array(ids.dropFirst(Int(first))), query.filter)
                try forEachNamedBatch(named, entries, verifiesPaths) { rows in
                    try page.handOut(rows) { try body($0, .named(ids)) }
                }
            } else if case .everything = scope, !page.isDone,
                let last = page.begin(section: ListingSource.unlistedSection)
            {
                let unlisted = try catalog.unlistedPhotos(where: query.filter)
                    .filter { $0.rawValue > last }
                try forEachNamedBatch(unlisted, entries, verifiesPaths) { rows in
                    try page.handOut(rows) { try body($0, .unlisted) }
                }
            }
        }
    }

    /// Passes the rows of photos to a closure, each with its first section entry.
    ///
    /// - Returns: false if the closure stopped.
    @discardableResult
    private func forEachNamedBatch(
        _ ids: [PhotoID], _ entries: FirstEntries, _ verifiesPaths: Bool,
        includesTrash: Bool = false, body: ([ListedPhoto]) throws -> Bool
    ) throws -> Bool {
        for page in ids.pages(of: 512) {
            var rows = try entries.rows(of: page)
            if !includesTrash { rows.removeAll { $0.photo.dateTrashed != nil } }
            for index in rows.indices where verifiesPaths {
                rows[index].photo = try verifyingPaths(of: rows[index].photo)
            }
            if !rows.isEmpty, !(try body(rows)) { return false }
        }
        return true
    }

    /// Returns a page of a query's rows and the cursor of the next page.
    ///
    /// Consecutive pages have no gaps or repetitions, even if photos are added or removed in
    /// between. Blocks for a few milliseconds.
    ///
    /// - Throws: `usage` if the cursor belongs to another order.
    public func page(of query: PhotoQuery) throws(GalleryError) -> PhotoPage {
        try GalleryError.translating {
            var rows: [ListedPhoto] = []
            let next = try forEachPhoto(query) { batch in
                rows += batch
                return true
            }
            return PhotoPage(rows: rows, next: next)
        }
    }

    /// Returns the photos of a query with the first and the last date taken; photos without a date
    /// if it has no others.
    package func ends(of query: PhotoQuery) throws(GalleryError) -> [Photo] {
        var ends: [Photo] = []
        for isDescending in [false, true] {
            let order = PhotoOrder(.taken, isDescending: isDescending)
            ends += try page(of: query.sorted(by: order).page(limit: 1)).rows.map(\.photo)
        }
        return ends
    }

    /// Returns the number of distinct photos that a query finds.
    public func count(_ query: PhotoQuery) throws(GalleryError) -> Int {
        let found = try translated(catalog.photoCount(of: query.scopes, where: query.filter))
        return min(max(found - max(query.offset, 0), 0), query.limit.map { max($0, 0) } ?? .max)
    }

    /// Like `count(_:)` for a query without a limit; nil if counting takes longer than the given
    /// time.
    package func count(_ query: PhotoQuery, within time: Duration) throws(GalleryError) -> Int? {
        try translated(catalog.photoCount(of: query.scopes, where: query.filter, within: time))
    }

    /// Returns the parsed form of a query, the steps that find its photos, and the number of rows
    /// read.
    package func explanation(of query: PhotoQuery) throws(GalleryError) -> QueryExplanation {
        try GalleryError.translating {
            let found = try catalog.explanation(of: query.scopes, where: query.filter)
            return QueryExplanation(
                understood: query.filter.text, steps: found.steps, photos: found.photos,
                rowsRead: found.rowsRead)
        }
    }

    /// Rebuilds the full-text index from the photos.
    ///
    /// - Returns: the number of photos in the index.
    package func rebuildWords() async throws -> Int {
        try await offload { [self] in try catalog.rebuildWords() }
    }
}

/// The parsed form of a query and the cost of answering it.
package struct QueryExplanation: Hashable, Sendable {
    /// The parsed query, written out in the query language.
    package var understood: String
    /// The steps that find the photos, in words: an index and its contents, or a scan of all
    /// photos.
    package var steps: [String]
    /// The number of matching photos.
    package var photos: Int
    /// The number of rows read to find them.
    package var rowsRead: Int
}

/// The source of a listing's rows, which determines the cursor after the last of them.
enum ListingSource {
    /// A section, in its order.
    case section(PhotoSection)
    /// Photos named one by one.
    case named([PhotoID])
    /// Photos without a section, ordered by id.
    case unlisted

    /// The maximum number of positions in a section; the higher bits of a cursor's number are the
    /// section id.
    private static let positionsPerSection = Int64(1) << 40
    /// The section number in cursors of photos without a section, which are numbered by their ids;
    /// greater than any section id.
    static let unlistedSection = Int64.max / positionsPerSection

    /// Returns the cursor after a row.
    func cursor(after row: ListedPhoto, _ catalog: PhotoCatalog) throws -> PhotoCursor {
        let number: Int64 =
            switch self {
            case .section(let section):
                section.id * Self.positionsPerSection
                    + (try catalog.ordinal(of: row.photo.id, in: section) ?? 0)
            case .named(let ids): Int64((ids.firstIndex(of: row.photo.id) ?? -1) + 1)
            case .unlisted: Self.unlistedSection * Self.positionsPerSection + row.photo.id.rawValue
            }
        return PhotoCursor(photoID: row.photo.id, rank: .number(number))
    }

    /// Returns the section and ordinal of a cursor.
    ///
    /// - Throws: `badCursor`.
    static func position(of cursor: PhotoCursor) throws -> (section: Int64, ordinal: Int64) {
        guard case .number(let number) = cursor.rank, number >= 0 else {
            throw CatalogError.cursorOfAnotherOrder
        }
        return (number / positionsPerSection, number % positionsPerSection)
    }
}

/// Tracks which rows of consecutive sources a page skips and takes.
struct RowPage {
    /// True if the page is complete.
    private(set) var isDone: Bool
    private var skipped: Int
    private var left: Int
    /// The position at which the page starts; nil once it has been reached.
    private var start: (section: Int64, ordinal: Int64)?

    /// - Throws: `badCursor`.
    init(_ query: PhotoQuery) throws {
        skipped = max(query.offset, 0)
        left = query.limit.map { max($0, 0) } ?? .max
        isDone = left == 0
        start = try query.after.map { try ListingSource.position(of: $0) }
    }

    /// Returns the ordinal after which a section's rows begin, 0 for all of them; nil if the page
    /// starts after the section, so that it need not be read.
    mutating func begin(_ section: PhotoSection, _ filter: PhotoFilter) -> Int64? {
        if start == nil, filter.isEverything, skipped >= section.count {
            skipped -= section.count
            return nil
        }
        return begin(section: section.id)
    }

    /// Returns the ordinal after which the rows of a section begin, 0 for all of them; nil if the
    /// page starts after it.
    ///
    /// - Parameter id: the section number in cursors.
    mutating func begin(section id: Int64) -> Int64? {
        guard let start else { return 0 }
        guard start.section == id else { return nil }
        self.start = nil
        return start.ordinal
    }

    /// Passes the rows that belong to the page to a closure; returns false once the page is
    /// complete.
    mutating func handOut(
        _ rows: [ListedPhoto], to body: ([ListedPhoto]) throws -> Bool
    ) throws -> Bool {
        let wanted = rows.dropFirst(skipped).prefix(left)
        skipped -= min(skipped, rows.count)
        left -= wanted.count
        if !wanted.isEmpty, !(try body(Array(wanted))) { isDone = true }
        if left == 0 { isDone = true }
        return !isDone
    }
}

/// Finds the first position of photos in the sections of some scopes.
struct FirstEntries {
    private let catalog: PhotoCatalog
    /// The sections to search, in order; nil for all.
    private let sections: [PhotoSection]?

    /// Searches the sections of the scopes, or all sections if any scope is not a section.
    init(_ scopes: [PhotoScope], _ catalog: PhotoCatalog) {
        self.catalog = catalog
        let named = scopes.compactMap { scope in
            if case .section(let section) = scope { section } else { nil }
        }
        sections = named.count == scopes.count ? named : nil
    }

    /// Returns the rows of photos in the given order; a photo without a section, or only in albums
    /// that were not named, has position 0 in section "".
    func rows(of ids: [PhotoID]) throws -> [ListedPhoto] {
        let entries = try catalog.entries(of: ids)
        var albums: [Int64: [PhotoID: Int]] = [:]
        for album in sections ?? [] where album.filter != nil {
            albums[album.id] = try catalog.positions(of: ids, in: album)
        }
        return try catalog.photos(ids: ids).map { photo in
            let listed = (entries[photo.id] ?? []).filter { $0.position != nil }
            guard let sections else {
                return ListedPhoto(photo, at: listed.first { $0.section.kind != .album })
            }
            for section in sections {
                if let entry = listed.first(where: { $0.section == section.reference }) {
                    return ListedPhoto(photo, at: entry)
                }
                if let position = albums[section.id]?[photo.id] {
                    return ListedPhoto(
                        section: section.reference.text, position: position, photo: photo)
                }
            }
            return ListedPhoto(photo)
        }
    }
}
