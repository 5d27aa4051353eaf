import Catalog
public import GalleryModel

extension PhotoGallery {
    /// The rows of a listing that a query chooses, in memory: a page of it, as a rule.
    ///
    /// Sections give their photos in their order; everything is all sections one after the other, then the
    /// photos that no section lists; photos that are named one by one stand at their first place. What no
    /// section lists has position 0 in section "".
    /// Blocks: some milliseconds for a page, more where many photos are tested or skipped.
    ///
    /// - Parameter query: the photos; give it a limit, as each row takes some kilobytes.
    /// - Throws: `tryLater` for a locked catalog, `badInput` for a damaged one.
    public func photos(_ query: PhotoQuery) throws(GalleryError) -> [ListedPhoto] {
        var found: [ListedPhoto] = []
        _ = try GalleryError.translating {
            try forEachPhoto(query) { rows in
                found += rows
                return true
            }
        }
        return found
    }

    /// Hands out the rows that `photos(_:)` gives, in batches, in bounded memory; each section from one
    /// snapshot.
    ///
    /// Blocks until the last row was taken.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - body: gets each batch; false stops.
    /// - Returns: where rows follow that the query's limit cut; nil for none.
    /// - Throws: `tryLater` for a locked catalog, `badInput` for a damaged one, also in the middle; what
    ///   `body` throws, as it is.
    @discardableResult
    public func forEachPhoto(
        _ query: PhotoQuery, body: ([ListedPhoto]) throws -> Bool
    ) throws -> PhotoCursor? {
        try GalleryError.relaying { try forEachBatch(query, body: body) }
    }

    /// The ids of the photos that a query chooses, each once, in order.
    ///
    /// Blocks; takes 8 bytes of memory a photo.
    ///
    /// - Throws: `tryLater` for a locked catalog, `badInput` for a damaged one, `usage` for a cursor of another
    ///   order.
    public func photoIDs(_ query: PhotoQuery) throws(GalleryError) -> [PhotoID] {
        try GalleryError.translating {
            if query.order != nil { return try orderedPhotos(query).map(\.id) }
            var met: Set<PhotoID> = []
            var ids: [PhotoID] = []
            for scope in query.scopes {
                let found =
                    switch scope {
                    case .everything:
                        try catalog.photoIDs(
                            of: try listingSections(), isEverything: true, where: query.filter)
                    case .section(let section):
                        try catalog.photoIDs(of: [section], where: query.filter)
                    case .photos(let named): try fitting(named, query.filter)
                    }
                ids += found.filter { met.insert($0).inserted }
            }
            if let last = query.after?.photoID { ids = Array(ids.drop { $0 != last }.dropFirst()) }
            return Array(
                ids.dropFirst(max(query.offset, 0)).prefix(query.limit.map { max($0, 0) } ?? .max))
        }
    }

    /// The photos of a query as work goes through them: a scope of the catalog.
    ///
    /// - Throws: what the catalog throws.
    func scope(of query: PhotoQuery) throws(GalleryError) -> PhotoScope {
        if query.scopes.count == 1, query.isUnlimited { return query.scopes[0] }
        return .photos(try photoIDs(query))
    }

    /// How many photos a scope has.
    func total(of scope: PhotoScope) throws -> Int {
        switch scope {
        case .everything: try catalog.photoCount()
        case .section(let section): section.count
        case .photos(let ids): ids.count
        }
    }

    /// How many rows a query lists; nil where that is not known beforehand.
    func rowCount(of query: PhotoQuery) throws -> Int? {
        guard query.isUnlimited, let sections = try sections(of: query) else { return nil }
        if query.order != nil { return try count(query) }
        let unlisted = query.scopes.contains(.everything) ? try catalog.unlistedPhotos().count : 0
        return sections.reduce(unlisted) { $0 + $1.count }
    }

    /// The sections that a query lists, each once; nil where it names photos one by one.
    func sections(of query: PhotoQuery) throws(GalleryError) -> [PhotoSection]? {
        var met: Set<Int64> = []
        var found: [PhotoSection] = []
        for scope in query.scopes {
            switch scope {
            case .everything: found += try listingSections().filter { met.insert($0.id).inserted }
            case .section(let section): if met.insert(section.id).inserted { found.append(section) }
            case .photos: return nil
            }
        }
        return found
    }

    /// The sections that have members of their own: with albums, photos would stand there once more.
    private func listingSections() throws(GalleryError) -> [PhotoSection] {
        try GalleryError.translating {
            try catalog.sections(countsAlbums: false).filter { $0.filter == nil }
        }
    }

