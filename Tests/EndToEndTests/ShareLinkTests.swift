import Foundation
import TestSupport
import Testing

@Suite("gallery share --link")
struct ShareLinkTests {
    private static let hasSamples = FileManager.default.fileExists(
        atPath: PictureScene.samples.appendingPathComponent("messi5.jpg").path)

    @Test(
        "the URL is printed once, files are made, and links are listed and revoked",
        .enabled(if: hasSamples, "needs Debian's opencv-doc"))
    func link() throws {
        let scene = try PictureScene("messi5.jpg", "fruits.jpg")
        defer { scene.gallery.remove() }
        try Data("open sesame\n".utf8).write(to: URL(fileURLWithPath: scene.path("password.txt")))
        let made = try scene.gallery.run(
            "share", "1", "--link", "--base-url", "https://photos.example/", "--expires", "30",
            "--password-file", "password.txt")
        #expect(made.status == 0, "\(made.errors)")
        let prefix = "https://photos.example/shared/"
        #expect(made.text.hasPrefix(prefix) && made.text.count == prefix.count + 44)
        #expect(made.errors.contains("1 created"))
        let secret = made.text.dropFirst(prefix.count).dropLast()
        let plain = try scene.gallery.run("share", "--link", "camera")
        #expect(plain.text.hasPrefix("/shared/") && plain.errors.contains("serve.baseURL"))
        #expect(plain.errors.contains("2 created"))
        let listed = try scene.gallery.run("share", "list", "--format", "jsonl")
        let rows = try listed.lines()
        #expect(rows.map { $0.integer("id") } == [1, 2])
        #expect(rows.map { $0["section"] as? String } == [nil, "camera"])
        #expect(rows.map { $0["state"] as? String } == ["valid", "valid"])
        #expect(!listed.text.contains(secret))
        let database = try scene.gallery.run("share", "list")
        #expect(!database.text.contains("sesame"))
        #expect(try scene.gallery.run("share", "revoke", "1").status == 0)
        #expect(try scene.gallery.run("share", "revoke", "1").status == 66)
        let after = try scene.gallery.run("share", "list", "--format", "jsonl").lines()
        #expect(after.map { $0["state"] as? String } == ["revoked", "valid"])
    }

    @Test("invalid options are rejected before anything is made")
    func refusals() throws {
        let scene = try PictureScene()
        defer { scene.gallery.remove() }
        let refused: [([String], String)] = [
            (["1", "--link", "--to", "a.jpg"], "--link cannot be combined with --to"),
            (["1", "--link", "--keep-title"], "--keep-title cannot be combined with --link"),
            (["1", "--to", "a.jpg", "--metadata"], "--metadata requires --link"),
            (["1", "--link", "--expires", "0"], "invalid --expires '0'"),
            (["1", "--link", "--expires", "2001-01-01"], "invalid --expires '2001-01-01'"),
            (["1", "--link", "--expires", "2127-02-30"], "invalid --expires '2127-02-30'"),
            (["1", "--link", "--expires", "2127:12:31"], "invalid --expires '2127:12:31'"),
            (["1", "--link", "--base-url", "photos"], "invalid --base-url 'photos'"),
            (
                ["1", "--link", "--password", "--password-file", "a"],
                "--password cannot be combined with --password-file"
            ),
            (["--link"], "no photos given"),
        ]
        for (arguments, reason) in refused {
            let result = try scene.gallery.start(["share"] + arguments).wait()
            #expect(result.status == 64, "\(arguments): \(result.errors)")
            #expect(result.errors.contains(reason), "\(arguments): \(result.errors)")
        }
        // Not even a catalog was made.
        #expect(try scene.gallery.run("share", "list").status == 66)
    }
}
