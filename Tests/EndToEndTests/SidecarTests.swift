import Foundation
import TestSupport
import Testing

@Suite("Sidecars of gallery export")
struct SidecarTests {
    private let gallery: GalleryProgram

    init() throws { gallery = try GalleryProgram() }

    /// Imports a number of pictures.
    private func importing(_ count: Int) throws {
        let photos = gallery.folder.appendingPathComponent("photos")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        for number in 1...count {
            try PictureFiles.jpeg(comment: "\(number)")
                .write(to: photos.appendingPathComponent("\(number).jpg"))
        }
        #expect(try gallery.run("import", photos.path).status == 0)
    }

    /// The files in the sidecar folder, complete or partial.
    private func files() -> [String] {
        (FileManager.default.subpaths(atPath: gallery.folder.path + "/out") ?? [])
            .filter { $0.hasSuffix(".xmp") || $0.hasSuffix(".part") }
    }

    @Test(
        "a sidecar on a full disk also ends the run",
        arguments: [("rename", 0), ("syncfs", 3)])
    func fullForSidecars(call: String, written: Int) throws {
        defer { gallery.remove() }
        try importing(3)
        let calls = try FailingCalls(in: gallery.folder)
        let result = try gallery.start(
            ["export", "camera", "--format", "xmp", "-o", "out"],
            adding: calls.environment([call: EDQUOT])
        ).wait()
        #expect(result.status == 74)
        #expect(result.errors.contains("free some space and export again"), "\(result.errors)")
        #expect(files().count == written)
        #expect(!files().contains { $0.contains(".part") })
    }

    @Test(
        "a sidecar damaged by a power cut is written again, and only that one",
        arguments: [["--format", "xmp", "-o", "out"], ["--originals", "out"]])
    func tornSidecars(arguments: [String]) throws {
        defer { gallery.remove() }
        try importing(5)
        let command =
            ["export", "camera", "--name", "{section}/{id}.{ext}"] + arguments
        #expect(try gallery.start(command).wait().status == 0)
        let sidecars = (1...5).map {
            gallery.folder.appendingPathComponent("out/camera/\($0).jpg.xmp")
        }
        let whole = try sidecars.map { try Data(contentsOf: $0) }
        let foreign = Data("<x/>".utf8)
        for (index, rest) in [
            Data(), Data(whole[1].prefix(100)), whole[2].prefix(100) + Data(count: 900),
            Data(count: 4096), foreign,
        ].enumerated() {
            try rest.write(to: sidecars[index])
        }
        let result = try gallery.start(command).wait()
        #expect(result.status == 1)
        #expect(result.errors.contains("5.jpg.xmp: another program wrote"), "\(result.errors)")
        #expect(
            try sidecars.map { try Data(contentsOf: $0) } == Array(whole.dropLast()) + [foreign])
    }
}
