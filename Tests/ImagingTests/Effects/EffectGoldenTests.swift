import Foundation
import GalleryModel
import Imaging
import Testing

@Suite("EffectRecipe")
struct EffectGoldenTests {
    @Test(
        "every effect gives the stored bytes of its version",
        arguments: EffectName.allCases)
    func golden(name: EffectName) throws {
        let picture = try EffectGoldenPictures.picture()
        let made = try EffectRenderer().apply([AppliedEffect(name)], to: picture)
        let golden = EffectGoldenPictures.golden(name)
        #expect(EffectParameters.version == 1, "the golden pictures are of version 1")
        #expect(golden.count == made.bytes.count)
        let different = zip(made.bytes, golden).enumerated().first { $0.element.0 != $0.element.1 }
        #expect(different == nil, "pixel \((different?.offset ?? 0) / 3): raise the version")
    }

    @Test(
        "the documentation of the effects has the numbers of every recipe",
        arguments: EffectName.allCases)
    func page(name: EffectName) throws {
        let page = try ProjectPage.text("docs/effects.md")
        let start = try #require(page.range(of: "\n## \(name.rawValue)\n"))
        let section = page[start.upperBound...]
        let parts = section.split(separator: "```", maxSplits: 2)
        let block = try #require(parts.dropFirst().first)
        let lines = block.split(separator: "\n").map(String.init)
        #expect(lines == EffectParameters.parameters(for: name).lines)
    }
}

/// Reads files of the package.
enum ProjectPage {
    /// The text of a file, by its path relative to the package's folder.
    static func text(_ path: String, from file: String = #filePath) throws -> String {
        var folder = URL(filePath: file).resolvingSymlinksInPath()
        while folder.path().count > 1 {
            folder.deleteLastPathComponent()
            let candidate = folder.appending(path: path)
            if FileManager.default.fileExists(atPath: candidate.path) {
                return try String(contentsOf: candidate, encoding: .utf8)
            }
        }
        throw CocoaError(.fileNoSuchFile)
    }
}
