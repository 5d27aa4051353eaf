import Basics
import Foundation
import Gallery
@testable import GalleryWeb
import Hummingbird
import Logging

/// A server with its own gallery, in a folder that is removed with the value.
final class WebScene: Sendable {
    let folder: URL
    let gallery: PhotoGallery
    let options: ServerOptions

    init(
        _ options: ServerOptions = ServerOptions(), settings: GallerySettings = GallerySettings()
    ) throws {
        self.options = options
        folder = FileManager.default.temporaryDirectory.appending(
            path: "gallery-web-\(UUID().uuidString)")
        gallery = try PhotoGallery.open(at: BytePath(folder.path), settings: settings)
    }

    deinit {
        gallery.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// A server for the gallery.
    var server: GalleryServer {
        GalleryServer(
            gallery, options, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Runs requests against a server, without a connection.
    func run(_ body: @Sendable (RouterClient) async throws -> Void) async throws {
        try await RouterClient.run(server, body)
    }
}
