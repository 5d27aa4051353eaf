import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Logging
import Synchronization

@testable import GalleryWeb

/// A server with a password, tested without a connection.
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
        options.passwordCost = .testing
        // All attempts of a test happen at the same moment, however long it takes.
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

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - form: the body of a form; nil for none.
    ///   - json: the body as programs send it; the headers specify its type.
    ///   - bytes: the body if it is not text.
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
        return await responder.respond(to: request, from: address)
    }

    /// Runs a body while the catalog is readable but not writable: a copy has the database's name.
    func withoutWriting(_ body: () async throws -> Void) async throws {
        let path = scene.folder.path + "/catalog.sqlite"
        let files = FileManager.default
        try files.moveItem(atPath: path, toPath: path + ".kept")
        try files.copyItem(atPath: path + ".kept", toPath: path)
        try await body()
        try files.removeItem(atPath: path)
        try files.moveItem(atPath: path + ".kept", toPath: path)
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

    /// Signs in and returns the session's header.
    func session(
        _ name: String = "", _ password: String = AccessScene.password
    ) async -> HTTPFields {
        AccessScene.session(of: await signIn(name, password))
    }

    /// The header that sends a response's cookie back.
    static func session(of answer: Response) -> HTTPFields {
        [.cookie: String(answer.headers[.setCookie]?.prefix { $0 != ";" } ?? "")]
    }

    static func bearer(_ secret: String) -> HTTPFields { [.authorization: "Bearer \(secret)"] }

    /// All files in the catalog's folder except those of SQLite.
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

    /// The status of a page that requires a credential: 404 with one, 303 or 401 without.
    func status(_ headers: HTTPFields, _ path: String = "/api/v1/nothing") async -> Int {
        await ask(.get, path, headers).status.code
    }
}

extension Response {
    /// The bytes of a finite body.
    func bytes() async throws -> [UInt8] {
        let writer = CollectingWriter()
        try await body.write(writer)
        return writer.bytes.withLock { $0 }
    }

    /// The response as a program sees it: the status, the type, and the body as text.
    func summary() async throws -> String {
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

/// A clock that tests advance.
final class HandClock: Sendable {
    private let time = Mutex(ContinuousClock.now)
    var now: ContinuousClock.Instant { time.withLock { $0 } }
    func advance(_ seconds: Int) { time.withLock { $0 += .seconds(seconds) } }
}
