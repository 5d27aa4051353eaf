import Basics
import Export
import Foundation
import GalleryModel
import Testing

@Suite("StoredZip", .enabled(if: Tool.python.isInstalled, "needs python3 on the PATH"))
struct StoredZipTests {
    private static let files: [(name: String, bytes: [UInt8])] = [
        ("2024-05-01-1.jpg", Array("abc".utf8)), ("empty.jpg", []),
        ("Zoë 日本.jpg", [UInt8](repeating: 7, count: 100_000)), ("CREDITS.txt", [10]),
    ]

    /// 2024-05-01 10:15:31 at +02:00.
    private static var date: ZipDate {
        var details = PhotoDetails(origin: .camera, originID: "")
        details.dateTimeOriginal = "2024:05:01 10:15:31"
        details.offsetTimeOriginal = "+02:00"
        return ZipDate(details)
    }

    private static func entry(_ name: String, _ bytes: [UInt8]) -> StoredZip.Entry {
        StoredZip.Entry(
            name: name, byteCount: bytes.count,
            checksum: bytes.withUnsafeBytes { CRC32.checksum($0) },
            date: name == "CREDITS.txt" ? ZipDate(nil) : date)
    }

    private static func bytes(_ zip: StoredZip, _ range: Range<Int>) -> [UInt8] {
        zip.pieces(of: range).flatMap { piece -> [UInt8] in
            switch piece {
            case .bytes(let bytes): bytes
            case .file(let index, let range): Array(files[index].bytes[range])
            }
        }
    }

    @Test("other programs find every file intact, and the length is as announced")
    func whole() throws {
        let zip = StoredZip(Self.files.map { Self.entry($0.name, $0.bytes) })
        let bytes = Self.bytes(zip, 0..<zip.byteCount)
        #expect(bytes.count == zip.byteCount)
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "a.zip")
        try Data(bytes).write(to: file)
        let script = """
            import struct, sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as archive:
                assert archive.testzip() is None
                for i in archive.infolist():
                    assert i.compress_type == 0 and i.external_attr >> 16 == 0o100644
                    known = i.filename != "CREDITS.txt"
                    date = (2024, 5, 1, 10, 15, 30) if known else (1980, 1, 1, 0, 0, 0)
                    assert i.date_time == date, i.date_time
                    instant = struct.pack("<HHBi", 0x5455, 5, 1, 1714551331) if known else b""
                    assert i.extra == instant, i.extra
                    print(i.filename, i.file_size)
            """
        let answer = try Tool.python.run(["-c", script, file.path(percentEncoded: false)])
        #expect(answer.status == 0, "\(answer.errors)")
        let lines = String(decoding: answer.output, as: UTF8.self).split(separator: "\n")
        #expect(lines == Self.files.map { "\($0.name) \($0.bytes.count)" }.map { $0[...] })
    }

    @Test("any range has the same bytes as in the whole")
    func parts() {
        let zip = StoredZip(Self.files.map { Self.entry($0.name, $0.bytes) })
        let whole = Self.bytes(zip, 0..<zip.byteCount)
        for length in [1, 7, 50, 4_096] {
            for start in stride(from: 0, to: whole.count - length, by: 997) {
                let range = start..<(start + length)
                #expect(Self.bytes(zip, range) == Array(whole[range]))
            }
        }
        let end = whole.count - 400
        for start in end..<whole.count {
            #expect(Self.bytes(zip, start..<whole.count) == Array(whole[start...]))
        }
        #expect(StoredZip([]).byteCount == 22)
    }

    @Test("files and archives of more than 4 GB, and more than 65,535 files, are ZIP64")
    func large() throws {
        let huge = 5_000_000_000
        let date = Self.date
        let entries =
            [StoredZip.Entry(name: "huge", byteCount: huge, checksum: 1, date: date)]
            + (0..<70_000).map {
                StoredZip.Entry(name: "\($0)", byteCount: 0, checksum: 0, date: date)
            }
        let zip = StoredZip(entries)
        // Only the directory, after a hole of the size of the files, for zipfile to read.
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "a.zip")
        _ = FileManager.default.createFile(atPath: file.path(percentEncoded: false), contents: nil)
        let handle = try FileHandle(forWritingTo: file)
        var offset = 0
        while offset < zip.byteCount {
            let end = min(offset + (1 << 30), zip.byteCount)
            for piece in zip.pieces(of: offset..<end) {
                switch piece {
                case .bytes(let bytes):
                    try handle.seek(toOffset: UInt64(offset))
                    try handle.write(contentsOf: bytes)
                    offset += bytes.count
                case .file(_, let range): offset += range.count
                }
            }
        }
        try handle.close()
        let script = """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as archive:
                files = archive.infolist()
                assert files[0].file_size == \(huge) and len(files) == 70001, len(files)
                assert all(i.header_offset > \(huge) for i in files[1:])
                assert archive.read(files[-1]) == b""
                assert {i.date_time for i in files} == {(2024, 5, 1, 10, 15, 30)}
            """
        let answer = try Tool.python.run(["-c", script, file.path(percentEncoded: false)])
        #expect(answer.status == 0, "\(answer.errors)")
    }
}
