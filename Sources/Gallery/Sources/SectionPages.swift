import Catalog
import Foundation
import GalleryModel
import PhotoSources

/// Takes the pages of one listing into a section, which is made when the first answer has come: a
/// search that fails at once leaves no section behind.
actor SectionPages {
    private let catalog: PhotoCatalog
    private let query: SectionQuery
    private let command: String
    private let entry: CommandEntry?
    private let isDryRun: Bool
    /// The section, where the caller knows it.
    private let known: PhotoSection?
    private var section: PhotoSection?
    private var listed: Set<PhotoID> = []
    /// The photos that were stored, in the origin's order.
    private var order: [PhotoID] = []
    /// Whether photos that should be listed were not, when that was last looked at.
    private var lacksSome = true

    /// What was done so far.
    private(set) var summary: SearchSummary

    /// Makes an empty taker.
    ///
    /// - Parameters:
    ///   - section: the section; nil to find it by its name, or make it.
    ///   - name: what it is called.
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
    /// - Returns: its photos that no earlier page of this run held.
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
            // A dry run of a new section: nothing of it is known.
            summary.listed += details.count
            summary.new += details.count
            return []
        }
        summary.found = page.found ?? summary.found
        // A second look brings photos again.
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

    /// Whether a listing lacks so many of the section's photos that it is to be made once more before
    /// any of them is marked: more than half of those it should hold.
    ///
    /// Servers that are out of order answer "no photos" in good form. One photo that was deleted asks
    /// for no second listing of thousands.
    func needsSecondLook(at listing: SourceListing) async throws -> Bool {
        guard isWhole(listing), !isDryRun, let section = try await openSection() else {
            return false
        }
        let expected = try await offload { [catalog] in
            try catalog.photosExpected(in: section)
        }
        let missing = expected.count { !listed.contains($0) }
        lacksSome = missing > 0
        return missing > expected.count / 2
    }

    /// Whether what a listing did not hold is not there.
    private func isWhole(_ listing: SourceListing) -> Bool {
        listing.isExhausted && listing.failure == nil
    }

    /// Completes the run: records when the origin was asked, and marks what it no longer lists.
    ///
    /// - Parameter recordsRefresh: false where the caller records for many sections at once.
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
        let isWhole = isWhole(listing) && lacksSome
        // Of many sections most are as they were: they cost no further look at the catalog.
        if !isWhole, !recordsRefresh { return summary }
        let arranges = query.isNewestFirst && listing.failure == nil
        let (gone, now) = try await offload { [catalog, command, entry, listed, order] in
            let gone =
                isWhole
                ? try catalog.markGone(
                    from: section, exceptFor: listed, command: command, noting: entry) : []
            if arranges { try catalog.arrangeNewestFirst(section, listed: order) }
            guard recordsRefresh else { return (gone.count, section) }
            try catalog.recordRefresh(of: [(section.id, found)], noting: entry)
            return (gone.count, try catalog.section(section.reference))
        }
        summary.gone = gone
        summary.section = now
        return summary
    }

    /// The section, made and given the query; in a dry run only where it is there already.
    private func openSection() async throws -> PhotoSection? {
        if let section { return section }
        let (reference, query) = (summary.section.reference, query)
        // What is filled as before needs nothing to be written.
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
    /// The section of a query, where no section has it yet.
    init(of query: SectionQuery) {
        switch query {
        case .flickr(let query): self.init(flickr: query)
        case .share(let query):
            self.init(kind: .share, name: "\(query.name)@\(query.server.host)")
        case .campaign(let query): self.init(kind: .campaign, name: query.identifier)
        }
    }

    /// The section of a search: its term; one of filters alone is named by them.
    private init(flickr query: FlickrQuery) {
        if !query.term.isEmpty {
            self.init(kind: .flickr, name: query.term)
            return
        }
        let filters: [(String, String?)] = [
            ("tags", query.tags), ("user", query.user), ("group", query.group),
            ("license", query.license), ("bbox", query.bbox),
            ("near", query.near.map { "\($0.latitude),\($0.longitude)" }),
            ("machine-tags", query.machineTags), ("min-taken", query.minTaken),
            ("max-taken", query.maxTaken), ("min-upload", query.minUpload),
            ("max-upload", query.maxUpload), ("has-geo", query.hasGeo.map(String.init)),
            ("media", query.media), ("content-type", query.contentType),
            ("safe-search", query.safeSearch.map(String.init)),
        ]
        let name = filters.compactMap { key, value in value.map { "\(key)=\($0)" } }
        self.init(kind: .flickr, name: name.joined(separator: " "))
    }
}
