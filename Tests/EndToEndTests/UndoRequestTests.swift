import Foundation
import TestSupport
import Testing

/// Changes through a server are steps like those of commands.
@Suite("Undo and redo of requests")
struct UndoRequestTests {
    // MARK: - Completeness

    /// Operations without a step of their own, by the reason.
    private static let exceptions: [String: [String]] = [
        "it runs a command that is tested as such": [
            "POST /api/v1/search", "POST /api/v1/refresh", "POST /api/v1/fetch",
        ],
        "it stores results that the same request computes again": [
            "POST /api/v1/faces", "POST /api/v1/photos/{photo}/faces/detect",
        ],
        "jobs and links are not photos": [
            "DELETE /api/v1/jobs/{job}", "POST /api/v1/shares", "DELETE /api/v1/shares/{share}",
            "POST /api/v1/shares/draft",
        ],
        "it returns pictures": ["POST /api/v1/photos.zip"],
        "an upload is a step when its last byte arrives": [
            "PATCH /api/v1/uploads/tus/{upload}", "POST /api/v1/uploads/tus/{upload}",
            "DELETE /api/v1/uploads/tus/{upload}",
        ],
        "it undoes and redoes steps": ["POST /api/v1/undo", "POST /api/v1/redo"],
    ]

    @Test("each operation that changes something is tested here, or has a reason to have no step")
    func operations() throws {
        let operations = try Self.operations()
        #expect(operations.count > 15, "\(operations)")
        let tested = Set((Self.photos + Self.posts).map(\.name).filter { $0.contains(" /api/") })
        let excepted = Self.exceptions.values.flatMap { $0 }
        let forgotten = operations.filter { !tested.contains($0) && !excepted.contains($0) }
        #expect(
            forgotten.isEmpty,
            "add them to the tested requests, or to the exceptions with a reason: \(forgotten)")
        let unknown = (tested.sorted() + excepted.sorted()).filter { !operations.contains($0) }
        #expect(unknown.isEmpty, "the server has no such operations: \(unknown)")
    }

    /// The operations of the server's description that are no reading.
    private static func operations() throws -> [String] {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let server = try ServeScene(gallery)
        let answer = try server.curl("URL/api/v1/openapi.json").object()
        _ = try server.stop()
        let paths = try #require(answer["paths"] as? [String: [String: Any]])
        return paths.flatMap { path, methods in
            methods.keys.filter { ["post", "put", "patch", "delete"].contains($0) }
                .map { "\($0.uppercased()) \(path)" }
        }.sorted()
    }

    // MARK: - Requests

    private static let fields = """
        {"title": "of the page", "description": "d", "tags": ["sea", "New York"], "rating": 4,
        "favorite": true, "takenAt": "2020-02-29T10:00:00+01:00",
        "location": {"latitude": 48.39, "longitude": -4.49}}
        """

    private static let cleared = """
        {"title": null, "description": null, "tags": null, "rating": null, "favorite": null,
        "takenAt": null, "location": null}
        """

    /// Creates an album with three photos.
    private static let album = [["set", "2", "3", "4", "--album", "Summer"]]

    private static let photos: [UndoableChange] = [
        .request("PATCH", "photos/4", of: "photos/{photo}", fields),
        .request(
            "PATCH", "photos/3", of: "photos/{photo}", cleared,
            preparing: [
                [
                    "set", "3", "--title", "t", "--description", "d", "--tag", "x", "--rating", "2",
                    "--favorite", "--date", "2020:02:29 10:00:00", "--location", "48.39,-4.49",
                ]
            ]),
        .request(
            "POST", "batch",
            #"{"q": "tag:dog", "set": {"title": "both"}, "addTags": ["pet"], "removeTags": ["dog"]}"#
        ),
        .request(
            "POST", "batch",
            #"{"photos": [4, 2], "addToAlbum": "Summer", "edit": {"version": 1, "rotation": 90}}"#),
        .request(
            "POST", "batch", #"{"photos": [2], "removeFromAlbum": "Summer"}"#,
            preparing: [["set", "2", "3", "--album", "Summer"]]),
        .request("POST", "batch", #"{"photos": [2, 3], "trash": true}"#),
        .request(
            "POST", "batch", #"{"photos": [2, 3], "restore": true}"#,
            preparing: [["remove", "1", "2", "3"]]),
        .request("DELETE", "photos/2", of: "photos/{photo}"),
        .request("POST", "trash", #"{"photos": [2, 3]}"#),
        .request("POST", "restore", #"{"photos": [2]}"#, preparing: [["remove", "2", "3"]]),
        .request(
            "PUT", "photos/1/edit", of: "photos/{photo}/edit",
            #"{"version": 1, "effects": [{"name": "noir", "intensity": 1}]}"#),
        .request(
            "DELETE", "photos/1/edit", of: "photos/{photo}/edit",
            preparing: [["edit", "1", "--rotate", "90"]]),
        .request(
            "PATCH", "photos/1/faces/1", of: "photos/{photo}/faces/{face}", #"{"name": "Lionel"}"#),
        .request(
            "PATCH", "photos/1/faces/1", of: "photos/{photo}/faces/{face}",
            #"{"x": 10, "y": 12, "width": 30, "height": 30}"#),
        .request("DELETE", "photos/1/faces/1", of: "photos/{photo}/faces/{face}"),
        .request(
            "POST", "photos/1/faces", of: "photos/{photo}/faces",
            #"{"x": 10, "y": 12, "width": 20, "height": 24, "name": "Ada"}"#),
        .request(
            "PATCH", "people/Lionel", of: "people/{person}", #"{"name": "Leo"}"#,
            preparing: [["faces", "name", "1", "1", "Lionel"]]),
        .request("POST", "albums", #"{"name": "Summer"}"#),
        .request("POST", "albums", #"{"name": "Dogs", "query": "tag:dog"}"#),
        .request(
            "PATCH", "albums/Summer", of: "albums/{album}", #"{"name": "Winter"}"#,
            preparing: album),
        .request(
            "POST", "albums/Summer/move", of: "albums/{album}/move", #"{"photo": 3, "to": 1}"#,
            preparing: album),
        .request("DELETE", "albums/Summer", of: "albums/{album}", preparing: album),
        .request("DELETE", "sections/album:Summer", of: "sections/{section}", preparing: album),
        .curl(
            "POST /api/v1/uploads", "-F", "file=@card/new.jpg", "-F", "file=@card/newer.jpg",
            "URL/api/v1/uploads"),
        .curl(
            "POST /api/v1/uploads/tus", "--data-binary", "@card/new.jpg", "-H",
            "Content-Type: application/offset+octet-stream", "-H", "Tus-Resumable: 1.0.0", "-H",
            "Upload-Length: \(PictureFiles.jpeg(comment: "new").count)", "-H",
            "Upload-Metadata: filename bmV3LmpwZw==", "URL/api/v1/uploads/tus"),
    ]

    private static let covers: [UndoableChange] = [
        .request(
            "PATCH", "albums/Summer", of: "albums/{album}", #"{"cover": 3}"#, preparing: album)
    ]

    private static let posts: [UndoableChange] = [
        .request("POST", "posts", #"{"photo": 2, "title": "Goal", "description": "d"}"#),
        .request("PATCH", "posts/1", of: "posts/{post}", #"{"hidden": true}"#),
        .request("DELETE", "posts/1", of: "posts/{post}"),
        .curl(
            "POST /api/v1/posts/pictures", "--data-binary", "@other.jpg", "-H",
            "Content-Type: image/jpeg", "URL/api/v1/posts/pictures"),
        .curl(
            "postphoto", "--data-binary", "@other.jpg",
            "URL/photoserver/postphoto/eva/evas%20password/other"),
        // The upload and the post are two steps, like the two requests of a page.
        .curl(
            "a post of another program", "-F", "postPhoto=@other.jpg", "-F", "title=other", "-F",
            "description=d", "-F", "loginToken={token}", "URL/posts", steps: 2),
    ]

    // MARK: - Tests

    @Test("changes of photos, alone and in batches, and uploads")
    func photoRequests() throws {
        try UndoEverythingTests.check(
            Self.photos, in: try UndoEverythingTests.scene(reading: [["people"]]))
    }

    @Test("covers of albums, which the API shows")
    func coverRequests() throws {
        try UndoEverythingTests.check(
            Self.covers, in: try UndoEverythingTests.scene(reading: [], paths: ["sections"]))
    }

    @Test("photos and posts of accounts")
    func accountRequests() throws {
        let gallery = try GalleryProgram()
        func file(_ name: String) -> URL { gallery.folder.appendingPathComponent(name) }
        try Data("evas password".utf8).write(to: file("password"))
        try PictureFiles.jpeg(comment: "other").write(to: file("other.jpg"))
        let scene = try UndoScene(
            gallery, files: [file("other.jpg")], serving: "--share --campaign summer",
            reading: [["find", "is:unpublished"]], paths: ["posts"])
        try scene.run([
            "account", "add", "eva", "--email", "eva@example.org", "--password-file",
            file("password").path,
        ])
        let server = try scene.serve()
        func post(_ arguments: String...) throws { try scene.request(arguments, of: server) }
        let json = ["-H", "Content-Type: application/json", "-d"]
        let signedIn = try scene.request(
            json + [
                #"{"email": "eva@example.org", "password": "evas password"}"#, "URL/auth/signin",
            ], of: server)
        let user = try JSONSerialization.jsonObject(with: Data(signedIn.utf8)) as? [String: Any]
        for picture in [FacePictures.messi, FacePictures.fruits] {
            try post(
                "--data-binary", "@\(picture.path)", "-H", "Content-Type: image/jpeg",
                "URL/api/v1/posts/pictures")
        }
        try scene.request(
            json + [#"{"photo": 1, "title": "First", "description": ""}"#, "URL/api/v1/posts"],
            of: server)
        #expect(try server.stop().status == 0)
        scene.token = try #require(user?["loginToken"] as? String)
        try scene.keep()
        try UndoEverythingTests.check(Self.posts, in: scene)
    }
}
