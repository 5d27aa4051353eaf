import Basics
import Gallery
import GalleryModel

/// What a share link would give, were it made now: how many photos, the first of them, what kinds of facts would be told of
/// any, and of one all that would be told and the file.
struct ShareDraftDocument {
    /// How many of the photos are shown.
    private static let shown = 12
    /// How many of the photos are looked at for what would be told of them; of no more are lists of single ones.
    private static let examined = PhotoGallery.mostSharedPhotos
    /// How many of them are in memory at a time.
    private static let page = 256

    private let request: WebRequest
    private let shared: SharedPhotos
    private let gallery: PhotoGallery

    init(_ request: WebRequest, _ shared: SharedPhotos, in gallery: PhotoGallery) {
        self.request = request
        self.shared = shared
        self.gallery = gallery
    }

    /// The object; takes as long as making the file of one photo, and some seconds for ten thousand photos.
    func value() async throws -> JSONValue {
        let survey = try await request.whileAskerWaits { try await surveyed() }
        var example = JSONValue.null
        if let (photo, facts) = survey.example {
            example = try await self.example(photo, facts)
        }
        return .object([
            ("count", .number(Double(shared.count))), ("title", JSONValue(shared.title)),
            ("examined", .number(Double(survey.examined))),
            ("published", .number(Double(survey.published))),
            ("kinds", .list(survey.kinds.map { .text($0) })),
            (
                "photos",
                .list(
                    survey.first.map { photo in
                        .object([
                            ("id", .number(Double(photo.id.rawValue))),
                            ("name", .text(photo.told.shownTitle(in: request.language))),
                            (
                                "thumbnail",
                                JSONValue(PictureAddress.thumbnail(of: photo.told, side: 240))
                            ),
                        ])
                    })
            ),
            ("example", example),
        ])
    }

    /// What would be told of the photos.
    private struct Survey: Sendable {
        /// The first photos.
        var first: [GivenPhoto] = []
        /// How many were looked at.
        var examined = 0
        /// How many of them are public at their origin.
        var published = 0
        /// What is told of any of them.
        var kinds: [String] = []
        /// The one with a picture that tells most, which shows best what would be told.
        var example: (photo: GivenPhoto, facts: [SharedFacts.Row])?

        mutating func add(_ photos: [GivenPhoto], in language: PageLanguage) {
            for photo in photos {
                let facts = SharedFacts(told: photo.told, in: language).rows
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

    /// Looks at the photos, a page of them after the other for as long as somebody waits.
    private func surveyed() async throws -> Survey {
        var survey = Survey()
        let most = min(shared.count, Self.examined)
        for start in stride(from: 0, to: most, by: Self.page) {
            try Task.checkCancellation()
            survey = try await offload { [shared, survey, language = request.language] in
                var survey = survey
                let photos = try shared.photos(from: start, limit: min(Self.page, most - start))
                survey.add(photos, in: language)
                return survey
            }
        }
        return survey
    }

    private func example(
        _ photo: GivenPhoto, _ facts: [SharedFacts.Row]
    ) async throws -> JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("id", .number(Double(photo.id.rawValue))),
            (
                "facts",
                .list(
                    facts.map { row in
                        .object([
                            ("label", .text(row.label)),
                            ("texts", .list(row.texts.map { .text($0) })),
                        ])
                    })
            ),
        ]
        do {
            let file = try await request.whileAskerWaits { [gallery, shared] in
                try await gallery.file(of: photo, in: shared)
            }
            let size = photo.fileSize
            members.append(
                (
                    "file",
                    .object([
                        ("name", .text(file.name)), ("type", .text(file.fileType)),
                        ("width", JSONValue(size?.width)), ("height", JSONValue(size?.height)),
                        ("byteCount", .number(Double(file.byteCount))),
                        ("isOriginal", .flag(photo.isOriginal)),
                    ])
                ))
        } catch let error as GalleryError where error.kind == .badInput || error.kind == .notFound {
            // Its file cannot be made: the others may be.
            members.append(("file", .null))
        }
        return .object(members)
    }
}
