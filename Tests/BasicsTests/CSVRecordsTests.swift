import Basics
import Testing

@Suite("CSVRecords")
struct CSVRecordsTests {
    private func records(_ bytes: [UInt8], pieces: Int) -> (records: [[UInt8]], rest: [UInt8]) {
        var reader = CSVRecords()
        var found: [[UInt8]] = []
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            let isRight = reader.take(bytes[start..<min(start + pieces, bytes.count)]) {
                found.append(Array($0))
            }
            #expect(isRight)
        }
        return (found, reader.rest)
    }

    @Test(
        "records end at unquoted line ends, however the input is split",
        arguments: [
            ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
            ("\"a,\r\n\"\"b\"\"\",c\n", [["a,\r\n\"b\"", "c"]]),
            ("\"\",\n,\n", [["", ""], ["", ""]]),
            ("\n", [[""]]),
            ("\"\"\"\"\n", [["\""]]),
        ])
    func cut(text: String, cells: [[String]]) {
        for pieces in [1, 2, 100] {
            let (found, rest) = records(Array(text.utf8), pieces: pieces)
            #expect(rest.isEmpty)
            let values = found.map { record in
                (CSVRecords.cells(record[...]) ?? []).map {
                    String(decoding: CSVRecords.value($0), as: UTF8.self)
                }
            }
            #expect(values == cells)
        }
    }

    @Test(
        "the first line shows how lines end, and cells can have other separators",
        arguments: ["\r\n", "\n", "\r"], [",", ";", "\t"])
    func forms(end: String, separator: String) throws {
        let text =
            ["a\(separator)b", "\"1\(separator)\nx\"\(separator)", "c,d"]
            .joined(separator: end) + end
        let bytes = Array(text.utf8)
        var reader = CSVRecords(detectingLineEndIn: bytes[...])
        var found: [[String]] = []
        let isRight = reader.take(bytes[...]) { record in
            let cells = CSVRecords.cells(record, separator: separator.utf8.first ?? 0) ?? []
            found.append(cells.map { String(decoding: CSVRecords.value($0), as: UTF8.self) })
        }
        #expect(isRight && reader.rest.isEmpty)
        let last = separator == "," ? ["c", "d"] : ["c,d"]
        #expect(found == [["a", "b"], ["1\(separator)\nx", ""], last])
    }

    @Test("an unterminated quote leaves the rest unread")
    func unterminated() {
        let (found, rest) = records(Array("a\n\"b\nc\nd\n".utf8), pieces: 2)
        #expect(found == [Array("a\n".utf8)])
        #expect(rest == Array("\"b\nc\nd\n".utf8))
    }

    @Test("a record over the length limit stops the reader")
    func tooLong() {
        var reader = CSVRecords()
        let chunk = [UInt8](repeating: 0x61, count: CSVRecords.maximumRecordLength)
        #expect(reader.take(chunk[...]) { _ in })
        #expect(!reader.take([0x61]) { _ in })
    }

    @Test(
        "malformed records have no cells",
        arguments: ["a\"b,c", "\"a", "\"a\"b", "\"a\",\"", "\"\"\""])
    func broken(record: String) {
        #expect(CSVRecords.cells(Array(record.utf8)[...]) == nil)
    }

    @Test("a last record without a line end is kept as the remainder")
    func rest() {
        let (found, rest) = records(Array("a,b\n\"c\nd".utf8), pieces: 3)
        #expect(found == [Array("a,b\n".utf8)])
        #expect(rest == Array("\"c\nd".utf8))
    }
}
