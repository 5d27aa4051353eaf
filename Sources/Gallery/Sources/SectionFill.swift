import Catalog
import Foundation
import GalleryModel
import PhotoSources

/// Fills sections from remote sources: lists photos, stores them page by page, and downloads
/// pictures concurrently.
///
/// ```
/// query → pages of photos → catalog → photos without a picture → downloads → store, catalog
/// ```
actor SectionFill {
    let catalog: PhotoCatalog
    let connection: SourceConnection
    /// The session that writes pictures; nil in a dry run.
    let session: WritingSession?
    let command: String
    /// The undo step of the command's changes.
    let entry: CommandEntry?
    let work: WorkContext
    let queue: AsyncStream<WantedPicture>
    let queueEnd: AsyncStream<WantedPicture>.Continuation

    // The state of the picture downloads.
    var results: [PictureResult] = []
    var finished: [WritingSession.Finished] = []
    var lastStored = ContinuousClock.now
    var done = 0
    var wanted = 0
    var patience: ConsecutiveFailureLimit
    /// The pictures already queued; several users may list the same photo.
    var met: Set<ProblemSubject> = []
    var counts = SearchSummary.Pictures()
    /// The error that makes further downloads pointless, such as a long rate limit.
    var failure: GalleryError?

    /// Opens the catalog for writing, which blocks.
    private init(
        _ catalog: PhotoCatalog, _ connection: SourceConnection, _ command: String,
        _ entry: CommandEntry?, _ options: WorkOptions
    ) throws {
        self.catalog = catalog
        self.connection = connection
        self.command = command
        self.entry = entry
        // A catalog that cannot be read fails here, and not for each picture.
        _ = try catalog.ignoredProblems(of: command)
        work = WorkContext(options, command: command, in: catalog)
        session = options.isDryRun ? nil : try catalog.beginWriting()
        patience = ConsecutiveFailureLimit(requests: connection.parallel)
        (queue, queueEnd) = AsyncStream<WantedPicture>.makeStream()
    }

    /// Runs a body that fills sections concurrently with the downloads, and waits for both.
    ///
    /// - Parameter entry: the undo step; nil for work that only changes cached data.
    /// - Returns: the result of the body, and the downloads with their counts.
    /// - Throws: `GalleryError` if nothing could be done; `CancellationError`.
    static func run<Value: Sendable>(
        in gallery: PhotoGallery, command: String, noting entry: CommandEntry?,
        options: WorkOptions, fetchesSizes: Bool = false,
        _ body: @escaping @Sendable (SectionFill) async throws -> Value
    ) async throws -> (Value, SectionFill) {
        let connection = SourceConnection(
            settings: gallery.settings, catalog: gallery.catalog, options: options,
            fetchesSizes: fetchesSizes)
        return try await connection.whileOpen {
            let fill = try await offload {
                try SectionFill(gallery.catalog, connection, command, entry, options)
            }
            var keepsParts = true
            defer { fill.session?.end(keepingParts: keepsParts) }
            // A failure of either task ends the other: a full disk does not wait for the last page.
            let value = try await withThrowingTaskGroup(of: Value?.self) { group in
                group.addTask {
                    defer { fill.queueEnd.finish() }
                    return try await body(fill)
                }
                group.addTask {
                    try await fill.download()
                    return nil
                }
                var value: Value?
                while let result = try await group.next() { value = result ?? value }
                return value
            }
            try Task.checkCancellation()
            guard let value else { throw CancellationError() }
            keepsParts = false
            return (value, fill)
        }
    }

    /// Fills the section of a query.
    ///
    /// - Parameters:
    ///   - section: the section; nil to find it by its name or create it.
    ///   - name: the section's name; nil for the query's default.
    ///   - isPartOfBatch: whether the same run fills other sections: then no progress is reported,
    ///     and the caller records the time of the refresh.
    /// - Returns: the result, with the `failure` that ended it early, if any. Downloads may still
    ///   be running.
    /// - Throws: errors of the query and of the catalog.
    nonisolated func fill(
        _ query: SectionQuery, into section: PhotoSection? = nil,
        named name: SectionReference? = nil, isPartOfBatch: Bool = false
    ) async throws -> SearchSummary {
        let new = PhotoSection(
            id: 0, reference: name ?? SectionReference(of: query), count: 0, query: query)
        var pages = SectionPages(
            fill: self, query: query, known: section,
            summary: SearchSummary(section: section ?? new))
        let receive = { [self] (page: SourcePage) async throws in
            let wanted = try await pages.take(page)
            if !isPartOfBatch {
                work.progress("photos", pages.summary.listed, of: query.limit)
            }
            if session != nil, let size = query.size { try await want(wanted, size: size) }
        }
        var listing = try await connection.listing(of: query, receive: receive)
        if try await pages.needsSecondListing(at: listing) {
            try await connection.pause()
            let wasExhausted = listing.isExhausted
            listing = try await connection.listing(of: query, receive: receive)
            listing.isExhausted = listing.isExhausted && wasExhausted
        }
        try Task.checkCancellation()
        return try await pages.finish(listing, recordsRefresh: !isPartOfBatch)
    }
}

