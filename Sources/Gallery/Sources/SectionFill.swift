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
struct SectionFill: Sendable {
    /// The result of filling sections.
    struct Filled<Value: Sendable>: Sendable {
        /// The result of the body.
        var value: Value
        /// The outcome of the picture downloads.
        var pictures: SearchSummary.Pictures
        /// The error that ended the downloads early.
        var failure: GalleryError?
        /// The number of requests sent, including retries.
        var requests: (api: Int, pictures: Int)
    }

    let catalog: PhotoCatalog
    let connection: SourceConnection
    /// The session that writes pictures; nil in a dry run.
    let session: WritingSession?
    let downloads: PictureDownloads
    let command: String
    /// The undo step of the command's changes.
    let entry: CommandEntry?
    let options: WorkOptions
    /// The context in which failed lists of users are reported and stored.
    ///
    /// It always belongs to `pull`, so that any command that lists a user successfully clears the
    /// problem.
    let lists: WorkContext

    /// Runs a body that fills sections concurrently with the downloads, and waits for both.
    ///
    /// - Parameter entry: the undo step; nil for work that only changes cached data.
    /// - Throws: `GalleryError` if nothing could be done; `CancellationError`.
    static func run<Value: Sendable>(
        in gallery: PhotoGallery, command: String, noting entry: CommandEntry?,
        options: WorkOptions, fetchesSizes: Bool = false,
        _ body: @escaping @Sendable (SectionFill) async throws -> Value
    ) async throws -> Filled<Value> {
        let catalog = gallery.catalog
        let connection = SourceConnection(
            settings: gallery.settings, catalog: catalog, options: options,
            fetchesSizes: fetchesSizes)
        do {
            let session =
                options.isDryRun ? nil : try await offload { try catalog.beginWriting() }
            let (lists, ignored) = try await offload {
                (
                    WorkContext(options, command: "pull", in: catalog),
                    try catalog.ignoredProblems(of: command)
                )
            }
            let fill = SectionFill(
                catalog: catalog, connection: connection, session: session,
                downloads: PictureDownloads(
                    catalog: catalog, connection: connection, session: session,
                    command: command, noting: entry, options: options,
                    areRequested: fetchesSizes, ignoring: ignored),
                command: command, entry: entry, options: options, lists: lists)
            do {
                let filled = try await fill.run(body)
                await connection.close()
                session?.end()
                return filled
            } catch {
                await connection.close()
                session?.end(keepingParts: true)
                throw error
            }
        } catch {
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            throw GalleryError(translating: error)
        }
    }

    private func run<Value: Sendable>(
        _ body: @escaping @Sendable (SectionFill) async throws -> Value
    ) async throws -> Filled<Value> {
        // A failure of either task ends the other: a full disk does not wait for the last page.
        let value = try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                defer { downloads.end() }
                return try await body(self)
            }
            group.addTask {
                try await downloads.run()
                return nil
            }
            var value: Value?
            while let result = try await group.next() { value = result ?? value }
            return value
        }
        try Task.checkCancellation()
        guard let value else { throw CancellationError() }
        return Filled(
            value: value, pictures: await downloads.counts, failure: await downloads.failure,
            requests: (connection.apiRequests, connection.pictureRequests))
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
    func fill(
        _ query: SectionQuery, into section: PhotoSection? = nil,
        named name: SectionReference? = nil, isPartOfBatch: Bool = false
    ) async throws -> SearchSummary {
        let pages = SectionPages(
            catalog: catalog, query: query, section: section,
            name: section?.reference ?? name ?? SectionReference(of: query), command: command,
            entry: entry, isDryRun: options.isDryRun)
        let receive: @Sendable (SourcePage) async throws -> Void = { page in
            let stored = try await pages.take(page)
            let alive = stored.filter { $0.outcome != .trashed }
            if !isPartOfBatch {
                options.progress(
                    .init(
                        activity: "photos", done: await pages.summary.listed,
                        total: query.limit))
            }
            guard session != nil, let size = query.size else { return }
            // An updated photo may now have the picture that the origin lacked earlier.
            let retriesUnavailable = Set(alive.filter { $0.outcome == .updated }.map(\.id))
            try await downloads.want(
                alive.map(\.id), size: size, retriesUnavailable: retriesUnavailable)
        }
        let listing = try await list(query, pages, receive)
        try Task.checkCancellation()
        var summary = try await pages.finish(listing, recordsRefresh: !isPartOfBatch)
        if case .share = query { try await reportList(&summary) }
        return summary
    }

    /// Reports a user's list that the server refuses as a failed item, because other users are not
    /// affected.
    private func reportList(_ summary: inout SearchSummary) async throws {
        let subject = ProblemSubject.section(summary.section.reference)
        if let failure = summary.failure {
            summary.isListRefused = !summary.stopsAllListings
            if summary.stopsAllListings { return }
            try await offload { try lists.fail(subject, failure.message) }
        } else {
            try await offload { try lists.succeed(subject) }
        }
    }

    /// Lists the photos of the query; repeats the listing if most of the section would be marked.
    private func list(
        _ query: SectionQuery, _ pages: SectionPages,
        _ receive: @escaping @Sendable (SourcePage) async throws -> Void
    ) async throws -> SourceListing {
        let listing = try await connection.listing(of: query, receive: receive)
        guard try await pages.needsSecondListing(at: listing) else { return listing }
        try await connection.pause()
        var second = try await connection.listing(of: query, receive: receive)
        second.isExhausted = second.isExhausted && listing.isExhausted
        return second
    }
}

