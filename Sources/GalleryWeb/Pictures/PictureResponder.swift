import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Serves thumbnails, which are made once for concurrent requests, and originals.
final class PictureResponder: Sendable {
    /// The available thumbnail sizes, by long edge in pixels.
    static let sides = [240, 640, 1600]
    /// The interval of checks for changes by other programs.
    private static let checkInterval = Duration.milliseconds(100)
    /// The size of the thumbnail cache, in bytes.
    private static let cacheCapacity = 32 << 20

    let gallery: PhotoGallery
    private let cache = ItemCache<ThumbnailKey, CachedThumbnail>(
        capacity: PictureResponder.cacheCapacity)
    /// The full-size pictures of shared and published photos, which are served to everyone.
    private let sharedCache = ItemCache<String, ByteBuffer>(capacity: 128 << 20)
    /// Limits concurrent renderings of these pictures, as clients request many at once.
    private let sharedTurns = BoundedTurns(
        limit: ProcessInfo.processInfo.activeProcessorCount, queue: 1024,
        refusal: "error.much-at-once")
    private let nextLook = Mutex(ContinuousClock.now)
    private let thumbnailType: String

    init(_ gallery: PhotoGallery) {
        self.gallery = gallery
        thumbnailType = gallery.thumbnails.format == .webp ? "image/webp" : "image/jpeg"
    }

    /// Returns a response with a thumbnail, which is made if it does not exist.
    ///
    /// The response may be cached permanently if the version in the address is current.
    ///
    /// - Parameter side: one of `sides`.
    /// - Throws: 404 if the photo or its picture does not exist; 422 if the picture cannot be
    ///   decoded; 503 if there are too many requests.
    func thumbnail(of photo: PhotoID, side: Int, for request: WebRequest) async throws -> Response {
        let key = ThumbnailKey(photo: photo, side: side)
        if let kept = cache.item(at: key), kept.revision == gallery.revision, !isCheckDue {
            return answer(kept, for: request)
        }
        let known = request.headers[.ifNoneMatch]
        let (found, revision) = try await offload { [self] in try look(for: key, known) }
        if let found { return answer(found, for: request) }
        let made = try await request.whileClientWaits { [gallery] in
            try await gallery.thumbnails.make(of: photo, side: side)
        }
        let item = CachedThumbnail(
            version: made.version, tag: EntityTag(made.identity),
            bytes: ByteBuffer(bytes: made.bytes), revision: revision)
        cache.put(item, byteCount: item.bytes.capacity, at: key)
        return answer(item, for: request)
    }

    /// Looks up a thumbnail; blocks.
    ///
    /// - Returns: the thumbnail, without bytes if the client already has it, or nil if it must be
    ///   made; and the gallery's revision before the lookup.
    private func look(
        for key: ThumbnailKey, _ known: String?
    ) throws -> (item: CachedThumbnail?, revision: UInt64) {
        if isCheckDue {
            nextLook.withLock { $0 = ContinuousClock.now + PictureResponder.checkInterval }
            gallery.detectWrites()
        }
        let revision = gallery.revision
        let facts = try gallery.thumbnails.facts(of: key.photo, side: key.side)
        var item = CachedThumbnail(
            version: facts.version, tag: EntityTag(facts.identity), bytes: ByteBuffer(),
            revision: revision)
        if item.tag.isNamed(in: known) { return (item, revision) }
        if let kept = cache.item(at: key), kept.tag == item.tag,
            // A thumbnail that could not be stored exists only in this cache.
            facts.byteCount == nil || facts.byteCount == kept.bytes.readableBytes
        {
            item.bytes = kept.bytes
        } else if let bytes = gallery.thumbnails.bytes(of: facts) {
            item.bytes = ByteBuffer(bytes: bytes)
        } else {
            return (nil, revision)
        }
        cache.put(item, byteCount: item.bytes.capacity, at: key)
        return (item, revision)
    }

    private var isCheckDue: Bool { nextLook.withLock { $0 <= .now } }

    /// Returns the response, which becomes 304 if the client already has the thumbnail.
    private func answer(_ item: CachedThumbnail, for request: WebRequest) -> Response {
        let isCurrent = request.parameter("v") == item.version
        var headers: HTTPFields = [
            .eTag: item.tag.text, .cacheControl: Conditional.caching(isCurrent: isCurrent),
        ]
        if item.tag.isNamed(in: request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = thumbnailType
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: item.bytes))
    }
}

