import FakeFlickr
import Foundation
import GalleryModel
import Glibc
import Imaging
import TestSupport
import Testing

/// Kills publishing programs at many moments.
@Suite("kill -9 during publishing", .serialized)
struct PublishCrashTests {
    private static let names = (1...6).map { "photo \($0)" }
    private static let password = "quince-lantern-47"

    /// A catalog with titled pictures, and a server with some latency.
    private func with(
        _ world: FakeWorld, _ body: (FlickrScene) async throws -> Void
    ) async throws {
        try await FlickrScene.with(
            world, latencyMilliseconds: 5, adding: ["GALLERY_PASSWORD": Self.password]
        ) { scene async throws in
            let photos = scene.gallery.folder.appendingPathComponent("photos")
            try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
            for name in Self.names {
                var metadata = PictureMetadata()
                metadata.title = name
                let bytes = try MetadataWriter().applying(
                    metadata, to: Array(PictureFiles.jpeg(comment: name)))
                try Data(bytes).write(to: photos.appendingPathComponent("\(name).jpg"))
            }
            #expect(try scene.gallery.run("import", photos.path).status == 0)
            try await body(scene)
        }
    }

    /// Publishes all photos from one account after another, each killed at one moment and run
    /// again.
    ///
    /// - Parameter there: the ids and titles on the server for an account, in the order of arrival
    private func publish(
        _ scene: FlickrScene, as accounts: [String], seed: UInt64, _ arguments: [String],
        there: (String) -> [(id: String, title: String)]
    ) throws {
        // The whole part of a moment is the number of photos that have arrived; the fraction is
        // additional time.
        let moments = KillMoments.drawn(
            seed: seed, count: accounts.count, within: Double(Self.names.count))
        for (account, moment) in zip(accounts, moments) {
            let command = ["publish", "camera", "--as", account] + arguments
            let running = try scene.gallery.start(command)
            while there(account).count < Int(moment), running.isRunning { usleep(1000) }
            try running.kill(after: moment.truncatingRemainder(dividingBy: 1) * 0.02)
            let again = try scene.gallery.start(command).wait()
            #expect(again.status == 0, "killed at \(moment): \(again.errors)")
            #expect(there(account).map(\.title) == Self.names, "killed at \(moment)")
            #expect(try scene.gallery.integrity() == "ok", "killed at \(moment)")
        }
        for (index, name) in Self.names.enumerated() {
            let shown = try scene.gallery.run("show", "\(index + 1)", "--format", "json").object()
            let publications = try #require(shown["Publications"] as? [[String: Any]])
            #expect(publications.count == accounts.count)
            for publication in publications {
                let account = try #require(publication["as"] as? String)
                #expect(publication["name"] as? String == name)
                #expect(publication["dateSent"] is String, "\(account)")
                let id = there(account).first { $0.title == name }?.id
                #expect(publication["id"] as? String == id, "\(account)")
            }
        }
        #expect(try scene.gallery.strayFiles().isEmpty)
    }

    @Test("a sender killed at 25 moments and run again stores each photo on the server once")
    func share() async throws {
        let accounts = (1...25).map { "roger\($0)" }
        var world = FakeWorld(photos: [])
        for account in accounts { world.sharing.passwords[account] = Self.password }
        try await with(world) { scene async throws in
            let url = scene.flickr.baseURL + "/photoserver"
            try publish(scene, as: accounts, seed: 20, ["--to", url]) { account in
                let person = scene.flickr.world.sharing.people.first { $0.name == account }
                return person?.photos.map { ($0.id, $0.name ?? "") } ?? []
            }
        }
    }

    @Test("a campaign sender killed at 25 moments and run again stores each photo there once")
    func campaign() async throws {
        let accounts = (1...25).map { "eva\($0)@example.org" }
        var world = FakeWorld(photos: [])
        world.campaign.people = accounts.enumerated().map { index, account in
            .init(id: "\(index)", email: account, password: Self.password, token: "tok-\(index)")
        }
        let people = world.campaign.people
        try await with(world) { scene async throws in
            let url = scene.flickr.baseURL + "/campaign"
            try publish(
                scene, as: accounts, seed: 21, ["--to", url, "--campaign", "dogs"]
            ) { account in
                let owner = people.first { $0.email == account }?.id
                return scene.flickr.world.campaign.posts.reversed()
                    .filter { $0.owner == owner }.map { ($0.id, $0.title) }
            }
        }
    }
}
