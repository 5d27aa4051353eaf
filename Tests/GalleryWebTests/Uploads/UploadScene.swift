import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

/// A server with two members, a viewer and an empty gallery, which receives uploads.
final class UploadScene: Sendable {
    static let hasSamples = PictureScene.hasSamples
    /// The address for creating resumable uploads.
    static let tus = "/api/v1/uploads/tus"

    let access: AccessScene
    var gallery: PhotoGallery { access.gallery }

    init(
        on scene: WebScene? = nil, _ change: (inout ServerOptions) -> Void = { _ in }
    ) throws {
        access = try AccessScene(on: scene, change)
        guard scene == nil else { return }
        for (name, role) in [("eva", AccountRole.member), ("max", .member), ("vic", .viewer)] {
            try gallery.accounts.add(
                named: name, role: role, password: "evas password", cost: .testing)
        }
    }

    static func picture() throws -> [UInt8] { try PictureScene.bytes(of: "messi5.jpg") }

    /// The picture with other bytes, which do not change its pixels.
    static func variant(_ number: Int) throws -> [UInt8] {
        let comment = Array("variant \(number)".utf8)
        let length = UInt8(comment.count + 2)
        return Array(try picture().prefix(2)) + [0xFF, 0xFE, 0, length] + comment
            + (try picture().dropFirst(2))
    }

    /// The headers of a user.
    func headers(_ name: String? = nil) throws -> HTTPFields {
        let account = try name.map { try gallery.accounts.account(named: $0) }
        let token =
            try account.map { try gallery.accessTokens.makeForSignIn(of: $0) }
            ?? gallery.accessTokens.make(named: UUID().uuidString, role: .owner)
        return AccessScene.bearer(token)
    }

    /// Sends files in a form.
    func send(
        _ files: [(name: String, bytes: [UInt8])], _ headers: HTTPFields, query: String = "",
        fields: [(name: String, text: String)] = []
    ) async throws -> (status: Int, body: JSONValue) {
        var headers = headers
        headers[.contentType] = "multipart/form-data; boundary=xY"
        var body = fields.flatMap { SendingWay.part($0.name) + Array($0.text.utf8) }
        for (name, bytes) in files {
            body += SendingWay.part("file", "; filename=\"\(name)\"") + bytes
        }
        body += Array("\r\n--xY--\r\n".utf8)
        let answer = await access.ask(.post, "/api/v1/uploads" + query, headers, bytes: body)
        return (answer.status.code, try JSONValue(try await answer.bytes(), depth: 64))
    }

    /// Sends a request of the tus protocol.
    func tus(
        _ method: HTTPRequest.Method, _ path: String,
        _ headers: HTTPFields, _ fields: [String: String] = [:], _ bytes: [UInt8]? = nil
    ) async throws -> Response {
        var headers = headers
        var fields = fields
        if fields["Tus-Resumable"] == nil { fields["Tus-Resumable"] = "1.0.0" }
        if bytes != nil { fields["Content-Type"] = "application/offset+octet-stream" }
        for (name, value) in fields { headers[try #require(HTTPField.Name(name))] = value }
        return await access.ask(method, path, headers, bytes: bytes)
    }

    /// Creates an upload and returns its address.
    func create(
        _ length: Int, _ headers: HTTPFields, _ metadata: [String: String] = ["filename": "a.jpg"]
    ) async throws -> String {
        let text = metadata.sorted { $0.key < $1.key }.map { name, value in
            "\(name) \(Data(value.utf8).base64EncodedString())"
        }
        let answer = try await tus(
            .post, Self.tus, headers,
            ["Upload-Length": "\(length)", "Upload-Metadata": text.joined(separator: ",")])
        try #require(answer.status == .created)
        return try #require(answer.headers[.location])
    }

    /// The photos of the camera section, in the order of their ids.
    func photos() throws -> [Photo] {
        try gallery.photos(.everything).map(\.photo).sorted { $0.id.rawValue < $1.id.rawValue }
    }

    /// Checks that nothing is stored or left behind.
    func expectNothing(_ comment: Comment? = nil) throws {
        #expect(access.files() == [], comment)
        #expect(try gallery.photos(.everything).isEmpty, comment)
        #expect(try gallery.journal.entries(limit: 9).isEmpty, comment)
        #expect(try gallery.problems.list().isEmpty, comment)
    }
}

extension Response {
    /// The value of a header.
    func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
}
