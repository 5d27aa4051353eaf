import Basics
import Foundation
import Gallery
import GalleryModel
import Hummingbird

/// The groups of photos that look the same, as the summary of a job keeps them.
struct DuplicateList {
    /// A photo: its id, why it is the best one or is not, and whether users use it otherwise.
    typealias Member = (id: PhotoID, reason: String, isKept: Bool)

    /// The maximum number of groups that a job keeps.
    private static let maximum = 500
    /// The groups, each with the best photo first.
    let groups: [[Member]]

    /// Takes the first groups of a search.
    init(_ found: [DuplicateGroup]) {
        groups = found.prefix(DuplicateList.maximum).map { group in
            group.photos.map { ($0.id, $0.reason, $0.isKept) }
        }
    }

    /// Reads the summary of a job.
    init(_ job: GalleryJob) {
        let summary = job.summary.flatMap { try? JSONValue(Array($0.utf8)) }
        groups = (summary?["groups"]?.items ?? []).map { group in
            (group.items ?? []).compactMap { member in
                guard let id = member["id"]?.whole else { return nil }
                return (
                    PhotoID(rawValue: Int64(id)), member["reason"]?.string ?? "",
                    member["kept"]?.flag ?? false
                )
            }
        }
    }

    /// The summary.
    var json: JSONValue {
        let lists = groups.map { group in
            group.map { JSONValue([("id", $0.id), ("reason", $0.reason), ("kept", $0.isKept)]) }
        }
        return JSONValue([("groups", lists)])
    }
}

extension GalleryPage {
    /// The number of groups per page.
    private static let size = 20
    /// The number of photos of a group that are shown.
    private static let shownPhotos = 12

    /// Renders the page of disk usage; blocks for some milliseconds.
    ///
    /// The parameter `empty` adds the question whether to empty the trash, with the number and the
    /// size of the photos that this deletes.
    func storage() async throws -> Response {
        let frame = PageFrame(.storage, for: request, site)
        let isAsking = request.parameter("empty") != nil && frame.isOwner
        var options = WorkOptions()
        options.isDryRun = true
        let deleted = isAsking ? try await gallery.trash.empty(options: options) : nil
        return try await offload {
            let use = try gallery.counts.storage()
            let parts: [(key: String, part: StoragePart)] = [
                ("photos", use.photos), ("thumbnails", use.thumbnails), ("trash", use.trash),
                ("shares", use.shares),
            ]
            let total = parts.reduce(0) { $0 + $1.part.bytes }
            let largest = try gallery.page(
                of: PhotoQuery(
                    [.everything], order: PhotoOrder(.size, isDescending: true), limit: 12)
            ).rows.map(\.photo).filter { $0.picture?.byteCount != nil }
            var values: [String: Any] = [
                "total": language.bytes(total),
                "parts": parts.filter { $0.key == "photos" || $0.part.count > 0 }.map { key, part in
                    [
                        "partName": language.say("storage.\(key)"), "partKey": key,
                        "partBytes": language.bytes(part.bytes),
                        "partCount": language.say(
                            key == "photos" || key == "trash" ? "count.photos" : "count.files",
                            count: part.count),
                        "share": part.bytes, "whole": max(total, 1),
                    ] as [String: Any]
                },
                "canEmpty": frame.isOwner && use.trash.count > 0 && !isAsking,
                "largest": largest.map {
                    tile(of: $0).merging([
                        "tileBytes": language.bytes($0.picture?.byteCount ?? 0)
                    ]) { _, own in own }
                },
            ]
            if let deleted, !deleted.photos.isEmpty || !deleted.kept.isEmpty {
                var question = [
                    "questionText": language.say(
                        "storage.question", ["bytes": language.bytes(deleted.byteCount)],
                        count: deleted.photos.count),
                    "until": "\(Date().unixSeconds)",
                ]
                if !deleted.kept.isEmpty {
                    question["keptText"] = language.say("storage.kept", count: deleted.kept.count)
                }
                values["question"] = question
            }
            let page = try frame.page("storage", language.say("nav.storage"), values)
            return .html(page, for: request)
        }
    }

    /// Renders the page of photos that look the same, from the last search for them.
    func duplicates() async throws -> Response {
        let frame = PageFrame(.duplicates, for: request, site)
        let last = try await site.jobs.jobs(before: nil, limit: 200).first {
            $0.kind == .duplicates && ($0.state == .done || !$0.state.isOver)
        }
        return try await offload {
            let groups = try last.map { try current(DuplicateList($0)) } ?? []
            let window = try PageWindow(request, of: groups.count, size: Self.size)
            let ids = groups[window.shown].flatMap { $0.map(\.id) }
            let photos = try gallery.photos(PhotoQuery([.photos(ids)])).map(\.photo)
                .keyed(by: \.id)
            let isRunning = last.map { !$0.state.isOver } ?? false
            var values: [String: Any] = [
                "isByDate": false, "isRunning": isRunning, "canSearch": frame.isOwner && !isRunning,
                "canChange": frame.isOwner,
                "count": last == nil || isRunning
                    ? "" : language.say("count.groups", count: groups.count),
                "isEmpty": last != nil && groups.isEmpty && !isRunning, "isNew": last == nil,
                "found": last?.dateEnded.map(language.moment) ?? false,
                "groups": groups[window.shown].map { group($0, photos) },
            ]
            window.addPages("/duplicates", to: &values)
            let page = try frame.page("duplicates", language.say("nav.duplicates"), values)
            return .html(page, for: request)
        }
    }