/// Stores the pages of one listing in a section.
///
/// The section is created when the first page arrives, so that a search that fails at once leaves
/// no section.
private struct SectionPages {
    let fill: SectionFill
    let query: SectionQuery
    /// The section, if the caller knows it.
    let known: PhotoSection?
    /// The result so far.
    var summary: SearchSummary
    var section: PhotoSection?
    var listed: Set<PhotoID> = []
    /// The stored photos in the origin's order.
    var order: [PhotoID] = []
    /// Whether expected photos were missing at the last check.
    var lacksExpectedPhotos = true

    /// Stores a page.
    ///
    /// - Returns: the photos that were on no earlier page of this run, without those in the trash.
    mutating func take(_ page: SourcePage) async throws -> [WantedPicture] {
        guard let section = try await openSection() else {
            // In a dry run of a new section, nothing is known about its photos.
            summary.listed += page.photos.count
            summary.new += page.photos.count
            return []
        }
        let stored = try await offload { [fill] in
            try fill.catalog.store(
                page.photos, in: section, command: fill.command, noting: fill.entry,
                isPartial: page.isPartial, isDryRun: fill.work.isDryRun)
        }
        summary.found = page.found ?? summary.found
        var fresh: [WantedPicture] = []
        for (index, photo) in stored.enumerated() {
            // A repeated listing contains the same photos again.
            guard listed.insert(photo.id).inserted else { continue }
            summary.listed += 1
            order.append(photo.id)
            switch photo.outcome {
            case .new: summary.new += 1
            case .updated, .moved: summary.updated += 1
            case .unchanged: summary.unchanged += 1
            case .trashed:
                summary.trashed += 1
                continue
            }
            summary.photos.append(photo.id)
            let details = page.photos[index]
            // The stored details of a known photo may be more complete than a partial page.
            let isKnown = !page.pictures.isEmpty && (!page.isPartial || photo.outcome == .new)
            fresh.append(
                WantedPicture(
                    photo: photo.id, origin: details.origin, originID: details.originID,
                    source: isKnown ? page.pictures[index] : nil,
                    // An updated photo may now have the picture that the origin lacked earlier.
                    retriesUnavailable: photo.outcome == .updated))
        }
        return fresh
    }

    /// Returns true if a listing lacks more than half of the expected photos and should be repeated
    /// before any of them is marked.
    ///
    /// Failing servers return well-formed empty lists. A few deleted photos do not justify a second
    /// listing of thousands.
    mutating func needsSecondListing(at listing: SourceListing) async throws -> Bool {
        guard listing.isExhausted, !fill.work.isDryRun, let section = try await openSection()
        else { return false }
        let expected = try await offload { [fill] in try fill.catalog.photosExpected(in: section) }
        let missing = expected.count { !listed.contains($0) }
        lacksExpectedPhotos = missing > 0
        return missing > expected.count / 2
    }

