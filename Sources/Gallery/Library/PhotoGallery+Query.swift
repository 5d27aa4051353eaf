import Catalog
public import GalleryModel

extension PhotoGallery {
    /// The rows of a listing that a query chooses, in memory: a page of it, as a rule.
    ///
    /// Sections give their photos in their order; everything is all sections one after the other; photos
    /// that are named one by one stand at their first place, and those that no section lists are left out.
    /// Blocks: some milliseconds for a page, more where many photos are tested or skipped.
    ///
    /// - Parameter query: the photos; give it a limit, as each row takes some kilobytes.
    /// - Throws: `tryLater` for a locked catalog, `badInput` for a damaged one.
    public func photos(_ query: PhotoQuery) throws(GalleryError) -> [ListedPhoto] {
        var found: [ListedPhoto] = []
        try GalleryError.translating {
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
    /// - Throws: `tryLater` for a locked catalog, `badInput` for a damaged one, also in the middle; what
    ///   `body` throws, as it is.
    public func forEachPhoto(
        _ query: PhotoQuery, body: ([ListedPhoto]) throws -> Bool
    ) throws {
        try GalleryError.relaying { try forEachBatch(query, body: body) }
    }

    /// The ids of the photos that a query chooses, each once, in order.
    ///
    /// Blocks; takes 8 bytes of memory a photo.
    ///
    /// - Throws: `tryLater` for a locked catalog, `badInput` for a damaged one.
    public func photoIDs(_ query: PhotoQuery) throws(GalleryError) -> [PhotoID] {
        try GalleryError.translating {
            var met: Set<PhotoID> = []
            var ids: [PhotoID] = []
            for scope in query.scopes {
                if case .photos(let named) = scope, query.filter.isEverything {
                    // Named ones count where no section lists them, too.
                    ids += named.filter { met.insert($0).inserted }
                } else {
                    try forEachBatch(PhotoQuery([scope], filter: query.filter)) { rows in
                        ids += rows.map(\.photo.id).filter { met.insert($0).inserted }
                        return true
                    }
                }
            }
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
        return sections.reduce(0) { $0 + $1.count }
    }

    /// The sections that a query lists, each once; nil where it names photos one by one.
    func sections(of query: PhotoQuery) throws(GalleryError) -> [PhotoSection]? {
        var met: Set<Int64> = []
        var found: [PhotoSection] = []
        for scope in query.scopes {
            switch scope {
            case .everything: found += try sections().filter { met.insert($0.id).inserted }
            case .section(let section): if met.insert(section.id).inserted { found.append(section) }
            case .photos: return nil
            }
        }
        return found
    }

    /// Hands out the rows of a query; see `forEachPhoto`.
    ///
    /// - Parameter verifiesPaths: as `PhotoCatalog.forEachBatch`.
    func forEachBatch(
        _ query: PhotoQuery, verifiesPaths: Bool = false,
        body: ([ListedPhoto]) throws -> Bool
    ) throws {
        if query.scopes.count == 1, case .section(let section) = query.scopes[0] {
            try catalog.forEachBatch(
                of: section, offset: max(query.offset, 0), limit: query.limit,
                where: query.filter, verifiesPaths: verifiesPaths, body: body)
            return
        }
        var page = RowPage(query)
        for scope in query.scopes where !page.isDone {
            let sections =
                switch scope {
                case .everything: try self.sections()
                case .section(let section): [section]
                case .photos: [PhotoSection]()
                }
            for section in sections where !page.isDone {
                if page.skips(section, query.filter) { continue }
                try catalog.forEachBatch(
                    of: section, where: query.filter, verifiesPaths: verifiesPaths
                ) { rows in
                    try page.handOut(rows, to: body)
                }
            }
            if case .photos(let ids) = scope {
                try forEachNamedBatch(ids, query.filter, verifiesPaths) { rows in
                    try page.handOut(rows, to: body)
                }
            }
        }
    }

    /// Hands out the rows of photos that are named one by one, each at its first place.
    private func forEachNamedBatch(
        _ ids: [PhotoID], _ filter: PhotoFilter, _ verifiesPaths: Bool,
        body: ([ListedPhoto]) throws -> Bool
    ) throws {
        let fitting = try filter.isEverything ? nil : fittingPhotos(ids, filter)
        let listed = fitting.map { fitting in ids.filter(fitting.contains) } ?? ids
        for start in stride(from: 0, to: listed.count, by: 512) {
            let page = Array(listed[start..<min(start + 512, listed.count)])
            let places = try catalog.places(of: page)
            let rows = try catalog.photos(ids: page).compactMap { photo -> ListedPhoto? in
                guard let place = places[photo.id]?.first(where: { $0.position != nil }),
                    let position = place.position
                else { return nil }
                return ListedPhoto(
                    section: place.section.text, position: position,
                    photo: verifiesPaths ? try verifyingPaths(of: photo) : photo,
                    isGone: place.isGone)
            }
            if !rows.isEmpty, !(try body(rows)) { return }
        }
    }

    /// Which photos fit a filter, of those that sections list.
    private func fittingPhotos(_ ids: [PhotoID], _ filter: PhotoFilter) throws -> Set<PhotoID> {
        var waiting = Set(ids)
        var fitting: Set<PhotoID> = []
        for section in try sections() where !waiting.isEmpty {
            try catalog.forEachBatch(of: section, where: filter) { rows in
                for row in rows where waiting.remove(row.photo.id) != nil {
                    fitting.insert(row.photo.id)
                }
                return !waiting.isEmpty
            }
        }
        return fitting
    }
}

/// Counts the rows of several parts that a page skips and takes.
private struct RowPage {
    /// Whether nothing more is wanted.
    private(set) var isDone: Bool
    private var skipped: Int
    private var left: Int

    init(_ query: PhotoQuery) {
        skipped = max(query.offset, 0)
        left = query.limit.map { max($0, 0) } ?? .max
        isDone = left == 0
    }

    /// Whether a whole section lies before the page; nothing is read for it.
    mutating func skips(_ section: PhotoSection, _ filter: PhotoFilter) -> Bool {
        guard filter.isEverything, skipped >= section.count else { return false }
        skipped -= section.count
        return true
    }

    /// Hands out what of the rows lies in the page; false once nothing more is wanted.
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
