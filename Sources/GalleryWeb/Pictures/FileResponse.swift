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
        let body = ResponseBody(contentLength: sent.count) {
            [sent, read, channel = request.channel] writer in
            try await FileResponse.send(sent, of: read, to: &writer, on: channel)
            try await writer.finish(nil)
        }
        return Response(
            status: headers[.contentRange] == nil ? .ok : .partialContent, headers: headers,
            body: body)
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

    /// Writes a range of a file to a response.
    ///
    /// A writer only waits for its reader once the connection has processed the previous write,
    /// which may be late on a busy event loop; without the extra wait the whole file could be read
    /// into memory.
    static func send(
        _ range: Range<Int>,
        of read: @escaping @Sendable (UnsafeMutableRawBufferPointer, Int) throws -> Void,
        to writer: inout any ResponseBodyWriter, on channel: (any Channel)?
    ) async throws {
        sending.add(1, ordering: .relaxed)
        defer { sending.subtract(1, ordering: .relaxed) }
        var offset = range.lowerBound
        while offset < range.upperBound {
            let end = min(offset + blockLength, range.upperBound)
            let block = offset..<end
            try await writer.write(try await offload { try bytes(block, of: read) })
            try await channel?.eventLoop.submit {}.get()
            offset = end
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
    /// The types that browsers display.
    private static let shown: Set = ["AVIF", "GIF", "JPEG", "PNG", "WEBP"]
    /// The other types.
    private static let saved: Set = ["HEIC", "TIFF"]

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
        let name = fileType ?? ""
        let isShown = OriginalType.shown.contains(name)
        let isPicture = isShown || OriginalType.saved.contains(name)
        self.init(
            text: isPicture ? "image/\(name.lowercased())" : "application/octet-stream",
            isShown: isShown)
    }
}

/// Sends chosen photos as a ZIP archive, which is made meanwhile.
enum PhotoArchiveRoutes {
    static let all = [
        Route(.get, "/api/v1/photos.zip", for: .viewers, PhotoChoice.names) { request, site in
            try await answer(request, nil, site)
        },
        // Forms can contain more photos than an address.
        Route(.post, "/api/v1/photos.zip", for: .viewers) { request, site in
            try await answer(request, try await request.form(upTo: 1 << 20), site)
        },
    ]

    private static func answer(
        _ request: WebRequest, _ form: [String: String]?, _ site: Site
    ) async throws -> Response {
        let gallery = site.gallery
        let ids = try await offload {
            try gallery.photoIDs(try PhotoChoice(request, form: form, in: gallery).listed)
        }
        let channel = request.channel
        let body = ResponseBody { writer in
            var archive = PhotoArchive(gallery, ids)
            while let (header, file) = try await archive.nextFile() {
                try await writer.write(ByteBuffer(bytes: header))
                try await FileResponse.send(
                    0..<file.byteCount, of: file.read, to: &writer, on: channel)
            }
            try await writer.write(ByteBuffer(bytes: archive.end))
            try await writer.finish(nil)
        }
        let headers: HTTPFields = [
            .contentType: OriginalType.zip.text, .cacheControl: "no-store",
            .contentDisposition: ContentDisposition(isAttachment: true, name: "photos.zip").text,
        ]
        return Response(status: .ok, headers: headers, body: body)
    }
}
