import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// Routes that change what users say about photos: one photo, or several in one step for `undo`.
///
/// Members may change the photos that they added.
enum PhotoChangeRoutes {
    static let all = [
        // JSON Merge Patch: RFC 7396; conditional requests: RFC 9110, section 13.1.1.
        Route(.patch, "/api/v1/photos/{photo}", for: .members) { request, site in
            let body = try await BodyMembers(
                of: request, PhotoPatch.names,
                types: ["application/merge-patch+json", "application/json"],
                refusal: .unprocessableContent)
            var batch = PhotoBatch()
            batch.metadata = try PhotoPatch.change(body)
            let gallery = site.gallery
            let id = try await offload {
                let id = try PhotoRoutes.photo(request, in: gallery).id
                return try changeable([id], in: gallery)
            }
            let summary = try await gallery.metadata.change(
                id, batch, command: "set", check: check(request.headers[.ifMatch], in: gallery))
            return try await offload {
                // The tag is that of the next GET: it stays, unlike those of other changes.
                var answer = Response.bytes(
                    try document(of: id[0], in: gallery), type: "application/json",
                    headers: [.cacheControl: "no-store"])
                if let name = HTTPField.Name("Gallery-Undo") {
                    answer.headers[name] = summary.step.map(String.init)
                }
                return answer
            }
        },
        Route(.post, "/api/v1/batch", for: .members) { request, site in
            let body = try await BodyMembers(
                of: request, BatchBody.names, refusal: .unprocessableContent)
            let gallery = site.gallery
            return try await Problem.refusing {
                let batch = try BatchBody.batch(body, in: gallery)
                let photos = try await offload {
                    try changeable(BatchBody.photos(body, request, in: gallery), in: gallery)
                }
                if photos.count > site.options.maximumBatch {
                    return try await JobRoutes.start(.batch(batch, of: photos), request, site)
                }
                let summary = try await gallery.metadata.change(photos, batch, command: "batch")
                return .json(BatchBody.result(summary))
            }
        },
    ]

    /// Returns the photos if the sender may change all of them.
    ///
    /// - Throws: 403 if another user added one of them; 404 for one that the sender may not see.
    static func changeable(_ photos: [PhotoID], in gallery: PhotoGallery) throws -> [PhotoID] {
        if let photo = try gallery.metadata.firstUnchangeable(photos) {
            throw Problem(.forbidden, say: "error.others-photo", ["photo": "\(photo)"])
        }
        return photos
    }

    /// Returns the bytes of `GET /api/v1/photos/{photo}`.
    static func document(of photo: PhotoID, in gallery: PhotoGallery) throws -> [UInt8] {
        try PhotoDocument.value(of: try gallery.photo(id: photo), in: gallery).compact
    }

    /// Returns a check that the photo is one of the versions that the value of `If-Match` names; nil
    /// without one.
    ///
    /// It runs in the transaction that changes the photo, which excludes other writers, so it can
    /// read the document by another connection.
    static func check(
        _ tags: String?, in gallery: PhotoGallery
    ) -> (@Sendable (Photo) throws -> Void)? {
        guard let tags else { return nil }
        return { photo in
            let tag = EntityTag(of: try document(of: photo.id, in: gallery))
            guard tag.isNamed(in: tags, isStrongly: true) else {
                throw Problem(
                    .preconditionFailed, say: "error.changed-photo", ["photo": "\(photo.id)"])
            }
        }
    }
}

extension Problem {
    /// Converts a library's refusal, other than of a query, to 422.
    static func refusing(_ body: () async throws -> Response) async throws -> Response {
        do { return try await body() } catch let error as GalleryError
            where error.kind == .usage && error.query == nil
        {
            throw Problem(.unprocessableContent, error.text)
        }
    }
}

/// Reads a change of a photo's metadata: members that are missing change nothing, and `null` is the
/// value of the file or the server again.
enum PhotoPatch {
    /// The members with the fields that they change.
    private static let fields: [(name: String, field: MetadataChange.Field)] = [
        ("title", .title), ("description", .description), ("tags", .tags), ("rating", .rating),
        ("favorite", .favorite), ("takenAt", .date), ("location", .location),
    ]
    /// The allowed members.
    static let names = fields.map(\.name)

    /// - Throws: the problem of an invalid member.
    static func change(_ body: BodyMembers) throws(Problem) -> MetadataChange {
        var change = MetadataChange()
        for (name, field) in fields where body.contains(name) && body[name] == nil {
            change.cleared.insert(field)
        }
        change.title = try text("title", body)
        change.description = try text("description", body)
        change.tags = try tags("tags", body)
        change.rating = try body.integer("rating", in: 0...5)
        change.isFavorite = try body.flag("favorite")
        if let text = try body.text("takenAt") {
            guard let (date, offset) = taken(text) else {
                throw body.wrong("takenAt", .text(text), .say("expected.clock"))
            }
            (change.taken, change.offset) = (.date(date), offset)
        }
        if let location = try body.object("location", ["latitude", "longitude"]) {
            change.location = Coordinate(
                latitude: try location.number("latitude", in: -90...90),
                longitude: try location.number("longitude", in: -180...180))
        }
        return change
    }

