import Basics
import GalleryModel
import Testing

@testable import Catalog
@testable import Gallery

@Suite("Publications with only a token")
struct TokenPublicationTests {
    private static let token = "tok-eva.4711"

    private struct Scene {
        let scene: EditScene
        let photo: Photo

        func target(_ token: String) throws -> PublishTarget {
            PublishTarget(
                server: try #require(ServerAddress("http://127.0.0.1:1")),
                account: PublishTarget.nameless, campaign: "Dogs", credential: .token(token))
        }

        /// The outcome of publishing the photo.
        func outcome(_ token: String) async throws -> PublishedPhoto.Outcome? {
            var options = PublishOptions()
            options.title = "dog"
            options.work.isDryRun = true
            return try await scene.gallery.shares.publish(
                .photos([photo]), to: target(token), options: options
            ).photos.first?.outcome
        }

        func key(_ token: String) throws -> PublicationKey? {
            var options = PublishOptions()
            options.title = "dog"
            let (gallery, target) = (scene.gallery, try target(token))
            let connection = SourceConnection(
                settings: gallery.settings, catalog: gallery.catalog, options: options.work)
            let run = PublishRun(
                gallery: gallery, photos: [photo], target: target, options: options,
                size: .half,
                receiver: PhotoShareReceiver(client: connection.share, target: target),
                connection: connection, claims: gallery.catalog.makeClaims(),
                work: WorkContext(options.work))
            guard case .ready(_, let key) = try run.prepared(photo) else { return nil }
            return key
        }

        func store(_ key: PublicationKey) throws {
            let catalog = scene.gallery.catalog
            let begun = try catalog.beginPublication(key, named: "dog", idsBefore: nil)
            try catalog.endPublication(begun.id, named: "dog", remoteID: "9")
        }
    }

    private func with(_ body: (Scene) async throws -> Void) async throws {
        try await EditScene.with { scene async throws in
            let photo = try await scene.importing(
                try EditPictures.jpeg(width: 80, height: 60), as: "a.jpg")
            try await body(Scene(scene: scene, photo: photo))
        }
    }

    @Test("a publication counts only for its token, and neither the token nor its digest is listed")
    func digests() async throws {
        try await with { scene async throws in
            let key = try #require(try scene.key(Self.token))
            let digest = FileDigest(of: Self.token).hexadecimal
            #expect(key.account == "token:" + digest.prefix(8))
            try scene.store(key)
            #expect(try await scene.outcome(Self.token) == .present)
            #expect(try await scene.outcome("tok-bob.17") == .sent)
            let publications = try scene.scene.gallery.shares.publications(of: scene.photo.id)
            #expect(publications.map(\.account) == ["token"])
        }
    }

    @Test("a publication recorded without a token counts for every token")
    func before() async throws {
        try await with { scene async throws in
            var key = try #require(try scene.key(Self.token))
            key.account = "token"
            try scene.store(key)
            #expect(try await scene.outcome(Self.token) == .present)
            #expect(try await scene.outcome("tok-bob.17") == .present)
            let publications = try scene.scene.gallery.shares.publications(of: scene.photo.id)
            #expect(publications.map(\.account) == ["token"])
        }
    }
}
