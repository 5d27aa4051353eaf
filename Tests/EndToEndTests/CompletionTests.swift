import FakeFlickr
import Foundation
import TestSupport
import Testing

/// Types into real shells on a terminal: `shell_completion.py` prints the words of a completed
/// line.
@Suite("Completion in shells")
struct CompletionTests {
    /// The typed text, with TAB as `\t`, and the resulting words after `gallery`.
    private static let lines: [(typed: String, words: [String])] = [
        ("gallery list flickr:b\t", ["list", "flickr:big dogs"]),
        ("gallery list bi\t", ["list", "big dogs"]),
        ("gallery list \"bi\t", ["list", "big dogs"]),
        ("gallery list 'flickr:bi\t", ["list", "flickr:big dogs"]),
        ("gallery timeline BIG\t", ["timeline", "big dogs"]),
        ("gallery tags --where tag:da\t", ["tags", "--where", "tag:dachshund"]),
        ("gallery tags --where cou\tFR", ["tags", "--where", "country:FR"]),
        ("gallery tags --where is:dam\t", ["tags", "--where", "is:damaged"]),
        ("gallery tags --where tag:new\t", ["tags", "--where", "tag:\"new york\""]),
        (
            "gallery tags --where 'faces:0 not:tag:da\t",
            ["tags", "--where", "faces:0 not:tag:dachshund"]
        ),
        ("gallery tags --where tag:it\t", ["tags", "--where", "tag:it's"]),
        ("gallery tags --where tag:x\t", ["tags", "--where", "tag:x`touch${IFS}pwned`"]),
        ("gallery tags --where 'tag:\"$\t", ["tags", "--where", "tag:\"$(touch pwned)\""]),
        ("gallery faces name 1 1 AN\t", ["faces", "name", "1", "1", "Ana María"]),
        ("gallery list nothing\t", ["list", "nothing"]),
    ]

    private static func completed(
        _ lines: [String], in shell: String, _ gallery: GalleryProgram
    ) throws -> [[String]] {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("shell_completion.py").path
        let typed = lines.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
        let result = try gallery.shell(
            "python3 -B \"$SCRIPT\" \(shell) \"$(dirname \"$(command -v gallery)\")\" \(typed)",
            adding: ["SCRIPT": script])
        try #require(result.status == 0, "\(result.errors)")
        return try #require(try result.json() as? [[String]])
    }

    @Test(
        "sections, people, keys and values complete to words that the shell reads unchanged",
        arguments: ["bash", "zsh", "fish"])
    func names(shell: String) async throws {
        let world = FakeWorld(seed: 1, photos: 2, term: "big dogs")
        try await FlickrScene.with(world) { flickr in
            var scene = try PlaceScene()
            scene.gallery = flickr.gallery
            try scene.gallery.run("search", "big", "dogs", "--size", "none")
            let tags = [
                "dachshund", "new york", "it's", "x`touch${IFS}pwned`", "$(touch pwned)", "a:b",
            ]
            try scene.add("a", keywords: tags)
            try scene.gallery.run("import", scene.photos.path)
            try scene.gallery.run("faces", "add", "camera/1", "1,1,4,4", "--name", "Ana María")
            let found = try Self.completed(Self.lines.map(\.typed), in: shell, scene.gallery)
            for (line, words) in zip(Self.lines, found) {
                #expect(words == ["gallery"] + line.words, "\(shell): \(line.typed)")
            }
            let files = try FileManager.default.contentsOfDirectory(
                atPath: scene.gallery.folder.path)
            #expect(!files.contains("pwned"))
        }
    }

    @Test(
        "without a catalog nothing is completed, printed or created",
        arguments: ["bash", "zsh", "fish"])
    func nothing(shell: String) throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let lines = ["gallery list cam\t", "gallery tags --where tag:d\t"]
        #expect(
            try Self.completed(lines, in: shell, gallery) == [
                ["gallery", "list", "cam"], ["gallery", "tags", "--where", "tag:d"],
            ])
        #expect(!FileManager.default.fileExists(atPath: gallery.catalog.path))
        let answer = try gallery.run("---completion", "list", "--", "positional@0", "1", "0", "")
        #expect(answer.errors.isEmpty && answer.status == 0)
    }

    @Test("--catalog on the line selects the catalog for names")
    func otherCatalog() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        try gallery.run("token", "create", "none", "--catalog", "other one")
        #expect(
            try Self.completed(["gallery list --catalog 'other one' cam\t"], in: "bash", gallery)
                == [["gallery", "list", "--catalog", "other one", "camera"]])
    }
}