    /// Completes the run: records the time of the refresh, and marks photos that are no longer
    /// listed.
    ///
    /// - Parameter recordsRefresh: false if the caller records many sections at once.
    mutating func finish(
        _ listing: SourceListing, recordsRefresh: Bool
    ) async throws -> SearchSummary {
        summary.found = listing.found ?? summary.found
        summary.gaps = listing.gaps
        summary.failure = listing.failure.map { GalleryError(translating: $0) }
        summary.trouble = ServerTrouble(listing.failure)
        if summary.failure != nil, section == nil, listed.isEmpty { return summary }
        guard !fill.work.isDryRun, let section = try await openSection() else { return summary }
        let found = summary.found
        let isWhole = listing.isExhausted && lacksExpectedPhotos
        // Most of many sections did not change; skip further queries for them.
        if !isWhole, !recordsRefresh { return summary }
        let arranges = query.isNewestFirst && listing.failure == nil
        let (delisted, now) = try await offload { [fill, listed, order] in
            let (catalog, entry) = (fill.catalog, fill.entry)
            let delisted =
                isWhole
                ? try catalog.markDelisted(
                    from: section, exceptFor: listed, command: fill.command, noting: entry) : []
            if arranges { try catalog.sortByUploadDate(section, listed: order) }
            guard recordsRefresh else { return (delisted.count, section) }
            try catalog.recordRefresh(of: [(section.id, found)], noting: entry)
            return (delisted.count, try catalog.section(section.reference))
        }
        summary.delisted = delisted
        summary.section = now
        return summary
    }

    /// Opens the section, creates it if necessary and stores its query; a dry run only opens it.
    private mutating func openSection() async throws -> PhotoSection? {
        if let section { return section }
        let (reference, query) = (summary.section.reference, query)
        // An unchanged query needs no write.
        if let known, known.query.map(query.keeping) == known.query {
            section = known
            return known
        }
        section = try await offload { [fill] in
            let (catalog, entry) = (fill.catalog, fill.entry)
            if fill.work.isDryRun {
                return try found(catalog.section(reference), unless: .noSection)
            }
            return try catalog.makeSection(reference, query: query, noting: entry)
        }
        if let section { summary.section = section }
        return section
    }
}

extension SectionReference {
    /// Makes the default reference for the section of a query.
    ///
    /// A search is named after its term and filters, such as `dogs license:4,5`; one without a term
    /// after its filters: `license=4,5`. The number of photos and the picture size are not part of
    /// the name.
    init(of query: SectionQuery) {
        switch query {
        case .share(let query): self.init(kind: .share, name: "\(query.name)@\(query.server.host)")
        case .campaign(let query): self.init(kind: .campaign, name: query.identifier)
        case .flickr(let query):
            let filters: [(String, String?)] = [
                ("tags", query.tags), ("tag-mode", query.tagMode), ("user", query.user),
                ("group", query.group), ("license", query.licenses?.text ?? query.license),
                ("bbox", query.bbox),
                ("near", query.near.map { "\($0.latitude),\($0.longitude)" }),
                ("radius", query.radius.map { Int(exactly: $0).map(String.init) ?? "\($0)" }),
                ("machine-tags", query.machineTags), ("min-taken", query.minTaken),
                ("max-taken", query.maxTaken), ("min-upload", query.minUpload),
                ("max-upload", query.maxUpload), ("has-geo", query.hasGeo.map(String.init)),
                ("media", query.media), ("content-type", query.contentType),
                ("safe-search", query.safeSearch.map(String.init)), ("sort", query.sort),
            ]
            let words = filters.compactMap { key, value in
                value.map { value -> String in
                    if query.term.isEmpty { return "\(key)=\(value)" }
                    return value.contains(where: \.isWhitespace)
                        ? "\(key):\"\(value)\"" : "\(key):\(value)"
                }
            }
            self.init(
                kind: .flickr,
                name: ((query.term.isEmpty ? [] : [query.term]) + words).joined(separator: " "))
        }
    }
}
