import Foundation
import GalleryModel
import Imaging
import TestSupport
import Testing

/// Both campaign clients against this program's own server.
@Suite("gallery publish and gallery pull with gallery serve --campaign")
struct CampaignServeTests {
    private static let email = "eva@example.org"
    private static let password = "correct-horse / ü 4711"

    /// A server with an account, a user who posts with it, and a user who reads.
    private struct Scene {
        let server: ServeScene
        let sender: GalleryProgram
        let reader: GalleryProgram

        var host: GalleryProgram { server.gallery }
        var url: String { server.address }

        func signIn() throws {
            let result = try sender.run(
                "sign-in", url, "--as", CampaignServeTests.email, "--password-file", "password")
            #expect(result.status == 0, "\(result.errors)")
        }

        func publish(_ arguments: String...) throws -> GalleryProgram.Result {
            try publish(all: arguments)
        }

        func publish(all arguments: [String]) throws -> GalleryProgram.Result {
            try sender.start(
                ["publish"] + arguments + ["--to", url, "--campaign", "summer"],
                adding: ["GALLERY_TRANSPORT_RETRIES": "0"]
            ).wait()
        }

        func pull(_ arguments: String...) throws -> GalleryProgram.Result {
            try reader.start(
                ["pull", url, "--campaign", "summer"] + arguments,
                adding: ["GALLERY_TRANSPORT_RETRIES": "0"]
            ).wait()
        }

        /// The numbers of new and removed posts in the next pull.
        func changes() throws -> [Int?] {
            let result = try pull("--format", "json")
            #expect(result.status == 0, "\(result.errors)")
            let object = try result.object()
            return [object.number("new"), object.number("gone")]
        }

        /// The reader's posts, in order.
        func rows() throws -> [[String: Any]] {
            try reader.run("export", "campaign:summer", "--format", "jsonl").lines()
        }

        /// The titles of the reader's posts that the server no longer lists.
        func delisted() throws -> [String] {
            try rows().filter { row in
                let id = try #require(row.integer("ID"))
                let shown = try reader.run("show", "\(id)").text
                return shown.contains("no longer lists it")
            }.compactMap { $0["Title"] as? String }
        }

        /// Sends a request to the server's API.
        @discardableResult
        func api(_ method: String, _ path: String, _ json: String? = nil) throws -> [String: Any] {
            let body = json.map { ["-H", "Content-Type: application/json", "-d", $0] } ?? []
            let answer = try server.curl(all: ["-X", method, "URL/api/v1/\(path)"] + body)
            return try #require(try answer.json() as? [String: Any], "\(answer.text)")
        }

        /// The number of changes in the host's journal.
        func journal() throws -> Int {
            try host.run("undo", "--list", "--format", "jsonl").lines().count
        }
    }

    private func with(_ body: (Scene) throws -> Void) throws {
        let host = try GalleryProgram(environment: ["GALLERY_SERVE_LOG": "text"])
        defer { host.remove() }
        let sender = try GalleryProgram()
        defer { sender.remove() }
        let reader = try GalleryProgram()
        defer { reader.remove() }
        for program in [host, sender] {
            try Data(Self.password.utf8).write(
                to: program.folder.appendingPathComponent("password"))
        }
        let added = try host.run(
            "account", "add", "eva", "--email", Self.email, "--first-name", "Eva", "--last-name",
            "Berg", "--password-file", "password")
        #expect(added.status == 0, "\(added.errors)")
        var metadata = PictureMetadata()
        metadata.coordinate = Coordinate(latitude: 48.390412, longitude: -4.486123)
        metadata.tags = ["Lionel Example"]
        let goal = sender.folder.appendingPathComponent("goal.jpg")
        try Data(
            try MetadataWriter().applying(
                metadata, to: Array(try Data(contentsOf: FacePictures.messi)))
        ).write(to: goal)
        #expect(try sender.run("import", goal.path, FacePictures.fruits.path).status == 0)
        try body(
            Scene(
                server: try ServeScene(host, "--campaign", "summer"), sender: sender,
                reader: reader))
        for program in [host, sender, reader] {
            #expect(try program.integrity() == "ok")
            #expect(try program.strayFiles().isEmpty)
        }
    }

    /// Checks that no written file and no printed line contains the secrets.
    private func expectNowhere(_ secrets: [String], _ scene: Scene) throws {
        for program in [scene.host, scene.sender, scene.reader] {
            for name in FileManager.default.subpaths(atPath: program.folder.path) ?? [] {
                if ["password", "sign-ins.json"].contains((name as NSString).lastPathComponent) {
                    continue
                }
                let file = program.folder.appendingPathComponent(name)
                guard let bytes = try? Data(contentsOf: file) else { continue }
                for secret in secrets {
                    #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name)")
                }
            }
        }
    }

