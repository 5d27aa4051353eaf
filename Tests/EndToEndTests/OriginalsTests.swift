import FakeFlickr
import Foundation
import TestSupport
import Testing

@Suite("gallery export --originals")
struct OriginalsTests {
    private let gallery: GalleryProgram

    init() throws { gallery = try GalleryProgram() }

    /// Imports pictures, with the given titles.
    private func importing(_ names: [String], title: String? = nil) throws {
        let photos = gallery.folder.appendingPathComponent("photos")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        for name in names {
            try PictureFiles.jpeg(comment: name)
                .write(to: photos.appendingPathComponent("\(name).jpg"))
        }
        if let title {
            let file = gallery.folder.appendingPathComponent("title.txt")
            try Data(title.utf8).write(to: file)
            let result = try gallery.shell(
                "exiftool -q -overwrite_original '-XMP-dc:Title<=title.txt' photos")
            #expect(result.status == 0, "\(result.errors)")
        }
        #expect(try gallery.run("import", photos.path).status == 0)
    }

    /// The files in the folder of copies, in order.
    private func files() -> [String] {
        let all = FileManager.default.subpaths(atPath: gallery.folder.path + "/out") ?? []
        return all.filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(
                atPath: gallery.folder.path + "/out/" + $0, isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }

    /// The table's rows as another reader parses them: section, id and the copy's path below the
    /// folder.
    private func table() throws -> [String] {
        let result = try gallery.shell(
            """
            python3 - <<'END'
            import csv, os
            with open("out/metadata.csv", newline="", encoding="utf-8") as file:
                for row in csv.DictReader(file):
                    copy = row["SourceFile"]
                    print(row["Section"], row["ID"], copy and os.path.relpath(copy, os.path.realpath("out")))
            END
            """)
        #expect(result.status == 0, "\(result.errors)")
        return result.text.split(separator: "\n").map(String.init)
    }

    private func export(
        _ arguments: String..., adding: [String: String] = [:]
    ) throws -> GalleryProgram.Result {
        try gallery.start(
            ["export"] + arguments + ["--originals", "out", "--name", "{section}/{id}.{ext}"],
            adding: adding
        ).wait()
    }

    // The table

    @Test(
        "a foreign metadata.csv ends with 65 before anything is copied, and stays unchanged",
        arguments: [
            "", "SourceFile,Title\r\na.jpg,A\r\n", "HEADER\r\na.jpg,A\r\n", "HEADER\r\n\"a",
        ])
    func foreignTable(text: String) throws {
        defer { gallery.remove() }
        try importing(["1"])
        let header = try gallery.run("export", "camera", "--format", "csv").text
            .components(separatedBy: "\r\n")[0]
        let folder = gallery.folder.appendingPathComponent("out")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let bytes = Data(text.replacingOccurrences(of: "HEADER", with: header).utf8)
        try bytes.write(to: folder.appendingPathComponent("metadata.csv"))
        for arguments in [["camera"], ["camera", "-n"]] {
            let result = try gallery.start(["export"] + arguments + ["--originals", "out"]).wait()
            #expect(result.status == 65)
            #expect(
                result.errors.contains("/out/metadata.csv' was not written by"), "\(result.errors)")
            #expect(result.errors.contains("move it away"), "\(result.errors)")
        }
        #expect(files() == ["metadata.csv"])
        #expect(try Data(contentsOf: folder.appendingPathComponent("metadata.csv")) == bytes)
    }

    @Test("a second section's export keeps the rows of the first, and repeating it doubles none")
    func twoSections() async throws {
        try await withSections { _ in
            #expect(try export("cats").status == 0)
            let cats = try table()
            #expect(cats.count == 4)
            #expect(try export("dogs").status == 0)
            let both = try table()
            #expect(both.count == 10)
            #expect(Array(both.prefix(4)) == cats)
            let bytes = gallery.folder.appendingPathComponent("out/metadata.csv")
            let before = try Data(contentsOf: bytes)
            #expect(try export("cats").status == 0)
            #expect(try Data(contentsOf: bytes) == before)
            let isLeft = FileManager.default.fileExists(
                atPath: gallery.folder.path + "/out/.gallery-metadata.csv")
            #expect(!isLeft)
        }
    }

