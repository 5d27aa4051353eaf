package import Basics
import Catalog
public import GalleryModel
import PhotoSources

/// The remote sources of a gallery: searches, servers and campaigns.
///
/// @Snippet(path: "gallery/Snippets/ReadMe", slice: "example")
public struct GallerySources: GalleryFeature {
    let gallery: PhotoGallery

    /// Searches Flickr, fills the search's section, and downloads pictures.
    ///
    /// The section is named after the term and the filters, so that a search with filters never
    /// changes the section of one without. Without an API key in the settings, the keyless public
    /// feed is queried. Canceling the task keeps everything stored so far; searching again
    /// completes the work.
    ///
    /// - Parameters:
    ///   - query: the term and the filters.
    ///   - name: the section to fill; nil for one named after the query.
    ///   - options: progress, failed items, a dry run.
    /// - Returns: the result; `failure` is set if the listing ended early after some photos
    ///   arrived.
    /// - Throws: the error that ended the search before any photo arrived: `usage` for an invalid
    ///   filter and for the name of another search's section; `notAllowed` for filters that need an
    ///   API key; `unavailable` offline; `tryLater`; `inputOutput`; `CancellationError`.
    public func search(
        _ query: FlickrQuery, section name: String? = nil, options: WorkOptions = WorkOptions()
    ) async throws -> SearchSummary {
        let summary = try await searchSummary(query, section: name, options: options)
        if summary.listed == 0, let failure = summary.failure { throw failure }
        return summary
    }

    /// Searches as `search` does, but also returns a summary if the search failed before any photo
    /// arrived.
    package func searchSummary(
        _ query: FlickrQuery, section name: String? = nil, options: WorkOptions = WorkOptions()
    ) async throws -> SearchSummary {
        let (section, isNew) = try await offload { [self] in try searchSection(query, name) }
        let summary = try await fill(
            .flickr(query), into: nil, named: section, command: "search", options: options)
        if isNew, summary.listed > 0, name == nil, query.hasFilters, !query.term.isEmpty {
            options.remark(
                "the filters create a separate section, '\(section.text)'; --section names it")
        }
        return summary
    }

    /// Returns the section that a search fills, and whether it must be created.
    private func searchSection(
        _ query: FlickrQuery, _ name: String?
    ) throws(GalleryError) -> (SectionReference, isNew: Bool) {
        let given = name.map(SectionReference.init(text:))
        if let name, let given, given.name.isEmpty || ![nil, .flickr].contains(given.kind) {
            throw GalleryError(
                .usage, "'\(name)' is not a section name for a search: give one such as 'cc dogs'")
        }
        let reference =
            given.map { SectionReference(kind: .flickr, name: $0.name) }
            ?? SectionReference(of: .flickr(query))
        let sections = try translated(catalog.sections(countsAlbums: false))
            .filter { $0.reference.kind == .flickr }
        func isSame(_ section: PhotoSection) -> Bool {
            section.query?.selectsSamePhotos(as: .flickr(query)) == true
        }
        guard let found = sections.first(where: { $0.reference.key == reference.key }) else {
            // Older versions named searches without a term differently.
            let isNamed = given != nil || !query.term.isEmpty
            let same = isNamed ? nil : sections.first(where: isSame)
            return (same?.reference ?? reference, same == nil)
        }
        // A term's own section may come from an older version, which also used it for searches with
        // filters.
        let isTerm = found.query?.flickr.map { SectionReference.key($0.term) == reference.key }
        let isOwn = given == nil && !query.hasFilters && isTerm == true
        guard isOwn || found.query == nil || isSame(found) else {
            throw GalleryError(
                .usage,
                "section '\(found.reference.text)' belongs to another search: name a different one with --section"
            )
        }
        return (found.reference, false)
    }

    /// Repeats a section's stored query: adds new photos, updates changed ones and marks those that
    /// are no longer listed.
    ///
    /// Removes nothing.
    ///
    /// - Parameters:
    ///   - section: the section.
    ///   - options: as for `search`.
    /// - Throws: as `search`; `usage` for a section without a query.
    public func refresh(
        _ section: PhotoSection, options: WorkOptions = WorkOptions()
    ) async throws -> SearchSummary {
        try await refresh(section, in: UndoStep("refresh"), options: options)
    }

    /// Repeats a search as a part of an undo step.
    package func refresh(
        _ section: PhotoSection, in step: UndoStep, options: WorkOptions
    ) async throws -> SearchSummary {
        guard let query = section.query else {
            throw GalleryError(
                .usage,
                "section '\(section.reference.text)' has no remote source: "
                    + (section.isAlbum
                        ? section.filter == nil
                            ? "use 'gallery album add' to add photos to it"
                            : "an album always shows the current results of its query"
                        : "use 'gallery import' to add photos to the camera"))
        }
        return try await fill(
            query, into: section, command: "refresh", step: step, options: options)
    }

