import Foundation
import TestSupport
import Testing

@Suite("gallery faces in concurrent programs", .serialized)
struct FaceSharingTests {
    /// A program with forty distinct pictures, large enough to run concurrently.
    private func scene() throws -> FaceScene {
        let scene = try FaceScene()
        let picture = try Data(contentsOf: FacePictures.messi)
        for number in 0..<40 {
            // The bytes after the end marker make them different files.
            try scene.add("\(number + 100).jpg", picture + Data("\(number)".utf8))
        }
        try scene.gallery.run("import", scene.photos.path)
        return scene
    }

    private func examined(_ errors: String) -> Int {
        let words = errors.components(separatedBy: " pictures examined").first ?? ""
        return Int(words.components(separatedBy: " ").last ?? "") ?? -1
    }

    @Test("two concurrent programs examine each picture once, and both end with 0")
    func together() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        let arguments = ["faces", "--quality", "thorough", "--format", "jsonl", "-j", "2"]
        let running = try (0..<2).map { _ in try scene.gallery.start(arguments) }
        let results = try running.map { try $0.wait() }
        for result in results { #expect(result.status == 0, "\(result.errors)") }
        let counts = results.map { examined($0.errors) }
        #expect(counts.reduce(0, +) == 40, "\(results.map(\.errors))")
        #expect(counts.allSatisfy { $0 > 0 }, "they shared the work: \(results.map(\.errors))")
        let ids = try results.flatMap { try $0.lines().compactMap { $0.integer("id") } }
        #expect(ids.sorted() == Array(1...40))
        let shown = try scene.gallery.run(
            "list", "camera", "--where", "faces:>0", "--format", "jsonl")
        #expect(try shown.lines().count == 40)
        let third = try scene.gallery.run("faces", "--quality", "thorough")
        #expect(
            third.errors == "gallery: 0 pictures examined: 0 faces in 0, 40 examined before\n")
    }

    @Test("concurrent faces and analyze commands detect the same faces once")
    func besideAnalysis() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        let faces = try scene.gallery.start(["faces", "-j", "2"])
        let analysis = try scene.gallery.start(["analyse", "-j", "2"])
        let results = try [faces.wait(), analysis.wait()]
        for result in results { #expect(result.status == 0, "\(result.errors)") }
        #expect(results.map { examined($0.errors) }.reduce(0, +) == 40, "\(results.map(\.errors))")
    }
}