/// Stores the pages of one listing in a section. The section is created when the first page
/// arrives, so that a search that fails at once leaves no section.
actor SectionPages {
    private let catalog: PhotoCatalog
    private let query: SectionQuery
    private let command: String
    private let entry: CommandEntry?
    private let isDryRun: Bool
    /// The section, if the caller knows it.
    private let known: PhotoSection?
    private var section: PhotoSection?
    private var listed: Set<PhotoID> = []
    /// The stored photos in the origin's order.
    private var order: [PhotoID] = []
    /// Whether expected photos were missing at the last check.
    private var lacksExpectedPhotos = true

    /// The result so far.
    private(set) var summary: SearchSummary

    /// Makes an empty collector.
    ///
    /// - Parameters:
    ///   - section: the section; nil to find it by its name or create it.
    ///   - name: the section's name.
    init(
        catalog: PhotoCatalog, query: SectionQuery, section: PhotoSection?,
        name: SectionReference, command: String, entry: CommandEntry?, isDryRun: Bool
    ) {
        self.catalog = catalog
        self.query = query
        self.command = command
        self.entry = entry
        self.isDryRun = isDryRun
        known = section
        summary = SearchSummary(
            section: section ?? PhotoSection(id: 0, reference: name, count: 0, query: query))
    }

    /// Stores a page.
    ///
    /// - Returns: the photos that were on no earlier page of this run.
    func take(_ page: SourcePage) async throws -> [StoredPhoto] {
        let section = try await openSection()
        let details = page.photos
        let stored: [StoredPhoto]
        if let section {
            stored = try await offload { [catalog, command, entry, isDryRun] in
                try catalog.store(
                    details, in: section, command: command, noting: entry,
                    isPartial: page.isPartial,
                    isDryRun: isDryRun)
            }
        } else {
            // In a dry run of a new section, nothing is known about its photos.
            summary.listed += details.count
            summary.new += details.count
            return []
        }
        summary.found = page.found ?? summary.found
        // A repeated listing contains the same photos again.
        let fresh = stored.filter { listed.insert($0.id).inserted }
        for photo in fresh {
            summary.listed += 1
            order.append(photo.id)
            switch photo.outcome {
            case .new: summary.new += 1
            case .updated: summary.updated += 1
            case .unchanged: summary.unchanged += 1
            case .trashed: summary.trashed += 1
            }
            guard photo.outcome != .trashed else { continue }
            summary.photos.append(photo.id)
        }
        return fresh
    }

    /// Returns true if a listing lacks more than half of the expected photos and should be repeated
    /// before any of them is marked.
    ///
    /// Failing servers return well-formed empty lists. A few deleted photos do not justify a second
    /// listing of thousands.
    func needsSecondListing(at listing: SourceListing) async throws -> Bool {
        guard isWhole(listing), !isDryRun, let section = try await openSection() else {
            return false
        }
        let expected = try await offload { [catalog] in
            try catalog.photosExpected(in: section)
        }
        let missing = expected.count { !listed.contains($0) }
        lacksExpectedPhotos = missing > 0
        return missing > expected.count / 2
    }

    /// Returns true if photos missing from a listing no longer exist.
    private func isWhole(_ listing: SourceListing) -> Bool {
        listing.isExhausted && listing.failure == nil
    }

    /// Completes the run: records the time of the refresh, and marks photos that are no longer
    /// listed.
    ///
    /// - Parameter recordsRefresh: false if the caller records many sections at once.
    func finish(
        _ listing: SourceListing, recordsRefresh: Bool
    ) async throws -> SearchSummary {
        summary.found = listing.found ?? summary.found
        summary.gaps = listing.gaps
        summary.failure = listing.failure.map { GalleryError(translating: $0) }
        summary.trouble = ServerTrouble(listing.failure)
        if summary.failure != nil, section == nil, listed.isEmpty { return summary }
        guard !isDryRun, let section = try await openSection() else { return summary }
        let found = summary.found
        let isWhole = isWhole(listing) && lacksExpectedPhotos
        // Most of many sections did not change; skip further queries for them.
        if !isWhole, !recordsRefresh { return summary }
        let arranges = query.isNewestFirst && listing.failure == nil
        let (delisted, now) = try await offload { [catalog, command, entry, listed, order] in
            let delisted =
                isWhole
                ? try catalog.markDelisted(
                    from: section, exceptFor: listed, command: command, noting: entry) : []
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
    private func openSection() async throws -> PhotoSection? {
        if let section { return section }
        let (reference, query) = (summary.section.reference, query)
        // An unchanged query needs no write.
        if let known, known.query.map(query.keeping) == known.query {
            section = known
            return known
        }
        section = try await offload { [catalog, entry, isDryRun] in
            if isDryRun {
                do throws(CatalogError) { return try catalog.section(reference) } catch {
                    guard error.code == .noSection else { throw error }
                    return nil
                }
            }
            let section = try catalog.makeSection(reference, noting: entry)
            try catalog.recordQuery(query, of: section.id, noting: entry)
            return section
        }
        if let section { summary.section = section }
        return section
    }
}

extension SectionReference {
    /// Makes the default reference for the section of a query.
    init(of query: SectionQuery) {
        switch query {
        case .flickr(let query): self.init(flickr: query)
        case .share(let query):
            self.init(kind: .share, name: "\(query.name)@\(query.server.host)")
        case .campaign(let query): self.init(kind: .campaign, name: query.identifier)
        }
    }

    /// Makes the reference for a search: its term and filters, such as `dogs license:4,5`.
    ///
    /// A search without a term is named after its filters: `license=4,5`. The number of photos and
    /// the picture size are not part of the name.
    private init(flickr query: FlickrQuery) {
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
