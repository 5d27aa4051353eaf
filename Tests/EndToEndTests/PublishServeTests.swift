import Foundation
import Glibc
import TestSupport
import Testing

/// Publishing to this program's own server.
@Suite("gallery publish to gallery serve --share")
struct PublishServeTests {
    private static let password = "correct horse / ü?"

    private struct Scene {
        let server: ServeScene
        let sender: GalleryProgram

        func publish(_ arguments: String...) throws -> GalleryProgram.Result {
            try sender.start(
                ["publish"] + arguments
                    + ["--to", server.address + "/photoserver", "--as", "roger"]
            ).wait()
        }
    }

    private func with(_ body: (Scene) throws -> Void) throws {
        let host = try GalleryProgram()
        defer { host.remove() }
        let sender = try GalleryProgram()
        defer { sender.remove() }
        for folder in [host.folder, sender.folder] {
            try Data(Self.password.utf8).write(to: folder.appendingPathComponent("password"))
        }
        let file = host.folder.appendingPathComponent("password").path
        let added = try host.run("account", "add", "roger", "--password-file", file)
        #expect(added.status == 0, "\(added.errors)")
        let token = try host.run("token", "create", "phone", "--account", "roger")
        try token.output.write(to: sender.folder.appendingPathComponent("token"))
        #expect(
            try sender.run("import", FacePictures.messi.path, FacePictures.fruits.path).status == 0)
        let server = try ServeScene(host, "--share")
        try body(Scene(server: server, sender: sender))
        #expect(try server.stop().status == 0)
        #expect(try host.integrity() == "ok")
        #expect(try host.strayFiles().isEmpty)
    }

    @Test("photos arrive by password and by token, once")
    func arrive() throws {
        try with { scene in
            let first = try scene.publish("1", "--password-file", "password", "--title", "a/b\nü")
            #expect(first.status == 0, "\(first.errors)")
            let second = try scene.publish("2", "--token-file", "token")
            #expect(second.status == 0, "\(second.errors)")
            let listed = try scene.server.gallery.run("list", "share:roger", "--format", "jsonl")
            #expect(
                try listed.lines().compactMap { $0["Title"] as? String } == ["a/b ü", "fruits.jpg"])
            let again = try scene.publish("1", "2", "--token-file", "token")
            #expect(again.errors.contains("2 already present"), "\(again.errors)")
            let wrong = try scene.publish("1", "--again", "--token-file", "password")
            #expect(wrong.status == 77)
            #expect(wrong.errors.contains("the server answered: no token for account 'roger'"))
            // Published photos are pulled again.
            let pulled = try scene.sender.run("pull", scene.server.address + "/photoserver")
            #expect(pulled.errors.contains("2 downloaded"), "\(pulled.errors)")
        }
    }

    @Test("a killed sender sends nothing twice, and long names are shortened to the server's limit")
    func killed() throws {
        try with { scene in
            let tooLong = try scene.publish(
                "1", "--password-file", "password", "--title", String(repeating: "x", count: 10_000)
            )
            #expect(tooLong.status == 0, "\(tooLong.errors)")
            let running = try scene.sender.start(
                [
                    "publish", "2", "--to", scene.server.address + "/photoserver", "--as", "roger",
                    "--password-file", "password",
                ])
            running.signal(SIGKILL)
            _ = try running.wait()
            #expect(try scene.publish("2", "--password-file", "password").status == 0)
            let listed = try scene.server.gallery.run("list", "share:roger", "--format", "jsonl")
            #expect(try listed.lines().count == 2)
        }
    }
}
