public import Basics
import Catalog
import Faces
public import GalleryModel

/// The places of photos, looked up from their positions.
///
/// @Snippet(path: "gallery/Snippets/FindPlaces", slice: "tracks")
public struct GalleryPlaces: GalleryFeature {
    /// The number of photos per transaction.
    private static let pageLength = 2048

    let gallery: PhotoGallery

    /// Looks up the places of photos and stores them.
    ///
    /// Places already known are not looked up again unless the index or the overrides for disputed
    /// areas have changed. An imported photo without a position gets the place of the home, if one
    /// is set, and keeps it when the home moves later.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - options: the home, and whether to look up again; a dry run stores nothing and does not
    ///     call `body`.
    ///   - body: receives the photos in order, one page at a time as they are stored, including
    ///     those already known; called on one thread at a time. An error it throws ends the work.
    /// - Throws: `configuration` for a missing or damaged index; errors of the catalog and of
    ///   `body`; `CancellationError`.
    public func locate(
        _ query: PhotoQuery, options: LocateOptions = LocateOptions(),
        body: (@Sendable ([LocatedItem]) throws -> Void)? = nil
    ) async throws -> LocateSummary {
        try await gallery.perform("locate", options.work) { [self] work in
            let body = work.isDryRun ? nil : body
            let summary = try update(try gallery.scope(of: query), options, work, body)
            if !work.isDryRun { try clearIndexProblem() }
            return summary
        }
    }

    /// Returns the number of photos outside the trash whose fallback place is the home, or would be
    /// if they had no position.
    package func homeCount() throws(GalleryError) -> Int { try translated(catalog.homeCount()) }

    /// Looks up the places of photos queued by import, search or tracks.
    ///
    /// An unusable index does not fail the import: it is reported as a failed item, and the photos
    /// stay queued.
    ///
    /// - Parameter ids: only these photos; nil for all.
    /// - Throws: `CancellationError`; errors of the catalog.
    func locateQueued(of ids: [PhotoID]? = nil, _ work: WorkContext, command: String) throws {
        if work.isDryRun { return }
        do {
            try locateQueue(of: ids, work)
            try clearIndexProblem()
        } catch let error as GalleryError where error.kind == .configuration {
            let message = "places were not looked up: \(error.message)"
            let subject = Self.indexFile
            try catalog.recordProblems([(subject, message)], command: command)
            work.reportFailure(subject, message)
        }
    }

    private static var indexFile: ProblemSubject { .file(named: ModelFile.places.fileName) }

    /// Removes the stored problem of an unusable index, whichever command stored it.
    ///
    /// Looks for it first because the catalog may be read-only.
    private func clearIndexProblem() throws {
        let subject = Self.indexFile
        guard
            try catalog.problems(includingIgnored: true).contains(where: { $0.subject == subject })
        else { return }
        try catalog.clearProblem(subject: subject)
    }

