import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import NIOCore

/// Hands out pictures to everybody, of photos that accounts share or publish: made once, as long as they are asked for.
final class GivenPictureDesk: Sendable {
    private let gallery: PhotoGallery
    /// A picture that is made takes a core and some hundred megabytes; programs ask for many at once.
    private let turns = BoundedTurns(
        limit: ProcessInfo.processInfo.activeProcessorCount, queue: 1024,
        refusal: "error.much-at-once")
    private let shelf = ThumbnailShelf(capacity: 128 << 20)

    /// Makes a desk.
    init(_ gallery: PhotoGallery) {
        self.gallery = gallery
    }

    /// Answers with the picture of a photo; nil where none is given.
    ///
    /// - Parameter find: looks the photo up; blocks.
    /// - Throws: 422 where it cannot be decoded; 503 where too much is asked for.
    func answer(
        _ request: WebRequest,
        _ find: @escaping @Sendable () throws -> (photos: SharedPhotos, photo: GivenPhoto)?
    ) async throws -> Response? {
        let gallery = gallery
        let found = try await offload {
            try find().map { ($0.photos, $0.photo, try gallery.identity(of: $0.photo)) }
        }
        guard let (photos, photo, identity) = found else { return nil }
        let tag = EntityTag(String(identity.prefix(32)))
        let headers: HTTPFields = [
            .contentType: "image/jpeg", .eTag: tag.text, .cacheControl: Conditional.caching,
            .contentSecurityPolicy: PictureDesk.policy,
        ]
        if tag.isNamed(in: request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: headers)
        }
        // One that is bounded lies beside the whole one.
        let place = ThumbnailShelf.Place(photo: photo.id, side: photos.gift.originals ? 0 : 1)
        if let kept = shelf.item(at: place), kept.version == identity {
            return Response(
                status: .ok, headers: headers, body: ResponseBody(byteBuffer: kept.bytes))
        }
        let bytes = try await turns.run {
            let file = try await request.whileAskerWaits {
                try await gallery.file(of: photo, in: photos)
            }
            var buffer = ByteBufferAllocator().buffer(capacity: file.byteCount)
            try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: file.byteCount) { free in
                try file.read(
                    into: UnsafeMutableRawBufferPointer(rebasing: free[..<file.byteCount]), at: 0)
                return file.byteCount
            }
            return buffer
        }
        shelf.put(
            ThumbnailShelf.Item(version: identity, tag: tag, bytes: bytes, revision: 0), at: place)
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }
}
