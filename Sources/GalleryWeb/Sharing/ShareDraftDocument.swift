import Basics
import Gallery
import GalleryModel

/// What a share link would give, were it made now: how many photos, the first of them, and of one all that would be
/// told and the file.
struct ShareDraftDocument {
    /// How many of the photos are shown.
    private static let shown = 12

    private let request: WebRequest
    private let shared: SharedPhotos
    private let gallery: PhotoGallery

    init(_ request: WebRequest, _ shared: SharedPhotos, in gallery: PhotoGallery) {
        self.request = request
        self.shared = shared
        self.gallery = gallery
    }

    /// The object; takes as long as making the file of one photo.
    func value() async throws -> JSONValue {
        let photos = try await offload { [shared] in
            try shared.photos(from: 0, limit: ShareDraftDocument.shown)
        }
        // The one that tells most shows best what would be told.
        let facts = photos.map { SharedFacts(told: $0.told, in: request.language).rows }
        let chosen = facts.indices.filter { photos[$0].hasPicture }
            .max { facts[$0].count < facts[$1].count }
        var example = JSONValue.null
        if let chosen { example = try await self.example(photos[chosen], facts[chosen]) }
        return .object([
            ("count", .number(Double(shared.count))), ("title", JSONValue(shared.title)),
            (
                "photos",
                .list(
                    photos.map { photo in
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
