import Basics
import Gallery
import GalleryModel

/// A preview of a new share link: the number of photos, the first photos, the kinds of metadata
/// included, and one photo as an example with its metadata and file.
struct ShareDraftDocument {
    /// The number of photos shown.
    private static let shown = 12
    /// The number of photos in memory at a time.
    private static let page = 256

    let request: WebRequest
    let shared: SharedPhotos
    let gallery: PhotoGallery

    /// Returns the JSON object; takes as long as making one file, plus a few seconds for ten
    /// thousand photos.
    func value() async throws -> JSONValue {
        let survey = try await request.whileClientWaits { try await surveyed() }
        var example = JSONValue.null
        if let (photo, facts) = survey.example { example = try await self.example(photo, facts) }
        let photos = survey.first.map { photo in
            JSONValue([
                ("id", photo.id.rawValue),
                ("name", photo.publicPhoto.shownTitle(in: request.language)),
                ("thumbnail", PictureAddress.thumbnail(of: photo.publicPhoto, side: 240)),
            ])
        }
        return JSONValue([
            ("count", shared.count), ("title", shared.section?.name), ("examined", survey.examined),
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
        var example: (photo: ShareLinkPhoto, facts: [PhotoFacts.Row])?

        mutating func add(_ photos: [ShareLinkPhoto], in language: PageLanguage) {
            for photo in photos {
                let facts = PhotoFacts(
                    photo: photo.publicPhoto, entries: [], language: language, isShared: true,
                    includesSize: false
                ).sharedRows
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
        // This is also the maximum for lists of photos.
        let end = min(shared.count, GalleryShareLinks.maximumPhotos)
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
        _ photo: ShareLinkPhoto, _ facts: [PhotoFacts.Row]
    ) async throws -> JSONValue {
        var file = JSONValue.null
        do {
            let found = try await request.whileClientWaits { [gallery] in
                try await gallery.shareLinks.file(of: photo)
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
        let rows = facts.map { row in JSONValue([("label", row.label), ("texts", row.texts)]) }
        return JSONValue([("id", photo.id.rawValue), ("facts", rows), ("file", file)])
    }
}

extension PhotoFacts {
    /// A label with its values.
    fileprivate typealias Row = (label: String, texts: [String])

    /// All metadata on the page of a shared photo, derived from the same values as the page.
    fileprivate var sharedRows: [Row] {
        let values = values
        func texts(_ key: String) -> [String] {
            (values[key] as? [[String: Any]] ?? []).compactMap { $0["linkText"] as? String }
        }
        let position = (values["position"] as? [String: Any])?["text"] as? String
        let rows: [(key: String, texts: [String?])] = [
            ("shares.title-of", [photo.title]), ("shares.description", [photo.caption]),
            ("shares.creator", [values["creator"] as? String]),
            ("shares.licence", [photo.license?.name]),
            ("photo.taken", [(values["taken"] as? [String: String])?["words"]]),
            ("photo.place", [texts("placeLinks").joined(separator: ", "), position]),
            ("photo.people", texts("people")), ("photo.tags", texts("tags")),
        ]
        let labeled = rows.map { key, texts in
            (language.say(key), texts.compactMap(\.self).filter { !$0.isEmpty })
        }
        return labeled.filter { !$0.1.isEmpty } + facts
    }
}