    /// Hands out the rows of a query; see `forEachPhoto`.
    ///
    /// - Parameter verifiesPaths: as `PhotoCatalog.forEachBatch`.
    @discardableResult
    func forEachBatch(
        _ query: PhotoQuery, verifiesPaths: Bool = false,
        body: ([ListedPhoto]) throws -> Bool
    ) throws -> PhotoCursor? {
        let limit = query.limit.map { max($0, 0) } ?? .max
        var wider = query
        // One more tells whether there is a next page.
        if limit < .max { wider.limit = limit + 1 }
        guard query.order != nil else {
            return try forEachPlace(wider, upTo: limit, verifiesPaths: verifiesPaths, body: body)
        }
        let found = try orderedPhotos(wider)
        let page = found.prefix(limit)
        let places = FirstPlaces(query.scopes, catalog)
        for start in stride(from: 0, to: page.count, by: 512) {
            let ids = page[start..<min(start + 512, page.count)].map(\.id)
            let rows = try places.rows(of: ids).map {
                verifiesPaths ? try verifyingPaths(of: $0) : $0
            }
            if !(try body(rows)) { return nil }
        }
        return found.count > page.count ? page.last?.cursor : nil
    }

    /// As `forEachBatch` for a query without an order that asks for a row more than the limit.
    private func forEachPlace(
        _ wider: PhotoQuery, upTo limit: Int, verifiesPaths: Bool,
        body: ([ListedPhoto]) throws -> Bool
    ) throws -> PhotoCursor? {
        var left = limit
        var last: (row: ListedPhoto, range: PlaceRange)?
        var hasMore = false
        try forEachPlace(wider, verifiesPaths: verifiesPaths) { rows, range in
            let wanted = Array(rows.prefix(left))
            hasMore = wanted.count < rows.count
            left -= wanted.count
            if let row = wanted.last { last = (row, range) }
            return try wanted.isEmpty || body(wanted)
        }
        guard hasMore, let last else { return nil }
        return try last.range.cursor(behind: last.row, catalog)
    }

    /// The photos of a query with an order, each once.
    func orderedPhotos(_ query: PhotoQuery) throws -> [FoundPhoto] {
        guard let order = query.order else { return [] }
        return try catalog.photos(
            of: query.scopes, where: query.filter, in: order, after: query.after,
            offset: max(query.offset, 0), limit: query.limit.map { max($0, 0) })
    }

    /// Those of some photos that fit a filter, in their order.
    private func fitting(_ ids: [PhotoID], _ filter: PhotoFilter) throws -> [PhotoID] {
        if filter.isEverything { return ids }
        let fitting = try catalog.photoIDs(among: ids, where: filter)
        return ids.filter(fitting.contains)
    }
}

// MARK: - Rows a place

extension PhotoGallery {
    /// Hands out the rows of a query without an order: a row a place.
    ///
    /// - Parameter body: gets rows and where they come from.
    func forEachPlace(
        _ query: PhotoQuery, verifiesPaths: Bool = false,
        body: ([ListedPhoto], PlaceRange) throws -> Bool
    ) throws {
        if query.scopes.count == 1, case .section(let section) = query.scopes[0] {
            try catalog.forEachBatch(
                of: section,
                after: try query.after.map { try PlaceRange.ordinal(of: $0, in: section) },
                offset: max(query.offset, 0), limit: query.limit,
                where: query.filter, verifiesPaths: verifiesPaths
            ) { try body($0, .section(section)) }
            return
        }
        var page = try RowPage(query)
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
            if case .photos(let ids) = scope, let first = page.begin(named: ids) {
                let named = try fitting(Array(ids[first...]), query.filter)
                try forEachNamedBatch(named, verifiesPaths) { rows in
                    try page.handOut(rows) { try body($0, .named(ids)) }
                }
            } else if case .everything = scope, !page.isDone, let last = page.beginUnlisted() {
                let unlisted = try catalog.unlistedPhotos(where: query.filter)
                try forEachNamedBatch(unlisted.filter { $0.rawValue > last }, verifiesPaths) {
                    rows in
                    try page.handOut(rows) { try body($0, .unlisted) }
                }
            }
        }
    }

    /// Hands out the rows of photos outside the trash that are named one by one, each at its first place.
    private func forEachNamedBatch(
        _ ids: [PhotoID], _ verifiesPaths: Bool, body: ([ListedPhoto]) throws -> Bool
    ) throws {
        let places = FirstPlaces([.everything], catalog)
        for start in stride(from: 0, to: ids.count, by: 512) {
            let page = Array(ids[start..<min(start + 512, ids.count)])
            let rows = try places.rows(of: page).filter { $0.photo.dateTrashed == nil }.map {
                verifiesPaths ? try verifyingPaths(of: $0) : $0
            }
            if !rows.isEmpty, !(try body(rows)) { return }
        }
    }

    private func verifyingPaths(of row: ListedPhoto) throws -> ListedPhoto {
        ListedPhoto(
            section: row.section, position: row.position,
            photo: try verifyingPaths(of: row.photo), isGone: row.isGone)
    }
}
