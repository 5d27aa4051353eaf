import FakeFlickr
import Foundation
import GalleryModel
import Imaging
import TestSupport
import Testing

/// A fake photo-share server with the user Roger, and a catalog with pictures to publish there.
struct PublishScene {
    let scene: FlickrScene
    var gallery: GalleryProgram { scene.gallery }

    /// A password with every kind of character that URLs escape, and all its spellings, which must
    /// appear nowhere.
    static let password = "ver/y %2Fsecret ü?#"
    static let encoded = "ver%2Fy%20%252Fsecret%20%C3%BC%3F%23"
    static let spellings = [password, "ver%2Fy", "%20%252Fsecret", "secret ü"]
    static let token = "tok_4711_en"

    /// Starts a server, imports pictures and runs `body`.
    static func with(
        _ pictures: [URL] = [FacePictures.messi, FacePictures.fruits], faults: [FaultRule] = [],
        adding: [String: String] = [:], _ body: (PublishScene) async throws -> Void
    ) async throws {
        var world = FakeWorld(photos: [])
        world.sharing.passwords = ["roger": password]
        world.sharing.tokens = ["roger": token]
        try await FlickrScene.with(world, faults: faults, adding: adding) { scene async throws in
            let made = PublishScene(scene: scene)
            try Data((password + "\nmore").utf8).write(to: made.file("password"))
            try Data(token.utf8).write(to: made.file("token"))
            let imported = try scene.gallery.start(["import"] + pictures.map(\.path)).wait()
            #expect(imported.status == 0, "\(imported.errors)")
            try await body(made)
        }
    }

    func file(_ name: String) -> URL { gallery.folder.appendingPathComponent(name) }

    /// The server's address.
    var url: String { scene.flickr.baseURL + "/photoserver" }

    /// Roger's uploads on the server.
    var photos: [FakeSharing.Photo] {
        scene.flickr.world.sharing.people.first { $0.name == "roger" }?.photos ?? []
    }

    /// The number of uploads, whatever the response.
    var posts: Int { scene.flickr.requests().count { $0.method == "POST" } }

    /// The arguments of a command that publishes as Roger.
    func arguments(_ arguments: [String]) -> [String] {
        ["publish"] + arguments
            + ["--to", url, "--as", "roger", "--password-file", file("password").path]
    }

    /// Publishes as Roger, with a password file.
    func publish(
        _ arguments: String..., adding: [String: String] = [:]
    ) throws -> GalleryProgram.Result {
        try gallery.start(self.arguments(arguments), adding: adding).wait()
    }

    /// Checks that no written byte contains a spelling of the password.
    func expectNoSecrets(_ results: [GalleryProgram.Result]) throws {
        for result in results {
            for secret in Self.spellings + [Self.token] {
                #expect(!(result.errors + result.text).contains(secret), "\(result.errors)")
            }
        }
        for name in FileManager.default.subpaths(atPath: gallery.folder.path) ?? [] {
            if ["password", "token"].contains(name) { continue }
            guard let bytes = try? Data(contentsOf: file(name)) else { continue }
            for secret in Self.spellings + [Self.token] {
                #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name)")
            }
        }
    }
}
