import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import NIOCore

extension PictureDesk {
    /// Answers with a photo's picture in its whole size, upright and as it is edited, as long as somebody waits for
    /// it.
    ///
    /// - Throws: 404 without such a photo or a picture of it; 422 where it cannot be decoded; 503 where too much is
    ///   to be made.
    func rendition(of photo: PhotoID, for request: WebRequest) async throws -> Response {
        let facts = try await offload { [gallery] in try gallery.renditionFacts(of: photo) }
        let tag = EntityTag(facts.identity)
        var headers: HTTPFields = [
            .eTag: tag.text, .cacheControl: Conditional.caching,
            .contentSecurityPolicy: PictureDesk.policy,
        ]
        if tag.isNamed(in: request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: headers)
        }
        let bytes = try await request.whileAskerWaits { [gallery] in
            try await gallery.rendition(facts)
        }
        headers[.contentType] = "image/jpeg"
        headers[.contentDisposition] =
            ContentDisposition(
                isAttachment: request.parameter("download") == "1", name: facts.fileName
            ).text
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