    /// Fills the section of a query, then looks up the places of the stored photos.
    ///
    /// - Parameters:
    ///   - section: the section; nil to find it by its name or create it.
    ///   - name: the section's name; nil for the query's default.
    func fill(
        _ query: SectionQuery, into section: PhotoSection?, named name: SectionReference? = nil,
        command: String, step: UndoStep? = nil, options: WorkOptions
    ) async throws -> SearchSummary {
        try ReverseGeocoder.checkOverrides(settings)
        if query.flickr != nil, settings.flickr.apiKey == nil {
            options.remark(
                "no Flickr API key: using the public feed (tags only, newest 20 photos); a key in "
                    + "GALLERY_FLICKR_API_KEY adds full search, all filters, more sizes and more "
                    + "photos (https://www.flickr.com/services/api/misc.api_keys.html)")
        }
        let (filled, downloads) = try await SectionFill.run(
            in: gallery, command: command, noting: step?.entry ?? CommandEntry(command),
            options: options
        ) { [catalog] fill in
            let summary = try await fill.fill(query, into: section, named: name)
            guard case .share = query else { return summary }
            return try await offload {
                try summary.reported(in: WorkContext(options, command: "pull", in: catalog))
            }
        }
        var summary = filled
        (summary.apiRequests, summary.pictureRequests) = downloads.connection.requests.sent
        summary.pictures = await downloads.counts
        if summary.failure == nil { summary.failure = await downloads.failure }
        try await stoppable { [self] stop in
            try gallery.places.locateQueued(WorkContext(options, stop: stop), command: command)
        }
        return summary
    }

    /// Fetches missing pictures of a size; no request is sent for stored ones.
    ///
    /// An original that Flickr did not list costs one API request per photo. Imported photos count
    /// as present.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - size: the requested size; for smaller photos their largest picture.
    ///   - options: progress, failed items, a dry run, the number of transfers.
    /// - Throws: `notFound` for an unknown id; `tryLater` if a server limits the rate or the budget
    ///   is used up; `inputOutput`; `CancellationError`.
    public func fetch(
        _ query: PhotoQuery, size: PictureSize, options: WorkOptions = WorkOptions()
    ) async throws -> SearchSummary.Pictures {
        let (_, downloads) = try await SectionFill.run(
            in: gallery, command: "fetch", noting: nil, options: options, fetchesSizes: true
        ) { [self, catalog] fill in
            let ids = try await offload { [self] in try gallery.photoIDs(query) }
            for id in ids {
                let photo = try await offload { [catalog] in try catalog.photo(id: id) }
                if photo.origin == .camera {
                    await fill.countPresent()
                } else {
                    let picture = WantedPicture(
                        photo: id, origin: photo.origin, originID: photo.originID,
                        retriesUnavailable: true)
                    try await fill.want([picture], size: photo.origin.onlySize ?? size)
                }
            }
        }
        if let failure = await downloads.failure { throw failure }
        return await downloads.counts
    }

    /// Returns the rows of the photos that a search or refresh listed, in the server's order.
    package func listed(by summary: SearchSummary) throws(GalleryError) -> [ListedPhoto] {
        try GalleryError.translating {
            try FirstEntries([.section(summary.section)], catalog).rows(of: summary.photos)
        }
    }
}

/// An undo step that spans several operations, such as the sections that one command refreshes;
/// they may run at the same time.
package struct UndoStep: Sendable {
    let entry: CommandEntry

    /// Makes an empty step.
    ///
    /// - Parameter command: the command's name in the journal.
    package init(_ command: String) { entry = CommandEntry(command) }

    /// The number of the step; nil until something is stored.
    package var number: Int64? { entry.id }
}

/// The result of `search` or `refresh`, or of one section of a `pull`.
public struct SearchSummary: Sendable {
    /// The outcome of the picture downloads.
    public struct Pictures: Hashable, Sendable {
        /// The number downloaded in this run.
        public var downloaded = 0
        /// The number already stored.
        public var present = 0
        /// The number that the origin does not have.
        public var unavailable = 0
        /// The number that failed; the next run retries them.
        public var failed = 0
    }

