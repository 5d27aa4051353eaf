import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import NIOCore

/// Serves full-size pictures of shared and published photos to everyone; rendered pictures are cached.
final class SharedPictureResponder: Sendable {
    private let gallery: PhotoGallery
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
        _ find: @escaping @Sendable () throws -> ShareLinkPhoto?
    ) async throws -> Response? {
        let gallery = gallery
        let found = try await offload {
            try find().map { ($0, try $0.key(in: gallery)) }
        }
        guard let (photo, identity) = found else { return nil }
        let tag = EntityTag(String(identity.prefix(32)))
        let headers: HTTPFields = [
            .contentType: "image/jpeg", .eTag: tag.text, .cacheControl: Conditional.caching,
            .contentSecurityPolicy: PictureResponder.policy,
        ]
        if tag.isNamed(in: request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: headers)
        }
        let key = ThumbnailKey(photo: photo.id, side: 0)
        if let kept = cache.item(at: key), kept.version == identity {
            return Response(
                status: .ok, headers: headers, body: ResponseBody(byteBuffer: kept.bytes))
        }
        let file = try await request.whileClientWaits {
            try await gallery.file(of: photo)
        }
        let count = file.byteCount
        var buffer = ByteBufferAllocator().buffer(capacity: count)
        try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { free in
            try file.read(UnsafeMutableRawBufferPointer(rebasing: free[..<count]), 0)
            return count
        }
        cache.put(
            CachedThumbnail(version: identity, tag: tag, bytes: buffer, revision: 0), at: key)
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: buffer))
    }
}