    /// Looks up missing and outdated places in a part of the catalog.
    ///
    /// ```
    /// catalog, a page at a time → photos whose place is missing or outdated → look up → store
    /// ```
    /// A look-up takes microseconds, so a single thread does all of them.
    ///
    /// - Parameter body: receives the photos of each page once their places are stored.
    func update(
        _ scope: PhotoScope, _ options: LocateOptions, _ work: WorkContext,
        _ body: (([LocatedItem]) throws -> Void)? = nil
    ) throws -> LocateSummary {
        var summary = LocateSummary()
        let reverseGeocoder = try ReverseGeocoder(settings: settings)
        let lookup = try reverseGeocoder.makeLookup()
        let total = try gallery.total(of: scope)
        let entry = options.replacesHome ? CommandEntry("locate", number: options.change) : nil
        var foreign = 0
        var done = 0
        try catalog.forEachPage(of: scope, limit: Self.pageLength) { ids in
            try work.checkCancellation()
            let page = try catalog.placeWork(
                of: ids, cacheKey: reverseGeocoder.cacheKey,
                home: HomeChoice(options.home, replaces: options.replacesHome),
                again: options.again)
            if !work.isDryRun { try catalog.removeHomes(of: page.clearing, noting: entry) }
            summary.homesRemoved += page.clearing.count
            foreign += page.foreign.count
            summary.upToDate += page.upToDate.count
            summary.withoutPosition += page.positionless.count
            summary.atHome += page.works.count { $0.source == .home }
            let located = try page.works.map { LocatedPhoto($0, place: try lookup($0.coordinate)) }
            if !work.isDryRun {
                // Photos whose position has changed meanwhile stay queued.
                try catalog.record(located, cacheKey: reverseGeocoder.cacheKey, noting: entry)
            }
            summary.change = entry?.id
            for photo in located where photo.work.source != .home { summary.count(photo.place) }
            if let body { try body(try catalog.photos(ids: ids).map(LocatedItem.init)) }
            done += page.works.count + page.upToDate.count + page.positionless.count
            work.progress("places", done, of: total)
            return true
        }
        if options.replacesHome, options.home != nil, scope != .everything, foreign > 0 {
            work.remark(
                "home locations apply only to imported photos: \(foreign) "
                    + (foreign == 1 ? "photo" : "photos") + " from other sources skipped")
        }
        return summary
    }

    /// Looks up the places of photos queued by import, search and tracks.
    ///
    /// Opens the index only if photos are queued.
    ///
    /// - Parameter ids: only these photos; nil for all.
    private func locateQueue(of ids: [PhotoID]?, _ work: WorkContext) throws {
        // After an upgrade all photos of the catalog may be queued, which takes a while.
        let total = try ids?.count ?? catalog.queuedPlaceCount()
        var done = 0
        var opened: (reverseGeocoder: ReverseGeocoder, lookup: ReverseGeocoder.Lookup)?
        for page in ids?.pages(of: Self.pageLength).map(Optional.some) ?? [nil] {
            // The home comes from the settings, not from a command, so there is no undo step.
            while let works = try catalog.queuedPlaceWork(
                of: page, limit: Self.pageLength, home: settings.places.home)
            {
                try work.checkCancellation()
                let reverseGeocoder =
                    try opened?.reverseGeocoder ?? ReverseGeocoder(settings: settings)
                let lookup = try opened?.lookup ?? reverseGeocoder.makeLookup()
                opened = (reverseGeocoder, lookup)
                // Photos whose position has changed meanwhile stay queued.
                try catalog.record(
                    try works.map { LocatedPhoto($0, place: try lookup($0.coordinate)) },
                    cacheKey: reverseGeocoder.cacheKey, noting: nil)
                done += works.count
                work.progress("places", min(done, total), of: total)
            }
        }
    }
}

extension GalleryCounts {
    /// Counts photos by place, each photo once; the place with the most photos first.
    ///
    /// Photos in the trash are not counted. Blocks: for everything and for a section the counts
    /// come from indexes, otherwise the photos are listed.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - level: the granularity of places.
    public func places(
        _ query: PhotoQuery, by level: PlaceLevel
    ) throws(GalleryError) -> PlaceCounts {
        let (scope, filter) = try gallery.countScope(query)
        return try translated(catalog.placeCounts(of: scope, where: filter, by: level))
    }
}

/// A position, a photo or a file with its place: a row of `gallery locate`.
public struct LocatedItem: Hashable, Sendable {
    /// The photo's catalog id; nil for files and bare positions.
    public var photoID: PhotoID?
    /// The photo's title or file name; nil for files and bare positions.
    public var title: String?
    /// The file; nil for bare positions and photos without a stored picture.
    public var path: BytePath?
    /// The position of the photo or as given; nil if unknown.
    public var coordinate: Coordinate?
    /// The source of the position; nil for bare positions and if unknown.
    public var source: PositionSource?
    /// The place; nil if there was no position to look up.
    public var place: Place?
    /// Warnings about the position: `name: text`, joined by `; `.
    public var warning: String?
    /// The reason for the failure: value, cause and next step; nil on success.
    public var error: String?

