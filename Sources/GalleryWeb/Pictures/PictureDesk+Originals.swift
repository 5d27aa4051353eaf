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
        var headers: HTTPFields = [
            .eTag: tag.text, .cacheControl: Conditional.caching, .acceptRanges: "bytes",
            .contentSecurityPolicy: PictureDesk.policy,
        ]
        if tag.isNamed(in: request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: headers)
        }
        let picture = try await offload { [gallery] in try gallery.open(facts) }
        let type = OriginalType(fileType: facts.fileType)
        headers[.contentType] = type.text
        headers[.contentDisposition] =
            ContentDisposition(
                isAttachment: !type.isShown || request.parameter("download") == "1",
                name: facts.fileName
            ).text
        let size = picture.byteCount
        switch PictureDesk.range(of: request, size, tag) {
        case .whole:
            return Response(
                status: .ok, headers: headers,
                body: OriginalBody(picture: picture, range: 0..<size).body)
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
            return Response(
                status: .partialContent, headers: headers,
                body: OriginalBody(picture: picture, range: range).body)
        case .unsatisfiable:
            throw Problem(
                .rangeNotSatisfiable, "the picture has \(size) bytes",
                headers: [.contentRange: "bytes */\(size)", .acceptRanges: "bytes"])
        }
    }

    /// The range that is asked for: of these very bytes, and by GET alone (RFC 9110, sections 13.1.5 and 14.2).
    private static func range(
        of request: WebRequest, _ size: Int, _ tag: EntityTag
    ) -> ByteRange {
        if request.isHead { return .whole }
        if let condition = request.headers[.ifRange] {
            guard let named = EntityTag(header: condition), named.isStrongly(tag) else {
                return .whole
            }
        }
        return ByteRange(request.headers[.range], size: size)
    }
}
