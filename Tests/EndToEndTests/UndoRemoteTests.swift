import FakeFlickr
import Foundation
import TestSupport
import Testing

/// Searches, refreshes and pulls are undone and redone exactly, without requests.
@Suite("Undo and redo of changes from other servers")
struct UndoRemoteTests {
    /// A command, with the changes on the servers before it runs.
    typealias OriginChange = (change: UndoableChange, edit: @Sendable (inout FakeWorld) -> Void)

    /// New titles, a removed photo and new posts everywhere.
    @Sendable private static func edit(_ world: inout FakeWorld) {
        let newest = world.found("dogs").map(\.id)
        world[newest[1]] = nil
        for index in world.photos.indices {
            world.photos[index].title += " again"
            world.photos[index].tags.append("new")
        }
        world.sharing.people[0].photos[0].name = "renamed"
        world.sharing.people[0].photos.removeLast()
        world.campaign.posts[1].title = "another title"
        world.campaign.posts.remove(at: 2)
        world.campaign.posts.insert(
            FakeCampaign.Post(id: "9", title: "new", created: "2024-01-01T00:00:00.000Z"), at: 0)
    }

    private static let pulls = ("{server}/photoserver", "{server}/campaign")

    static let changes: [OriginChange] = [
        (UndoableChange("search", "cats", "--limit", "3"), { _ in }),
        (UndoableChange("search", "dogs", "--limit", "6"), { _ in }),
        (UndoableChange("search", "dogs", "--limit", "6"), edit),
        (UndoableChange("search", "dogs", "--limit", "4", "--size", "large"), { _ in }),
        // A search with filters has its own section, here with photos of another one.
        (UndoableChange("search", "dogs", "--limit", "3", "--sort", "date-posted-asc"), { _ in }),
        // Photos that an undone search had moved to the trash.
        (
            UndoableChange(
                "search", "cats", "--limit", "3",
                preparing: [["search", "cats", "--limit", "2"], ["undo"]]), { _ in }
        ),
        (UndoableChange("refresh"), edit),
        (UndoableChange("refresh", "campaign:dogs"), edit),
        (UndoableChange("pull", pulls.0), edit),
        (UndoableChange("pull", pulls.0, "--user", "person 2"), { _ in }),
        (UndoableChange("pull", pulls.1, "--campaign", "dogs"), edit),
        (
            UndoableChange(
                "section remove", "flickr:dogs", "flickr:cats",
                preparing: [["search", "cats", "--limit", "2"]]), { _ in }
        ),
        // A photo that is in no section.
        (
            UndoableChange("restore", "1", preparing: [["section", "remove", "flickr:dogs"]]),
            { _ in }
        ),
        // What a user said about a photo survives that its origin changes it.
        (
            UndoableChange(
                "refresh",
                preparing: [
                    ["set", "1", "2", "--title", "mine", "--untag", "dogs", "--rating", "5"]
                ]), edit
        ),
    ]

    @Test("each search, refresh, pull and removal of a section")
    func origins() async throws {
        var world = FakeWorld(seed: 71, photos: 6, terms: ["dogs", "cats"])
        world.sharing = FakeSharing(people: 2, photos: 2)
        world.campaign = FakeCampaign(posts: 3)
        try await FlickrScene.with(world) { flickr async throws in
            let scene = try UndoScene(
                flickr.gallery, reading: [["find", "tag:new or is:delisted"]])
            scene.remote = flickr.flickr.baseURL
            scene.requestCount = { flickr.flickr.requests().count }
            try scene.run(["search", "dogs", "--limit", "4"])
            try scene.run(["pull", "\(scene.remote)/photoserver", "--user", "person 1"])
            try scene.run(["pull", "\(scene.remote)/campaign", "--campaign", "dogs"])
            try scene.keep()
            for (change, edit) in Self.changes {
                flickr.flickr.edit(edit)
                try scene.check(change)
                flickr.flickr.edit { $0 = world }
            }
            #expect(try flickr.gallery.integrity() == "ok")
            #expect(try flickr.gallery.strayFiles().isEmpty)
        }
    }

    @Test("pulls from another gallery")
    func pullFromGallery() throws {
        let server = try GalleryProgram()
        defer { server.remove() }
        let password = server.folder.appendingPathComponent("password")
        try Data("evas password".utf8).write(to: password)
        let added = try server.run("account", "add", "eva", "--password-file", password.path)
        #expect(added.status == 0, "\(added.errors)")
        let serving = try ServeScene(server, "--share")
        for name in ["a", "b"] {
            let file = server.folder.appendingPathComponent("\(name).jpg")
            try PictureFiles.jpeg(comment: name).write(to: file)
            let sent = try serving.curl(
                "--data-binary", "@\(file.path)",
                "URL/photoserver/postphoto/eva/evas%20password/\(name)")
            #expect(sent.text.hasPrefix("{\"id\":\""), "\(sent.text)\(sent.errors)")
        }
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let scene = try UndoScene(gallery)
        scene.remote = serving.address
        try scene.run(["import", server.folder.appendingPathComponent("a.jpg").path])
        try scene.keep()
        try scene.check(UndoableChange("pull", Self.pulls.0))
        #expect(try serving.stop().status == 0)
    }
}
