import Basics
import Gallery
import GalleryModel

/// A preview of a new share link: the number of photos, the first photos, the kinds of metadata
/// included, and one photo as an example with its metadata and file.
struct ShareDraftDocument {
    /// The number of photos shown.
    private static let shown = 12
    /// The maximum number of photos examined for metadata, which is also the maximum for lists of
    /// photos.
    private static let examined = PhotoGallery.maximumSharedPhotos
    /// The number of photos in memory at a time.
    private static let page = 256

    private let request: WebRequest
    private let shared: SharedPhotos
    private let gallery: PhotoGallery

    init(_ request: WebRequest, _ shared: SharedPhotos, in gallery: PhotoGallery) {
        self.request = request
        self.shared = shared
        self.gallery = gallery
    }

    /// Returns the JSON object; takes as long as making one file, plus a few seconds for ten
    /// thousand photos.
    func value() async throws -> JSONValue {
        let survey = try await request.whileClientWaits { try await surveyed() }
        var example = JSONValue.null
        if let (photo, facts) = survey.example {
            example = try await self.example(photo, facts)
        }
        let photos = survey.first.map { photo in
            JSONValue([
                ("id", photo.id.rawValue),
                ("name", photo.publicPhoto.shownTitle(in: request.language)),
                ("thumbnail", PictureAddress.thumbnail(of: photo.publicPhoto, side: 240)),
            ])
        }
        return JSONValue([
            ("count", shared.count), ("title", shared.title), ("examined", survey.examined),
            ("published", survey.published), ("kinds", survey.kinds), ("photos", photos),
            ("example", example),
        ])
    }

    /// The metadata that photos would reveal.
    private struct Survey: Sendable {
        /// The first photos.
        var first: [ShareLinkPhoto] = []
        /// The number of examined photos.
        var examined = 0
        /// The number of examined photos that are public at their origin.
        var published = 0
        /// The kinds of metadata in any photo.
        var kinds: [String] = []
        /// The photo with the most metadata among those with a picture.
        var example: (photo: ShareLinkPhoto, facts: [SharedFacts.Row])?

        mutating func add(_ photos: [ShareLinkPhoto], in language: PageLanguage) {
            for photo in photos {
                let facts = SharedFacts(publicPhoto: photo.publicPhoto, in: language).rows
                for row in facts where !kinds.contains(row.label) { kinds.append(row.label) }
                if photo.isPublished { published += 1 }
                if photo.hasPicture, example.map({ $0.facts.count < facts.count }) ?? true {
                    example = (photo, facts)
                }
            }
            first += photos.prefix(ShareDraftDocument.shown - first.count)
            examined += photos.count
        }
    }

    /// Examines the photos page by page; stops if the client disconnects.
    private func surveyed() async throws -> Survey {
        var survey = Survey()
        let end = min(shared.count, Self.examined)
        for start in stride(from: 0, to: end, by: Self.page) {
            try Task.checkCancellation()
            survey = try await offload { [shared, survey, language = request.language] in
                var survey = survey
                let photos = try shared.photos(from: start, limit: min(Self.page, end - start))
                survey.add(photos, in: language)
                return survey
            }
        }
        return survey
    }

    private func example(
        _ photo: ShareLinkPhoto, _ facts: [SharedFacts.Row]
    ) async throws -> JSONValue {
        var file = JSONValue.null
        do {
            let found = try await request.whileClientWaits { [gallery, shared] in
                try await gallery.file(of: photo, in: shared)
            }
            let size = photo.fileSize
            file = JSONValue([
                ("name", found.name), ("type", found.fileType), ("width", size?.width),
                ("height", size?.height), ("byteCount", found.byteCount),
                ("isOriginal", photo.isOriginal),
            ])
        } catch let error as GalleryError where error.kind == .badInput || error.kind == .notFound {
            // Files of other photos may still be available.
        }
        let rows = facts.map { row in
            JSONValue([("label", row.label), ("texts", row.texts)])
        }
        return JSONValue([("id", photo.id.rawValue), ("facts", rows), ("file", file)])
    }
}

/// The metadata on a page of a share link, as labeled rows.
struct SharedFacts {
    struct Row: Hashable, Sendable {
        /// The label.
        var label: String
        /// The values.
        var texts: [String]
    }

    /// The rows, derived from the same values as the page.
    let rows: [Row]

    /// Creates the rows of a photo that contains only shared metadata.
    init(publicPhoto: Photo, in language: PageLanguage) {
        let facts = PhotoFacts(
            photo: publicPhoto, entries: [], language: language, isShared: true, includesSize: false
        )
        let values = facts.values
        var rows: [Row] = []
        func add(_ label: String, _ texts: [String?]) {
            let nonempty = texts.compactMap(\.self).filter { !$0.isEmpty }
            if !nonempty.isEmpty { rows.append(Row(label: label, texts: nonempty)) }
        }
        func texts(_ key: String) -> [String] {
            (values[key] as? [[String: Any]] ?? []).compactMap { $0["linkText"] as? String }
        }
        add(language.say("shares.title-of"), [publicPhoto.title])
        add(language.say("shares.description"), [publicPhoto.caption])
        add(language.say("shares.creator"), [values["creator"] as? String])
        add(language.say("shares.licence"), [publicPhoto.license?.name])
        add(language.say("photo.taken"), [(values["taken"] as? [String: String])?["words"]])
        add(
            language.say("photo.place"),
            [
                texts("placeLinks").joined(separator: ", "),
                (values["position"] as? [String: Any])?["text"] as? String,
            ])
        add(language.say("photo.people"), texts("people"))
        add(language.say("photo.tags"), texts("tags"))
        for fact in facts.facts { rows.append(Row(label: fact.label, texts: fact.texts)) }
        self.rows = rows
    }
}
