import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// Routes of resumable uploads.
///
/// Source: tus resumable upload protocol 1.0.0 (https://tus.io/protocols/resumable-upload), with the
/// extensions creation, creation-with-upload, checksum, expiration and termination.
enum TusRoutes {
    private static let folder = "/api/v1/uploads/tus"
    private static let extensions = "creation,creation-with-upload,checksum,expiration,termination"

    static let all: [Route] = [
        Route(.options, folder, for: .members) { _, site in
            Response(
                status: .noContent,
                headers: fields([
                    ("Tus-Resumable", "1.0.0"), ("Tus-Version", "1.0.0"),
                    ("Tus-Extension", extensions),
                    ("Tus-Max-Size", "\(site.options.maximumUploadBytes)"),
                    ("Tus-Checksum-Algorithm", TusChecksum.names.joined(separator: ",")),
                ]))
        },
        route(.post, folder, create),
        route(.get, "\(folder)/{upload}") { request, site in
            let upload = try await open(request, site).upload
            var answer = Response.json(
                JSONValue([
                    ("offset", upload.offset), ("length", upload.length),
                    ("photo", upload.result?.photo),
                ]))
            answer.headers.append(contentsOf: state(of: upload))
            answer.headers[.eTag] = nil
            answer.headers[.cacheControl] = "no-store"
            return answer
        },
        route(.patch, "\(folder)/{upload}", append),
        route(.delete, "\(folder)/{upload}", remove),
        // For clients that can send no other method.
        route(.post, "\(folder)/{upload}") { request, site in
            switch request.field("X-HTTP-Method-Override")?.uppercased() {
            case "PATCH": return try await append(request, site)
            case "DELETE": return try await remove(request, site)
            default:
                throw Problem(
                    .badRequest, say: "error.upload-header", ["name": "X-HTTP-Method-Override"])
            }
        },
    ]

    /// Makes a route that requires the protocol's version; every response contains it.
    private static func route(
        _ method: HTTPRequest.Method, _ template: String, _ handler: @escaping Route.Handler
    ) -> Route {
        Route(method, template, for: .members) { request, site in
            var answer: Response
            do {
                // Only programs of the protocol read the state.
                let version = request.field("Tus-Resumable")
                guard version == "1.0.0" || version == nil && method == .get else {
                    throw Problem(
                        .preconditionFailed, say: "error.tus-version",
                        headers: fields([("Tus-Version", "1.0.0")]))
                }
                answer = try await handler(request, site)
            } catch {
                var problem = Problem(error)
                problem.headers.append(contentsOf: fields([("Tus-Resumable", "1.0.0")]))
                throw problem
            }
            answer.headers.append(contentsOf: fields([("Tus-Resumable", "1.0.0")]))
            return answer
        }
    }

    // MARK: - Requests

    @Sendable private static func create(
        _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        let account = try request.uploader
        guard let length = request.field("Upload-Length").flatMap({ Int($0) }), length >= 0 else {
            throw Problem(.badRequest, say: "error.upload-header", ["name": "Upload-Length"])
        }
        guard length <= site.options.maximumUploadBytes else {
            throw WebRequest.tooLong(site.options.maximumUploadBytes)
        }
        let header = request.field("Upload-Metadata") ?? ""
        let metadata = try metadata(header)
        let group = metadata["group"].flatMap { $0.isEmpty ? nil : $0 }
        let album = metadata["album"].flatMap { $0.isEmpty ? nil : $0 }
        _ = try site.uploadSteps.step(of: group, by: account)
        let upload = TusUpload(
            id: UUID().uuidString.lowercased(), account: account?.id ?? 0, length: length,
            metadata: header, name: metadata["filename"] ?? metadata["name"] ?? "",
            album: album, group: group)
        let (current, turn) = try await offload {
            _ = try album.map { try site.album($0) }
            try site.tusUploads.create(upload)
            return try site.tusUploads.open(upload.id, by: account)
        }
        let hasBytes = request.mediaType == "application/offset+octet-stream"
        var answer: Response
        do {
            answer = try await receive(
                hasBytes ? request : nil, of: current, turn, by: account, site)
        } catch  where hasBytes {
            // No client knows its address.
            try? await offload { site.tusUploads.remove(upload.id) }
            throw error
        }
        answer.status = .created
        answer.headers[.location] = "\(folder)/\(upload.id)"
        return answer
    }

