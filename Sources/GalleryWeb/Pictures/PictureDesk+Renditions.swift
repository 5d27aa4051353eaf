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
        try await answer(to: request) { [gallery] in try gallery.renditionFacts(of: photo) }
    }

    /// Answers with a photo's picture as it would look under an edit, as long as somebody waits for it.
    ///
    /// - Parameter side: the most pixels of the long edge.
    /// - Throws: as `rendition`.
    func preview(
        of photo: PhotoID, as edit: PhotoEdit, side: Int, for request: WebRequest
    ) async throws -> Response {
        try await answer(to: request) { [gallery] in
            try gallery.previewFacts(of: photo, as: edit, longestSide: side)
        }
    }

    private func answer(
        to request: WebRequest, with facts: @escaping @Sendable () throws -> RenditionFacts
    ) async throws -> Response {
        let facts = try await offload { try facts() }
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
