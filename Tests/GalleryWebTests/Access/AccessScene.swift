import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Logging
import Synchronization

@testable import GalleryWeb

/// A server with a password, asked without a connection: what it answers to a head alone.
final class AccessScene: Sendable {
    static let password = "correct horse"

    let scene: WebScene
    let site: Site
    private let responder: SiteResponder

    init(
        on scene: WebScene? = nil, password: String? = AccessScene.password,
        settings: GallerySettings = GallerySettings(),
        _ change: (inout ServerOptions) -> Void = { _ in }
    ) throws {
        var options = ServerOptions()
        options.password = password
        options.passwordCost = .trifling
        // However long a test takes, its attempts come at one moment.
        let moment = ContinuousClock.now
        options.now = { moment }
        change(&options)
        self.scene = try scene ?? WebScene(options, settings: settings)
        site =
            GalleryServer(
                self.scene.gallery, options,
                log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            ).site
        responder = SiteResponder(site)
    }

    var gallery: PhotoGallery { scene.gallery }

    /// Asks.
    ///
    /// - Parameters:
    ///   - form: the body, as forms send it; nil for none.
    ///   - json: the body as programs send it, whose type the headers tell.
    ///   - bytes: the body, where it is no text.
    func ask(
        _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:],
        host: String = "127.0.0.1:8080", from address: String = "127.0.0.1", form: String? = nil,
        json: String? = nil, bytes: [UInt8]? = nil
    ) async -> Response {
        var headers = headers
        if form != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
        let request = Request(
            head: HTTPRequest(
                method: method, scheme: "http", authority: host, path: path, headerFields: headers),
            body: RequestBody(
                buffer: bytes.map { ByteBuffer(bytes: $0) }
                    ?? ByteBuffer(string: form ?? json ?? "")))
        return await responder.respond(
            to: request, context: SiteContext(remoteAddress: address, logger: site.log))
    }

    /// Signs in.
    func signIn(
        _ name: String = "", _ password: String = AccessScene.password, next: String = "",
        _ headers: HTTPFields = [:], from address: String = "127.0.0.1",
        host: String = "127.0.0.1:8080"
    ) async -> Response {
        let form = [("name", name), ("password", password), ("next", next)].map { key, value in
            "\(key)=\(PercentEncoding.encoded(value))"
        }
        return await ask(
            .post, "/sign-in", headers, host: host, from: address,
            form: form.joined(separator: "&"))
    }

    /// The header of a session of somebody who signs in.
    func session(
        _ name: String = "", _ password: String = AccessScene.password
    ) async -> HTTPFields {
        AccessScene.session(of: await signIn(name, password))
    }

    /// The header that brings the cookie of an answer back.
    static func session(of answer: Response) -> HTTPFields {
        [.cookie: String(answer.headers[.setCookie]?.prefix { $0 != ";" } ?? "")]
    }

    static func bearer(_ secret: String) -> HTTPFields { [.authorization: "Bearer \(secret)"] }

    /// Every file below the catalog but those that SQLite writes.
    func files() -> [String] {
        let names = FileManager.default.subpaths(atPath: scene.folder.path) ?? []
        return names.filter { name in
            let path = scene.folder.appending(path: name).path
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            return isThere && !isFolder.boolValue && !name.hasPrefix("catalog.sqlite")
                && !name.hasSuffix("gate")
        }.sorted()
    }

    /// The status of a page that needs a credential: 404 with one, 303 or 401 without.
    func status(_ headers: HTTPFields, _ path: String = "/api/v1/nothing") async -> Int {
        await ask(.get, path, headers).status.code
    }
}

extension Response {
    /// The bytes of the body, for those that end.
    func bytes() async throws -> [UInt8] {
        let writer = CollectingWriter()
        try await body.write(writer)
        return writer.bytes.withLock { $0 }
    }

    /// What a program is told: the status, the type, and the body as text.
    func told() async throws -> String {
        let body = String(decoding: try await bytes(), as: UTF8.self)
        return "\(status.code) \(headers[.contentType] ?? "-") \(body)"
    }
}

private final class CollectingWriter: ResponseBodyWriter, Sendable {
    let bytes = Mutex<[UInt8]>([])

    func write(_ buffer: ByteBuffer) async throws {
        bytes.withLock { $0 += buffer.readableBytesView }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
