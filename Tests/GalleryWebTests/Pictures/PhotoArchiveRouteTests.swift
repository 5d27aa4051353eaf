import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import NIOCore
import TestSupport
import Testing

@Suite(
    "ZIP archives of chosen photos",
    .enabled(if: PictureScene.hasSamples, "Debian's package opencv-doc is not installed"))
struct PhotoArchiveRouteTests {
    /// The names and SHA-256 of the files that Python's zipfile finds after checking all checksums.
    private static func files(_ archive: [UInt8]) throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appending(
            path: "gallery-\(UUID().uuidString).zip")
        try Data(archive).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let script = """
            import hashlib, sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as archive:
                assert archive.testzip() is None
                for name in archive.namelist():
                    print(name, hashlib.sha256(archive.read(name)).hexdigest())
            """
        let result = try ChildProcess.run(
            "python3", ["-c", script, file.path(percentEncoded: false)],
            in: FileManager.default.temporaryDirectory)
        #expect(result.status == 0, "\(result.errors)")
        return result.text.split(separator: "\n").map(String.init)
    }

    private static func line(_ name: String, _ bytes: [UInt8]) -> String {
        "\(name) \(FileDigest(of: bytes).hexadecimal)"
    }

    @Test("an archive contains edited pictures as shown and other originals, in the given order")
    func containsPhotosAsShown() async throws {
        let scene = try PictureScene()
        let plain = try await scene.add(sample: "messi5.jpg")
        let edited = try await scene.add(sample: "butterfly.jpg")
        let gone = try await scene.add(sample: "fruits.jpg", as: "messi5.JPG", inPlace: true)
        var change = EditChange()
        change.rotation = 90
        _ = try await scene.gallery.edits.apply(.photos([edited]), change)
        try await scene.web.run { client in
            let shown = try await client.picture("/api/v1/photos/\(edited)/rendition").body
            let messi = Self.line("messi5.jpg", try PictureScene.bytes(of: "messi5.jpg"))
            let answer = try await client.picture(
                "/api/v1/photos.zip?photos=\(edited),\(plain),\(edited)")
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "application/zip")
            let disposition = answer.headers[.contentDisposition]
            #expect(disposition?.hasPrefix("attachment; filename=\"photos.zip\"") == true)
            let expected = [Self.line("butterfly.jpg", shown), messi]
            #expect(try Self.files(answer.body) == expected)
            let found = try await client.picture("/api/v1/photos.zip?section=camera&q=is:edited")
            #expect(try Self.files(found.body) == [expected[0]])
            // Missing files are listed.
            try FileManager.default.removeItem(at: scene.camera.appending(path: "messi5.JPG"))
            let form = try await client.execute(
                uri: "/api/v1/photos.zip", method: .post,
                headers: [.contentType: "application/x-www-form-urlencoded"],
                body: ByteBuffer(string: "photos=\(plain)%2C\(gone)")
            ) { Array($0.body.readableBytesView) }
            let list = Array("No readable picture:\nphoto \(gone)\n".utf8)
            #expect(try Self.files(form) == [messi, Self.line("missing.txt", list)])
        }
    }

    @Test("only photos that exist and that the sender may see are archived")
    func refusesOthers() async throws {
        let scene = try PictureScene()
        let id = try await scene.add(sample: "messi5.jpg")
        try await scene.web.run { client in
            for (query, status) in [
                ("", 400), ("?photos=", 400), ("?photos=\(id)&q=", 400), ("?q=%22", 400),
                ("?photos=99", 404), ("?section=nothing", 404), ("?photos=x/y/z", 400),
            ] {
                let answer = try await client.picture("/api/v1/photos.zip\(query)")
                #expect(answer.status == status, "\(query)")
            }
            try scene.gallery.trash.add([id])
            let empty = try await client.picture("/api/v1/photos.zip?photos=\(id)")
            #expect(try Self.files(empty.body) == [])
        }
    }
}
