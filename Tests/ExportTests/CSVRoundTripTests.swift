import Export
import Foundation
import GalleryModel
import Testing

@Suite("CSV round trips through other readers")
struct CSVRoundTripTests {
    /// Rows of random text and the expected cells of each.
    private static func rows(count: Int) -> [(row: ListedPhoto, cells: [String])] {
        var random = SeededGenerator(seed: 4180)
        return (0..<count).map { position in
            let title = random.text()
            let caption = random.text(upTo: 200)
            let tags = (0..<Int.random(in: 0...4, using: &random)).map { _ in random.text() }
            var row = SamplePhotos.bare
            row.position = position + 1
            row.photo.details.title = title
            row.photo.details.caption = caption
            row.photo.details.tags = tags
            return (row, [String(position + 1), title, caption])
        }
    }

    private static let columns: [ExportColumn] = [.position, .title, .description, .tags]

    @Test("2,000 rows of random Unicode round-trip through an RFC 4180 reader")
    func plainReader() throws {
        let rows = CSVRoundTripTests.rows(count: 2000)
        let bytes = exported(rows.map(\.row), .csv, columns: CSVRoundTripTests.columns)
        let records = try #require(CSVReader.records(bytes))
        #expect(records.count == rows.count + 1)
        for (record, expected) in zip(records.dropFirst(), rows) {
            let cells = record.map { String(decoding: $0, as: UTF8.self) }
            try #require(cells.count == 4)
            #expect(
                Array(cells[..<3].joined(separator: "\u{0}").utf8)
                    == Array(expected.cells.joined(separator: "\u{0}").utf8))
            let tags = try JSONDecoder().decode([String].self, from: Data(record[3]))
            #expect(
                tags.map { Array($0.utf8) }
                    == expected.row.photo.details.tags.map { Array($0.utf8) })
        }
    }

    @Test(
        "2,000 rows of random Unicode round-trip through Python's csv module",
        .enabled(if: Tool.python.isInstalled, "needs python3 on the PATH"))
    func python() throws {
        let rows = CSVRoundTripTests.rows(count: 2000)
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "rows.csv")
        try Data(exported(rows.map(\.row), .csv, columns: CSVRoundTripTests.columns))
            .write(to: file)
        // Python's output is JSON in ASCII, which Foundation reads.
        let script = """
            import csv, json, sys
            with open(sys.argv[1], newline='', encoding='utf-8') as file:
                rows = list(csv.reader(file, strict=True))
            print(json.dumps([row[:3] + json.loads(row[3]) for row in rows[1:]]))
            """
        let answer = try Tool.python.run(["-c", script, file.path(percentEncoded: false)])
        #expect(answer.status == 0, "\(answer.errors)")
        let read = try JSONDecoder().decode([[String]].self, from: answer.output)
        #expect(read.count == rows.count)
        for (cells, expected) in zip(read, rows) {
            let wanted = expected.cells + expected.row.photo.details.tags
            #expect(cells.map { Array($0.utf8) } == wanted.map { Array($0.utf8) })
        }
    }
}