    /// The section after the run; in a dry run as it would be named.
    public var section: PhotoSection
    /// The number of photos that the server reports in total; nil if unknown.
    public var found: Int?
    /// The number of distinct photos listed in this run.
    public var listed = 0
    /// The number of photos new in the section.
    public var new = 0
    /// The number of existing photos that changed.
    public var updated = 0
    /// The number of existing photos that did not change.
    public var unchanged = 0
    /// The number of photos newly marked because the server no longer lists them.
    public var delisted = 0
    /// The number of listed photos that are in the trash and stay there.
    public var trashed = 0
    /// The outcome of the picture downloads.
    public var pictures = Pictures()
    /// The number of API requests sent, including retries.
    public var apiRequests = 0
    /// The number of picture requests sent, including retries.
    public var pictureRequests = 0
    /// The reasons why the listing is incomplete, one sentence each.
    public var gaps: [String] = []
    /// The catalog ids of the listed photos, in the server's order.
    public var photos: [PhotoID] = []
    /// The error that ended the run early; earlier results are stored.
    public var failure: GalleryError?

    /// True if the server is unreachable, so that further requests to it are pointless.
    public var isServerUnreachable: Bool { trouble.stopsListing }
    /// True if the failure concerns only this list and is reported as a failed item.
    public var isListRefused = false
    /// The state of the server according to the failure.
    var trouble = ServerTrouble.none
    /// True if other listings would fail in the same way: the server is unreachable or limits the
    /// rate.
    ///
    /// A refused list of a user concerns only that user, because the protocol has no credentials.
    var stopsAllListings: Bool {
        failure.map { trouble.stopsListing || $0.kind == .tryLater } ?? false
    }

    /// True if everything requested was listed.
    public var isComplete: Bool { gaps.isEmpty && failure == nil }

    /// Reports a user's list that the server refuses as a failed item, because other users are not
    /// affected; clears the problem otherwise.
    ///
    /// - Parameter context: the context of `pull`, also for other commands, which then clear its
    ///   problems.
    func reported(in context: WorkContext) throws -> SearchSummary {
        let subject = ProblemSubject.section(section.reference)
        var summary = self
        summary.isListRefused = failure != nil && !stopsAllListings
        if summary.isListRefused, let failure { try context.fail(subject, failure.message) }
        if failure == nil { try context.succeed(subject) }
        return summary
    }
}

extension SearchSummary: JobSummary {
    /// The result as a sentence, such as `flickr:dogs: 100 listed of 1,204 found, 100 new;
    /// pictures: 97 downloaded, 1 failed`.
    public var sentence: String { "\(message)" }

    /// The result as a sentence with its values.
    package var message: Message {
        var listing = Message(key: "{count} listed", count: listed)
        if let found {
            listing = Message(
                key: "{count} listed of {found} found", ["found": .number(found)], count: listed)
        }
        if failure != nil, listed == 0, section.count > 0 {
            let stored = Message.count(section.count, "stored photo stays", "stored photos stay")
            listing = "\(listing); \(stored)"
        }
        let counts = Message.counts([
            (new, "new"), (updated, "updated"), (delisted, "gone"), (trashed, "in the trash"),
        ])
        var parts: [Message] = ["\(section.reference.text): \(Message.list([listing] + counts))"]
        if !pictures.counts.isEmpty { parts.append("pictures: \(Message.list(pictures.counts))") }
        // A failure is reported separately.
        if failure == nil { parts += gaps.map { "not complete: \($0)" } }
        return Message.list(parts, "; ")
    }

    /// The number of requests as a sentence.
    package var requestSentence: String {
        "requests: \(Count.text(apiRequests)) to the API, \(Count.text(pictureRequests)) for pictures"
    }

    /// The result for programs.
    package var members: [JSONMember] {
        var result: [JSONMember] = [
            ("section", section.reference.text), ("found", found), ("listed", listed), ("new", new),
            ("updated", updated), ("unchanged", unchanged), ("gone", delisted),
            ("trashed", trashed), ("pictures", JSONValue(pictures.members)),
            ("requests", JSONValue([("api", apiRequests), ("pictures", pictureRequests)])),
            ("complete", isComplete),
        ]
        if !isComplete { result.append(("gaps", gaps)) }
        if let failure { result.append(("error", failure.message)) }
        return result
    }

    /// The number of failed items.
    package var failedItems: Int { pictures.failedItems + (isListRefused ? 1 : 0) }
}

extension SearchSummary.Pictures: JobSummary {
    /// The result as a sentence.
    public var sentence: String { "\(message)" }

    /// The result as a sentence with its values.
    package var message: Message { counts.isEmpty ? "nothing to fetch" : Message.list(counts) }

    /// The nonzero counts.
    var counts: [Message] {
        Message.counts([
            (downloaded, "downloaded"), (present, "already present"), (unavailable, "unavailable"),
            (failed, "failed"),
        ])
    }

    /// The result for programs.
    package var members: [JSONMember] {
        [
            ("downloaded", downloaded), ("present", present), ("unavailable", unavailable),
            ("failed", failed),
        ]
    }

    /// The number of failed items.
    package var failedItems: Int { failed }
}
