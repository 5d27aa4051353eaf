import Foundation
import TestSupport
import Testing

/// Commands and requests that change the same photo at the same time.
@Suite("Simultaneous changes of a photo")
struct SimultaneousChangeTests {
    /// The number of changes of each writer.
    private static let count = 12

    /// Adds numbered tags by `gallery set`, each by a new process; ends with the first failure.
    private static func commands(_ name: String) -> String {
        """
        for number in $(seq \(count)); do
            gallery set 1 --tag "\(name)$number" --quiet || exit
        done
        """
    }

    @Test("no change of two commands and a server is lost, and each is reported")
    func losesNothing() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let file = gallery.folder.appendingPathComponent("a.jpg")
        try PictureFiles.jpeg(comment: "a").write(to: file)
        #expect(try gallery.run("import", file.path).status == 0)
        let server = try ServeScene(gallery)
        let folder = try GalleryProgram.executable.deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let writers = try ["first", "second"].map { name in
            try gallery.start(
                ["-c", Self.commands(name)], executable: URL(fileURLWithPath: "/bin/bash"),
                adding: ["PATH": "\(folder):\(path)"])
        }
        for number in 1...Self.count {
            try add("request\(number)", server)
            // A batch adds its tag to whatever the photo has.
            let answer = try server.curl(
                "-H", "Content-Type: application/json", "-d",
                "{\"photos\":[1],\"addTags\":[\"batch\(number)\"]}", "URL/api/v1/batch"
            ).object()
            #expect(answer["changed"] as? Int == 1)
            #expect(answer["undo"] is Int)
        }
        for writer in writers {
            let result = try writer.wait()
            #expect(result.status == 0, "\(result.errors)")
        }
        let expected = ["first", "second", "request", "batch"].flatMap { name in
            (1...Self.count).map { "\(name)\($0)" }
        }
        let photo = try server.curl("URL/api/v1/photos/1").object()
        #expect((photo["tags"] as? [String] ?? []).sorted() == expected.sorted())
        let steps = try gallery.run("undo", "--list", "--limit", "100", "--format", "jsonl").text
        #expect(steps.split(separator: "\n").count == expected.count + 1)
        #expect(try server.stop().status == 0)
    }

    /// Adds a tag to the tags that it read, until no one else changes the photo meanwhile.
    private func add(_ tag: String, _ server: ServeScene) throws {
        while true {
            let answer = try server.curl("-i", "URL/api/v1/photos/1").text
                .replacing("\r\n", with: "\n")
            let halves = answer.split(separator: "\n\n", maxSplits: 1).map(String.init)
            try #require(halves.count == 2, "\(answer)")
            let line = halves[0].split(separator: "\n").first {
                $0.lowercased().hasPrefix("etag: ")
            }
            let version = String(try #require(line).dropFirst("etag: ".count))
            let photo = try JSONSerialization.jsonObject(with: Data(halves[1].utf8))
            let known = (photo as? [String: Any])?["tags"] as? [String] ?? []
            let body = try JSONSerialization.data(withJSONObject: ["tags": known + [tag]])
            let result = try server.curl(
                "-X", "PATCH", "-H", "Content-Type: application/merge-patch+json", "-H",
                "If-Match: \(version)", "-d", String(decoding: body, as: UTF8.self), "-o",
                "/dev/null", "-w", "%{http_code}", "URL/api/v1/photos/1")
            if result.text == "200" { return }
            try #require(result.text == "412", "\(result.text) \(result.errors)")
        }
    }
}