    @Sendable private static func append(
        _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        guard request.mediaType == "application/offset+octet-stream" else {
            throw WebRequest.wrongType("application/offset+octet-stream")
        }
        guard let offset = request.field("Upload-Offset").flatMap({ Int($0) }), offset >= 0 else {
            throw Problem(.badRequest, say: "error.upload-header", ["name": "Upload-Offset"])
        }
        let (upload, turn) = try await open(request, site)
        guard offset == upload.offset else {
            throw Problem(.conflict, say: "error.upload-offset")
        }
        return try await receive(request, of: upload, turn, by: request.uploader, site)
    }

    @Sendable private static func remove(
        _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        let upload = try await open(request, site).upload
        try await offload { site.tusUploads.remove(upload.id) }
        return Response(status: .noContent)
    }

    private static func open(
        _ request: WebRequest, _ site: Site
    ) async throws -> (upload: TusUpload, turn: Int) {
        let (id, account) = (request.part("upload"), try request.uploader)
        return try await offload { try site.tusUploads.open(id, by: account) }
    }

    /// Receives the bytes of a request, and stores the picture when it is complete.
    ///
    /// - Parameter request: nil if it has no bytes of the upload.
    private static func receive(
        _ request: WebRequest?, of opened: TusUpload, _ turn: Int, by account: Account?,
        _ site: Site
    ) async throws -> Response {
        var upload = opened
        if let request, upload.result == nil {
            let checksum = try request.field("Upload-Checksum").map(TusChecksum.init)
            if checksum != nil {
                // A server that is killed meanwhile leaves bytes that may be wrong.
                upload.unchecked = upload.offset
                try await offload { [upload] in try site.tusUploads.save(upload) }
            }
            let pieces = try request.pieces(upTo: upload.length - upload.offset)
            var bytes = TusBytes(upload, turn, checksum, in: site.tusUploads)
            do {
                for try await piece in pieces { try await bytes.take(piece) }
            } catch {
                // The bytes that came are kept, unless their checksum is unknown.
                if checksum == nil { try? await bytes.flush() }
                throw error
            }
            upload.offset = try await bytes.finish()
            upload.unchecked = nil
        }
        if upload.result == nil, upload.offset == upload.length {
            upload.result = try await site.tusUploads.store(upload, by: account, site)
        }
        upload.expires = max(upload.expires, Date() + site.options.uploadLifetime)
        return Response(status: .noContent, headers: state(of: upload))
    }

    // MARK: - Headers

    private static func state(of upload: TusUpload) -> HTTPFields {
        var headers = [
            ("Upload-Offset", "\(upload.offset)"), ("Upload-Length", "\(upload.length)"),
            (
                "Upload-Expires",
                CivilDate(unixSeconds: upload.expires.unixSeconds).headerText + " GMT"
            ),
        ]
        if !upload.metadata.isEmpty { headers.append(("Upload-Metadata", upload.metadata)) }
        if let result = upload.result {
            headers.append(("Gallery-Photo", "\(result.photo)"))
            headers.append(("Gallery-Status", result.isNew ? "new" : "present"))
            if let step = result.step { headers.append(("Gallery-Undo", "\(step)")) }
        }
        var fields = fields(headers)
        fields[.cacheControl] = "no-store"
        return fields
    }

