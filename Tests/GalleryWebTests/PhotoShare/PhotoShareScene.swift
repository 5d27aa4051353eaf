import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Testing

@testable import GalleryWeb

/// A server of the photo-share protocol, with a member, a viewer and nobody's photos.
final class PhotoShareScene: Sendable {
    static let hasSamples = PictureScene.hasSamples
    static let password = "evas password"

    let access: AccessScene

    init(
        password: String? = AccessScene.password, settings: GallerySettings = GallerySettings(),
        _ change: @escaping (inout ServerOptions) -> Void = { _ in }
    ) throws {
        access = try AccessScene(password: password, settings: settings) { options in
            options.isSharing = true
            change(&options)
        }
        for (name, role) in [("eva", AccountRole.member), ("vic", .viewer)] {
            try gallery.addAccount(
                named: name, role: role, password: Self.password, cost: .trifling)
        }
    }

    var gallery: PhotoGallery { access.gallery }

    /// What an address answers: its status, its type, and its body as text.
    func get(_ path: String) async throws -> String {
        try await access.ask(.get, "/photoserver/" + path).told()
    }

    /// Sends a picture by a name and a password.
    func send(
        _ bytes: [UInt8], as name: String, by person: String = "eva",
        _ password: String = PhotoShareScene.password, from address: String = "127.0.0.1"
    ) async throws -> String {
        let path = Self.path(name, by: person, password)
        return try await access.ask(.post, path, from: address, bytes: bytes).told()
    }

    /// Where a picture is sent.
    static func path(
        _ name: String, by person: String = "eva", _ password: String = PhotoShareScene.password
    ) -> String {
        let parts = [person, password, name].map(PercentEncoding.encoded)
        return "/photoserver/postphoto/" + parts.joined(separator: "/")
    }

    /// The sentence of a problem.
    static func problem(_ sentence: String) -> String {
        "404 text/plain; charset=utf-8 \(sentence)"
    }
}