    @Test("a photo in two sections is copied once, and both rows refer to the copy")
    func sharedPhoto() async throws {
        try await withSections { _ in
            let stored = try gallery.run("export", "dogs", "--format", "jsonl").lines()
                .count { $0["SourceFile"] is String }
            #expect(stored > 3)
            let dry = try export("-n")
            #expect(dry.errors.contains("\(stored) copied"), "\(dry.errors)")
            let result = try export()
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.contains("\(stored) copied"), "\(result.errors)")
            let pictures = files().filter { !$0.hasSuffix(".xmp") && !$0.hasSuffix(".csv") }
            #expect(pictures.count == stored)
            let rows = try table().map { $0.split(separator: " ").map(String.init) }
            #expect(rows.count == 10)
            let copies = Dictionary(grouping: rows) { $0[1] }.values.map {
                Set($0.map { $0.dropFirst(2).first ?? "" })
            }
            #expect(copies.count == 6)
            #expect(copies.allSatisfy { $0.count == 1 })
            let sidecars = try gallery.run("export", "--format", "xmp", "-o", "sidecars")
            #expect(sidecars.errors.contains("6 written"), "\(sidecars.errors)")
        }
    }

    @Test(
        "-o with the path of the table itself is a usage error, and the table stays unchanged",
        arguments: [
            "out/metadata.csv", "./out/../out//metadata.csv", "way/metadata.csv", "link.csv",
        ])
    func ownTable(output: String) throws {
        defer { gallery.remove() }
        try importing(["1"])
        let early = try export("camera", "-o", "out/metadata.csv")
        #expect(early.status == 64, "\(early.errors)")
        #expect(files().isEmpty)
        #expect(try export("camera").status == 0)
        let before = try table()
        #expect(before.count == 1)
        let links = try gallery.shell("ln -s out way; ln -s out/metadata.csv link.csv")
        #expect(links.status == 0, "\(links.errors)")
        try importing(["2"])
        for more in [["--columns", "ID", "-o", output], ["-n", "-o", output]] {
            let result = try gallery.start(
                ["export", "camera", "--originals", "out"] + more
            ).wait()
            #expect(result.status == 64)
            #expect(
                result.errors.contains("'\(output)' is already written by --originals"),
                "\(result.errors)")
        }
        #expect(try table() == before)
        #expect(try export("camera", "-o", "out/rows.csv").status == 0)
        #expect(try table().count == 2)
    }

    @Test("rows of deleted copies are removed in any folder, and the others stay")
    func missingCopies() throws {
        defer { gallery.remove() }
        try importing(["1", "2", "3"])
        #expect(try export("camera").status == 0)
        // The photos of one deleted and one existing copy are now in the trash.
        #expect(try gallery.run("remove", "1", "2").status == 0)
        try FileManager.default.removeItem(
            atPath: gallery.folder.path + "/out/camera/1.jpg")
        #expect(try export("camera").status == 0)
        #expect(try table() == ["camera 2 camera/2.jpg", "camera 3 camera/3.jpg"])
        #expect(try gallery.shell("mv out out3").status == 0)
        let elsewhere = try gallery.run(
            "export", "camera", "--originals", "out3", "--name", "{section}/{id}.{ext}")
        #expect(elsewhere.status == 0, "\(elsewhere.errors)")
        let result = try gallery.shell("ln -s out3 out")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try table() == ["camera 3 camera/3.jpg"])
    }

    /// Six photos of dogs; four of them are also of cats.
    private func withSections(_ body: (FakeFlickrServer) async throws -> Void) async throws {
        defer { gallery.remove() }
        var world = FakeWorld(seed: 17, photos: 6)
        let visible = world.photos.indices.filter {
            world.photos[$0].isPublic && world.photos[$0].safety <= 1
        }
        for index in visible.prefix(4) { world.photos[index].tags.append("cats") }
        try await FakeFlickrServer.with(world, latencyMilliseconds: 0) { flickr async throws in
            for term in ["dogs", "cats"] {
                let result = try gallery.start(["search", term], adding: flickr.environment).wait()
                #expect(result.status == 0, "\(result.errors)")
            }
            try await body(flickr)
        }
    }

    // Names

    @Test("titles of 250 characters keep their ids, their numbers and their sidecars")
    func longTitles() throws {
        defer { gallery.remove() }
        try importing(["1", "2", "3"], title: String(repeating: "é", count: 250))
        for template in ["{title}-{id}.{ext}", "{title}.{ext}"] {
            for round in 1...2 {
                let result = try gallery.run(
                    "export", "camera", "--originals", "out", "--name", template)
                #expect(result.status == 0, "\(result.errors)")
                #expect(result.errors.contains(round == 1 ? "3 copied" : "3 already present"))
            }
            let names = files()
            let copies = names.filter { $0.hasSuffix(".jpg") }
            #expect(copies.count == 3)
            for copy in copies { #expect(names.contains(copy + ".xmp")) }
            for id in 1...3 where template.contains("{id}") {
                #expect(copies.contains { $0.hasSuffix("-\(id).jpg") })
            }
            #expect(names.allSatisfy { $0.utf8.count <= 255 })
            try FileManager.default.removeItem(atPath: gallery.folder.path + "/out")
        }
    }

    @Test("a path that is too long as a whole is a failed item with that reason")
    func longPath() throws {
        defer { gallery.remove() }
        try importing(["1"], title: String(repeating: "t", count: 250))
        let template = String(repeating: "{title}/", count: 20) + "{id}.{ext}"
        let result = try gallery.run(
            "export", "camera", "--originals", "out", "--name", template)
        #expect(result.status == 1)
        let message = "File name too long; use a shorter name or a folder closer to the root"
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(
            try gallery.run("problems", "--format", "jsonl").text.contains("File name too long"))
    }

    // Faults

    @Test("a failed copy is in problems until it succeeds")
    func problems() throws {
        defer { gallery.remove() }
        try importing(["1", "2"])
        let folder = gallery.folder.appendingPathComponent("out")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let obstacle = folder.appendingPathComponent("camera")
        try Data("no folder".utf8).write(to: obstacle)
        #expect(try export("camera").status == 1)
        let problems = try gallery.run("problems").text
        #expect(problems.contains("photo 1 (export)"))
        #expect(problems.contains("photo 2 (export)"))
        try FileManager.default.removeItem(at: obstacle)
        #expect(try export("camera").status == 0)
        #expect(try gallery.run("problems", "--format", "jsonl").lines().isEmpty)
    }

    @Test(
        "a full disk or quota ends the run with 74, and the next export keeps the rows so far",
        arguments: [ENOSPC, EDQUOT])
    func full(number: Int32) throws {
        defer { gallery.remove() }
        try importing(["1", "2", "3", "4", "5"])
        let calls = try FailingCalls(in: gallery.folder)
        // Each copy calls it once; the third copy fails, and so do all later calls.
        let result = try export(
            "camera", adding: calls.environment(["fsync": number], afterSyncs: 2))
        #expect(result.status == 74)
        let mentions = result.errors.components(separatedBy: String(cString: strerror(number)))
        #expect(mentions.count == 2, "\(result.errors)")
        #expect(result.errors.contains("free some space and export again"), "\(result.errors)")
        #expect(!files().contains("metadata.csv"))
        #expect(files().contains("camera/2.jpg"))
        #expect(!files().contains("camera/3.jpg"))
        let none = try gallery.start(["export", "camera", "--originals", "out", "-n"]).wait()
        #expect(none.status == 0, "\(none.errors)")
        // Another name per photo, so that nothing of this run replaces those rows.
        #expect(
            try gallery.run("export", "camera", "--originals", "out", "--name", "{id}.{ext}")
                .status == 0)
        #expect(
            try table() == ["camera 1 camera/1.jpg", "camera 2 camera/2.jpg"]
                + (1...5).map { "camera \($0) \($0).jpg" })
    }

    @Test("a name lost to identical bytes has the copy, wherever the picture's path then leads")
    func lostName() throws {
        defer { gallery.remove() }
        let photos = gallery.folder.appendingPathComponent("photos")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        try PictureFiles.jpeg(comment: "1").write(to: photos.appendingPathComponent("1.jpg"))
        #expect(try gallery.run("import", "--in-place", photos.path).status == 0)
        let calls = try FailingCalls(in: gallery.folder)
        let others = """
            cp photos/1.jpg out/camera/1.jpg && mv photos seen && mkdir photos && \
            echo other > photos/1.jpg
            """
        let result = try export("camera", adding: calls.environment(beforeFirstName: others))
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("1 already present"), "\(result.errors)")
        #expect(files() == ["camera/1.jpg", "camera/1.jpg.xmp", "metadata.csv"])
    }

    @Test(
        "copies also work on a file system without hard links or with too many of them",
        arguments: [ENOSYS, EMLINK, ENOTSUP, EPERM])
    func withoutLinks(number: Int32) throws {
        defer { gallery.remove() }
        try importing(["1", "2"])
        let calls = try FailingCalls(in: gallery.folder)
        let foreign = gallery.folder.appendingPathComponent("out/camera/1.jpg")
        try FileManager.default.createDirectory(
            at: foreign.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("somebody's".utf8).write(to: foreign)
        let result = try export(
            "camera", adding: calls.environment(["link": number, "renameat2": EINVAL]))
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            files() == [
                "camera/1 (2).jpg", "camera/1 (2).jpg.xmp", "camera/1.jpg", "camera/2.jpg",
                "camera/2.jpg.xmp", "metadata.csv",
            ])
        #expect(try Data(contentsOf: foreign) == Data("somebody's".utf8))
        #expect(try calls.calls().contains { $0.hasPrefix("link ") })
    }

    @Test("copies reach the disk before their names, and names and sidecars before the table")
    func synced() throws {
        defer { gallery.remove() }
        try importing(["1", "2"])
        let calls = try FailingCalls(in: gallery.folder)
        #expect(try export("camera", adding: calls.environment()).status == 0)
        let made = try calls.calls()
        for name in ["/out/camera/1.jpg", "/out/camera/2.jpg"] {
            let naming = try #require(
                made.firstIndex { $0.hasPrefix("renameat2 ") && $0.hasSuffix(name) })
            let part = made[naming].split(separator: " ")[1]
            #expect(made[..<naming].contains { $0.hasPrefix("fsync \(part)") })
            let table = try #require(
                made.firstIndex {
                    $0.hasPrefix("rename ") && $0.hasSuffix("/out/metadata.csv")
                })
            #expect(made[naming..<table].contains { $0.hasPrefix("syncfs ") })
            #expect(made[table...].contains { $0.hasSuffix("/out ") && $0.hasPrefix("fsync ") })
            let sidecar = try #require(
                made.firstIndex { $0.hasPrefix("rename ") && $0.hasSuffix("\(name).xmp") })
            #expect(made[sidecar..<table].contains { $0.hasPrefix("syncfs ") })
        }
        // The two copies, the table and its folder; no separate sidecar.
        #expect(made.count { $0.hasPrefix("fsync ") } == 4, "\(made)")
    }
}
