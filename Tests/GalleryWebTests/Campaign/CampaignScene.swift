import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

/// A campaign server with two members, a viewer, and no posts.
final class CampaignScene: Sendable {
    static let hasSamples = PictureScene.hasSamples
    static let password = "evas password"

    let access: AccessScene

    init(
        password: String? = AccessScene.password, settings: GallerySettings = GallerySettings(),
        _ change: (inout ServerOptions) -> Void = { _ in }
    ) throws {
        access = try AccessScene(password: password, settings: settings) { options in
            options.campaign = "summer"
            change(&options)
        }
        var eva = AccountProfile()
        eva.email = "eva@example.org"
        eva.firstName = "Eva"
        eva.lastName = "Berg"
        eva.bio = "likes dogs"
        eva.level = "gold"
        var max = AccountProfile()
        max.email = "max@example.org"
        for (name, role, profile) in [
            ("eva", AccountRole.member, eva), ("max", .member, max), ("vic", .viewer, .init()),
        ] {
            try gallery.accounts.add(
                named: name, role: role, profile: profile, password: Self.password, cost: .testing)
        }
    }

    var gallery: PhotoGallery { access.gallery }
    var feed: CampaignFeed { gallery.campaign("summer") }

    /// A token of an account.
    func token(_ name: String = "eva") throws -> String {
        try gallery.accessTokens.makeForSignIn(of: try gallery.accounts.account(named: name))
    }

    /// The response of an address: its status, its type, and its body as text.
    func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> String {
        try await access.ask(.get, path, headers).summary()
    }

    /// Sends a request to the API, with JSON if given.
    func api(
        _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields, json: String? = nil
    ) async throws -> (status: Int, body: JSONValue) {
        var headers = headers
        if json != nil { headers[.contentType] = "application/json" }
        let answer = await access.ask(method, "/api/v1/" + path, headers, json: json)
        let bytes = try await answer.bytes()
        return (answer.status.code, bytes.isEmpty ? .null : try JSONValue(bytes, depth: 64))
    }

    /// Sends a picture for publication.
    func send(_ picture: [UInt8], _ headers: HTTPFields) async throws -> Int {
        let answer = await access.ask(.post, "/api/v1/posts/pictures", headers, bytes: picture)
        let body = try JSONValue(try await answer.bytes(), depth: 64)
        try #require(answer.status == .created, "\(body)")
        return Int(try #require(body["photo"]?["id"]?.double))
    }

    /// Sends a form of the protocol.
    func post(
        _ parts: [(name: String, bytes: [UInt8])], _ headers: HTTPFields = [:],
        fileName: String = "a/b \\\".jpg"
    ) async throws -> String {
        var headers = headers
        headers[.contentType] = "multipart/form-data; boundary=\"--a b\""
        let form = Self.form(parts, fileName)
        return try await access.ask(.post, "/posts", headers, bytes: form).summary()
    }

    /// A multipart form; picture fields have file names.
    static func form(
        _ parts: [(name: String, bytes: [UInt8])], _ fileName: String = "a/b \\\".jpg"
    ) -> [UInt8] {
        let bodies = parts.map { name, bytes in
            let file = name == "postPhoto" ? "; filename=\"\(fileName)\"" : ""
            let head =
                "----a b\r\nContent-Disposition: form-data; name=\"\(name)\"\(file)\r\n"
                + "Content-Type: text/plain\r\n\r\n"
            return Array(head.utf8) + bytes + Array("\r\n".utf8)
        }
        return Array(bodies.joined()) + Array("----a b--\r\n".utf8)
    }

    static func text(_ name: String, _ text: String) -> (name: String, bytes: [UInt8]) {
        (name, Array(text.utf8))
    }
}
