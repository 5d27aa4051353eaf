package import Basics
import Catalog
public import GalleryModel
import PhotoSources

extension GallerySources {
    /// Lists the users of a photo-share server and their photos, one section per user, and
    /// downloads pictures.
    ///
    /// Pictures already stored are not requested again. A failure is returned in the summary
    /// together with the results before it. Canceling the task keeps everything stored so far;
    /// pulling again completes the work.
    ///
    /// - Parameters:
    ///   - server: the base address of the requests, such as `http://host/photoserver`, with or
    ///     without the last component.
    ///   - person: the user whose photos to pull, ignoring case; nil for all users.
    ///   - size: `.original` to download the pictures; nil to only list photos.
    ///   - options: progress, failed items, a dry run, the number of transfers.
    /// - Throws: `unavailable` if the list of users cannot be fetched; `notFound` for an unknown
    ///   user; `inputOutput`; `tryLater` for a locked catalog; `CancellationError`.
    public func pull(
        from server: ServerAddress, person: String? = nil, size: PictureSize? = .original,
        options: WorkOptions = WorkOptions()
    ) async throws -> PullSummary {
        let (pulled, downloads) = try await SectionFill.run(
            in: gallery, command: "pull", noting: CommandEntry("pull"), options: options
        ) { fill in
            var pull = SharePull(fill: fill, server: server, person: person, size: size)
            return try await pull.run()
        }
        var summary = pulled
        summary.pictures = await downloads.counts
        (summary.listRequests, summary.pictureRequests) = downloads.connection.requests.sent
        if summary.failure == nil { summary.failure = await downloads.failure }
        return summary
    }

    /// Lists the posts of a campaign, newest first, fills its section, and downloads pictures.
    ///
    /// The section is named after the campaign, or `NAME@SERVER` if a campaign of another server or
    /// of this gallery has that name. A failure is returned in the summary. Canceling the task
    /// keeps everything stored so far; pulling again completes the work.
    ///
    /// - Throws: `inputOutput`; `tryLater` for a locked catalog; `CancellationError`.
    public func pull(
        _ query: CampaignQuery, options: WorkOptions = WorkOptions()
    ) async throws -> SearchSummary {
        let (section, name) = try await offload { [catalog] in
            let campaigns = try catalog.sections(countsAlbums: false)
                .filter { $0.reference.kind == .campaign }
            let name = SectionReference(kind: .campaign, name: query.identifier)
            let section = campaigns.first { section in
                guard case .campaign(let known)? = section.query else { return false }
                // http and https deliver the same photos.
                return known.server.key == query.server.key
                    && SectionReference.key(known.identifier) == name.key
            }
            let isTaken = campaigns.contains { $0.reference.key == name.key }
            return (
                section,
                isTaken
                    ? SectionReference(
                        kind: .campaign, name: "\(query.identifier)@\(query.server.key)") : name
            )
        }
        return try await fill(
            .campaign(query), into: section, named: name, command: "pull", options: options)
    }
}

/// The result of `pull`.
public struct PullSummary: Sendable {
    /// The server.
    public var server: ServerAddress
    /// The number of users whose photos were requested.
    public var people = 0
    /// The results of the users' sections, in the server's order.
    public var sections: [SearchSummary] = []
    /// The number of users whose photos could not be listed.
    public var failedLists = 0
    /// The number of newly marked photos of users that the server no longer lists.
    public var photosOfDelistedUsers = 0
    /// The outcome of the picture downloads.
    public var pictures = SearchSummary.Pictures()
    /// The number of list requests sent, including retries.
    public var listRequests = 0
    /// The number of picture requests sent, including retries.
    public var pictureRequests = 0
    /// The reasons why the list of users is incomplete, one sentence each.
    public var gaps: [String] = []
    /// The error that ended the run early; earlier results are stored.
    public var failure: GalleryError?

    /// True if everything requested was listed.
    public var isComplete: Bool {
        gaps.isEmpty && failure == nil && sections.allSatisfy(\.isComplete)
    }

    private func sum(_ count: KeyPath<SearchSummary, Int>) -> Int {
        sections.reduce(0) { $0 + $1[keyPath: count] }
    }
}

extension PullSummary: WorkSummary {
    /// The result as a sentence, such as `http://host/photoserver: 3 people, 25 photos listed, 25
    /// new; pictures: 25 downloaded`.
    public var sentence: String {
        let people = people == 1 ? "1 person" : "\(Count.text(people)) people"
        let changes = Count.list([
            (sum(\.new), "new"), (sum(\.updated), "updated"),
            (sum(\.delisted) + photosOfDelistedUsers, "gone"), (sum(\.trashed), "in the trash"),
        ])
        let missing = failure == nil ? gaps.map { "; not complete: \($0)" }.joined() : ""
        return "\(server.text): \(people), \(Count.text(sum(\.listed), "photo")) listed"
            + (changes.map { ", \($0)" } ?? "")
            + (failedLists > 0 ? ", \(Count.text(failedLists, "list")) failed" : "")
            + (pictures.counts.isEmpty ? "" : "; pictures: \(pictures.sentence)") + missing
    }

