import Foundation
@testable import GalleryWeb
import Testing

@Suite("Embedded files")
struct EmbeddedFilesTests {
    /// The module's folder on the machine that built the program.
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/GalleryWeb")

    /// The text without empty lines and comment lines.
    private static func withoutComments(_ text: String, isScript: Bool) throws -> String {
        let line = isScript ? "|//[^\\n]*" : ""
        let idle = try Regex("(?m)^[ \\t]*(?:/\\*[^*]*(?:\\*(?!/)[^*]*)*\\*/\(line))?\\n")
        return text.replacing(idle, with: "")
    }

    @Test("every resource of the module is embedded, scripts and styles without comments")
    func carriesEveryFileOfTheModuleThatIsNoSourceButForComments() throws {
        let found = FileManager.default.enumerator(
            at: EmbeddedFilesTests.folder, includingPropertiesForKeys: [.isRegularFileKey])
        var paths: Set<String> = []
        for case let file as URL in try #require(found) where file.pathExtension != "swift" {
            let isFile = try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
            guard isFile == true else { continue }
            let path = String(file.path.dropFirst(EmbeddedFilesTests.folder.path.count + 1))
            paths.insert(path)
            let embedded = try #require(EmbeddedFiles.file(path))
            let bytes = Array(try Data(contentsOf: file))
            guard ["css", "js"].contains(file.pathExtension) else {
                #expect(embedded.bytes == bytes, "\(path)")
                continue
            }
            let code = try EmbeddedFilesTests.withoutComments(
                String(decoding: bytes, as: UTF8.self), isScript: file.pathExtension == "js")
            #expect(embedded.text == code, "\(path)")
            #expect(embedded.bytes.count < bytes.count, "\(path)")
        }
        let foreign = Set(EmbeddedFilesTests.foreign.map(\.name))
        #expect(Set(EmbeddedFiles.all.keys) == paths.union(foreign))
    }

    /// The files of system packages that pages use.
    private static let foreign = [
        ("Page/scripts/leaflet.js", "leaflet.esm.min.js"), ("Page/leaflet.css", "leaflet.css"),
    ].map { (name: $0, file: "/usr/share/javascript/leaflet/\($1)") }

    @Test("the embedded Leaflet is identical to its package")
    func carriesLeafletAsItsPackageHasIt() throws {
        for (name, file) in EmbeddedFilesTests.foreign {
            let bytes = Array(try Data(contentsOf: URL(filePath: file)))
            #expect(try #require(EmbeddedFiles.file(name)).bytes == bytes)
        }
        let script = try #require(EmbeddedFiles.file("Page/scripts/leaflet.js")).text
        #expect(script.prefix(200).contains("(c) 2010"))
    }

    @Test("every file has a media type and a digest")
    func namesATypeOfEachFile() {
        for file in EmbeddedFiles.all.values {
            #expect(!file.type.isEmpty, "\(file.path)")
            #expect(file.digest.count == 16)
        }
    }

    @Test("files are compressed as gzip for browsers")
    func compressesAsBrowsersReadIt() throws {
        for file in EmbeddedFiles.all.values {
            guard let compressed = file.compressed else { continue }
            #expect(compressed.count < file.bytes.count)
            // RFC 1952: the magic number, the method, no flags, and no time, which would change
            // each build.
            #expect(compressed.prefix(8) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
            // The last four bytes are the length.
            let length = compressed.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            #expect(length == file.bytes.count)
        }
    }
}
