import Gallery
import HTTPTypes
import Hummingbird
import NIOCore

/// A file that is sent whole or in ranges, a block of it in memory at a time.
struct FileAnswer: Sendable {
    /// How many bytes are in memory at a time.
    static let blockLength = 256 << 10

    /// What no other bytes have.
    let tag: EntityTag
    /// What a browser is told of them.
    let type: OriginalType
    /// The file's name.
    let name: String
    /// How many bytes there are.
    let byteCount: Int
    /// Fills a buffer with the bytes from an offset on; blocks.
    let read: @Sendable (UnsafeMutableRawBufferPointer, Int) throws -> Void

    /// The answer to a request; `download=1` asks for a file to keep.
    ///
    /// Where somebody writes to the file meanwhile the connection breaks: no bytes of another file are passed on.
    ///
    /// - Throws: 416 for a range that there is none of.
    func response(for request: WebRequest) throws(Problem) -> Response {
        var headers = FileAnswer.headers(tag)
        headers[.contentType] = type.text
        headers[.contentDisposition] =
            ContentDisposition(
                isAttachment: !type.isShown || request.parameter("download") == "1", name: name
            ).text
        switch range(of: request) {
        case .whole:
            return Response(status: .ok, headers: headers, body: body(0..<byteCount))
        case .part(let range):
            headers[.contentRange] =
                "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(byteCount)"
            return Response(status: .partialContent, headers: headers, body: body(range))
        case .unsatisfiable:
            throw Problem(
                .rangeNotSatisfiable, say: "error.no-range", ["bytes": "\(byteCount)"],
                headers: [.contentRange: "bytes */\(byteCount)", .acceptRanges: "bytes"])
        }
    }

    /// What every answer with such a file says, also where it is left out.
    static func headers(_ tag: EntityTag) -> HTTPFields {
        [
            .eTag: tag.text, .cacheControl: Conditional.caching, .acceptRanges: "bytes",
            .contentSecurityPolicy: PictureDesk.policy,
        ]
    }

    /// The range that is asked for: of these very bytes, and by GET alone (RFC 9110, sections 13.1.5 and 14.2).
    private func range(of request: WebRequest) -> ByteRange {
        if request.isHead { return .whole }
        if let condition = request.headers[.ifRange] {
            guard let named = EntityTag(header: condition), named.isStrongly(tag) else {
                return .whole
            }
        }
        return ByteRange(request.headers[.range], size: byteCount)
    }

    private func body(_ range: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            var offset = range.lowerBound
            while offset < range.upperBound {
                let end = min(offset + FileAnswer.blockLength, range.upperBound)
                let block = offset..<end
                try await writer.write(try await offload { try bytes(block) })
                offset = end
            }
            try await writer.finish(nil)
        }
    }

    private func bytes(_ block: Range<Int>) throws -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: block.count)
        try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: block.count) { free in
            try read(
                UnsafeMutableRawBufferPointer(rebasing: free[..<block.count]), block.lowerBound)
            return block.count
        }
        return buffer
    }
}
