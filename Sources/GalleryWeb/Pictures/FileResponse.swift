import Gallery
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// A response with a file or a range of it, which holds at most two blocks of the file in memory.
struct FileResponse: Sendable {
    /// The number of files being sent.
    private static let sending = Atomic<Int>(0)

    /// The size of a block in bytes, chosen so that the blocks of all files being sent take about
    /// 16 MiB, but at least 16 KiB and at most 64 KiB.
    private static var blockLength: Int {
        min(max((16 << 20) / max(sending.load(ordering: .relaxed), 1), 16 << 10), 64 << 10)
    }

    /// The entity tag, unique to the bytes.
    let tag: EntityTag
    /// The media type.
    let type: OriginalType
    let name: String
    /// The size of the file in bytes.
    let byteCount: Int
    /// Fills a buffer with bytes from an offset; blocks.
    let read: @Sendable (UnsafeMutableRawBufferPointer, Int) throws -> Void

    /// Returns the response to a request; `download=1` makes browsers save the file.
    ///
    /// The connection breaks if the file is modified meanwhile, so bytes of different versions are
    /// never mixed.
    ///
    /// - Throws: 416 for an unsatisfiable range.
    func response(for request: WebRequest) throws(Problem) -> Response {
        var headers = FileResponse.headers(tag)
        headers[.contentType] = type.text
        headers[.contentDisposition] =
            ContentDisposition(
                isAttachment: !type.isShown || request.parameter("download") == "1", name: name
            ).text
        var sent = 0..<byteCount
        switch range(of: request) {
        case .whole: break
        case .part(let range):
            sent = range
            headers[.contentRange] =
                "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(byteCount)"
        case .unsatisfiable:
            throw Problem(
                .rangeNotSatisfiable, say: "error.no-range", ["bytes": "\(byteCount)"],
                headers: [.contentRange: "bytes */\(byteCount)", .acceptRanges: "bytes"])
        }
        return Response(
            status: headers[.contentRange] == nil ? .ok : .partialContent, headers: headers,
            body: body(sent, on: request.channel))
    }

    /// Returns the headers common to all responses with the file, including 304.
    static func headers(_ tag: EntityTag) -> HTTPFields {
        var headers = PictureResponder.headers(tag)
        headers[.acceptRanges] = "bytes"
        return headers
    }

    /// The requested range; ranges are ignored for HEAD requests and for other versions of the file
    /// (RFC 9110, sections 13.1.5 and 14.2).
    private func range(of request: WebRequest) -> ByteRange {
        if request.isHead { return .whole }
        if let condition = request.headers[.ifRange] {
            guard let named = EntityTag(header: condition), named.isStrongly(tag) else {
                return .whole
            }
        }
        return ByteRange(request.headers[.range], size: byteCount)
    }

    /// Returns a body with the bytes of a range.
    ///
    /// A writer only waits for its reader once the connection has processed the previous write,
    /// which may be late on a busy event loop; without the extra wait the whole file could be read
    /// into memory.
    private func body(_ range: Range<Int>, on channel: (any Channel)?) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            FileResponse.sending.add(1, ordering: .relaxed)
            defer { FileResponse.sending.subtract(1, ordering: .relaxed) }
            var offset = range.lowerBound
            while offset < range.upperBound {
                let end = min(offset + FileResponse.blockLength, range.upperBound)
                let block = offset..<end
                try await writer.write(
                    try await offload { try FileResponse.bytes(block, of: read) })
                try await channel?.eventLoop.submit {}.get()
                offset = end
            }
            try await writer.finish(nil)
        }
    }

    /// Reads a range of a file into memory; blocks.
    static func bytes(
        _ block: Range<Int>,
        of read: (UnsafeMutableRawBufferPointer, Int) throws -> Void
    ) throws -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: block.count)
        try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: block.count) { free in
            try read(
                UnsafeMutableRawBufferPointer(rebasing: free[..<block.count]), block.lowerBound)
            return block.count
        }
        return buffer
    }
}

/// The media type of an original, limited to a few types that are harmless in browsers, based on
/// the file's content.
struct OriginalType: Hashable, Sendable {
    /// The media type.
    let text: String
    /// True if browsers display the type rather than save the file.
    let isShown: Bool

    /// The media type; nil if it is not a picture.
    var pictureType: String? { text.hasPrefix("image/") ? text : nil }

    /// A ZIP archive.
    static let zip = OriginalType(text: "application/zip", isShown: false)
}

extension OriginalType {
    /// Creates the type for an exiftool file type; unknown types become `application/octet-stream`.
    init(fileType: String?) {
        switch fileType {
        case "JPEG": self.init(text: "image/jpeg", isShown: true)
        case "PNG": self.init(text: "image/png", isShown: true)
        case "WEBP": self.init(text: "image/webp", isShown: true)
        case "GIF": self.init(text: "image/gif", isShown: true)
        case "AVIF": self.init(text: "image/avif", isShown: true)
        case "HEIC": self.init(text: "image/heic", isShown: false)
        case "TIFF": self.init(text: "image/tiff", isShown: false)
        default: self.init(text: "application/octet-stream", isShown: false)
        }
    }
}
