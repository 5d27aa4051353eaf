import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import NIOCore

/// Serves pictures of shared and published photos to everyone; rendered pictures are cached.
final class SharedPictureResponder: Sendable {
    private let gallery: PhotoGallery
    /// Limits concurrent renderings, since each takes a core and several hundred megabytes, and
    /// clients request many pictures at once.
    private let turns = BoundedTurns(
        limit: ProcessInfo.processInfo.activeProcessorCount, queue: 1024,
        refusal: "error.much-at-once")
    private let cache = ItemCache<ThumbnailKey, CachedThumbnail>(capacity: 128 << 20)

    init(_ gallery: PhotoGallery) {
        self.gallery = gallery
    }

    /// Returns a response with the picture of a photo; nil if the photo is not shared.
    ///
    /// - Parameter find: looks up the photo; blocks.
    /// - Throws: 422 if the picture cannot be decoded; 503 if there are too many requests.
    func answer(
        _ request: WebRequest,
        _ find: @escaping @Sendable () throws -> (photos: SharedPhotos, photo: ShareLinkPhoto)?
    ) async throws -> Response? {
        let gallery = gallery
        let found = try await offload {
            try find().map { ($0.photos, $0.photo, try $0.photo.key(in: gallery)) }
        }
        guard let (photos, photo, identity) = found else { return nil }
        let tag = EntityTag(String(identity.prefix(32)))
        let headers: HTTPFields = [
            .contentType: "image/jpeg", .eTag: tag.text, .cacheControl: Conditional.caching,
            .contentSecurityPolicy: PictureResponder.policy,
        ]
        if tag.isNamed(in: request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: headers)
        }
        // Full-size and reduced pictures have separate cache entries.
        let key = ThumbnailKey(photo: photo.id, side: photos.contents.originals ? 0 : 1)
        @Sendable func kept() -> ByteBuffer? {
            cache.item(at: key).flatMap { $0.version == identity ? $0.bytes : nil }
        }
        let bytes: ByteBuffer
        if let made = kept() {
            bytes = made
        } else {
            bytes = try await turns.run {
                // An earlier request in the queue may have rendered the same picture.
                if let bytes = kept() { return bytes }
                let file = try await request.whileClientWaits {
                    try await gallery.file(of: photo, in: photos)
                }
                let count = file.byteCount
                var buffer = ByteBufferAllocator().buffer(capacity: count)
                try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { free in
                    try file.read(UnsafeMutableRawBufferPointer(rebasing: free[..<count]), 0)
                    return count
                }
                cache.put(
                    CachedThumbnail(version: identity, tag: tag, bytes: buffer, revision: 0),
                    at: key)
                return buffer
            }
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }
}
