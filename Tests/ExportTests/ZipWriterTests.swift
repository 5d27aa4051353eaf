import Basics
import Export
import Foundation
import GalleryModel
import Testing

@Suite("ZipWriter", .enabled(if: Tool.python.isInstalled, "needs python3 on the PATH"))
struct ZipWriterTests {
    private struct Entry: Hashable, Codable {
        var name: String
        var text: String
        var method: Int
        var flags: Int
        var date: [Int]
        var mode: Int
    }

    /// What Python's zipfile finds, after it tested all checksums.
    private static func entries(_ path: String) throws -> [Entry] {
        let script = """
            import json, sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as archive:
                assert archive.testzip() is None
                print(json.dumps([{"name": i.filename, "text": archive.read(i).decode(),
                    "method": i.compress_type, "flags": i.flag_bits, "date": list(i.date_time),
                    "mode": i.external_attr >> 16} for i in archive.infolist()]))
            """
        let answer = try Tool.python.run(["-c", script, path])
        #expect(answer.status == 0, "\(answer.errors)")
        return try JSONDecoder().decode([Entry].self, from: answer.output)
    }

    private static func path(in folder: TemporaryFolder) -> BytePath {
        BytePath(folder.url.appending(path: "a.zip").path(percentEncoded: false))
    }

    @Test("entries come back with names, dates and bytes")
    func entries() throws {
        let folder = try TemporaryFolder()
        let path = Self.path(in: folder)
        let long = String(repeating: "text ", count: 100_000)
        var writer = try ZipWriter(path: path)
        try writer.append(name: "Zoë/日本 👩‍👧.jpg", bytes: Array("abc".utf8), date: 1_714_558_531)
        try writer.append(name: "CREDITS.txt", bytes: Array(long.utf8), date: 0, compresses: true)
        try writer.append(name: "empty", bytes: [], date: .max)
        try writer.finish()
        let found = try Self.entries(path.description)
        #expect(found.map(\.name) == ["Zoë/日本 👩‍👧.jpg", "CREDITS.txt", "empty"])
        #expect(found.map(\.text) == ["abc", long, ""])
        #expect(found.map(\.method) == [0, 8, 0])
        #expect(found.allSatisfy { $0.flags & 1 << 11 != 0 && $0.mode == 0o100644 })
        #expect(
            found.map(\.date) == [
                [2024, 5, 1, 10, 15, 30], [1980, 1, 1, 0, 0, 0], [2107, 12, 31, 23, 59, 58],
            ])
        let size = try Data(contentsOf: folder.url.appending(path: "a.zip")).count
        #expect(size < 10_000)
    }

    @Test(
        "unzip takes the archive, and gives files their times",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/unzip"),
            "needs Debian's unzip"))
    func unzip() throws {
        let folder = try TemporaryFolder()
        var writer = try ZipWriter(path: Self.path(in: folder))
        try writer.append(name: "a.txt", bytes: Array("abc".utf8), date: 1_714_558_531)
        try writer.finish()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let script =
            "unzip -qq -t a.zip && unzip -qq a.zip && "
            + "test \"$(stat -c %Y a.txt)\" = 1714558531"
        process.arguments = ["sh", "-c", script]
        process.currentDirectoryURL = folder.url
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test("an archive without entries is one, and the same entries give the same bytes")
    func empty() throws {
        let folder = try TemporaryFolder()
        try ZipWriter(path: Self.path(in: folder)).finish()
        #expect(try Self.entries(Self.path(in: folder).description) == [])
        func bytes() throws -> Data {
            var writer = try ZipWriter(path: Self.path(in: folder))
            try writer.append(name: "a", bytes: [1, 2, 3], date: 1_714_558_530)
            try writer.finish()
            return try Data(contentsOf: folder.url.appending(path: "a.zip"))
        }
        #expect(try bytes() == bytes())
    }

    @Test("a name that is there already is refused, and the archive stays whole")
    func repeated() throws {
        let folder = try TemporaryFolder()
        var writer = try ZipWriter(path: Self.path(in: folder))
        try writer.append(name: "a", bytes: [65], date: 0)
        do {
            try writer.append(name: "a", bytes: [66], date: 0)
            Issue.record("a name was taken twice")
        } catch {
            #expect(error.code == .repeatedEntry)
            #expect("\(error)" == "the archive has an entry 'a' already: name it another way")
        }
        try writer.finish()
        #expect(try Self.entries(Self.path(in: folder).description).map(\.text) == ["A"])
    }

    @Test(
        "names that lead out of a folder or are none are refused",
        arguments: ["", "/a", "../a", "a/../b", "a//b", "a/", "a\\b", "a\nb", "a\0b", "."])
    func badNames(name: String) throws {
        let folder = try TemporaryFolder()
        var writer = try ZipWriter(path: Self.path(in: folder))
        do {
            try writer.append(name: name, bytes: [], date: 0)
            Issue.record("the name was taken")
        } catch {
            #expect(error.code == .badEntryName)
        }
        try writer.finish()
    }

    @Test("a full disk and a folder that is not there are told")
    func failures() throws {
        do {
            _ = try ZipWriter(path: BytePath("/nowhere/a.zip"))
            Issue.record("the file was made")
        } catch {
            #expect(error.code == .cannotWrite)
            #expect("\(error)".contains("'/nowhere/a.zip': No such file or directory"))
        }
        do {
            var writer = try ZipWriter(path: BytePath("/dev/full"))
            try writer.append(name: "a", bytes: [UInt8](repeating: 1, count: 1 << 20), date: 0)
            try writer.finish()
            Issue.record("the full disk took it all")
        } catch {
            #expect(error.code == .cannotWrite, "\(error)")
        }
    }
}
