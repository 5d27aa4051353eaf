import Basics
import Export
import Foundation
import GalleryModel
import Testing

@Suite("CSVRecords and RowEncoder")
struct CSVRecordsRoundTripTests {
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

    @Test("rows written by the encoder are split as a plain reader splits them, in any chunks")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 2)
        var bytes: [UInt8] = []
        var encoder = RowEncoder(format: .csv)
        for _ in 0..<200 {
            var row = SamplePhotos.full
            row.photo.details.title = random.text(upTo: 12)
            row.photo.details.caption = random.text(upTo: 12)
            encoder.append(row) { bytes += $0 }
        }
        encoder.finish { bytes += $0 }
        let expected = try #require(CSVReader.records(bytes))
        for pieces in [1, 7, 4_096] {
            let (found, rest) = records(bytes, pieces: pieces)
            #expect(rest.isEmpty)
            let cells = found.map { CSVRecords.cells($0[...])?.map(CSVRecords.value) }
            #expect(cells == expected)
        }
        let header = records(bytes, pieces: 99).records[0]
        #expect(header == Array(RowEncoder.wholeHeader.utf8) + [13, 10])
    }
}
