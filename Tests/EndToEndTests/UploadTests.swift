import Foundation
import Glibc
import TestSupport
import Testing

/// Uploads to a running server by curl and by tuspy.
@Suite("gallery serve: uploads")
struct UploadTests {
    private struct Sent: Decodable {
        let breaks: Int
        let received: Int
        let size: Int
        let photo: String?
        let status: String?
    }

    private static let python = ProcessInfo.processInfo.environment["GALLERY_TEST_PYTHON"]

    @Test("curl uploads files, and undo removes them")
    func curl() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let text = gallery.folder.appendingPathComponent("script.jpg")
        try Data("#!/bin/sh\n".utf8).write(to: text)
        let scene = try ServeScene(gallery)
        let sent = try scene.curl(
            "--form", "file=@\(FacePictures.messi.path);filename=../../IMG_1.jpg", "--form",
            "file=@\(text.path)", "URL/api/v1/uploads?album=Trip")
        #expect(
            sent.text == """
                {"items":[{"name":"../../IMG_1.jpg","status":"new","photo":1,"isTrashed":false,\
                "error":null},{"name":"script.jpg","status":"refused","photo":null,\
                "isTrashed":false,"error":"the upload is not a picture of a known type"}],"undo":1}
                """)
        let refused = try scene.curl(
            "--form", "file=@\(text.path)", "--write-out", " %{http_code}",
            "URL/api/v1/uploads")
        #expect(refused.text.hasSuffix(" 415"))
        let page = try scene.curl(
            "--form", "file=@\(FacePictures.messi.path)", "URL/upload")
        #expect(page.text.contains("Already here"))
        #expect(try scene.stop().status == 0)
        #expect(try gallery.run("list", "album:Trip").text.contains("IMG_1.jpg"))
        #expect(try gallery.run("undo").status == 0)
        #expect(try gallery.run("list", "camera", "--format", "jsonl").text == "")
        #expect(try gallery.run("sections").text.contains("Trip") == false)
    }

    @Test("the program's import and an upload give the same photo")
    func sameAsImport() throws {
        let columns = [
            "list", "camera", "--format", "csv", "--columns",
            "Title,DateTimeOriginal,ImageWidth,ImageHeight,FileType,SHA256,OriginID",
        ]
        let imported = try GalleryProgram()
        defer { imported.remove() }
        try imported.run("import", FacePictures.messi.path)
        let uploaded = try GalleryProgram()
        defer { uploaded.remove() }
        let scene = try ServeScene(uploaded)
        _ = try scene.curl("--form", "file=@\(FacePictures.messi.path)", "URL/api/v1/uploads")
        _ = try scene.stop()
        let rows = try imported.start(columns).wait().text
        #expect(rows.contains("JPEG"))
        #expect(try uploaded.start(columns).wait().text == rows)
    }

    @Test(
        "tuspy uploads a file over a connection that is cut ten times, each byte once",
        .enabled(if: python != nil), .timeLimit(.minutes(5)))
    func cutConnection() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let file = gallery.folder.appendingPathComponent("large.jpg")
        let bytes = PictureFiles.jpeg(comment: "large", padding: 40_000_000)
        try bytes.write(to: file)
        let scene = try ServeScene(gallery)
        let sent = try upload(file, to: scene, cuts: 10)
        #expect(sent.breaks >= 10)
        #expect(sent.photo == "1" && sent.status == "new")
        // What is in the buffers of both ends is lost with each connection.
        #expect(sent.received < 2 * sent.size, "\(sent)")
        let status = try String(
            contentsOfFile: "/proc/\(scene.running.identifier)/status", encoding: .utf8)
        let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
        let kilobytes = peak.flatMap { Int($0.filter(\.isNumber)) }
        #expect(try #require(kilobytes) < 300_000)
        let again = try upload(file, to: scene, cuts: 0, "piece=1000000", "checksum=1")
        #expect(again.photo == "1" && again.status == "present")
        #expect(try scene.stop().status == 0)
        let stored = try gallery.run(
            "list", "camera", "--format", "csv", "--columns", "FileSize"
        ).text
        #expect(stored.contains("\(bytes.count)"))
        #expect(try gallery.strayFiles() == [])
    }

    @Test(
        "an upload continues after the server is killed", .enabled(if: python != nil),
        .timeLimit(.minutes(5)))
    func killedServer() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let bytes = try Data(contentsOf: FacePictures.messi)
        let first = gallery.folder.appendingPathComponent("first")
        try bytes.prefix(40_000).write(to: first)
        let rest = gallery.folder.appendingPathComponent("rest")
        try bytes.dropFirst(40_000).write(to: rest)
        let tus = ["--header", "Tus-Resumable: 1.0.0", "--include"]
        let octets = ["--header", "Content-Type: application/offset+octet-stream"]
        let scene = try ServeScene(gallery)
        let made = try scene.curl(
            all: tus + octets + [
                "--header", "Upload-Length: \(bytes.count)", "--data-binary", "@\(first.path)",
                "URL/api/v1/uploads/tus",
            ])
        #expect(made.text.contains("\r\nUpload-Offset: 40000\r\n"), "\(made.text)")
        let location = try #require(
            made.text.split(separator: "\r\n").first { $0.lowercased().hasPrefix("location: ") })
        scene.running.signal(SIGKILL)
        _ = try scene.running.wait()
        let next = try ServeScene(gallery)
        let done = try next.curl(
            all: tus + octets + [
                "--request", "PATCH", "--header", "Upload-Offset: 40000", "--data-binary",
                "@\(rest.path)", "URL\(location.dropFirst(10))",
            ])
        #expect(done.text.contains("\r\nGallery-Photo: 1\r\n"), "\(done.text)")
        #expect(try next.stop().status == 0)
    }

    private func upload(
        _ file: URL, to scene: ServeScene, cuts: Int, _ settings: String...
    ) throws -> Sent {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "tus_upload.py")
        let result = try scene.gallery.start(
            ["-B", script.path, scene.address, file.path, "\(cuts)"] + settings,
            executable: URL(fileURLWithPath: Self.python ?? "python3")
        ).wait()
        #expect(result.status == 0, "\(result.errors)")
        return try JSONDecoder().decode(Sent.self, from: Data(result.text.utf8))
    }
}