/// The key of a thumbnail: photo and size.
struct ThumbnailKey: Hashable, Sendable {
    let photo: PhotoID
    let side: Int
}

/// A thumbnail, valid at a revision of the gallery.
struct CachedThumbnail: Sendable {
    /// The version of the photo's picture and edit.
    let version: String
    /// The entity tag, unique to the bytes.
    let tag: EntityTag
    var bytes: ByteBuffer
    /// The revision of the gallery at which the entry was last validated.
    let revision: UInt64
}

extension PictureResponder {
    /// Returns the headers common to all responses with a picture, including 304; its content
    /// security policy allows nothing.
    static func headers(_ tag: EntityTag) -> HTTPFields {
        [
            .eTag: tag.text, .cacheControl: Conditional.caching,
            .contentSecurityPolicy: "sandbox; default-src 'none'",
        ]
    }

    /// Returns a response with the photo's largest stored picture or a range of it.
    ///
    /// - Throws: 404 if the photo does not exist, or if its file is missing or has changed; 416 for
    ///   an unsatisfiable range.
    func original(of photo: PhotoID, for request: WebRequest) async throws -> Response {
        let facts = try await offload { [gallery] in try gallery.export.originalFacts(of: photo) }
        let tag = EntityTag(facts.sha256)
        if tag.isNamed(in: request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: FileResponse.headers(tag))
        }
        let picture = try await offload { [gallery] in try gallery.export.open(facts) }
        return try FileResponse(
            tag: tag, type: OriginalType(fileType: facts.fileType), name: facts.fileName,
            byteCount: picture.byteCount, read: picture.read
        ).response(for: request)
    }
}

extension PictureResponder {
    /// Returns a response with the full-size picture, upright and edited, or with a preview;
    /// rendering stops if the client disconnects.
    ///
    /// - Parameter preview: the preview; nil for the full size.
    /// - Throws: 404 if the photo or its picture does not exist; 422 if the picture cannot be
    ///   decoded; 503 if there are too many requests.
    func rendition(
        of photo: PhotoID, preview: EditPreview? = nil, for request: WebRequest
    ) async throws -> Response {
        let facts = try await offload { [gallery] in
            try gallery.edits.renditionFacts(of: photo, preview: preview)
        }
        let tag = EntityTag(facts.identity)
        var headers = PictureResponder.headers(tag)
        if tag.isNamed(in: request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: headers)
        }
        let bytes = try await request.whileClientWaits { [gallery] in
            try await gallery.edits.rendition(facts)
        }
        headers[.contentType] = "image/jpeg"
        headers[.contentDisposition] =
            ContentDisposition(
                isAttachment: request.parameter("download") == "1", name: facts.fileName
            ).text
        let body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        return Response(status: .ok, headers: headers, body: body)
    }
}

extension PictureResponder {
    /// Returns a response with the full-size picture of a shared or published photo, which is made
    /// once; nil if the photo is not shared.
    ///
    /// - Parameter find: looks up the photo; blocks.
    /// - Throws: 422 if the picture cannot be decoded; 503 if there are too many requests.
    func shared(
        _ request: WebRequest, _ find: @escaping @Sendable () throws -> ShareLinkPhoto?
    ) async throws -> Response? {
        let found = try await offload { [gallery] in
            try find().map { ($0, try $0.key(in: gallery)) }
        }
        guard let (photo, identity) = found else { return nil }
        let tag = EntityTag(String(identity.prefix(32)))
        var headers = PictureResponder.headers(tag)
        headers[.contentType] = "image/jpeg"
        if tag.isNamed(in: request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: headers)
        }
        let bytes: ByteBuffer
        if let kept = sharedCache.item(at: identity) {
            bytes = kept
        } else {
            bytes = try await sharedTurns.run { [gallery, sharedCache] in
                // An earlier request in the queue may have rendered the same picture.
                if let kept = sharedCache.item(at: identity) { return kept }
                let file = try await request.whileClientWaits {
                    try await gallery.shareLinks.file(of: photo)
                }
                let made = try FileResponse.bytes(0..<file.byteCount, of: file.read)
                sharedCache.put(made, byteCount: made.capacity, at: identity)
                return made
            }
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }
}
