import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Hands out pictures: thumbnails, each made once however many ask, and originals.
final class PictureDesk: Sendable {
    /// The long edges of thumbnails that there are addresses of.
    static let sides = [240, 640, 1600]
    /// How long other programs' changes may go unnoticed.
    private static let lookInterval = Duration.milliseconds(100)
    /// The most bytes of thumbnails that are kept in memory.
    private static let shelfCapacity = 32 << 20

    let gallery: PhotoGallery
    private let shelf = ThumbnailShelf(capacity: PictureDesk.shelfCapacity)
    private let nextLook = Mutex(ContinuousClock.now)
    private let thumbnailType: String

    /// Makes a desk.
    init(_ gallery: PhotoGallery) {
        self.gallery = gallery
        thumbnailType = gallery.thumbnailFormat == .webp ? "image/webp" : "image/jpeg"
    }

    /// Answers with a thumbnail, which is made where it is not there.
    ///
    /// The version in the address is that of the picture now, or the answer is not to be kept.
    ///
    /// - Parameter side: one of `sides`.
    /// - Throws: 404 without such a photo or a picture of it; 422 where it cannot be decoded; 503 where too much is
    ///   to be made.
    func thumbnail(
        of photo: PhotoID, side: Int, for request: WebRequest
    ) async throws -> Response {
        let place = ThumbnailShelf.Place(photo: photo, side: side)
        let known = request.headers[.ifNoneMatch]
        let item: ThumbnailShelf.Item
        if let kept = shelf.item(at: place), kept.revision == gallery.revision, !isLookDue {
            item = kept
        } else {
            let found = try await offload { [self] in try look(for: place, known) }
            switch found {
            case .item(let kept): item = kept
            case .sameAsKnown(let version, let tag):
                return answer(version, tag, .notModified, for: request)
            case .missing(let revision):
                let made = try await request.whileAskerWaits { [gallery] in
                    try await gallery.makeThumbnail(of: photo, side: side)
                }
                item = ThumbnailShelf.Item(
                    version: made.version, tag: EntityTag(made.identity),
                    bytes: ByteBuffer(bytes: made.bytes), revision: revision)
                shelf.put(item, at: place)
            }
        }
        if item.tag.isNamed(in: known) {
            return answer(item.version, item.tag, .notModified, for: request)
        }
        return answer(item.version, item.tag, .ok, item.bytes, for: request)
    }

    /// What was found of a thumbnail.
    private enum Found: Sendable {
        /// Its bytes.
        case item(ThumbnailShelf.Item)
        /// The asker has it.
        case sameAsKnown(version: String, EntityTag)
        /// It is to be made; the revision is that of the gallery before.
        case missing(revision: UInt64)
    }

    /// Looks a thumbnail up; blocks.
    private func look(for place: ThumbnailShelf.Place, _ known: String?) throws -> Found {
        if isLookDue {
            nextLook.withLock { $0 = ContinuousClock.now + PictureDesk.lookInterval }
            gallery.lookForWrites()
        }
        let revision = gallery.revision
        let facts = try gallery.thumbnailFacts(of: place.photo, side: place.side)
        let tag = EntityTag(facts.identity)
        if tag.isNamed(in: known) { return .sameAsKnown(version: facts.version, tag) }
        if var kept = shelf.item(at: place), kept.tag == tag,
            // What could not be stored is here alone.
            facts.byteCount == nil || facts.byteCount == kept.bytes.readableBytes
        {
            kept.revision = revision
            shelf.put(kept, at: place)
            return .item(kept)
        }
        guard let bytes = gallery.bytes(of: facts) else {
            return .missing(revision: revision)
        }
        let item = ThumbnailShelf.Item(
            version: facts.version, tag: tag, bytes: ByteBuffer(bytes: bytes), revision: revision)
        shelf.put(item, at: place)
        return .item(item)
    }

    private var isLookDue: Bool { nextLook.withLock { $0 <= .now } }

    private func answer(
        _ version: String, _ tag: EntityTag, _ status: HTTPResponse.Status,
        _ bytes: ByteBuffer? = nil, for request: WebRequest
    ) -> Response {
        let isCurrent = request.parameter("v") == version
        var headers: HTTPFields = [
            .eTag: tag.text,
            .cacheControl: isCurrent
                ? "private, max-age=31536000, immutable" : Conditional.caching,
        ]
        guard let bytes else { return Response(status: status, headers: headers) }
        headers[.contentType] = thumbnailType
        return Response(
            status: status, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }
}
