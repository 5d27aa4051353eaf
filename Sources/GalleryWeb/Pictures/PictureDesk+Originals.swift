import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

extension PictureDesk {
    /// What a picture's file may do in a browser: nothing.
    static let policy = "sandbox; default-src 'none'"

    /// Answers with the bytes of a photo's largest stored picture, or a range of them.
    ///
    /// - Throws: 404 without such a photo, and where the file of its picture is away or holds other bytes; 416 for a
    ///   range that there is none of.
    func original(of photo: PhotoID, for request: WebRequest) async throws -> Response {
        let facts = try await offload { [gallery] in try gallery.originalFacts(of: photo) }
        let tag = EntityTag(facts.sha256)
        if tag.isNamed(in: request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: FileAnswer.headers(tag))
        }
        let picture = try await offload { [gallery] in try gallery.open(facts) }
        return try FileAnswer(
            tag: tag, type: OriginalType(fileType: facts.fileType), name: facts.fileName,
            byteCount: picture.byteCount
        ) { try picture.read(into: $0, at: $1) }.response(for: request)
    }
}
