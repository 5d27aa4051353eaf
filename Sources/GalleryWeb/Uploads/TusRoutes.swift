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
    private static let version = "1.0.0"
    private static let extensions = "creation,creation-with-upload,checksum,expiration,termination"

    static let all: [Route] = [
        Route(.options, folder, for: .members) { _, site in
            var answer = Response(status: .noContent)
            answer.headers[named: "Tus-Resumable"] = version
            answer.headers[named: "Tus-Version"] = version
            answer.headers[named: "Tus-Extension"] = extensions
            answer.headers[named: "Tus-Max-Size"] = "\(site.options.maximumUploadBytes)"
            answer.headers[named: "Tus-Checksum-Algorithm"] = "sha1,sha256"
            return answer
        },
        route(.post, folder, create),
        route(.get, "\(folder)/{upload}") { request, site in
            let upload = try await open(request, site)
            var answer = Response.json(
                JSONValue([
                    ("offset", upload.offset), ("length", upload.length),
                    ("photo", upload.outcome?.photo.rawValue),
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
            switch request.headers[named: "X-HTTP-Method-Override"]?.uppercased() {
            case "PATCH": return try await append(request, site)
            case "DELETE": return try await remove(request, site)
            default: throw invalid("X-HTTP-Method-Override")
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
                let sent = request.headers[named: "Tus-Resumable"]
                guard sent == version || sent == nil && method == .get else {
                    var problem = Problem(.preconditionFailed, say: "error.tus-version")
                    problem.headers[named: "Tus-Version"] = version
                    throw problem
                }
                answer = try await handler(request, site)
            } catch {
                var problem = Problem(error)
                problem.headers[named: "Tus-Resumable"] = version
                throw problem
            }
            answer.headers[named: "Tus-Resumable"] = version
            return answer
        }
    }

    /// Returns the error for a header that is missing or malformed.
    fileprivate static func invalid(_ header: String) -> Problem {
        Problem(.badRequest, say: "error.upload-header", ["name": header])
    }

    // MARK: - Requests

    @Sendable private static func create(
        _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        let account = try request.uploader
        let length = try number("Upload-Length", request)
        guard length <= site.options.maximumUploadBytes else {
            throw WebRequest.tooLong(site.options.maximumUploadBytes)
        }
        let header = request.headers[named: "Upload-Metadata"] ?? ""
        let metadata = try metadata(header)
        let group = metadata["group"].flatMap { $0.isEmpty ? nil : $0 }
        let album = metadata["album"].flatMap { $0.isEmpty ? nil : $0 }
        _ = try site.uploadSteps.step(of: group, by: account)
        let upload = TusUpload(
            id: UUID().uuidString.lowercased(), account: account?.id ?? 0, length: length,
            metadata: header, name: metadata["filename"] ?? metadata["name"] ?? "",
            album: album, group: group)
        try await site.tusUploads.perform { uploads in
            _ = try album.map { try site.album($0) }
            try uploads.create(upload)
        }
        let hasBytes = request.mediaType == "application/offset+octet-stream"
        var answer: Response
        do {
            answer = try await receive(hasBytes ? request : nil, of: upload, by: account, site)
        } catch  where hasBytes {
            // No client knows its address.
            try? await site.tusUploads.perform { $0.remove(upload.id) }
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
        let offset = try number("Upload-Offset", request)
        let upload = try await open(request, site)
        guard offset == upload.offset else {
            throw Problem(.conflict, say: "error.upload-offset")
        }
        return try await receive(request, of: upload, by: request.uploader, site)
    }

    @Sendable private static func remove(
        _ request: WebRequest, _ site: Site
    ) async throws -> Response {
        let upload = try await open(request, site)
        try await site.tusUploads.perform { $0.remove(upload.id) }
        return Response(status: .noContent)
    }

    private static func open(_ request: WebRequest, _ site: Site) async throws -> TusUpload {
        let (id, account) = (request.part("upload"), try request.uploader)
        return try await site.tusUploads.perform { try $0.open(id, by: account) }
    }

    /// Receives the bytes of a request, and stores the picture when it is complete.
    ///
    /// - Parameter request: nil if it has no bytes of the upload.
    private static func receive(
        _ request: WebRequest?, of opened: TusUpload, by account: Account?, _ site: Site
    ) async throws -> Response {
        var upload = opened
        if let request, upload.outcome == nil {
            try await receiveBytes(request, of: &upload, site.tusUploads)
        }
        if upload.outcome == nil, upload.offset == upload.length {
            upload = try await site.tusUploads.store(upload, by: account, site)
        }
        upload.expires = max(upload.expires, Date() + site.options.uploadLifetime)
        return Response(status: .noContent, headers: state(of: upload))
    }

    /// Receives the bytes of a request.
    ///
    /// - Throws: 413 if there are more bytes than the upload has; 460 if the checksum is wrong: the
    ///   bytes are removed.
    private static func receiveBytes(
        _ request: WebRequest, of upload: inout TusUpload, _ uploads: TusUploads
    ) async throws {
        let start = upload.offset
        var checksum = try request.headers[named: "Upload-Checksum"].map(TusChecksum.init)
        if checksum != nil {
            // A server that is killed meanwhile leaves bytes that may be wrong.
            upload.unchecked = start
            try await uploads.perform { [upload] in try $0.save(upload) }
        }
        var waiting: [UInt8] = []
        do {
            for try await piece in try request.pieces(upTo: upload.length - start) {
                guard upload.offset + waiting.count + piece.count <= upload.length else {
                    throw WebRequest.tooLong(upload.length - start)
                }
                checksum?.update(piece)
                waiting.append(contentsOf: piece)
                if waiting.count >= pieceLength { try await write(&waiting, to: &upload, uploads) }
            }
        } catch {
            // The bytes that came are kept, unless their checksum is unknown.
            if checksum == nil { try? await write(&waiting, to: &upload, uploads) }
            throw error
        }
        try await write(&waiting, to: &upload, uploads)
        guard let isRight = checksum?.isRight else { return }
        upload.unchecked = nil
        try await uploads.perform { [upload] uploads in
            if !isRight { try uploads.truncate(upload, to: start) }
            try uploads.save(upload)
        }
        guard isRight else { throw Problem(.checksumMismatch, say: "error.upload-checksum") }
    }

    /// The number of bytes that are collected before they are written.
    private static let pieceLength = 1 << 20

    /// Writes the bytes that came.
    private static func write(
        _ waiting: inout [UInt8], to upload: inout TusUpload, _ uploads: TusUploads
    ) async throws {
        guard !waiting.isEmpty else { return }
        let bytes = waiting
        waiting.removeAll(keepingCapacity: true)
        try await uploads.perform { [upload] in try $0.append(bytes, to: upload) }
        upload.offset += bytes.count
    }

    // MARK: - Headers

    private static func state(of upload: TusUpload) -> HTTPFields {
        let expires = CivilDate(unixSeconds: upload.expires.unixSeconds)
        var fields: HTTPFields = [.cacheControl: "no-store"]
        fields[named: "Upload-Offset"] = "\(upload.offset)"
        fields[named: "Upload-Length"] = "\(upload.length)"
        fields[named: "Upload-Expires"] = expires.headerText + " GMT"
        fields[named: "Upload-Metadata"] = upload.metadata.isEmpty ? nil : upload.metadata
        fields[named: "Gallery-Photo"] = upload.outcome.map { "\($0.photo)" }
        fields[named: "Gallery-Status"] = upload.outcome.map { $0.isNew ? "new" : "present" }
        fields[named: "Gallery-Undo"] = upload.step.map { "\($0)" }
        return fields
    }

    /// Returns the number in a header.
    ///
    /// - Throws: 400 if it is missing or malformed.
    private static func number(_ name: String, _ request: WebRequest) throws(Problem) -> Int {
        guard let number = request.headers[named: name].flatMap({ Int($0) }), number >= 0 else {
            throw invalid(name)
        }
        return number
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
            else { throw invalid("Upload-Metadata") }
        }
        return values
    }
}

/// The digest that the bytes of a request must have.
private struct TusChecksum: Sendable {
    private var sha1: SHA1Hasher?
    private var sha256: SHA256Hasher?
    private let digest: Data

    /// Parses `Upload-Checksum`: an algorithm and a digest in Base64.
    ///
    /// - Throws: 400 for another algorithm or a malformed digest.
    init(_ header: String) throws(Problem) {
        let sides = header.split(separator: " ")
        guard sides.count == 2, ["sha1", "sha256"].contains(sides[0]),
            let digest = Data(base64Encoded: String(sides[1]))
        else { throw TusRoutes.invalid("Upload-Checksum") }
        self.digest = digest
        if sides[0] == "sha1" { sha1 = SHA1Hasher() } else { sha256 = SHA256Hasher() }
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
