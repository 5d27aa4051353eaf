import FakeFlickr
import Foundation
import TestSupport
import Testing

/// Signs in to a fake campaign server.
@Suite("gallery sign-in, sign-out and whoami")
struct SignInTests {
    private static let password = "quince-lantern-47"
    private static let token = "tok-en.Of_Eva~1234567890"

    private static func world() -> FakeWorld {
        var world = FakeWorld(photos: [])
        world.campaign.people = [
            .init(id: "5", email: "eva@example.org", password: password, token: token)
        ]
        return world
    }

    private static func url(_ scene: FlickrScene) -> String { scene.flickr.baseURL + "/campaign" }

    private static func file(_ scene: FlickrScene) -> URL {
        scene.gallery.folder.appendingPathComponent(".config/gallery/sign-ins.json")
    }

    private static func mode(_ url: URL) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }

    private static func signIn(
        _ scene: FlickrScene, password: String = password
    ) throws -> GalleryProgram.Result {
        try scene.gallery.run(
            "sign-in", url(scene), "--as", "eva@example.org",
            adding: ["GALLERY_PASSWORD": password])
    }

    /// Every file below the program's folder, with all printed output.
    private static func bytes(_ scene: FlickrScene, but skipped: String) throws -> Data {
        let folder = scene.gallery.folder
        var all = Data()
        for case let name as String in FileManager.default.enumerator(atPath: folder.path)
            ?? .init()
        where !name.hasSuffix(skipped) {
            all += (try? Data(contentsOf: folder.appendingPathComponent(name))) ?? Data()
        }
        return all
    }

    @Test("the sign-in is readable only by its owner, whoami shows it, and no output has the token")
    func signIn() async throws {
        try await FlickrScene.with(Self.world()) { scene async throws in
            let url = Self.url(scene)
            let result = try Self.signIn(scene)
            #expect(result.status == 0 && result.text.isEmpty)
            #expect(
                result.errors
                    == "gallery: signed in to '\(url)' as eva@example.org (Eva Ek)\n")
            #expect(try Self.mode(Self.file(scene)) == 0o600)
            #expect(try Self.mode(Self.file(scene).deletingLastPathComponent()) == 0o700)
            let kept = try String(contentsOf: Self.file(scene), encoding: .utf8)
            #expect(kept.contains(Self.token) && !kept.contains(Self.password))
            let table = try scene.gallery.run("whoami")
            #expect(table.text.contains("eva@example.org") && table.text.contains(url))
            let object = try scene.gallery.run("whoami", url + "/", "--format", "jsonl").object()
            #expect(object["_id"] as? String == "5" && object["campaign"] as? String == "dogs")
            #expect(object["created"] as? String == "2026-01-02T03:04:05.678Z")
            #expect(object["loginToken"] == nil)
            let csv = try scene.gallery.run("whoami", "--format", "csv")
            #expect(csv.text.hasPrefix("server,_id,email,firstName,lastName,"))
            _ = try scene.gallery.run("whoami", "-v", "--format", "json")
            let output = try Self.bytes(scene, but: "sign-ins.json")
            #expect(output.range(of: Data(Self.token.utf8)) == nil)
            #expect(try Self.bytes(scene, but: "/").range(of: Data(Self.password.utf8)) == nil)
            #expect(scene.flickr.requests().map(\.path) == ["/campaign/auth/signin"])
        }
    }

    @Test("a wrong password is reported in the server's words with 77, and nothing is stored")
    func wrong() async throws {
        try await FlickrScene.with(Self.world()) { scene async throws in
            let result = try Self.signIn(scene, password: "wrong-words")
            #expect(result.status == 77)
            #expect(
                result.errors == "gallery: the server answered: Email or password is wrong.\n")
            #expect(!FileManager.default.fileExists(atPath: Self.file(scene).path))
            let nobody = try scene.gallery.run("whoami")
            #expect(nobody.status == 0)
            #expect(
                nobody.errors == "gallery: not signed in; sign in with 'gallery sign-in URL'\n")
            #expect(try scene.gallery.run("whoami", Self.url(scene)).status == 66)
            let away = try scene.gallery.run("sign-out", Self.url(scene))
            #expect(away.status == 0)
            #expect(away.errors == "gallery: not signed in to '\(Self.url(scene))'\n")
        }
    }

    @Test(
        "a password that the server repeats is not printed",
        arguments: [
            (404, "text/plain", #"no {"email":"eva@example.org","password":"evil\"quote"}"#),
            (404, "application/json", #"{"error":"no {\"password\":\"evil\\\"quote\"}"}"#),
            (400, "application/json", #"{"message":"no {\"password\":\"evil\\\"quote\"}"}"#),
            (500, "text/plain", #"no evil"quote"#), (409, "text/plain", #"no evil"quote here"#),
        ])
    func repeated(status: Int, type: String, text: String) async throws {
        let rule = FaultRule(.words(status, text, type: type), contains: "signin")
        try await FlickrScene.with(Self.world(), faults: [rule]) { scene async throws in
            let result = try Self.signIn(scene, password: #"evil"quote"#)
            #expect(result.status == (status == 400 ? 77 : 69), "\(result.errors)")
            #expect(!(result.errors + result.text).contains("quote"), "\(result.errors)")
        }
    }

    @Test("the password comes from a file, the email from the last sign-in, one entry per server")
    func again() async throws {
        try await FlickrScene.with(Self.world()) { scene async throws in
            let url = Self.url(scene)
            let file = scene.gallery.folder.appendingPathComponent("password")
            try Data((Self.password + "\nsecond line\n").utf8).write(to: file)
            let missing = try scene.gallery.run("sign-in", url, "--password-file", file.path)
            #expect(missing.status == 64 && missing.errors.contains("give --as EMAIL"))
            let unasked = try scene.gallery.run("sign-in", url, "--as", "eva@example.org")
            #expect(unasked.status == 64 && unasked.errors.contains("GALLERY_PASSWORD"))
            #expect(scene.flickr.requests().isEmpty)
            #expect(try Self.signIn(scene).status == 0)
            let again = try scene.gallery.run("sign-in", url, "--password-file", file.path)
            #expect(again.status == 0, "\(again.errors)")
            #expect(try scene.gallery.run("whoami", "--format", "jsonl").lines().count == 1)
            let out = try scene.gallery.run("sign-out", url + "/")
            #expect(out.status == 0 && out.errors == "gallery: signed out of '\(url)'\n")
            #expect(try scene.gallery.run("whoami", url).status == 66)
        }
    }

    @Test("of two concurrent sign-ins both are kept")
    func together() async throws {
        try await FlickrScene.with(Self.world()) { scene async throws in
            let other = Self.url(scene).replacingOccurrences(of: "127.0.0.1", with: "localhost")
            for _ in 0..<3 {
                let running = try [Self.url(scene), other].map {
                    try scene.gallery.start(
                        ["sign-in", $0, "--as", "eva@example.org"],
                        adding: ["GALLERY_PASSWORD": Self.password])
                }
                for program in running { #expect(try program.wait().status == 0) }
                #expect(try scene.gallery.run("whoami", "--format", "jsonl").lines().count == 2)
                for url in [Self.url(scene), other] {
                    #expect(try scene.gallery.run("sign-out", url).status == 0)
                }
            }
        }
    }

    @Test("a sign-ins file that is invalid or readable by others is rejected before any request")
    func refused() async throws {
        try await FlickrScene.with(Self.world()) { scene async throws in
            #expect(try Self.signIn(scene).status == 0)
            scene.flickr.clearLog()
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o640], ofItemAtPath: Self.file(scene).path)
            for command in [["whoami"], ["sign-out", Self.url(scene)]] {
                let result = try scene.gallery.start(command).wait()
                #expect(result.status == 78)
                #expect(result.errors.contains("chmod 600"), "\(result.errors)")
            }
            #expect(try Self.signIn(scene).status == 78)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: Self.file(scene).path)
            #expect(try scene.gallery.run("whoami").status == 0)
            for text in ["{", "[]", #"{"http://host":{"email":"a"}}"#, #"{"host":{}}"#] {
                try Data(text.utf8).write(to: Self.file(scene))
                let result = try Self.signIn(scene)
                #expect(result.status == 78, "\(text): \(result.errors)")
                #expect(result.errors.contains("remove it and sign in again"))
            }
            #expect(scene.flickr.requests().isEmpty)
        }
    }

    @Test(
        "an invalid response to a sign-in ends with 69 and is not shown",
        arguments: [
            (FakeFault.html200, 69), (.status(404, retryAfter: nil), 69),
            (.status(403, retryAfter: nil), 77), (.redirect(to: "http://127.0.0.1:1/x"), 69),
            (.invalidJSON, 69),
        ] as [(FakeFault, Int32)])
    func noAnswer(fault: FakeFault, status: Int32) async throws {
        try await FlickrScene.with(Self.world(), faults: [FaultRule(fault)]) { scene async throws in
            let result = try Self.signIn(scene)
            #expect(result.status == status, "\(result.errors)")
            #expect(!result.errors.contains("tok-en") && !result.errors.contains(Self.password))
            #expect(scene.flickr.requests().count == 1)
        }
    }
}