    private static func fields(_ pairs: [(name: String, value: String)]) -> HTTPFields {
        var fields = HTTPFields()
        for (name, value) in pairs {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return fields
    }

    /// Parses `Upload-Metadata`: names, each with a value in Base64.
    ///
    /// - Throws: 400 for a malformed header.
    private static func metadata(_ header: String) throws(Problem) -> [String: String] {
        var values: [String: String] = [:]
        for pair in header.split(separator: ",") {
            let sides = pair.split(separator: " ")
            guard (1...2).contains(sides.count),
                let data = Data(base64Encoded: sides.count == 2 ? String(sides[1]) : ""),
                let value = String(validating: data, as: UTF8.self),
                values.updateValue(value, forKey: String(sides[0])) == nil
            else {
                throw Problem(.badRequest, say: "error.upload-header", ["name": "Upload-Metadata"])
            }
        }
        return values
    }
}

extension WebRequest {
    /// The value of a header; nil if it is missing.
    fileprivate func field(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { headers[$0] }
    }
}

/// The digest that the bytes of a request must have.
private struct TusChecksum: Sendable {
    static let names = ["sha1", "sha256"]

    private var sha1: SHA1Hasher?
    private var sha256: SHA256Hasher?
    private let digest: Data

    /// Parses `Upload-Checksum`: an algorithm and a digest in Base64.
    ///
    /// - Throws: 400 for another algorithm or a malformed digest.
    init(_ header: String) throws(Problem) {
        let sides = header.split(separator: " ")
        guard sides.count == 2, let digest = Data(base64Encoded: String(sides[1])) else {
            throw Problem(.badRequest, say: "error.upload-header", ["name": "Upload-Checksum"])
        }
        self.digest = digest
        switch sides[0] {
        case "sha1": sha1 = SHA1Hasher()
        case "sha256": sha256 = SHA256Hasher()
        default: throw Problem(.badRequest, say: "error.upload-header", ["name": "Upload-Checksum"])
        }
    }

    mutating func update(_ bytes: some Collection<UInt8>) {
        Array(bytes).withUnsafeBytes { memory in
            sha1?.update(memory)
            sha256?.update(memory)
        }
    }

    var isRight: Bool {
        (sha1?.digestBytes ?? sha256?.digestBytes).map { Data($0) == digest } ?? false
    }
}

/// The bytes of one request, which are written in large pieces.
private struct TusBytes {
    private static let pieceLength = 1 << 20

    private let upload: TusUpload
    private let turn: Int
    private var checksum: TusChecksum?
    private let uploads: TusUploads
    private var waiting: [UInt8] = []
    /// The number of bytes of the upload that are written.
    private var offset: Int

    init(_ upload: TusUpload, _ turn: Int, _ checksum: TusChecksum?, in uploads: TusUploads) {
        (self.upload, self.turn, self.checksum) = (upload, turn, checksum)
        (self.uploads, offset) = (uploads, upload.offset)
    }

    /// - Throws: 413 if there are more bytes than the upload has.
    mutating func take(_ piece: some Collection<UInt8>) async throws {
        guard offset + waiting.count + piece.count <= upload.length else {
            throw WebRequest.tooLong(upload.length - upload.offset)
        }
        checksum?.update(piece)
        waiting.append(contentsOf: piece)
        if waiting.count >= Self.pieceLength { try await flush() }
    }

    mutating func flush() async throws {
        guard !waiting.isEmpty else { return }
        let (bytes, start) = (waiting, offset)
        waiting.removeAll(keepingCapacity: true)
        try await offload { [upload, turn, uploads] in
            try uploads.append(bytes, to: upload, at: start, turn: turn)
        }
        offset = start + bytes.count
    }

    /// Writes the last bytes, and returns the new offset.
    ///
    /// - Throws: 460 if the checksum is wrong: the bytes are removed.
    mutating func finish() async throws -> Int {
        try await flush()
        guard let checksum else { return offset }
        let isRight = checksum.isRight
        try await offload { [upload, uploads] in
            if !isRight { try uploads.truncate(upload, to: upload.unchecked ?? 0) }
            var checked = upload
            checked.unchecked = nil
            try uploads.save(checked)
        }
        guard isRight else { throw Problem(.checksumMismatch, say: "error.upload-checksum") }
        return offset
    }
}