    /// Makes an item without a position.
    package init(photoID: PhotoID? = nil, path: BytePath? = nil, error: String? = nil) {
        self.photoID = photoID
        self.path = path
        self.error = error
    }

    /// Makes the item of a photo from the catalog's data.
    package init(_ photo: Photo) {
        self.init(photoID: photo.id, path: photo.picture?.path)
        title = photo.title ?? photo.fileName
        coordinate = photo.location?.coordinate ?? photo.coordinate
        source = photo.location?.source ?? photo.coordinate.map { _ in .photo }
        place = photo.location?.place
        warning = photo.positionWarning
    }
}

/// The options of looking up places.
public struct LocateOptions: FeatureOptions {
    /// The fallback position for imported photos without one; nil for none.
    public var home: Coordinate?
    /// Whether to replace existing home places; without a home, whether to remove them.
    ///
    /// `undo` reverts this.
    public var replacesHome = false
    /// The number of the undo step to which homes are added, started by an earlier look-up of the
    /// same command; nil starts a new one.
    public var change: Int64?
    /// Whether to also look up photos that already have a place.
    public var again = false

    /// The work options: progress, failed items, dry run, number of threads.
    public var work = WorkOptions()

    /// Makes options with the home of the settings.
    public init(settings: GallerySettings = GallerySettings()) { home = settings.places.home }
}

/// The result of looking up places.
public struct LocateSummary: Hashable, Sendable {
    /// The number of positions with a place.
    public var located = 0
    /// The number of positions at sea, far from any coast.
    public var atSea = 0
    /// The number of photos without a position that got the home's place.
    public var atHome = 0
    /// The number of photos whose home place was removed.
    public var homesRemoved = 0
    /// The number of the undo step; nil if no home was set or removed.
    public var change: Int64?
    /// The number of photos whose place was already known.
    public var upToDate = 0
    /// The number of photos and files without a position.
    public var withoutPosition = 0
    /// The number of files in folders that are not pictures.
    public var ignored = 0
    /// The number of unreadable positions and files.
    public var failed = 0
    /// The name of an item: `photo` for photos and files, `position` for bare positions.
    package var noun = "photo"

    /// Makes an empty summary.
    package init() {}

    /// Adds the counts of another look-up.
    package mutating func add(_ other: LocateSummary) {
        let counts = [
            \Self.located, \.atSea, \.atHome, \.homesRemoved, \.upToDate, \.withoutPosition,
            \.ignored, \.failed,
        ]
        for count in counts { self[keyPath: count] += other[keyPath: count] }
        change = other.change ?? change
    }

    mutating func count(_ place: Place) {
        if place.match == .none { atSea += 1 } else { located += 1 }
    }

    /// Counts an item, and reports it if it failed.
    mutating func count(_ item: LocatedItem, _ work: WorkOptions, named subject: ProblemSubject?) {
        if let error = item.error {
            failed += 1
            work.itemFailed(ItemFailure(subject: subject, message: error))
        } else if item.source == .home {
            atHome += 1
        } else if let place = item.place {
            count(place)
        } else {
            withoutPosition += 1
        }
        if let warning = item.warning { work.remark("\(subject?.text ?? ""): \(warning)") }
    }
}

extension LocateSummary: WorkSummary {
    /// The result as a sentence.
    public var sentence: String {
        let others = Count.list([
            (atSea, "at sea"), (atHome, "at home"),
            (homesRemoved, homesRemoved == 1 ? "home removed" : "homes removed"),
            (upToDate, "already known"), (withoutPosition, "without a position"),
            (ignored, ignored == 1 ? "other file skipped" : "other files skipped"),
            (failed, "failed"),
        ])
        return Count.text(located, noun) + " located" + (others.map { ", \($0)" } ?? "")
            + (change.map { "; 'gallery undo \($0)' reverts the homes" } ?? "")
    }

    /// The number of failed items.
    package var failedItems: Int { failed }
}
