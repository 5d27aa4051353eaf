import Foundation
import TestSupport
import Testing

/// The campaign protocol as seen by curl.
@Suite("gallery serve --campaign")
struct CampaignTests {
    private static let password = "very/secret ü?"
    private static var picture: String { FacePictures.messi.path }

    /// A catalog with a member.
    private func catalog(_ environment: [String: String] = [:]) throws -> GalleryProgram {
        let gallery = try GalleryProgram(environment: environment)
        let file = gallery.folder.appendingPathComponent("password")
        try Data(Self.password.utf8).write(to: file)
        let added = try gallery.start([
            "account", "add", "eva", "--email", "eva@example.org", "--first-name", "Eva",
            "--last-name", "Berg", "--password-file", file.path,
        ]).wait()
        #expect(added.status == 0, "\(added.errors)")
        try FileManager.default.removeItem(at: file)
        return gallery
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(
            JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)")
    }

    private func signIn(_ scene: ServeScene) throws -> String {
        let user = try object(
            try scene.curl(
                "URL/auth/signin", "--data-urlencode", "email=eva@example.org",
                "--data-urlencode", "password=\(Self.password)"
            ).text)
        return try #require(user["loginToken"] as? String)
    }

    private func posts(_ scene: ServeScene) throws -> [[String: Any]] {
        let text = try scene.curl("URL/posts").text
        return try #require(
            JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]], "\(text)")
    }

    @Test("the server signs users in and stores and lists posts, also after a restart, until undo")
    func conformance() throws {
        let gallery = try catalog()
        defer { gallery.remove() }
        var scene = try ServeScene(gallery, "--campaign", "summer")
        func status(_ arguments: String...) throws -> String {
            try scene.curl(all: ["-o", "/dev/null", "-w", "%{http_code}"] + arguments).text
        }
        let token = try signIn(scene)
        let post = [
            "-F", "postPhoto=@\(Self.picture);type=image/jpeg", "-F", "description=a dog", "-F",
            "isIOS=true",
        ]
        let first = try object(
            try scene.curl(
                all: post + [
                    "-F", "title=dog", "-F", "loginToken=\(token)", "\(scene.address)/posts",
                ]
            ).text)
        #expect(first["_id"] as? String == "1")
        let second = try object(
            try scene.curl(
                all: post + [
                    "-F", "title=ein Hund, zwei", "-H", "Authorization: Bearer \(token)",
                    "\(scene.address)/posts",
                ]
            ).text)
        #expect(second["title"] as? String == "ein Hund, zwei")
        #expect(
            try scene.curl(
                all: post + ["-w", "%{http_code}", "-F", "title=dog", "\(scene.address)/posts"]
            ).text.hasSuffix("}401"))
        #expect(
            try scene.curl(
                "URL/posts", "-w", "%{http_code}", "-F", "title=dog", "-F", "loginToken=\(token)"
            ).text == "{\"error\":\"no picture: send it as 'postPhoto'\"}400")
        for _ in 0..<2 {
            let listed = try posts(scene)
            #expect(listed.map { $0["_id"] as? String } == ["2", "1"])
            let owner = try #require(listed[0]["owner"] as? [String: Any])
            #expect(owner["firstName"] as? String == "Eva")
            let address = try #require(listed[0]["photoURL"] as? String)
            #expect(address == "\(scene.address)/posts/2/photo")
            #expect(try status(address) == "200")
            #expect(try status("\(scene.address)/posts/3/photo") == "404")
            #expect(try scene.stop().status == 0)
            scene = try ServeScene(gallery, "--campaign", "summer", "--share")
        }
        #expect(try gallery.run("undo").text.isEmpty)
        #expect(try posts(scene).map { $0["_id"] as? String } == ["1"])
        #expect(try scene.stop().status == 0)
        #expect(try gallery.run("token", "list").text.contains("sign-in of eva@example.org 1"))
        #expect(try gallery.integrity() == "ok")
        #expect(try gallery.strayFiles().isEmpty)
    }

    @Test("passwords and tokens are in no log and no byte of the catalog")
    func secrets() throws {
        let gallery = try catalog(["GALLERY_SERVE_LOG": "text"])
        defer { gallery.remove() }
        let scene = try ServeScene(gallery, "--campaign", "summer", "--verbose")
        let token = try signIn(scene)
        for field in ["loginToken=\(token)", "loginToken=\(token)x"] {
            _ = try scene.curl(
                "URL/posts", "-F", field, "-F", "title=dog", "-F", "postPhoto=@\(Self.picture)")
        }
        let result = try scene.stop()
        for text in [result.errors, result.text] {
            #expect(!text.contains("very") && !text.contains(token), "\(text)")
        }
        for name in FileManager.default.subpaths(atPath: gallery.catalog.path) ?? [] {
            let bytes = try? Data(contentsOf: gallery.catalog.appendingPathComponent(name))
            for secret in [Self.password, token] {
                #expect(bytes?.range(of: Data(secret.utf8)) == nil, "\(name)")
            }
        }
    }

    @Test("a server killed during an upload stores nothing of the post")
    func killed() throws {
        let gallery = try catalog()
        defer { gallery.remove() }
        let scene = try ServeScene(gallery, "--campaign", "summer")
        let token = try signIn(scene)
        try scene.kill(
            receiving: """
                POST /posts HTTP/1.1
                Authorization: Bearer \(token)
                Content-Type: multipart/form-data; boundary=x

                --x
                Content-Disposition: form-data; name="postPhoto"

                """)
        let again = try ServeScene(gallery, "--campaign", "summer")
        #expect(try posts(again).isEmpty)
        _ = try again.curl(
            "URL/posts", "-F", "loginToken=\(token)", "-F", "title=dog", "-F",
            "postPhoto=@\(Self.picture)")
        #expect(try posts(again).count == 1)
        #expect(try again.stop().status == 0)
        #expect(try gallery.strayFiles().isEmpty)
        #expect(try gallery.storedFiles().count == 1)
    }

    @Test(
        "a phone's HEIC is accepted and served as JPEG, without its private data",
        .enabled(if: FormatPictures.canMake))
    func phone() throws {
        let pictures = try FormatPictures()
        let gallery = try catalog()
        defer { gallery.remove() }
        let scene = try ServeScene(gallery, "--campaign", "summer")
        let token = try signIn(scene)
        _ = try scene.curl(
            "URL/posts", "-F", "loginToken=\(token)", "-F", "title=goal", "-F",
            "postPhoto=@\(pictures.path("heic"))")
        let given = gallery.folder.appendingPathComponent("given.jpg").path
        _ = try scene.curl("URL/posts/1/photo", "-o", given)
        let output = try gallery.start(
            ["-a", "-G1", "-s", given], executable: URL(fileURLWithPath: "/usr/bin/exiftool")
        ).wait().text
        #expect(output.contains("FileType") && output.contains("JPEG"), "\(output)")
        for secret in ["GPS", "Gallery", "Phone 1", "football", "goal"] {
            #expect(!output.contains(secret), "\(output)")
        }
        #expect(try scene.stop().status == 0)
    }

    @Test("an invalid campaign name is rejected at the start")
    func names() throws {
        let gallery = try catalog()
        defer { gallery.remove() }
        let result = try gallery.start(["serve", "--port", "0", "--campaign", " "]).wait()
        #expect(result.status == 64)
        #expect(result.errors.contains("invalid --campaign ' ': expected a name of 1 to 100"))
    }
}
