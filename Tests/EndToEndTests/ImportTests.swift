import Foundation
import Glibc
import TestSupport
import Testing

@Suite("gallery import")
struct ImportTests {
    private let gallery: GalleryProgram
    private let photos: URL

    init() throws {
        gallery = try GalleryProgram()
        photos = gallery.folder.appendingPathComponent("photos")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
    }

    private func add(_ name: String, _ data: Data) throws {
        let url = photos.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }

    private func add(_ name: String) throws {
        try add(name, PictureFiles.jpeg(comment: name))
    }

    private func rows() throws -> [[String: Any]] {
        try gallery.run("export", "camera", "--format", "jsonl").lines()
    }

    private func summary(_ arguments: String...) throws -> (Int32, [String: Any], String) {
        let result = try gallery.start(["import"] + arguments + ["--format", "json"]).wait()
        return (result.status, try result.object(), result.errors)
    }

    @Test("a folder is imported recursively, in order, copied; the source is unchanged")
    func folder() throws {
        defer { gallery.remove() }
        for name in ["b.jpg", "a/2.JPG", "a/1.jpeg", "ohne endung"] { try add(name) }
        let before = try FileManager.default.subpathsOfDirectory(atPath: photos.path).sorted()
        let (status, answer, errors) = try summary(photos.path)
        #expect(status == 0, "\(errors)")
        #expect(answer.number("new") == 4)
        let rows = try rows()
        #expect(rows.map { $0.number("Position") } == [1, 2, 3, 4])
        #expect(
            rows.allSatisfy {
                ($0["SourceFile"] as? String)?.hasPrefix(gallery.catalog.path) == true
            })
        #expect(rows.allSatisfy { $0["FileType"] as? String == "JPEG" })
        #expect(try FileManager.default.subpathsOfDirectory(atPath: photos.path).sorted() == before)
        let stored = try Data(
            contentsOf: URL(fileURLWithPath: rows[0]["SourceFile"] as? String ?? ""))
        #expect(stored == PictureFiles.jpeg(comment: "a/1.jpeg"))
        #expect(try gallery.strayFiles() == [])
    }

    @Test("identical bytes are stored once, and a second import reports it")
    func duplicates() throws {
        defer { gallery.remove() }
        try add("a.jpg")
        try add("copy of a.jpg", PictureFiles.jpeg(comment: "a.jpg"))
        let (_, first, _) = try summary(photos.path)
        #expect(first.number("new") == 1)
        #expect(first.number("known") == 1)
        let (status, second, _) = try summary(photos.path)
        #expect(status == 0)
        #expect(second.number("new") == 0)
        #expect(second.number("known") == 2)
        #expect(try gallery.storedFiles().count == 1)
    }

    @Test("names with spaces, newlines, emoji and invalid UTF-8 work from folders and stdin")
    func names() throws {
        defer { gallery.remove() }
        for name in ["with space.jpg", "new\nline.jpg", "🐕 犬.jpg", "-dash.jpg"] { try add(name) }
        try add("raw.jpg")
        let renamed = try gallery.shell("cd photos && mv raw.jpg $'\\xff\\xfe latin.jpg'")
        #expect(renamed.status == 0)
        let (status, answer, errors) = try summary("--in-place", photos.path)
        #expect(status == 0, "\(errors)")
        #expect(answer.number("new") == 5)
        let csv = try gallery.run("export", "camera", "--format", "csv")
        #expect(
            String(validating: csv.output, as: UTF8.self)?.contains("\\xff\\xfe latin.jpg") == true)
        #expect(csv.text.contains("/new\nline.jpg\""))
        let list = try gallery.run("list", "camera")
        #expect(list.status == 0)
        let stdin = try gallery.shell(
            "find photos -name '*.jpg' -print0 | gallery import -0 - --format json")
        #expect(stdin.status == 0, "\(stdin.errors)")
        #expect(try stdin.object().number("new") == 0)
        #expect(try stdin.object().number("known") == 5)
    }

    @Test("paths are read from stdin, one per line")
    func standardInput() throws {
        defer { gallery.remove() }
        try add("one.jpg")
        try add("two.jpg")
        let result = try gallery.run(
            "import", "-", "--format", "json",
            input: Data("photos/one.jpg\n\(photos.path)/two.jpg\n".utf8))
        #expect(result.status == 0, "\(result.errors)")
        #expect(try result.object().number("new") == 2)
    }

    @Test("hidden files, previews and link loops are skipped, unless named by the user")
    func passedOver() throws {
        defer { gallery.remove() }
        for name in [".hidden.jpg", "._a.jpg", "@eaDir/a.jpg", ".thumbs/a.jpg", "a.jpg"] {
            try add(name)
        }
        try FileManager.default.createSymbolicLink(
            atPath: photos.path + "/loop", withDestinationPath: photos.path)
        let (status, answer, _) = try summary(photos.path)
        #expect(status == 0)
        #expect(answer.number("new") == 1)
        let (_, named, _) = try summary(photos.path + "/.hidden.jpg")
        #expect(named.number("new") == 1)
    }

    @Test("damaged and unreadable files become problems, and the batch continues")
    func damaged() throws {
        defer { gallery.remove() }
        let whole = PictureFiles.jpeg(comment: "whole", padding: 4_000)
        try add("cut.jpg", whole.prefix(2_000))
        try add("empty.jpg", Data())
        try add("whole.jpg", whole)
        let (status, answer, errors) = try summary(photos.path, photos.path + "/missing.jpg")
        #expect(status == 1)
        #expect(answer.number("new") == 1)
        #expect(answer.number("failed") == 3)
        for name in ["cut.jpg", "empty.jpg", "missing.jpg"] { #expect(errors.contains(name)) }
        let problems = try gallery.run("problems", "--format", "jsonl").lines()
        #expect(problems.count == 3)
        try add("cut.jpg", PictureFiles.jpeg(comment: "mended"))
        let (_, _, _) = try summary(photos.path)
        let left = try gallery.run("problems", "--format", "jsonl").lines()
        #expect(left.count == 1, "the missing file is no longer asked for")
    }

    /// A file of the kernel that is shorter than its status declares, like one that is truncated
    /// after it was opened.
    private static let shortFile = "/sys/kernel/uevent_seqnum"

    @Test(
        "a file that is truncated while it is read is a problem, and the batch continues",
        .enabled(if: access(shortFile, R_OK) == 0, "needs \(shortFile)"))
    func truncated() throws {
        defer { gallery.remove() }
        try add("whole.jpg")
        let (status, answer, errors) = try summary(Self.shortFile, photos.path)
        #expect(status == 1)
        #expect(answer.number("new") == 1 && answer.number("failed") == 1)
        #expect(errors.contains("\(Self.shortFile): changed while it was being read"))
    }

    @Test("types are recognized by content; unsupported ones are counted and named")
    func types() throws {
        defer { gallery.remove() }
        try add("really a jpeg.png")
        try add("film.jpg", Data("\0\0\0\u{18}ftypmp42\0\0\0\0mp42isom".utf8) + Data(count: 64))
        try add("layers.psd", Data("8BPS".utf8) + Data(count: 20))
        try add("notes.txt", Data("just text".utf8))
        let result = try gallery.run("import", photos.path)
        #expect(result.status == 0, "\(result.errors)")
        #expect((result.errors + result.text).contains("PSD"))
        #expect((result.errors + result.text).contains("MP4"))
        #expect(try rows().map { $0["FileType"] as? String } == ["JPEG"])
    }

    @Test("in place, nothing is copied; a moved file is recognized, a missing one is offline")
    func inPlace() throws {
        defer { gallery.remove() }
        try add("a.jpg")
        try add("sub/b.jpg")
        let (_, first, _) = try summary("--in-place", photos.path)
        #expect(first.number("new") == 2)
        #expect(try gallery.storedFiles() == [])
        try FileManager.default.moveItem(
            atPath: photos.path + "/a.jpg", toPath: photos.path + "/renamed.jpg")
        let (_, dry, _) = try summary("-n", "--in-place", photos.path)
        #expect(dry.number("moved") == 1 && dry.number("known") == 1)
        #expect(dry.number("new") == 0 && dry.number("missing") == 0)
        let (_, second, _) = try summary("--in-place", photos.path)
        #expect(second.number("new") == 0)
        #expect(second.number("moved") == 1)
        let paths = try rows().compactMap { $0["SourceFile"] as? String }
        #expect(paths == [photos.path + "/renamed.jpg", photos.path + "/sub/b.jpg"])
        try FileManager.default.moveItem(atPath: photos.path, toPath: photos.path + "-away")
        let shown = try gallery.run("show", "camera/1")
        #expect(shown.status == 0)
        #expect(shown.text.contains("offline"))
        #expect(try rows().count == 2)
    }

    @Test("a dry run in place counts moved, duplicate and missing files like the import")
    func dryRunInPlace() throws {
        defer { gallery.remove() }
        try add("a/1.jpg")
        try add("b/2.jpg")
        _ = try summary("--in-place", photos.path)
        let changed = try gallery.shell(
            "cd photos && mv a/1.jpg b/ && rm b/2.jpg && cp b/1.jpg b/3.jpg")
        #expect(changed.status == 0, "\(changed.errors)")
        for flag in ["-n", "--no-progress"] {
            let (status, answer, errors) = try summary(flag, "--in-place", photos.path + "/b")
            #expect(status == 0, "\(errors)")
            #expect(answer.number("moved") == 1 && answer.number("missing") == 1)
            #expect(answer.number("known") == 1 && answer.number("duplicates") == 1)
            #expect(answer.number("new") == 0)
        }
    }

    @Test("an empty folder is 66; a dry run imports nothing")
    func edges() throws {
        defer { gallery.remove() }
        let missing = try gallery.run("import", photos.path + "/no such")
        #expect(missing.status == 66)
        #expect(missing.errors.contains("no such"))
        try add("a.jpg")
        let (_, dry, _) = try summary("-n", photos.path)
        #expect(dry.number("new") == 1)
        #expect(try rows().isEmpty)
        #expect(try gallery.storedFiles() == [])
    }

    @Test("an invalid file with a picture's name is a problem")
    func falseNames() throws {
        defer { gallery.remove() }
        try add("zeros.jpg", Data(count: 20_000))
        try add("page.png", Data("<!DOCTYPE html><html></html>".utf8))
        try add("notes.txt", Data("just text".utf8))
        let (status, answer, errors) = try summary(photos.path)
        #expect(status == 1)
        #expect(answer.number("failed") == 2)
        #expect(errors.contains("zeros.jpg") && errors.contains("page.png"))
        #expect(!errors.contains("notes.txt"))
        #expect(try gallery.run("import", photos.path + "/notes.txt").status == 1)
    }

    @Test("a new database beside old files deletes none of the old one's, also after a kill")
    func databaseMovedAway() throws {
        defer { gallery.remove() }
        for number in 0..<3_000 {
            try add("\(number).jpg", PictureFiles.jpeg(comment: "\(number)", padding: 20_000))
        }
        let running = try gallery.start(["import", photos.path])
        // Killed as soon as some batches are recorded and others are in progress.
        while try rows().count < 256, running.isRunning {}
        running.signal(SIGKILL)
        let ending = try running.wait()
        #expect(ending.status == 128 + SIGKILL, "it ended before it was killed: \(ending.errors)")
        let known = try rows().compactMap { $0["SourceFile"] as? String }
        #expect(known.count >= 256)
        #expect(try gallery.shell("mkdir old && mv catalog/catalog.sqlite* old").status == 0)
        try add("new/new.jpg")
        _ = try summary(photos.path + "/new/new.jpg")
        #expect(try rows().count == 1)
        #expect(known.allSatisfy { FileManager.default.fileExists(atPath: $0) })
    }

    @Test("Ctrl-C ends an import that waits for standard input and keeps imported photos")
    func silentInput() throws {
        defer { gallery.remove() }
        try add("a.jpg")
        // A pipe that the program itself holds open, so that its end never comes.
        let program = try GalleryProgram.executable.path
        let running = try gallery.start(
            [
                "-c",
                "mkfifo in && exec 3<>in && echo photos/a.jpg >&3 && exec '\(program)' import - <in",
            ], executable: URL(fileURLWithPath: "/bin/bash"))
        while try rows().isEmpty, running.isRunning {}
        let start = ContinuousClock.now
        running.signal(SIGINT)
        let ending = try running.wait()
        #expect(ContinuousClock.now - start < .seconds(1.5))
        #expect(ending.status == 130, "\(ending.errors)")
        #expect(try rows().count == 1)
        _ = try summary(photos.path)
        #expect(try gallery.strayFiles() == [])
    }

    @Test("the same bytes without their sidecar lose none of its data")
    func sidecarFacts() throws {
        defer { gallery.remove() }
        try add("a/x.jpg", PictureFiles.jpeg(comment: "same"))
        try add("b/x.jpg", PictureFiles.jpeg(comment: "same"))
        let made = try gallery.shell(
            "exiftool -q -XMP-dc:Title='From beside' -o photos/a/x.xmp photos/a/x.jpg")
        #expect(made.status == 0, "\(made.errors)")
        _ = try summary(photos.path + "/a")
        #expect(try rows().map { $0["Title"] as? String } == ["From beside"])
        _ = try summary(photos.path + "/b")
        #expect(try rows().map { $0["Title"] as? String } == ["From beside"])
    }

    @Test("four programs that open a new catalog at once all use the same one")
    func openedTogether() throws {
        defer { gallery.remove() }
        for round in 0..<5 {
            let result = try gallery.shell(
                """
                for i in 1 2 3 4; do gallery album new "a$i" --where has:title --catalog together\(round) &
                done
                failed=0; for job in $(jobs -p); do wait $job || failed=$?; done; exit $failed
                """)
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    @Test("a file rewritten in place stays the same photo")
    func editedInPlace() throws {
        defer { gallery.remove() }
        try add("a.jpg")
        _ = try summary("--in-place", photos.path)
        try add("a.jpg", PictureFiles.jpeg(comment: "edited"))
        let (_, answer, _) = try summary("--in-place", photos.path)
        #expect([answer.number("new"), answer.number("updated")] == [0, 1])
        let rows = try rows()
        #expect(rows.map { $0["Gone"] as? Bool } == [false])
        #expect(rows[0]["FileName"] as? String == "a.jpg")
    }

    @Test("of two paths with the same bytes the existing one is read")
    func twoPlaces() throws {
        defer { gallery.remove() }
        try add("one/a.jpg", PictureFiles.jpeg(comment: "same"))
        try add("two/a.jpg", PictureFiles.jpeg(comment: "same"))
        _ = try summary("--in-place", photos.path)
        for folder in ["one", "two"] {
            try FileManager.default.moveItem(
                atPath: photos.path + "/" + folder, toPath: photos.path + "/away")
            let shown = try gallery.run("show", "camera/1", "--format", "json").object()
            let path = shown["SourceFile"] as? String ?? ""
            #expect(FileManager.default.fileExists(atPath: path), "\(path)")
            try FileManager.default.moveItem(
                atPath: photos.path + "/away", toPath: photos.path + "/" + folder)
        }
    }

    @Test(
        "a full disk ends the import with 74, and stored photos stay",
        .enabled(if: SmallDisk.canMount, "a test may not mount a disk on this machine"))
    func fullDisk() throws {
        defer { gallery.remove() }
        for number in 0..<40 {
            try add("\(number).jpg", PictureFiles.jpeg(comment: "\(number)", padding: 200_000))
        }
        let result = try gallery.shell(
            """
            unshare -rm bash -c 'mkdir small && mount -t tmpfs -o size=8m none small &&
              gallery import photos --catalog small/c; echo "status $?";
              gallery problems --catalog small/c --format jsonl | wc -l
              find small/c -name "*.part" | wc -l
              gallery export camera --catalog small/c --columns ID | tail -n +2 | wc -l
              find small/c/files -name "*.jpg" | wc -l
              mount -o remount,size=64m small && gallery import photos --catalog small/c; echo $?
              gallery problems --catalog small/c --format jsonl | wc -l'
            """)
        let lines = result.text.split(separator: "\n").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        #expect(lines.count == 7 && lines[0] == "status 74", "\(result.text) \(result.errors)")
        #expect(!result.errors.contains(".part"))
        guard lines.count == 7, let kept = Int(lines[3]) else { return }
        // A problem, no parts, and as many photos as files.
        #expect(Array(lines[1...2]) == ["1", "0"] && lines[4] == lines[3])
        #expect((5..<40).contains(kept))
        #expect(
            result.errors.contains(
                "is full: imported \(kept) photos; not imported: \(40 - kept) pictures ("))
        #expect(result.errors.contains("imported \(40 - kept), skipped \(kept) already imported"))
        #expect(Array(lines[5...]) == ["0", "0"])
    }

    @Test("a removed photo is trashed, is not imported again, and restore brings it back")
    func trash() throws {
        defer { gallery.remove() }
        for name in ["1.jpg", "2.jpg", "3.jpg"] { try add(name) }
        _ = try summary(photos.path)
        let ids = try rows().compactMap { $0.number("ID") }
        #expect(try gallery.run("remove", "camera/2").status == 0)
        #expect(try rows().compactMap { $0.number("ID") } == [ids[0], ids[2]])
        let (_, again, _) = try summary(photos.path)
        #expect(again.number("new") == 0)
        #expect(again.number("trashed") == 1)
        #expect(try gallery.run("trash", "--format", "jsonl").lines().count == 1)
        #expect(try gallery.run("restore", "\(ids[1])").status == 0)
        #expect(try rows().compactMap { $0.number("ID") } == ids)
        #expect(try gallery.storedFiles().count == 3)
    }
}
