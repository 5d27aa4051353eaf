import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

/// A server of a campaign, with a member, another one, a viewer, and nothing published.
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
            try gallery.addAccount(
                named: name, role: role, profile: profile, password: Self.password, cost: .trifling)
        }
    }

    var gallery: PhotoGallery { access.gallery }
    var feed: CampaignFeed { gallery.campaign("summer") }

    /// A token of an account.
    func token(_ name: String = "eva") throws -> String {
        try gallery.makeSignInToken(of: try gallery.account(named: name))
    }

    /// What an address answers: its status, its type, and its body as text.
    func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> String {
        try await access.ask(.get, path, headers).told()
    }

    /// Sends JSON to the API, or nothing.
    func api(
        _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields, json: String? = nil
    ) async throws -> (status: Int, body: JSONValue) {
        var headers = headers
        if json != nil { headers[.contentType] = "application/json" }
        let answer = await access.ask(method, "/api/v1/" + path, headers, json: json)
        let bytes = try await answer.bytes()
        return (answer.status.code, bytes.isEmpty ? .null : try JSONValue(bytes, depth: 64))
    }

    /// Sends a picture that is to be published.
    func send(_ picture: [UInt8], _ headers: HTTPFields) async throws -> Int {
        let answer = await access.ask(.post, "/api/v1/posts/pictures", headers, bytes: picture)
        let body = try JSONValue(try await answer.bytes(), depth: 64)
        try #require(answer.status == .created, "\(body)")
        return Int(try #require(body["photo"]?["id"]?.double))
    }

    /// Sends a form by the protocol.
    func post(
        _ parts: [(name: String, bytes: [UInt8])], _ headers: HTTPFields = [:]
    ) async throws -> String {
        var headers = headers
        headers[.contentType] = "multipart/form-data; boundary=\"--a b\""
        return try await access.ask(.post, "/posts", headers, bytes: Self.form(parts)).told()
    }

    /// A form, whose fields have names of files where they are pictures.
    static func form(_ parts: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        let bodies = parts.map { name, bytes in
            let file = name == "postPhoto" ? "; filename=\"a/b \\\".jpg\"" : ""
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