    /// The number of requests as a sentence.
    package var requestSentence: String {
        "requests: \(Count.text(listRequests)) for lists, \(Count.text(pictureRequests)) for pictures"
    }

    /// The result for programs.
    package var members: [JSONMember] {
        var result: [JSONMember] = [
            ("server", server.text), ("people", people), ("listed", sum(\.listed)),
            ("new", sum(\.new)), ("updated", sum(\.updated)), ("unchanged", sum(\.unchanged)),
            ("gone", sum(\.delisted) + photosOfDelistedUsers), ("trashed", sum(\.trashed)),
            ("failed", failedLists), ("pictures", JSONValue(pictures.members)),
            ("requests", JSONValue([("lists", listRequests), ("pictures", pictureRequests)])),
            ("complete", isComplete),
        ]
        if !gaps.isEmpty { result.append(("gaps", gaps)) }
        if let failure { result.append(("error", failure.message)) }
        return result
    }

    /// The number of failed items.
    package var failedItems: Int { pictures.failedItems + failedLists }
}

/// One run of `pull` from a photo-share server: users, then their photos, then pictures, each level
/// stored before the next.
struct SharePull: Sendable {
    let fill: SectionFill
    var server: ServerAddress
    /// The user whose photos to pull; nil for all users.
    let person: String?
    /// The picture size to download; nil for none.
    let size: PictureSize?

    /// A user whose photos are to be listed.
    private struct Target: Sendable {
        var query: ShareQuery
        /// The user's section; nil in a dry run if it does not exist.
        var section: PhotoSection?
        /// The section's actual or planned reference.
        var reference: SectionReference
    }

    /// Runs the pull; downloads may still be running when it returns.
    ///
    /// - Throws: errors of fetching the list of users; errors of the catalog.
    mutating func run() async throws -> PullSummary {
        let list: ShareList
        do { list = try await fill.connection.share.people(on: server) } catch {
            // The address may lack the last component.
            guard error is SourceError, let inner = ServerAddress(server.text + "/photoserver"),
                let found = try? await fill.connection.share.people(on: inner)
            else { throw error }
            (list, server) = (found, inner)
        }
        var summary = PullSummary(server: server)
        if list.rowsWithoutID > 0 {
            summary.gaps.append("the server sent \(list.rowsWithoutID) rows without a user ID")
        }
        let all = try await offload { [fill] in try fill.catalog.sections(countsAlbums: false) }
        let known = all.filter { $0.query?.share?.server == server }
        let targets = try await targets(for: try chosen(among: list.rows), known, beside: all)
        summary.people = targets.count
        summary.sections = try await fillAll(targets)
        summary.failedLists = summary.sections.count { $0.failure != nil }
        if let end = summary.sections.first(where: \.stopsAllListings)?.failure {
            summary.failure = end
        } else if summary.sections.count < targets.count {
            summary.failure = summary.sections.last { $0.failure != nil }?.failure
        } else if person == nil, list.rowsWithoutID == 0 {
            try await markDelisted(known, exceptFor: list.rows, &summary)
        }
        if !fill.work.isDryRun {
            let refreshed = summary.sections.filter { $0.failure == nil }.map {
                (id: $0.section.id, found: $0.found)
            }
            try await offload { [fill] in
                try fill.catalog.recordRefresh(of: refreshed, noting: fill.entry)
            }
        }
        return summary
    }

    /// Returns the users whose photos to pull.
    private func chosen(among people: [ShareList.Row]) throws -> [ShareList.Row] {
        guard let person else { return people }
        let key = SectionReference.key(person)
        let chosen = people.filter { SectionReference.key($0.name) == key }
        guard chosen.isEmpty else { return chosen }
        let names = people.prefix(10).map { "'\($0.name)'" }.joined(separator: ", ")
        throw GalleryError(
            .notFound,
            "'\(server.text)' has no user '\(person)'"
                + (people.isEmpty
                    ? ": it has no users" : ": it has \(names)" + (people.count > 10 ? ", …" : "")))
    }