    /// Returns the groups without photos that are in the trash or declared different since.
    private func current(_ list: DuplicateList) throws -> [[DuplicateList.Member]] {
        let ignored = try gallery.duplicates.ignored()
        let query = PhotoQuery([.photos(list.groups.flatMap { $0.map(\.id) })])
        let present = Set(
            try gallery.photoIDs(query.filtered(try PhotoFilter(text: "not:is:trashed"))))
        return list.groups.compactMap { group in
            guard let best = group.first, present.contains(best.id) else { return nil }
            let number = ignored[best.id]
            let current = group.filter { member in
                let isIgnored = number != nil && ignored[member.id] == number
                return present.contains(member.id) && (member.id == best.id || !isIgnored)
            }
            return current.count > 1 ? current : nil
        }
    }

    private func group(
        _ members: [DuplicateList.Member], _ photos: [PhotoID: Photo]
    ) -> [String: Any] {
        let group = members.compactMap { member in
            photos[member.id].map { (photo: $0, reason: member.reason, isKept: member.isKept) }
        }
        let others = group.dropFirst().filter { !$0.isKept }.map(\.photo)
        func list(_ photos: [Photo]) -> String {
            photos.map(\.id.description).joined(separator: ",")
        }
        let bytes = others.reduce(0) { $0 + ($1.picture?.byteCount ?? 0) }
        let more = group.count - Self.shownPhotos
        return [
            "groupID": group.first.map { "\($0.photo.id)" } ?? "",
            "allPhotos": list(group.map(\.photo)),
            "otherPhotos": others.isEmpty ? false : list(others) as Any,
            "saved": language.say("duplicates.saved", ["bytes": language.bytes(bytes)]),
            "moreText": more > 0 ? language.say("duplicates.more", count: more) : false as Any,
            "members": group.prefix(Self.shownPhotos).enumerated().map {
                index, member -> [String: Any] in
                var tile = tile(of: member.photo)
                let picture = member.photo.picture
                let key = member.reason.replacing(" ", with: "-")
                let reason = language.text(of: key, in: "duplicate-reason")
                let size = (picture?.width).flatMap { width in
                    picture?.height.map { "\(width) × \($0)" }
                }
                let facts = [
                    reason, size, (picture?.byteCount).map(language.bytes),
                    member.isKept ? language.say("duplicates.used") : nil,
                ]
                tile["isBest"] = index == 0
                tile["facts"] = facts.compactMap(\.self).joined(separator: " · ")
                return tile
            },
        ]
    }
}

/// The pages of storage and duplicates, and their forms.
enum StorageRoutes {
    static let all: [Route] = [
        Route(.get, "/storage", for: .owners) { request, site in
            try await GalleryPage(request: request, site: site).storage()
        },
        Route(.post, "/storage/empty-trash", for: .owners) { request, site in
            let form = try await request.form()
            guard let until = form["until"].flatMap(Int64.init(id:)) else {
                throw request.invalid("until", form["until"] ?? "", .say("expected.instant"))
            }
            // Photos that were removed after the question stay.
            let date = Date(timeIntervalSince1970: Double(until))
            let work = JobRequest.emptyTrash(removedUntil: date)
            _ = try await site.jobs.start(work, for: request.principal.name)
            return .seeOther("/jobs")
        },
        Route(.get, "/duplicates", for: .owners) { request, site in
            try await GalleryPage(request: request, site: site).duplicates()
        },
        Route(.post, "/duplicates", for: .owners) { request, site in
            _ = try await site.jobs.start(.duplicates(), for: request.principal.name)
            return .seeOther("/duplicates")
        },
        changing("trash") { photos, gallery in _ = try gallery.trash.add(photos) },
        changing("ignore") { photos, gallery in try gallery.duplicates.ignore([photos]) },
    ]

    /// Makes the route of a form with the photos of a group.
    private static func changing(
        _ name: String, _ body: @escaping @Sendable ([PhotoID], PhotoGallery) throws -> Void
    ) -> Route {
        Route(.post, "/duplicates/\(name)", for: .owners, nil) { request, site in
            let form = try await request.form()
            return try await offload {
                let choice = try PhotoChoice(
                    request, form: ["photos": form["photos"] ?? ""], in: site.gallery)
                try body(try site.gallery.photoIDs(choice.query), site.gallery)
                return .seeOther(
                    PageAddress.with([("position", request.filled("position"))], "/duplicates"))
            }
        }
    }
}
