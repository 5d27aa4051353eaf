import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Testing

@testable import GalleryWeb

/// A server with the photo-share protocol, a member, a viewer and no photos.
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
            try gallery.accounts.add(
                named: name, role: role, password: Self.password, cost: .testing)
        }
    }

    var gallery: PhotoGallery { access.gallery }

    /// The response of an address: its status, its type, and its body as text.
    func get(_ path: String) async throws -> String {
        try await access.ask(.get, "/photoserver/" + path).summary()
    }

    /// Sends a picture with a user name and a password.
    func send(
        _ bytes: [UInt8], as name: String, by person: String = "eva",
        _ password: String = PhotoShareScene.password, from address: String = "127.0.0.1"
    ) async throws -> String {
        let path = Self.path(name, by: person, password)
        return try await access.ask(.post, path, from: address, bytes: bytes).summary()
    }

    /// The address to which a picture is sent.
    static func path(
        _ name: String, by person: String = "eva", _ password: String = PhotoShareScene.password
    ) -> String {
        let parts = [person, password, name].map { PercentEncoding.encoded($0) }
        return "/photoserver/postphoto/" + parts.joined(separator: "/")
    }

    /// The response for a problem.
    static func problem(_ sentence: String) -> String {
        "404 text/plain; charset=utf-8 \(sentence)"
    }
}
