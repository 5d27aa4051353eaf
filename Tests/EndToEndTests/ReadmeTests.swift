import FakeFlickr
import Foundation
import TestSupport
import Testing

@Suite("Commands in the README and the guide")
struct ReadmeTests {
    private static let password = "a password of four words"

    /// Serves another catalog as a photo-share server and as a campaign with posts of Roger and
    /// Eva.
    private static func serve() throws -> ServeScene {
        let gallery = try GalleryProgram(environment: ["GALLERY_PASSWORD": password])
        for name in ["eva", "roger"] {
            try gallery.run(
                "account", "add", name, "--email", "\(name)@example.org", "--password-file", "-",
                input: Data((password + "\n").utf8))
        }
        let server = try ServeScene(gallery, "--share", "--campaign", "summer")
        var others = try PictureScene("fruits.jpg", "home.jpg").gallery
        defer { others.remove() }
        others.environment = gallery.environment
        let given = try others.run(
            "publish", "1", "--to", server.address + "/photoserver", "--as", "roger")
        #expect(given.status == 0, "\(given.errors)")
        let posted = try others.run(
            "publish", "2", "--to", server.address, "--campaign", "summer", "--as",
            "eva@example.org", "--title", "The first bag")
        #expect(posted.status == 0, "\(posted.errors)")
        return server
    }

    /// Prepares the files used by the pages: a card, pictures, a track, a token and a printer.
    ///
    /// - Returns: the working folder of the commands, and the search path of programs
    private static func prepare(
        _ gallery: GalleryProgram, token: String
    ) throws -> (folder: URL, path: String) {
        let folder = gallery.folder.appendingPathComponent("work")
        let pictures = gallery.folder.appendingPathComponent("Pictures")
        for made in [folder, pictures] {
            try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
        }
        for (name, place) in [("board.jpg", pictures), ("butterfly.jpg", folder)] {
            try FileManager.default.copyItem(
                at: PictureScene.samples.appendingPathComponent(name),
                to: place.appendingPathComponent(name))
        }
        let program = try GalleryProgram.executable.deletingLastPathComponent()
        let card = gallery.folder.appendingPathComponent("card")
        try ChildProcess.run(
            program.appendingPathComponent("sample-photos").path, ["--to", card.path])
        // The first in the folder: photo 42 has two faces.
        let twice = try ChildProcess.run(
            "convert",
            [FacePictures.messi.path, FacePictures.messi.path, "+append", card.path + "/a.jpg"])
        #expect(twice.status == 0, "\(twice.errors)")
        for (name, text) in [
            ("walk.gpx", track), ("points.txt", "48.86,2.35\n"), ("token.txt", token),
            ("../.gallery-password", password + "\n"),
        ] {
            let file = folder.appendingPathComponent(name)
            try Data(text.utf8).write(to: file)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: file.path)
        }
        let scene = PictureScene(gallery, photos: card)
        let path = try scene.fake("lp", "cat > /dev/null")
        return (folder, program.path + ":" + path)
    }

    private static let track = """
        <gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1"><trk><trkseg>
        <trkpt lat="48.1" lon="11.5"><time>2024-05-01T08:00:00Z</time></trkpt>
        <trkpt lat="48.2" lon="11.6"><time>2024-05-01T09:00:00Z</time></trkpt>
        </trkseg></trk></gpx>
        """

    @Test(
        "the commands of a page work in their order",
        arguments: [("README.md", 20), ("docs/guide.md", 80)])
    func commands(page: String, count: Int) async throws {
        try await FlickrScene.with(FakeWorld(seed: 1, photos: 41)) { scene async throws in
            let server = try Self.serve()
            defer { server.gallery.remove() }
            let token = try server.gallery.run("token", "create", "program", "--account", "roger")
            let (folder, path) = try Self.prepare(scene.gallery, token: token.text)
            let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
            let host = server.address.replacing("http://", with: "")
            let variables = scene.gallery.environment.merging([
                "HOME": scene.gallery.folder.path, "PATH": path, "LC_ALL": "C.UTF-8",
                "GALLERY_CATALOG": scene.gallery.catalog.path, "TERM": "xterm",
            ]) { $1 }
            let result = try ChildProcess.run(
                "python3",
                [
                    "-B", root.path + "/Tests/EndToEndTests/readme_commands.py",
                    "\(root.path)/\(page)", Self.password,
                    "/media/card/DCIM=\(scene.gallery.folder.path)/card",
                    "192.168.1.5:8080=\(host)", "https://example.org=\(server.address)",
                    "gallery serve=gallery serve --port 0",
                ], in: folder, environment: variables)
            #expect(result.status == 0, "\(result.errors)")
            let commands = try result.lines()
            #expect(commands.count > count)
            for command in commands where command.number("status") != 0 {
                Issue.record("\(command)")
            }
            #expect(try server.stop().status == 0)
            guard page == "docs/guide.md" else { return }
            // exiftool also ends with 0 if the table names none of the files.
            let written = commands.first { ($0["line"] as? String)?.contains("exiftool") == true }
            let output = try #require(written?["output"] as? String)
            #expect(output.contains("39 image files updated") && !output.contains("No SourceFile"))
        }
    }
}
