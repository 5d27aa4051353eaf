import Foundation
import TestSupport
import Testing

@Suite("Catalogs of earlier versions")
struct OldCatalogTests {
    /// A command and what the earlier version printed for it.
    private struct Step: Decodable {
        let arguments: [String]
        let status: Int32
        let output: String
    }

    /// A catalog of schema 25 (November 2026), with the output of that version for each command.
    ///
    /// It contains six photos of the fake Flickr server and four generated pictures, with faces, edits,
    /// an album, a home location, an account, a token, a share link, and a trashed photo.
    private static let archive = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "OldCatalog/catalog.tar.gz")

    @Test("a stored catalog opens, lists, finds, undoes and exports the same bytes")
    func sameBytes() throws {
        let gallery = try GalleryProgram(environment: ["TZ": "UTC", "LC_ALL": "C.UTF-8"])
        defer { gallery.remove() }
        let unpacked = try ChildProcess.run(
            "tar", ["-xzf", Self.archive.path, "-C", gallery.folder.path])
        #expect(unpacked.status == 0, "\(unpacked.errors)")
        let expected = gallery.folder.appending(path: "expected.json")
        let steps = try JSONDecoder().decode([Step].self, from: Data(contentsOf: expected))
        #expect(steps.count > 40)
        for step in steps {
            let result = try gallery.start(step.arguments).wait()
            let output = result.text.replacing(gallery.catalog.path, with: "{CATALOG}")
            #expect(result.status == step.status, "\(step.arguments): \(result.errors)")
            // Rows of later versions have further members.
            let expected = step.output
                .replacing(#/"Rating":[^,]+,/#) { $0.output + #""Favorite":false,"# }
                .replacing(#""name":"sky","query""#, with: #""name":"sky","kind":"query","query""#)
            #expect(output == expected, "\(step.arguments)")
        }
    }
}
