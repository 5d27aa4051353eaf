import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import NIOCore

/// Hands out the pictures that accounts share: made once, as long as they are asked for.
final class PhotoShareDesk: Sendable {
    private let gallery: PhotoGallery
    /// A picture that is made takes a core and some hundred megabytes; programs ask for many at once.
    private let turns = BoundedTurns(
        limit: ProcessInfo.processInfo.activeProcessorCount, queue: 1024)
    private let shelf = ThumbnailShelf(capacity: 128 << 20)

    /// Makes a desk.
    init(_ gallery: PhotoGallery) {
        self.gallery = gallery
    }

    /// Answers with the picture of a photo; nil for one that nobody shares.
    ///
    /// - Throws: 422 where it cannot be decoded; 503 where too much is asked for.
    func picture(of id: PhotoID, for request: WebRequest) async throws -> Response? {
        let gallery = gallery
        let found = try await offload {
            try gallery.sharedPeople.photo(id).map { photos, photo in
                (photos, photo, try gallery.sharedPeople.identity(of: photo))
            }
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
        let place = ThumbnailShelf.Place(photo: id, side: 0)
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
