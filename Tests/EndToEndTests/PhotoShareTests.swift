import Foundation
import TestSupport
import Testing

/// The photo-share protocol as seen by curl.
@Suite("gallery serve --share")
struct PhotoShareTests {
    private static let password = "very/secret ü?"
    /// The password as escaped in a URL.
    private static let encoded = "very%2Fsecret%20%C3%BC%3F"

    /// A catalog with a member and a viewer.
    private func catalog(_ environment: [String: String] = [:]) throws -> GalleryProgram {
        let gallery = try GalleryProgram(environment: environment)
        let file = gallery.folder.appendingPathComponent("password")
        try Data(Self.password.utf8).write(to: file)
        for arguments in [["roger"], ["vic", "--role", "viewer"]] {
            let added = try gallery.start(
                ["account", "add"] + arguments + ["--password-file", file.path]
            ).wait()
            #expect(added.status == 0, "\(added.errors)")
        }
        try FileManager.default.removeItem(at: file)
        return gallery
    }

    private static var picture: String { FacePictures.messi.path }

    @Test("responses match the protocol byte for byte, also after a restart")
    func conformance() throws {
        let gallery = try catalog()
        defer { gallery.remove() }
        var scene = try ServeScene(gallery, "--share")
        func ask(_ path: String, _ arguments: String...) throws -> String {
            let all = ["-w", " %{http_code} %{content_type}"] + arguments
            return try scene.curl(all: all + ["\(scene.address)/photoserver/\(path)"]).text
        }
        #expect(try ask("userlist") == "[] 200 application/json")
        #expect(
            try ask(
                "postphoto/roger/\(Self.encoded)/a%2Fdog", "--data-binary", "@\(Self.picture)")
                == "{\"id\":\"1\"} 200 application/json")
        #expect(
            try ask("postphoto/roger/\(Self.encoded)/cat", "-T", Self.picture, "-X", "POST")
                == "{\"id\":\"2\"} 200 application/json")
        for _ in 0..<2 {
            #expect(
                try ask("userlist") == "[{\"name\":\"roger\",\"id\":\"1\"}] 200 application/json")
            #expect(
                try ask("userphotos/1")
                    == #"[{"name":"a/dog","id":"1"},{"name":"cat","id":"2"}] 200 application/json"#)
            #expect(
                try ask("userphotos/99") == "no user with id 99 404 text/plain; charset=utf-8")
            #expect(
                try ask("photo/7") == "no photo with id 7 404 text/plain; charset=utf-8")
            #expect(
                try ask("postphoto/roger/wrong/dog", "--data-binary", "@\(Self.picture)")
                    == "wrong name or password 404 text/plain; charset=utf-8")
            let given = gallery.folder.appendingPathComponent("given.jpg").path
            #expect(
                try ask("photo/1", "-o", given).hasSuffix(" 200 image/jpeg"))
            let bytes = try Data(contentsOf: URL(fileURLWithPath: given))
            #expect(bytes.prefix(3) == Data([0xFF, 0xD8, 0xFF]))
            let head = try scene.curl("-I", "URL/photoserver/photo/1").text
            #expect(head.contains("HTTP/1.1 200 OK"))
            #expect(head.lowercased().contains("content-length: \(bytes.count)\r\n"))
            #expect(try scene.stop().status == 0)
            scene = try ServeScene(gallery, "--share")
        }
        #expect(try scene.stop().status == 0)
        let listed = try gallery.run("list", "share:roger", "--format", "jsonl").lines()
        #expect(listed.map { $0["Title"] as? String } == ["a/dog", "cat"])
        #expect(try gallery.integrity() == "ok")
        #expect(try gallery.strayFiles().isEmpty)
    }

    @Test("a password is in no log, no message, no metric and no byte of the catalog")
    func secrets() throws {
        let gallery = try catalog(["GALLERY_SERVE_LOG": "text"])
        defer { gallery.remove() }
        let scene = try ServeScene(gallery, "--share", "--verbose")
        for path in [
            "photoserver/postphoto/roger/\(Self.encoded)/dog",
            "photoserver//postphoto/roger/\(Self.encoded)/dog",
            "/photoserver/postphoto/roger/\(Self.encoded)/dog",
            "photoserver/postphoto/roger/\(Self.encoded)/a/b",
            "photoserver/postphoto/roger/\(Self.encoded)/%zz",
            "photoserver/postphoto/nobody/\(Self.encoded)/dog",
            "photoserver/postphoto/vic/\(Self.encoded)/dog",
        ] {
            _ = try scene.curl("--data-binary", "@\(Self.picture)", "URL/\(path)")
            _ = try scene.curl("--data-binary", "no picture", "URL/\(path)")
            _ = try scene.curl("URL/\(path)")
        }
        let metrics = try scene.curl("URL/metrics").text
        #expect(metrics.contains("/photoserver/postphoto/{person}/{password}/{name}"))
        let result = try scene.stop()
        #expect(result.errors.contains("/photoserver/postphoto/roger/***/dog"), "\(result.errors)")
        for text in [result.errors, result.text, metrics] {
            #expect(!text.contains("very"), "\(text)")
        }
        #expect(try gallery.run("list", "share:roger").text.contains("dog"))
        for name in FileManager.default.subpaths(atPath: gallery.catalog.path) ?? [] {
            let bytes = try? Data(contentsOf: gallery.catalog.appendingPathComponent(name))
            for spelling in [Self.password, Self.encoded] {
                #expect(bytes?.range(of: Data(spelling.utf8)) == nil, "\(name)")
            }
        }
    }

    @Test("the server warns that passwords are readable on the way unless they are encrypted")
    func warning() throws {
        let gallery = try catalog()
        defer { gallery.remove() }
        let warning = "photo sharing sends passwords in URLs, and this server does not encrypt them"
        #expect(try ServeScene(gallery, "--share").stop().errors.contains(warning))
        #expect(!(try ServeScene(gallery).stop().errors.contains(warning)))
        let shown = try ServeScene(gallery, "--share", "--read-only").stop()
        #expect(!shown.errors.contains(warning))
    }

    @Test("a server killed during an upload stores nothing of the picture")
    func killed() throws {
        let gallery = try catalog()
        defer { gallery.remove() }
        let scene = try ServeScene(gallery, "--share")
        try scene.kill(
            receiving: "POST /photoserver/postphoto/roger/\(Self.encoded)/dog HTTP/1.1\n")
        let again = try ServeScene(gallery, "--share")
        #expect(try again.curl("URL/photoserver/userlist").text == "[]")
        #expect(
            try again.curl(
                "--data-binary", "@\(Self.picture)",
                "URL/photoserver/postphoto/roger/\(Self.encoded)/dog"
            ).text == "{\"id\":\"1\"}")
        #expect(try again.stop().status == 0)
        #expect(try gallery.strayFiles().isEmpty)
        #expect(try gallery.storedFiles().count == 1)
    }

    @Test(
        "a phone's HEIC is accepted and served as upright JPEG without its private data",
        .enabled(if: FormatPictures.canMake))
    func phone() throws {
        let pictures = try FormatPictures()
        let gallery = try catalog()
        defer { gallery.remove() }
        let scene = try ServeScene(gallery, "--share")
        for (number, ending) in ["heic", "png", "webp", "tif", "avif", "gif"].enumerated() {
            #expect(
                try scene.curl(
                    "--data-binary", "@\(pictures.path(ending))",
                    "URL/photoserver/postphoto/roger/\(Self.encoded)/\(ending)"
                ).text == "{\"id\":\"\(number + 1)\"}", "\(ending)")
        }
        let given = gallery.folder.appendingPathComponent("given.jpg").path
        _ = try scene.curl("URL/photoserver/photo/1", "-o", given)
        let output = try gallery.start(
            ["-a", "-G1", "-s", given], executable: URL(fileURLWithPath: "/usr/bin/exiftool")
        ).wait().text
        #expect(output.contains("FileType") && output.contains("JPEG"), "\(output)")
        for secret in ["GPS", "Gallery", "Phone 1", "football", "goal"] {
            #expect(!output.contains(secret), "\(output)")
        }
        #expect(try scene.stop().status == 0)
        let shown = try gallery.run("show", "1", "--format", "json").object()
        #expect(shown["Origin"] as? String == "share")
        #expect(shown["Make"] as? String == "Gallery")
    }
}