    @Test("posts go from one gallery to another once, and neither stores a secret in its catalog")
    func thereAndBack() throws {
        try with { scene in
            try scene.signIn()
            let who = try scene.sender.run("whoami", "--format", "jsonl").object()
            #expect(who["email"] as? String == Self.email && who["campaign"] as? String == "summer")
            #expect(who["firstName"] as? String == "Eva" && who["server"] as? String == scene.url)
            let beach = [
                "1", "--title", "The \"beach\" ü", "--description", "first line\nsecond line",
            ]
            let first = try scene.publish(all: beach)
            #expect(first.status == 0 && first.errors.contains("1 sent"), "\(first.errors)")
            let byPassword = try scene.publish(
                "2", "--title", "Fruit", "--as", Self.email, "--password-file", "password",
                "--format", "jsonl")
            #expect(byPassword.status == 0, "\(byPassword.errors)")
            #expect(try byPassword.lines().first?["id"] as? String == "2")
            let changes = try scene.journal()
            for arguments in [beach, ["2", "--title", "Fruit"]] {
                let again = try scene.publish(all: arguments)
                #expect(
                    again.status == 0 && again.errors.contains("1 already present"),
                    "\(again.errors)")
            }
            #expect(try scene.journal() == changes)
            let shown = try scene.sender.run("show", "1").text
            #expect(shown.contains("campaign summer  as \(Self.email)"), "\(shown)")

            let pulled = try scene.pull("--format", "json")
            #expect(pulled.status == 0, "\(pulled.errors)")
            let object = try pulled.object()
            #expect(object.number("new") == 2 && object.number("pictures", "downloaded") == 2)
            let rows = try scene.rows()
            #expect(rows.map { $0["Title"] as? String } == ["Fruit", "The \"beach\" ü"])
            #expect(
                rows.map { $0["Description"] as? String ?? "" } == ["", "first line\nsecond line"])
            #expect(rows.allSatisfy { $0["Creator"] as? String == "Eva Berg" })
            #expect(rows.map { $0["OriginID"] as? String } == ["2", "1"])
            #expect(rows.allSatisfy { $0["FileType"] as? String == "JPEG" })
            #expect(rows.map { $0.integer("ImageWidth") } == [256, 274])
            #expect(rows.map { $0.integer("ImageHeight") } == [240, 171])
            let own = try scene.sender.run("export", "camera", "--format", "jsonl").lines()
            #expect(own.first?["GPSLatitude"] is NSNumber)
            #expect(!rows.contains { $0["GPSLatitude"] is NSNumber })
            let files = try scene.reader.storedFiles()
            #expect(files.count == 2)
            for name in files {
                let file = scene.reader.catalog.appendingPathComponent(name)
                let bytes = try Data(contentsOf: file)
                #expect(bytes.prefix(3) == Data([0xFF, 0xD8, 0xFF]))
                #expect(bytes.range(of: Data("Lionel".utf8)) == nil)
                guard PictureScene.hasExiftool else { continue }
                let output = try PictureScene(scene.reader, photos: scene.reader.folder)
                    .tool("exiftool", "-a", "-G1", "-s", file.path)
                #expect(output.contains("JPEG") && !output.contains("GPS"), "\(output)")
            }
            let second = try scene.pull()
            #expect(second.errors.contains("2 listed of 2 found; pictures: 2 already present\n"))
            let signIns = scene.sender.folder.appendingPathComponent(
                ".config/gallery/sign-ins.json")
            let kept = try JSONSerialization.jsonObject(with: Data(contentsOf: signIns))
            let entries = try #require(kept as? [String: [String: Any]])
            let token = try #require(entries.values.first?["loginToken"] as? String)
            let log = try scene.server.stop().errors.split(separator: "\n")
            #expect(log.count { $0.contains(" POST /posts ") } == 2, "\(log)")
            #expect(log.count { $0.contains("/photo ") } == 2, "\(log)")
            try expectNowhere([Self.password, "correct-horse", token], scene)
        }
    }

    @Test("a hidden, deleted or undone post is marked by the next pull until it returns")
    func delisted() throws {
        try with { scene in
            try scene.signIn()
            for (photo, title) in [("1", "goal"), ("2", "fruit")] {
                #expect(try scene.publish(photo, "--title", title).status == 0)
            }
            #expect(try scene.changes() == [2, 0])
            try scene.api("PATCH", "posts/1", #"{"hidden":true}"#)
            #expect(try scene.changes() == [0, 1])
            #expect(try scene.delisted() == ["goal"])
            try scene.api("PATCH", "posts/1", #"{"hidden":false}"#)
            #expect(try scene.changes() == [0, 0])
            #expect(try scene.delisted().isEmpty)
            try scene.api("DELETE", "posts/2")
            #expect(try scene.changes() == [0, 1])
            #expect(try scene.delisted() == ["fruit"])
            #expect(try scene.rows().count == 2)
            #expect(try scene.host.run("undo").status == 0)
            #expect(try scene.changes() == [0, 0])
            #expect(try scene.delisted().isEmpty)
            // Trashing a photo on the host also removes its post.
            let photo = try #require(
                try scene.host.run("export", "campaign:summer", "--format", "jsonl").lines()
                    .first { $0["Title"] as? String == "fruit" }?.integer("ID"))
            #expect(try scene.host.run("remove", "\(photo)").status == 0)
            #expect(try scene.changes() == [0, 1])
            #expect(try scene.delisted() == ["fruit"])
            #expect(try scene.host.run("undo").status == 0)
            #expect(try scene.changes() == [0, 0])
            #expect(try scene.delisted().isEmpty)
            let log = try scene.server.stop().errors.split(separator: "\n")
            #expect(log.count { $0.contains("/photo ") } == 2, "\(log)")
        }
    }

    @Test("a server trashes pictures that were not published within a day")
    func expires() throws {
        let host = try GalleryProgram()
        defer { host.remove() }
        let added = try host.run(
            "token", "create", "phone", "--role", "owner")
        #expect(added.status == 0, "\(added.errors)")
        let server = try ServeScene(host, "--campaign", "summer")
        let token = added.text.trimmingCharacters(in: .whitespacesAndNewlines)
        for file in [FacePictures.messi, FacePictures.fruits] {
            let sent = try server.curl(
                "-H", "Authorization: Bearer \(token)", "--data-binary", "@\(file.path)",
                "URL/api/v1/posts/pictures")
            #expect(sent.text.contains("\"photo\""), "\(sent.text)")
        }
        #expect(try server.stop().status == 0)
        // The triggers call functions of the program.
        let aged = try host.start(
            [
                host.catalog.appendingPathComponent("catalog.sqlite").path,
                ".dbconfig enable_trigger off",
                """
                UPDATE photo SET dateAdded = dateAdded - 90000 WHERE id = 1;
                UPDATE ledger SET date = date - 90000
                """,
            ], executable: URL(fileURLWithPath: "/usr/bin/sqlite3")
        ).wait()
        #expect(aged.status == 0, "\(aged.errors)")
        let next = try ServeScene(host, "--campaign", "summer")
        func left() throws -> Set<Int?> {
            Set(
                try host.run("find", "is:unpublished", "--format", "jsonl").lines()
                    .map { $0.integer("ID") })
        }
        let deadline = Date() + 20
        while try left().count > 1, Date() < deadline { usleep(50_000) }
        #expect(try left() == [2])
        #expect(try next.stop().status == 0)
        // Expiry is not a user's action: a plain undo reverts the upload of the pictures.
        #expect(try host.run("undo", "-n").errors.contains("upload"))
        #expect(try host.run("undo", "3").errors.contains("post expire"))
        #expect(try left() == [1, 2])
    }

    @Test("a publication undone by the server is marked, and --again creates a new post")
    func takenBack() throws {
        try with { scene in
            try scene.signIn()
            #expect(try scene.publish("1", "--title", "goal").status == 0)
            #expect(try scene.changes() == [1, 0])
            #expect(try scene.host.run("undo").status == 0)
            #expect(try scene.server.curl("URL/posts").text == "[]")
            #expect(try scene.changes() == [0, 1])
            #expect(try scene.delisted() == ["goal"])
            // A publication is remembered, whatever the server did with it.
            #expect(try scene.publish("1", "--title", "goal").errors.contains("1 already present"))
            #expect(try scene.server.curl("URL/posts").text == "[]")
            let again = try scene.publish("1", "--title", "goal", "--again")
            #expect(again.status == 0 && again.errors.contains("1 sent"), "\(again.errors)")
            #expect(try scene.changes() == [1, 0])
            #expect(try scene.delisted() == ["goal"])
            #expect(try scene.rows().count == 2)
            #expect(try scene.server.stop().status == 0)
        }
    }

    @Test("an unreachable server and an expired sign-in name the next step, and stored posts stay")
    func away() throws {
        try with { scene in
            try scene.signIn()
            #expect(try scene.publish("1", "--title", "goal").status == 0)
            #expect(try scene.changes() == [1, 0])
            let revoked = try scene.host.run("token", "revoke", "sign-in of \(Self.email) 1")
            #expect(revoked.status == 0, "\(revoked.errors)")
            let over = try scene.publish("2", "--title", "fruit")
            #expect(over.status == 77)
            #expect(
                over.errors.contains(
                    "no longer accepts the sign-in: run 'gallery sign-in \(scene.url)' again"),
                "\(over.errors)")
            try scene.signIn()
            #expect(try scene.server.stop().status == 0)
            let unreachable = try scene.publish("2", "--title", "fruit")
            #expect(unreachable.status == 69, "\(unreachable.errors)")
            let pulled = try scene.pull("--format", "json")
            #expect(pulled.status == 69)
            #expect(pulled.errors.contains("1 stored photo stays"), "\(pulled.errors)")
            let object = try pulled.object()
            let photos = try #require(object["photos"] as? [[String: Any]])
            #expect(photos.map { $0["Title"] as? String } == ["goal"])
            #expect((object["error"] as? String)?.contains("no connection to") == true)
            #expect(try scene.delisted().isEmpty)
            let out = try scene.sender.run("sign-out", scene.url)
            #expect(out.status == 0, "\(out.errors)")
            let nobody = try scene.publish("2", "--title", "fruit")
            #expect(nobody.status == 77)
            #expect(
                nobody.errors.contains("run 'gallery sign-in \(scene.url)'"),
                "\(nobody.errors)")
            #expect(try !scene.sender.run("show", "2").text.contains("Published"))
        }
    }
}
