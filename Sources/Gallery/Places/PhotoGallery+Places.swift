import Catalog
import Faces
import Foundation
public import GalleryModel

extension PhotoGallery {
    /// Looks up the places of photos, stores them and hands out what is known about each.
    ///
    /// What was looked up before is not looked up again unless the index or the answers for disputed areas
    /// have changed. A photo of the camera without a position gets the place of the home, where there is one;
    /// it stays that place when the home moves later.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - options: the home, and whether to look up again; a dry run stores nothing and hands nothing out.
    ///   - body: gets the photos in order, a page at a time as it is stored, those too that were known
    ///     before; called on one thread at a time. What it throws ends the work.
    /// - Throws: `configuration` for a missing or damaged index; what the catalog or `body` throws;
    ///   `CancellationError`.
    public func locate(
        _ query: PhotoQuery, options: LocateOptions = LocateOptions(),
        body: (@Sendable ([LocatedItem]) throws -> Void)? = nil
    ) async throws -> LocateSummary {
        try await perform("locate", options.work) { [self] work in
            try locate(try scope(of: query), options, work, work.isDryRun ? nil : body)
        }
    }

    private func locate(
        _ scope: PhotoScope, _ options: LocateOptions, _ work: WorkContext,
        _ body: (@Sendable ([LocatedItem]) throws -> Void)?
    ) throws -> LocateSummary {
        let places = CatalogPlaces(catalog: catalog, options: options, work: work)
        let summary = try places.run(
            scope, try ReverseGeocoder(settings: settings), total: try total(of: scope),
            body)
        if !work.isDryRun { try clearIndexProblem() }
        return summary
    }

    /// How many photos outside the trash have a fallback home, or would without their position.
    public func homeCount() throws(GalleryError) -> Int {
        try GalleryError.translating { try catalog.homeCount() }
    }

    /// Counts photos by place, each once; the place with most photos first.
    ///
    /// Photos in the trash do not count. Blocks: through indexes for everything and for a section, else as
    /// long as listing the photos takes.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - level: how finely to tell places apart.
    public func placeCounts(
        _ query: PhotoQuery, by level: PlaceLevel
    ) throws(GalleryError) -> PlaceCounts {
        let (scope, filter) = try countedPhotos(query)
        return try GalleryError.translating {
            try catalog.placeCounts(of: scope, where: filter, by: level)
        }
    }

    /// Looks up what was queued by import, search or a track.
    ///
    /// An index that cannot be used hinders no import: it is a failed item, and the photos stay queued.
    ///
    /// - Throws: `CancellationError`; what the catalog throws.
    func locateQueued(_ work: WorkContext, command: String) throws {
        if work.isDryRun { return }
        let places = CatalogPlaces(
            catalog: catalog, options: LocateOptions(settings: settings), work: work)
        do {
            try places.runQueue { () throws(GalleryError) in try ReverseGeocoder(settings: settings)
            }
            try clearIndexProblem()
        } catch let error as GalleryError where error.kind == .configuration {
            let message = "places were not looked up: \(error.message)"
            let subject = Self.indexFile
            try catalog.recordProblems([(subject, message)], command: command)
            work.tellFailed(subject, message)
        }
    }

    private static var indexFile: ProblemSubject { .file(named: ModelFile.places.fileName) }

    /// Forgets that the index could not be used, whichever command found that; looked for first, because a
    /// catalog may be one that cannot be written.
    private func clearIndexProblem() throws {
        let subject = Self.indexFile
        guard try catalog.problems().contains(where: { $0.subject == subject }) else { return }
        try catalog.clearProblem(subject: subject)
    }

    /// Refuses a wrong answer for a disputed area before any work is begun; whether the index can be used
    /// at all shows later.
    func checkDisputedAreas() throws(GalleryError) {
        guard !settings.places.disputedAreas.isEmpty else { return }
        try ReverseGeocoder.checkOverrides(settings)
    }
}
