import Foundation
import GalleryModel
import Places
import Testing

/// The table of places with known countries; it is not part of the package.
private let truth = ProcessInfo.processInfo.environment["GALLERY_TEST_DATA"].map {
    URL(filePath: $0).appending(path: "places/truth-dev.csv")
}

/// The environment variable `GALLERY_TEST_DATA` names the folder of `places/truth-dev.csv`.
@Suite(
    "Known countries of places",
    .enabled(
        if: truth.map { FileManager.default.fileExists(atPath: $0.path) } ?? false,
        "GALLERY_TEST_DATA names no folder of places"))
struct PlaceTruthTests {
    /// The current number of errors of the index and the rule, which are both fixed.
    ///
    /// The rule's distances were tuned on this table: another table has a few more errors, and the
    /// documented limit is 30.
    private static let knownErrors = 15

    @Test("countries are correct except for 15 of 1,097 places, and the sea has no name")
    func countries() throws {
        let text = try String(contentsOf: try #require(truth), encoding: .utf8)
        let lookup = try PlaceLookup(try RealIndex.open())
        var (rows, wrong, named) = (0, [String](), [String]())
        for line in text.split(whereSeparator: \.isNewline).dropFirst() {
            let cells = fields(line)
            guard cells.count == 6, let latitude = Double(cells[0]),
                let longitude = Double(cells[1])
            else {
                Issue.record("no row: \(line)")
                continue
            }
            rows += 1
            let code = try lookup.place(latitude, longitude).countryCode ?? ""
            if code != cells[3] { wrong.append("\(cells[2]): \(cells[3]), answered \(code)") }
            if cells[3].isEmpty, !code.isEmpty { named.append(String(line)) }
        }
        #expect(rows == 1097)
        let list = wrong.joined(separator: "\n")
        #expect(wrong.count <= 30, "\(list)")
        #expect(wrong.count == PlaceTruthTests.knownErrors, "\(list)")
        #expect(named.isEmpty, "\(named)")
    }

    /// The cells of a CSV line.
    private func fields(_ line: Substring) -> [String] {
        var cells = [""]
        var isQuoted = false
        for character in line {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: cells.append("")
            default: cells[cells.count - 1].append(character)
            }
        }
        return cells
    }
}
