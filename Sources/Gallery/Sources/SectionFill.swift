import Catalog
import Foundation
import GalleryModel
import PhotoSources

/// What fills sections from other servers: lists, stores page by page, and downloads beside the listing.
///
/// ```
/// query → pages of photos → catalog → photos without a picture → downloads → store, catalog
/// ```
struct SectionFill: Sendable {
    /// What a piece of work came to.
    struct Filled<Value: Sendable>: Sendable {
        /// What its own part came to.
        var value: Value
        /// How the pictures fared.
        var pictures: SearchSummary.Pictures
        /// What ended the downloads early.
        var failure: GalleryError?
        /// Requests sent, repeated ones too.
        var requests: (api: Int, pictures: Int)
    }

    let catalog: PhotoCatalog
    let connection: SourceConnection
    /// Where pictures go; nil in a dry run.
    let session: WritingSession?
    let downloads: PictureDownloads
    let command: String
    /// What the command's changes are noted in.
    let entry: CommandEntry?
    let options: WorkOptions
    /// Where lists of people that fail are told and kept: whichever command has such a list at last clears the problem.
    let lists: WorkContext

    /// Does work that fills sections, with the downloads beside it, and waits for both.
    ///
    /// - Parameter entry: the entry of the journal; nil for work that changes nothing but what is cached.
    /// - Throws: `GalleryError` where nothing could be done; `CancellationError`.
    static func run<Value: Sendable>(
        in gallery: PhotoGallery, command: String, noting entry: CommandEntry?,
        options: WorkOptions, asksForSizes: Bool = false,
        _ body: @escaping @Sendable (SectionFill) async throws -> Value
    ) async throws -> Filled<Value> {
        let catalog = gallery.catalog
        let connection = SourceConnection(
            settings: gallery.settings, catalog: catalog, options: options,
            asksForSizes: asksForSizes)
        do {
            let session =
                options.isDryRun ? nil : try await offload { try catalog.beginWriting() }
            let lists = try await offload {
                WorkContext(options, command: "pull", in: catalog)
            }
            let fill = SectionFill(
                catalog: catalog, connection: connection, session: session,
                downloads: PictureDownloads(
                    catalog: catalog, connection: connection, session: session,
                    command: command, noting: entry, options: options),
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
        // Whichever of the two fails ends the other: a full disk does not wait for the last page.
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
    ///   - section: the section; nil to find it by its name, or make it.
    ///   - name: what it is called; nil for what the query says.
    ///   - isOneOfMany: whether others are filled in the same run: it tells no progress of its own, and the caller
    ///     records when the origin was asked.
    /// - Returns: what was done; `failure` says what ended it early, with what came before stored. The pictures
    ///   are under way.
    /// - Throws: what is wrong with the query; what the catalog throws.
    func fill(
        _ query: SectionQuery, into section: PhotoSection? = nil,
        named name: SectionReference? = nil, isOneOfMany: Bool = false
    ) async throws -> SearchSummary {
        let pages = SectionPages(
            catalog: catalog, query: query, section: section,
            name: section?.reference ?? name ?? SectionReference(of: query), command: command,
            entry: entry, isDryRun: options.isDryRun)
        let receive: @Sendable (SourcePage) async throws -> Void = { page in
            let stored = try await pages.take(page)
            let alive = stored.filter { $0.outcome != .trashed }
            if !isOneOfMany {
                options.progress(
                    .init(
                        activity: "photos", done: await pages.summary.listed,
                        total: query.limit))
            }
            guard session != nil, let size = query.size else { return }
            // What the origin did not have may be there once it says something new about the photo.
            let asksAgain = Set(alive.filter { $0.outcome == .updated }.map(\.id))
            try await downloads.want(alive.map(\.id), size: size, asksAgain: asksAgain)
        }
        let listing = try await list(query, pages, receive)
        try Task.checkCancellation()
        var summary = try await pages.finish(listing, recordsRefresh: !isOneOfMany)
        if case .share = query { try await tellList(&summary) }
        return summary
    }

    /// Names a person's list that the server does not give as a failed item: it has nothing to do with others.
    private func tellList(_ summary: inout SearchSummary) async throws {
        let subject = ProblemSubject.section(summary.section.reference)
        if let failure = summary.failure {
            summary.isListRefused = !summary.endsEverything
            if summary.endsEverything { return }
            try await offload { try lists.fail(subject, failure.message) }
        } else {
            try await offload { try lists.succeed(subject) }
        }
    }

    /// Lists the photos of the query, and once more where most of the section would be gone.
    private func list(
        _ query: SectionQuery, _ pages: SectionPages,
        _ receive: @escaping @Sendable (SourcePage) async throws -> Void
    ) async throws -> SourceListing {
        let listing = try await connection.listing(of: query, receive: receive)
        guard try await pages.needsSecondLook(at: listing) else { return listing }
        try await connection.pause()
        var second = try await connection.listing(of: query, receive: receive)
        second.isExhausted = second.isExhausted && listing.isExhausted
        return second
    }
}
