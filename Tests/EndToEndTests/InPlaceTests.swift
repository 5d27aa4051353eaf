import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Files imported in place")
struct InPlaceTests {
    /// A JPEG of 200,000 bytes, padded with comments.
    private static func padded(_ picture: URL) throws -> Data {
        var bytes = Array(try Data(contentsOf: picture))
        var rest = 200_000 - bytes.count
        try #require(rest > 8)
        while rest > 0 {
            var length = min(rest, 60_000)
            // A segment takes at least four bytes.
            if (1..<4).contains(rest - length) { length -= 4 }
            let body = length - 2
            bytes.insert(
                contentsOf: [0xFF, 0xFE, UInt8(body >> 8), UInt8(body & 255)]
                    + [UInt8](repeating: 0x20, count: length - 4), at: 2)
            rest -= length
        }
        return Data(bytes)
    }

    /// Writes other bytes of the same length into a file and restores its old time.
    private static func overwrite(_ path: String, with data: Data) throws {
        var before = stat()
        try #require(stat(path, &before) == 0)
        try #require(Int(before.st_size) == data.count)
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try handle.write(contentsOf: data)
        try handle.close()
        try #require(utimensat(AT_FDCWD, path, [before.st_atim, before.st_mtim], 0) == 0)
    }

    @Test("every command that reads a picture rejects another file at its path")
    func replaced() throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        let path = try scene.add("a.jpg", try Self.padded(FacePictures.messi))
        try scene.gallery.run("import", "--in-place", scene.photos.path)
        try scene.gallery.run("faces")
        let faces = try scene.faces()
        #expect(faces.count == 1)
        try Self.overwrite(path, with: try Self.padded(FacePictures.fruits))
        let commands: [(arguments: [String], status: Int32)] = [
            (["faces", "crop", "1", "-o", "out"], 1),
            (["show", "1", "--faces", "-o", "framed.jpg"], 66),
            (["faces", "add", "1", "10,10,40,40"], 66),
            (["edit", "1", "--crop", "10,10,100,100"], 66),
            (["effects", "1", "-o", "out"], 66),
            (["share", "1", "--to", "shared.jpg"], 1),
            (["thumbnails", "1"], 1),
            (["faces", "1", "--again"], 1),
            (["analyse", "1"], 1),
            (["export", "camera", "--originals", "out"], 1),
        ]
        for command in commands {
            let result = try scene.gallery.start(command.arguments).wait()
            #expect(result.status == command.status, "\(command.arguments): \(result.errors)")
            #expect(result.errors.contains("import it again"), "\(result.errors)")
            #expect(result.errors.contains(path), "\(result.errors)")
        }
        for command in [["export", "camera"], ["show", "1"]] {
            let rows = try scene.gallery.start(command + ["--format", "jsonl"]).wait().lines()
            #expect(rows.count == 1 && rows.allSatisfy { $0["SourceFile"] is NSNull })
        }
        #expect(try scene.faces().count == faces.count)
        let files = try FileManager.default.contentsOfDirectory(
            atPath: scene.gallery.folder.path + "/out")
        #expect(files.allSatisfy { $0 == "metadata.csv" }, "\(files)")
        for name in ["framed.jpg", "shared.jpg"] {
            let file = scene.gallery.folder.appendingPathComponent(name).path
            #expect(!FileManager.default.fileExists(atPath: file))
        }
    }

    @Test(
        "an older path with the same bytes is named, and its picture copied",
        arguments: [true, false])
    func olderPath(isRemoved: Bool) throws {
        let scene = try FaceScene()
        defer { scene.gallery.remove() }
        let bytes = try Self.padded(FacePictures.messi)
        let older = try scene.add("old.jpg", bytes)
        try scene.gallery.run("import", "--in-place", older)
        let newer = try scene.add("new.jpg", bytes)
        try scene.gallery.run("import", "--in-place", newer)
        func output() throws -> [String?] {
            try [
                scene.gallery.run("list", "camera", "--format", "jsonl").lines(),
                scene.gallery.run("export", "camera", "--format", "jsonl").lines(),
                scene.gallery.run("show", "1", "--format", "jsonl").lines(),
            ].map { $0.first?["SourceFile"] as? String }
        }
        #expect(try output() == [newer, newer, newer])
        if isRemoved {
            try FileManager.default.removeItem(atPath: newer)
        } else {
            try Self.overwrite(newer, with: try Self.padded(FacePictures.fruits))
        }
        #expect(try output() == [older, older, older])
        let result = try scene.gallery.run(
            "export", "camera", "--originals", "out", "--name", "copy.jpg")
        #expect(result.status == 0, "\(result.errors)")
        let copy = scene.gallery.folder.appendingPathComponent("out/copy.jpg")
        #expect(try Data(contentsOf: copy) == bytes)
    }
}
