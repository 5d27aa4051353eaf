import Basics
import Export
import Foundation
@testable import GalleryModel
import Testing

@Suite("Exported numbers and times")
struct ExportedNumbersTests {
    private func decimal(_ number: Double) -> String {
        cell(
            .faceRectangles,
            of: SamplePhotos.bare {
                $0.photo.faces = [
                    Face(
                        rectangle: FaceRectangle(x: number, y: 0, width: 0, height: 0),
                        source: .haar)
                ]
            }
        ).replacing("\"", with: "").replacing("[[", with: "").replacing(",0,0,0]]", with: "")
    }

    @Test(
        "a decimal is the shortest that reads back, without an exponent",
        arguments: [
            (0, "0"), (-0.0, "0"), (1, "1"), (-1.88, "-1.88"), (0.1, "0.1"), (0.00001, "0.00001"),
            (1e-9, "0.000000001"), (-1.5e-10, "-0.00000000015"), (1e21, "1000000000000000000000"),
            (123456789.125, "123456789.125"), (0.1 + 0.2, "0.30000000000000004"),
            (1.0 / 3, "0.3333333333333333"), (9_007_199_254_740_992, "9007199254740992"),
            (100, "100"), (5e20, "500000000000000000000"),
            (12_345_678_901_234_567_168, "12345678901234567000"),
        ] as [(Double, String)])
    func decimals(number: Double, expected: String) {
        #expect(decimal(number) == expected)
    }

    @Test("20,000 random decimals read back as the same number, no longer than Swift's own")
    func randomDecimals() {
        var random = SeededGenerator(seed: 754)
        for round in 0..<20_000 {
            let number: Double
            switch round % 4 {
            case 0: number = Double(bitPattern: random.next())
            case 1: number = Double.random(in: -180...180, using: &random)
            case 2:
                number =
                    Double(Int.random(in: -1_800_000_000...1_800_000_000, using: &random)) / 1e7
            default: number = Double(Int.random(in: -100_000...100_000, using: &random)) / 100
            }
            guard number.isFinite else { continue }
            let text = decimal(number)
            #expect(Double(text) == number)
            #expect(!text.contains("e"))
            let significant = { (text: String) in
                text.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
                    .reversed().drop { $0 == "0" }.count
            }
            #expect(significant(text) <= significant(number.description), "\(number)")
        }
    }

    @Test("a number that is not finite becomes null in JSON and empty in CSV")
    func notFinite() {
        let row = SamplePhotos.bare {
            $0.photo.details.exposureTime = .infinity
            $0.photo.faces = [
                Face(rectangle: FaceRectangle(x: .nan, y: 1, width: 2, height: 3), source: .haar)
            ]
        }
        #expect(
            exportedText([row], .jsonl, columns: [.exposureTime, .faceRectangles])
                == "{\"ExposureTime\":null,\"FaceRectangles\":[[null,1,2,3]]}\n")
    }

    @Test("whole numbers keep every digit")
    func integers() {
        for number in [Int64.min, -1, 0, 9, 10, 99, 100, 123_456_789, Int64.max] {
            let row = SamplePhotos.bare { $0.photo.id = PhotoID(rawValue: number) }
            #expect(cell(.id, of: row) == String(number))
        }
    }

    @Test(
        "times are ISO 8601 in UTC",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"), (4_107_542_399, "2100-02-28T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
            (-62_135_596_800, "0001-01-01T00:00:00Z"),
        ] as [(Int64, String)])
    func instants(seconds: Int64, expected: String) {
        #expect(
            cell(
                .dateAdded,
                of: SamplePhotos.bare { $0.photo.dateAdded = Date(unixSeconds: seconds) })
                == expected)
    }

    @Test("5,000 random times between 1600 and 2400 agree with Foundation")
    func randomInstants() {
        var random = SeededGenerator(seed: 8601)
        let style = Date.ISO8601FormatStyle()
        for _ in 0..<5000 {
            let seconds = Int64.random(in: -11_000_000_000...13_000_000_000, using: &random)
            let row = SamplePhotos.bare { $0.photo.dateAdded = Date(unixSeconds: seconds) }
            #expect(
                cell(.dateAdded, of: row)
                    == Date(timeIntervalSince1970: Double(seconds)).formatted(style))
        }
    }

    @Test("the most distant times are written without a crash")
    func farInstants() {
        for seconds in [Int64.min, Int64.max] {
            let text = cell(
                .dateAdded,
                of: SamplePhotos.bare { $0.photo.dateAdded = Date(unixSeconds: seconds) })
            #expect(text.hasSuffix("Z"))
        }
    }
}
