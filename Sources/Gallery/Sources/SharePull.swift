import Catalog
import Foundation
import GalleryModel
import PhotoSources

/// One run of `pull` from a photo-share server: people, then their photos, then the pictures, each level stored
/// before the next.
struct SharePull: Sendable {
    let fill: SectionFill
    let server: ServerAddress
    /// Whose photos are wanted; nil for everybody's.
    let person: String?
    /// Which picture to download; nil for none.
    let size: PictureSize?
    /// Where lists that fail are told and kept.
    let context: WorkContext

    /// A person whose photos are to be listed.
    private struct Target: Sendable {
        var query: ShareQuery
        /// Their section; nil in a dry run where there is none yet.
        var section: PhotoSection?
        /// What it is called, or would be.
        var reference: SectionReference
    }

    /// What came of one person.
    private struct Result: Sendable {
        var index: Int
        var summary: SearchSummary
    }

    /// Runs the pull; the pictures are under way when it returns.
    ///
    /// - Throws: where the list of people cannot be had; what the catalog throws.
    func run() async throws -> PullSummary {
        var summary = PullSummary(server: server)
        let list = try await fill.connection.people(on: server)
        if list.withoutID > 0 {
            summary.gaps.append(
                "the server sent \(list.withoutID) rows that have no id of a person")
        }
        let known = try await sections()
        let wanted = try chosen(among: list.people)
        let targets = try await targets(for: wanted, known)
        summary.people = targets.count
        let results = try await fillAll(targets)
        summary.sections = results.map(\.summary)
        summary.failedLists = summary.sections.count { $0.failure != nil }
        if let end = summary.sections.first(where: \.endsEverything)?.failure {
            summary.failure = end
        } else if results.count < targets.count {
            summary.failure = summary.sections.last { $0.failure != nil }?.failure
        } else if person == nil, list.withoutID == 0 {
            try await markGone(known, exceptFor: list.people, &summary)
        }
        if !context.isDryRun {
            let refreshed = summary.sections.filter { $0.failure == nil }.map {
                (id: $0.section.id, found: $0.found)
            }
            try await offload { try fill.catalog.recordRefresh(of: refreshed, noting: fill.entry) }
        }
        return summary
    }

    /// The sections that people of this server have, in their order.
    private func sections() async throws -> [PhotoSection] {
        try await offload {
            try fill.catalog.sections(countsAlbums: false)
                .filter { $0.query?.share?.server == server }
        }
    }

    /// The people whose photos are wanted.
    private func chosen(among people: [SharePerson]) throws -> [SharePerson] {
        guard let person else { return people }
        let key = SectionReference.key(person)
        let chosen = people.filter { SectionReference.key($0.name) == key }
        guard chosen.isEmpty else { return chosen }
        let names = people.prefix(10).map { "'\($0.name)'" }.joined(separator: ", ")
        throw GalleryError(
            .notFound,
            "there is nobody called '\(person)' on '\(server.text)'"
                + (people.isEmpty
                    ? ": it lists no people"
                    : ": it lists \(names)" + (people.count > 10 ? ", …" : "")))
    }

    /// Finds or makes the section of each person, in one step, so that they are known whatever comes of the
    /// lists.
    private func targets(
        for people: [SharePerson], _ known: [PhotoSection]
    ) async throws -> [Target] {
        let sections = Dictionary(known.map { ($0.query?.share?.userID ?? "", $0) }) { $1 }
        let isDryRun = context.isDryRun
        let (server, size) = (server, size)
        return try await offload { [catalog = fill.catalog, entry = fill.entry] in
            let all = try catalog.sections(countsAlbums: false)
            var names = ShareSectionNames(beside: all)
            var targets: [Target] = []
            var new: [(reference: SectionReference, query: SectionQuery)] = []
            for person in people {
                let query = ShareQuery(
                    server: server, userID: person.id, name: person.name, size: size)
                let section = sections[person.id]
                let reference = section?.reference ?? names.name(for: person.name, on: server)
                if section == nil { new.append((reference, .share(query))) }
                targets.append(Target(query: query, section: section, reference: reference))
            }
            if new.isEmpty || isDryRun { return targets }
            var made = try catalog.makeSections(new, noting: entry)[...]
            for index in targets.indices where targets[index].section == nil {
                targets[index].section = made.popFirst()
            }
            return targets
        }
    }

    /// Lists the photos of everybody, several people at a time; who fails does not keep the others.
    private func fillAll(_ targets: [Target]) async throws -> [Result] {
        try await withThrowingTaskGroup(of: Result.self) { group in
            var results: [Result] = []
            var next = 0
            var isOver = false
            var patience = ServerPatience(requests: fill.connection.parallel)
            func add() {
                guard next < targets.count, !isOver else { return }
                let index = next
                next += 1
                group.addTask { Result(index: index, summary: try await fillOne(targets[index])) }
            }
            for _ in 0..<fill.connection.parallel { add() }
            while let result = try await group.next() {
                results.append(result)
                context.progress("people", results.count, of: targets.count)
                let isLeft = patience.endsWith(result.summary.trouble)
                if isLeft || result.summary.endsEverything { isOver = true }
                add()
            }
            return results.sorted { $0.index < $1.index }
        }
    }

    private func fillOne(_ target: Target) async throws -> SearchSummary {
        try await fill.fill(
            .share(target.query), into: target.section, named: target.reference, isOneOfMany: true)
    }

    /// Marks the photos of people that the server no longer lists: it lists who has photos.
    ///
    /// Where most people would be gone, the list is asked for once more.
    private func markGone(
        _ known: [PhotoSection], exceptFor people: [SharePerson], _ summary: inout PullSummary
    ) async throws {
        var listed = Set(people.map(\.id))
        func gone() -> [PhotoSection] {
            known.filter { !listed.contains($0.query?.share?.userID ?? "") }
        }
        if gone().isEmpty || context.isDryRun { return }
        if gone().count > known.count / 2 {
            try await fill.connection.pause()
            do {
                listed.formUnion(try await fill.connection.people(on: server).people.map(\.id))
            } catch {
                if error is CancellationError || Task.isCancelled { throw CancellationError() }
                let failure = GalleryError(translating: error)
                summary.gaps.append(
                    "most people are not on the list, which could not be asked for again: "
                        + failure.message)
                if ServerTrouble(error).endsLists || failure.kind == .tryLater {
                    summary.failure = failure
                }
                return
            }
        }
        for section in gone() {
            let photos = try await offload { [fill] in
                try fill.catalog.markGone(
                    from: section, exceptFor: [], command: fill.command, noting: fill.entry)
            }
            if photos.isEmpty { continue }
            summary.peopleGone += 1
            summary.photosOfThem += photos.count
        }
    }
}
