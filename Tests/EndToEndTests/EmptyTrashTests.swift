import Foundation
import Glibc
import TestSupport
import Testing

@Suite("gallery trash empty")
struct EmptyTrashTests {
    /// A catalog with photos 1 to 3, the first two of which are in the trash, and the sizes of
    /// their files in bytes.
    private func scene() throws -> (gallery: GalleryProgram, sizes: [Int]) {
        let gallery = try GalleryProgram()
        let photos = gallery.folder.appendingPathComponent("photos")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: false)
        let sizes = try (1...3).map { number in
            let bytes = PictureFiles.jpeg(comment: "\(number)", padding: number * 100)
            let file = photos.appendingPathComponent("\(number).jpg")
            try bytes.write(to: file)
            #expect(try gallery.run("import", file.path).status == 0)
            return bytes.count
        }
        #expect(try gallery.run("remove", "1", "2").status == 0)
        return (gallery, sizes)
    }

    private static let emptyList = "ID  ORIGIN  TITLE  REMOVED\n"

    @Test("a dry run shows what is deleted, --yes deletes it, and the photos do not exist after it")
    func deleting() throws {
        let (gallery, sizes) = try scene()
        defer { gallery.remove() }
        let facts = "2 photos and 2 files, \(sizes[0] + sizes[1]) bytes"
        let files = try gallery.catalogFiles()
        let dry = try gallery.run("trash", "empty", "-n")
        #expect(dry.status == 0 && dry.text.isEmpty)
        #expect(dry.errors == "gallery: dry run: would delete \(facts)\n")
        #expect(try gallery.run("trash", "list", "--format", "jsonl").lines().count == 2)
        #expect(try gallery.storedFiles().count == 3)
        #expect(try gallery.catalogFiles() == files)
        let emptied = try gallery.run("trash", "empty", "--yes")
        #expect(emptied.status == 0 && emptied.text.isEmpty)
        #expect(emptied.errors == "gallery: deleted \(facts)\n")
        #expect(try gallery.storedFiles().count == 1)
        #expect(try gallery.strayFiles() == [])
        #expect(try gallery.integrity() == "ok")
        for command in [["trash"], ["trash", "list"]] {
            let list = try gallery.start(command).wait()
            #expect(list.text == Self.emptyList && list.errors == "gallery: the trash is empty\n")
        }
        for command in [["restore", "1"], ["show", "2"], ["remove", "1"]] {
            let missing = try gallery.start(command).wait()
            #expect(missing.status == 66)
            #expect(missing.errors == "gallery: no photo '\(command[1])' in the catalog\n")
        }
        #expect(try gallery.run("list", "camera", "--format", "jsonl").lines().count == 1)
        // The removal cannot be undone any more.
        #expect(try gallery.run("undo", "4").status != 0)
        let again = try gallery.run("trash", "empty", "--yes")
        #expect(again.status == 0 && again.errors == "gallery: the trash is empty\n")
        // The source of a deleted photo is a new photo.
        #expect(try gallery.run("import", gallery.folder.path + "/photos").status == 0)
        let rows = try gallery.run("list", "camera", "--format", "jsonl").lines()
        #expect(rows.compactMap { $0.number("ID") }.sorted() == [3, 4, 5])
        #expect(try gallery.storedFiles().count == 3)
    }

    @Test(
        "files that cannot be deleted are reported, and the next run deletes them",
        .enabled(if: ReadOnlyCatalogTests.canShield, "root may not mount on this machine"))
    func protectedFiles() throws {
        let (gallery, _) = try scene()
        defer { gallery.remove() }
        let files = gallery.catalog.appendingPathComponent("files").path
        let failed = try gallery.shell(
            ReadOnlyCatalogTests.shield(files, "gallery trash empty --yes"))
        #expect(failed.status == 74)
        #expect(failed.errors.contains("cannot delete '\(files)/"), "\(failed.errors)")
        let cause = geteuid() == 0 ? "Read-only file system" : "Permission denied"
        #expect(failed.errors.contains(cause), "\(failed.errors)")
        #expect(try gallery.storedFiles().count == 3)
        #expect(try gallery.run("trash", "empty", "--yes").status == 0)
        #expect(try gallery.storedFiles().count == 1)
    }

    @Test(
        "without a terminal --yes is required, and nothing is deleted",
        arguments: [
            ([], ""), (["--older", "30d"], " --older 30d"),
            (["--catalog", "catalog"], " --catalog catalog"),
        ] as [([String], String)])
    func withoutTerminal(options: [String], typed: String) throws {
        let (gallery, _) = try scene()
        defer { gallery.remove() }
        let refused = try gallery.start(["trash", "empty"] + options).wait()
        #expect(refused.status == 64 && refused.text.isEmpty)
        #expect(
            refused.errors == "gallery: cannot ask for confirmation: not a terminal; to delete "
                + "the photos, run 'gallery trash empty\(typed) --yes'\n")
        #expect(try gallery.run("trash", "--format", "jsonl").lines().count == 2)
    }

    @Test(
        "on a terminal the answer decides",
        arguments: [("y", 0, 1), ("YES", 0, 1), ("n", 64, 3), ("", 64, 3), ("yellow", 64, 3)]
            as [(String, Int32, Int)])
    func terminal(answer: String, status: Int32, files: Int) throws {
        let (gallery, sizes) = try scene()
        defer { gallery.remove() }
        let result = try gallery.shell(
            "echo '\(answer)' | script -qec 'gallery trash empty' /dev/null")
        #expect(result.status == status, "\(result.text)")
        #expect(
            result.text.contains(
                "gallery: would delete 2 photos and 2 files, \(sizes[0] + sizes[1]) bytes. "
                    + "This cannot be undone. Continue? [y/N] "), "\(result.text)")
        #expect(result.text.contains(status == 0 ? "gallery: deleted 2 photos" : "not confirmed"))
        #expect(try gallery.storedFiles().count == files)
    }

    @Test("the outcome is a row in each format")
    func formats() throws {
        let (gallery, sizes) = try scene()
        defer { gallery.remove() }
        let bytes = sizes[0] + sizes[1]
        let csv = try gallery.run("trash", "empty", "-n", "--format", "csv")
        #expect(csv.text == "photos,files,bytes,kept,pending\r\n2,2,\(bytes),[],0\r\n")
        let json = try gallery.run("trash", "empty", "--yes", "--quiet", "--format", "json")
        #expect(
            json.text == "[\n{\"photos\":2,\"files\":2,\"bytes\":\(bytes),\"kept\":[],"
                + "\"pending\":0}\n]\n")
        #expect(json.errors.isEmpty)
        let row = try gallery.run("trash", "empty", "--yes", "--format", "jsonl")
        #expect(
            row.text == "{\"photos\":0,\"files\":0,\"bytes\":0,\"kept\":[],\"pending\":0}\n")
    }

    @Test("--older selects by the time of the removal")
    func older() throws {
        let (gallery, sizes) = try scene()
        defer { gallery.remove() }
        for age in ["30d", "1h", "2w"] {
            let none = try gallery.run("trash", "empty", "--older", age, "--yes")
            #expect(none.status == 0, "\(none.errors)")
            #expect(none.errors == "gallery: no photo was removed that long ago\n")
        }
        #expect(try gallery.storedFiles().count == 3)
        let all = try gallery.run("trash", "empty", "--older", "0d", "--yes")
        #expect(
            all.errors
                == "gallery: deleted 2 photos and 2 files, \(sizes[0] + sizes[1]) bytes\n")
    }

    @Test(
        "an invalid age is rejected with the expected form",
        arguments: ["30", "d", "+1d", "1.5d", "1 d", "30D", "9999999w", "١d", ""])
    func invalid(age: String) throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let refused = try gallery.run("trash", "empty", "--older", age, "--yes")
        #expect(refused.status == 64)
        #expect(
            refused.errors.contains(
                "invalid --older '\(age)': expected hours, days or weeks, such as 12h, 30d or 4w"),
            "\(refused.errors)")
    }

    @Test("a run killed before any change of a file and run again ends like an uninterrupted one")
    func killed() throws {
        let (gallery, _) = try scene()
        defer { gallery.remove() }
        let inPlace = gallery.folder.appendingPathComponent("place")
        try FileManager.default.createDirectory(at: inPlace, withIntermediateDirectories: false)
        try PictureFiles.jpeg(comment: "4").write(to: inPlace.appendingPathComponent("4.jpg"))
        #expect(try gallery.run("import", "--in-place", inPlace.path).status == 0)
        #expect(try gallery.run("thumbnails").status == 0)
        #expect(try gallery.run("share", "3", "4", "--link").status == 0)
        #expect(try gallery.run("remove", "4").status == 0)
        let kept = gallery.folder.appendingPathComponent("kept")
        try FileManager.default.copyItem(at: gallery.catalog, to: kept)
        func restore() throws {
            try FileManager.default.removeItem(at: gallery.catalog)
            try FileManager.default.copyItem(at: kept, to: gallery.catalog)
        }
        func rows() throws -> String {
            try gallery.run("export", "--format", "csv").text
                + gallery.run("trash", "--format", "jsonl").text
        }
        /// The files of the catalog without those of sessions and the database.
        func files() throws -> [String] {
            try gallery.catalogFiles().filter {
                !$0.hasPrefix("catalog.sqlite") && !$0.hasPrefix("incoming")
            }
        }
        let command = ["trash", "empty", "--yes"]
        #expect(try gallery.start(command).wait().status == 0)
        let (expectedRows, expectedFiles) = (try rows(), try files())
        let calls = try FailingCalls(in: gallery.folder)
        var (killed, isWhole) = (0, false)
        while !isWhole, killed < 500 {
            try restore()
            let environment = calls.environment(killingAt: killed + 1, below: "catalog")
            let run = try gallery.start(command, adding: environment).wait()
            isWhole = run.status == 0
            if isWhole { break }
            killed += 1
            #expect(run.status == 128 + SIGKILL, "killed at \(killed): \(run.errors)")
            #expect(try missingFiles(of: gallery) == [], "killed at \(killed)")
            let again = try gallery.start(command).wait()
            #expect(again.status == 0, "killed at \(killed): \(again.errors)")
            #expect(try rows() == expectedRows, "killed at \(killed)")
            #expect(try files() == expectedFiles, "killed at \(killed)")
            #expect(try gallery.integrity() == "ok", "killed at \(killed)")
            #expect(try gallery.strayFiles() == [], "killed at \(killed)")
        }
        #expect(isWhole && killed > 5)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: inPlace.path) == ["4.jpg"])
    }

    /// The stored files that rows refer to and that do not exist.
    private func missingFiles(of gallery: GalleryProgram) throws -> [String] {
        let names = try gallery.start(
            [
                gallery.catalog.appendingPathComponent("catalog.sqlite").path,
                "SELECT 'files/' || substr(sha256, 1, 2) || '/' || sha256 || '.' || extension "
                    + "FROM file WHERE isStored = 1",
            ], executable: URL(fileURLWithPath: "/usr/bin/sqlite3")
        ).wait()
        #expect(names.status == 0, "\(names.errors)")
        return names.text.split(separator: "\n").map(String.init).filter {
            !FileManager.default.fileExists(
                atPath: gallery.catalog.appendingPathComponent($0).path)
        }
    }
}
