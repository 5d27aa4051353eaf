import Basics
import Export
import Foundation
import GalleryModel
import TestSupport
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

    /// The entries that Python's zipfile finds after checking all checksums.
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

    private static func date(_ text: String?, _ offset: String? = nil) -> ZipDate {
        var details = PhotoDetails(origin: .camera, originID: "")
        details.dateTimeOriginal = text
        details.offsetTimeOriginal = offset
        return ZipDate(details)
    }

    @Test("entries read back with their names, dates and bytes")
    func entries() throws {
        let folder = try TemporaryFolder()
        let path = Self.path(in: folder)
        let long = String(repeating: "text ", count: 100_000)
        var writer = try ZipWriter(path: path)
        try writer.append(
            name: "Zoë/日本 👩‍👧.jpg", bytes: Array("abc".utf8),
            date: Self.date("2024:05:01 10:15:31", "+02:00"))
        try writer.append(name: "CREDITS.txt", bytes: Array(long.utf8), date: ZipDate(nil))
        try writer.append(name: "empty", bytes: [], date: Self.date("2200:01:01 00:00:00"))
        try writer.finish()
        let found = try Self.entries(path.description)
        #expect(found.map(\.name) == ["Zoë/日本 👩‍👧.jpg", "CREDITS.txt", "empty"])
        #expect(found.map(\.text) == ["abc", long, ""])
        #expect(found.map(\.method) == [0, 0, 0])
        #expect(found.allSatisfy { $0.flags & 1 << 11 != 0 && $0.mode == 0o100644 })
        #expect(
            found.map(\.date) == [
                [2024, 5, 1, 10, 15, 30], [1980, 1, 1, 0, 0, 0], [2107, 12, 31, 23, 59, 58],
            ])
    }

    @Test(
        "unzip accepts the archive and sets the files' times",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/unzip"),
            "needs Debian's unzip"))
    func unzip() throws {
        let folder = try TemporaryFolder()
        var writer = try ZipWriter(path: Self.path(in: folder))
        try writer.append(
            name: "a.txt", bytes: Array("abc".utf8),
            date: Self.date("2024:05:01 12:15:31", "+02:00"))
        try writer.finish()
        let script =
            "unzip -qq -t a.zip && unzip -qq a.zip && "
            + "test \"$(stat -c %Y a.txt)\" = 1714558531"
        let result = try ChildProcess.run("sh", ["-c", script], in: folder.url)
        #expect(result.status == 0, "\(result.text)\(result.errors)")
    }

    @Test(
        "an entry has the camera's clock, to two seconds, and the instant if the zone is known",
        arguments: [
            ("2024:05:01 10:15:31", nil, [2024, 5, 1, 10, 15, 30], nil),
            ("2024:05:01 10:15:31", "+02:00", [2024, 5, 1, 10, 15, 30], 1_714_551_331),
            ("2024:05:01 00:30:00", "-09:30", [2024, 5, 1, 0, 30, 0], 1_714_557_600),
            ("2016:12:31 23:59:60", "Z", [2016, 12, 31, 23, 59, 58], 1_483_228_799),
            ("2024:02:29 08:00:00", "later", [2024, 2, 29, 8, 0, 0], nil),
            ("2024:02:29 08:00:00", "+0200", [2024, 2, 29, 8, 0, 0], nil),
            ("1978:06", nil, [1980, 1, 1, 0, 0, 0], nil),
            ("2003:06", "Z", [2003, 6, 1, 0, 0, 0], nil),
            ("2003", nil, [2003, 1, 1, 0, 0, 0], nil),
            ("1965:09:01 12:00:00", "+01:00", [1980, 1, 1, 0, 0, 0], -136_731_600),
            ("2098:01:01 00:00:00", "+00:00", [2098, 1, 1, 0, 0, 0], nil),
            ("2015:13:40 00:00:00", nil, [1980, 1, 1, 0, 0, 0], nil),
            (nil, "+02:00", [1980, 1, 1, 0, 0, 0], nil),
        ] as [(String?, String?, [Int], Int32?)])
    func dates(text: String?, offset: String?, clock: [Int], instant: Int32?) throws {
        let date = Self.date(text, offset)
        #expect(date.instant == instant)
        let folder = try TemporaryFolder()
        var writer = try ZipWriter(path: Self.path(in: folder))
        try writer.append(name: "a", bytes: [1], date: date)
        try writer.finish()
        #expect(try Self.entries(Self.path(in: folder).description).map(\.date) == [clock])
    }

    @Test("an archive without entries is valid, and the same entries give the same bytes")
    func empty() throws {
        let folder = try TemporaryFolder()
        try ZipWriter(path: Self.path(in: folder)).finish()
        #expect(try Self.entries(Self.path(in: folder).description) == [])
        func bytes() throws -> Data {
            var writer = try ZipWriter(path: Self.path(in: folder))
            try writer.append(name: "a", bytes: [1, 2, 3], date: Self.date("2024:05:01 10:15:30"))
            try writer.finish()
            return try Data(contentsOf: folder.url.appending(path: "a.zip"))
        }
        #expect(try bytes() == bytes())
    }

    @Test("a full disk and a missing folder are reported")
    func failures() throws {
        do {
            _ = try ZipWriter(path: BytePath("/nowhere/a.zip"))
            Issue.record("the file was made")
        } catch {
            #expect(
                error
                    == .cannotWrite(FileError(path: BytePath("/nowhere/a.zip"), number: ENOENT)))
            #expect("\(error)".contains("'/nowhere/a.zip': No such file or directory"))
        }
        do {
            var writer = try ZipWriter(path: BytePath("/dev/full"))
            try writer.append(
                name: "a", bytes: [UInt8](repeating: 1, count: 1 << 20), date: ZipDate(nil))
            try writer.finish()
            Issue.record("the full disk took it all")
        } catch {
            #expect(
                error == .cannotWrite(FileError(path: BytePath("/dev/full"), number: ENOSPC)))
        }
    }
}