    /// Finds or creates the sections of all users in one step, so that they exist even if lists
    /// fail.
    private func targets(
        for people: [ShareList.Row], _ known: [PhotoSection], beside all: [PhotoSection]
    ) async throws -> [Target] {
        let sections = Dictionary(known.map { ($0.query?.share?.userID ?? "", $0) }) { $1 }
        var names = ShareSectionNames(beside: all)
        var targets = people.map { person in
            let section = sections[person.id]
            return Target(
                query: ShareQuery(server: server, userID: person.id, name: person.name, size: size),
                section: section,
                reference: section?.reference ?? names.name(for: person.name, on: server))
        }
        let new = targets.indices.filter { targets[$0].section == nil }
        if new.isEmpty || fill.work.isDryRun { return targets }
        let made = try await offload { [fill, targets] in
            try fill.catalog.makeSections(
                new.map { (targets[$0].reference, .share(targets[$0].query)) }, noting: fill.entry)
        }
        for (index, section) in zip(new, made) { targets[index].section = section }
        return targets
    }

    /// Lists the photos of all users, several at a time; a failing list does not stop the others.
    private func fillAll(_ targets: [Target]) async throws -> [SearchSummary] {
        try await withThrowingTaskGroup(of: (Int, SearchSummary).self) { group in
            var results: [Int: SearchSummary] = [:]
            var next = 0
            var isOver = false
            var patience = ConsecutiveFailureLimit(requests: fill.connection.parallel)
            func add() {
                guard next < targets.count, !isOver else { return }
                let (index, target) = (next, targets[next])
                next += 1
                group.addTask {
                    let summary = try await fill.fill(
                        .share(target.query), into: target.section, named: target.reference,
                        isPartOfBatch: true)
                    return (index, try await offload { try summary.reported(in: fill.work) })
                }
            }
            for _ in 0..<fill.connection.parallel { add() }
            while let (index, summary) = try await group.next() {
                results[index] = summary
                fill.work.progress("people", results.count, of: targets.count)
                let isLeft = patience.endsWith(summary.trouble)
                if isLeft || summary.stopsAllListings { isOver = true }
                add()
            }
            return results.keys.sorted().compactMap { results[$0] }
        }
    }

    /// Marks the photos of users that the server no longer lists; it lists only users with photos.
    ///
    /// If most users are missing, the list is requested a second time.
    private func markDelisted(
        _ known: [PhotoSection], exceptFor people: [ShareList.Row], _ summary: inout PullSummary
    ) async throws {
        var listed = Set(people.map(\.id))
        func delistedSections() -> [PhotoSection] {
            known.filter { !listed.contains($0.query?.share?.userID ?? "") }
        }
        if delistedSections().isEmpty || fill.work.isDryRun { return }
        if delistedSections().count > known.count / 2 {
            try await fill.connection.pause()
            do {
                listed.formUnion(try await fill.connection.share.people(on: server).rows.map(\.id))
            } catch {
                if error is CancellationError || Task.isCancelled { throw CancellationError() }
                let failure = GalleryError(translating: error)
                summary.gaps.append(
                    "most users are missing from the list, and requesting it again failed: "
                        + failure.message)
                if ServerTrouble(error).stopsListing || failure.kind == .tryLater {
                    summary.failure = failure
                }
                return
            }
        }
        for section in delistedSections() {
            let photos = try await offload { [fill] in
                try fill.catalog.markDelisted(
                    from: section, exceptFor: [], command: fill.command, noting: fill.entry)
            }
            summary.photosOfDelistedUsers += photos.count
        }
    }
}

/// Assigns unique names, `share:NAME@HOST`, to the sections of users on photo-share servers.
struct ShareSectionNames {
    /// The maximum length of the user's name in a section name, in bytes.
    private static let maximumPathBytes = 200

    private var taken: Set<String>
    /// The next number for a repeated name.
    private var next: [String: Int] = [:]

    /// Makes names that differ from those of existing sections.
    init(beside sections: [PhotoSection]) {
        taken = Set(sections.filter { $0.reference.kind == .share }.map(\.reference.key))
    }

    /// Returns the name of a user's section; repeated names get a number.
    ///
    /// Control characters are escaped because terminals would interpret them. An empty name becomes
    /// `nobody`.
    mutating func name(for person: String, on server: ServerAddress) -> SectionReference {
        // One character may have any number of accents, so scalars are counted.
        var length = 0
        let beginning = person.unicodeScalars.prefix { scalar in
            length += UTF8.width(scalar)
            return length <= Self.maximumPathBytes
        }
        let shown = DisplayText.escaped(SectionReference.normalized(String(beginning)))
        let name = shown.isEmpty ? "nobody" : shown
        let key = SectionReference.key(name)
        for number in (next[key] ?? 1)... {
            next[key] = number + 1
            let ending = number == 1 ? "" : " (\(number))"
            let reference = SectionReference(kind: .share, name: "\(name)\(ending)@\(server.host)")
            if taken.insert(reference.key).inserted { return reference }
        }
        return SectionReference(kind: .share, name: "\(name)@\(server.host)")
    }
}