    /// Returns a list of tags; nil if it is missing.
    static func tags(_ name: String, _ body: BodyMembers) throws(Problem) -> [String]? {
        guard let items = try body.list(name) else { return nil }
        var tags: [String] = []
        for item in items {
            let words = item.string?.split(whereSeparator: \.isWhitespace) ?? []
            guard !words.isEmpty, !words.contains(where: { $0.contains("\0") }) else {
                throw body.wrong(name, item, .say("expected.text"))
            }
            tags.append(words.joined(separator: " "))
        }
        return tags
    }

    /// Returns a text; SQLite's functions end texts at the character NUL.
    static func text(_ name: String, _ body: BodyMembers) throws(Problem) -> String? {
        let text = try body.text(name)
        if let text, text.contains("\0") {
            throw body.wrong(name, .text(text), .say("expected.text"))
        }
        return text
    }

    /// Parses a clock time in ISO 8601, to the second, with or without a UTC offset.
    private static func taken(_ text: String) -> (date: String, offset: String?)? {
        guard let match = text.wholeMatch(of: /([0-9-]{10}T[0-9:]{8})(Z|[+-][0-9:]{5})?/),
            let date = ManualValue.date(String(match.1))
        else { return nil }
        guard let text = match.2 else { return (date, nil) }
        return ManualValue.offset(String(text)).map { (date, $0) }
    }
}

/// Reads the body of `POST /api/v1/batch`: photos and what changes about them.
enum BatchBody {
    private static let changes = [
        "set", "shift", "addTags", "removeTags", "addToAlbum", "removeFromAlbum", "trash",
        "restore", "edit",
    ]
    /// The allowed members.
    static let names = ["photos", "q", "copies", "except"] + changes

    /// Returns the change.
    ///
    /// - Throws: 422 if there is none, or for an invalid one; `usage` for an invalid edit or album.
    static func batch(_ body: BodyMembers, in gallery: PhotoGallery) throws -> PhotoBatch {
        guard changes.contains(where: { body[$0] != nil }) else {
            throw Problem(
                .unprocessableContent, say: "error.no-changes",
                ["names": changes.joined(separator: ", ")])
        }
        var batch = PhotoBatch()
        if let set = try body.object("set", PhotoPatch.names) {
            batch.metadata = try PhotoPatch.change(set)
        }
        if let text = try body.text("shift") {
            guard let seconds = ManualValue.shift(text), batch.metadata.taken == nil else {
                throw body.wrong("shift", .text(text), .say("expected.shift"))
            }
            batch.metadata.taken = .shift(seconds: seconds)
        }
        batch.metadata.addedTags = try PhotoPatch.tags("addTags", body) ?? []
        batch.metadata.removedTags = try PhotoPatch.tags("removeTags", body) ?? []
        for (name, adds) in [("addToAlbum", true), ("removeFromAlbum", false)] {
            guard let album = try PhotoPatch.text(name, body) else { continue }
            batch.albums.append((try gallery.albums.reference(named: album), adds))
        }
        for (name, isTrashed) in [("trash", true), ("restore", false)] {
            guard let value = body[name] else { continue }
            guard value.flag == true, batch.isTrashed == nil else {
                throw body.wrong(name, value, .text(batch.isTrashed == nil ? "true" : "null"))
            }
            batch.isTrashed = isTrashed
        }
        if let recipe = body["edit"] {
            let edit = try PhotoEdit(json: recipe.compact)
            batch.edit = try gallery.edits.stored(edit) ?? edit
        }
        return batch
    }

    /// Returns the photos, each once.
    ///
    /// - Throws: 422 unless there is either a list or a query; 400 for an invalid query; 404 if a
    ///   photo does not exist.
    static func photos(
        _ body: BodyMembers, _ request: WebRequest, in gallery: PhotoGallery
    ) throws -> [PhotoID] {
        let query = try body.text("q")
        guard body.contains("photos") != body.contains("q"), query != nil || body["photos"] != nil
        else { throw Problem(.unprocessableContent, say: "error.photos-or-q") }
        let exceptions = try (try body.list("except") ?? []).map { item throws(Problem) in
            guard let id = item.whole, id > 0 else {
                throw body.wrong("except", item, .say("expected.photo"))
            }
            return PhotoID(rawValue: Int64(id))
        }
        let copies = try body.text("copies")
        guard copies == nil || copies == "first" else {
            throw body.wrong("copies", .text(copies ?? ""), .text("\"first\""))
        }
        let ids: [PhotoID]
        if let query {
            let query = PhotoQuery.everything.filtered(try request.filter(query, in: gallery))
            let grid = copies == nil ? gallery : gallery.withoutCopies(in: query)
            ids = try grid.photoIDs(query)
        } else {
            ids = try PhotoChoice.named(body, in: gallery)
        }
        let excluded = Set(exceptions)
        return excluded.isEmpty ? ids : ids.filter { !excluded.contains($0) }
    }

    /// Returns the result of a batch.
    static func result(_ summary: MetadataSummary) -> JSONValue {
        JSONValue([("changed", summary.photos.count), ("undo", summary.step)])
    }
}
