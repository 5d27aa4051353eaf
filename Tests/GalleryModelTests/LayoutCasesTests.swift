import Basics
import Foundation
import GalleryModel
import Testing

/// The cases that the page's script is held against, too, by `Tests/BrowserTests/test_layout.py`.
///
/// For another case write what goes in into the file; what has to come out is written beside it with
/// `GALLERY_WRITE_LAYOUT_CASES=1` in the environment.
@Suite("Layout cases")
struct LayoutCasesTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "BrowserTests/layout-cases.json")

    @Test("Rows stand where the page's script puts them")
    func cases() throws {
        let stored = try JSONValue(Array(Data(contentsOf: Self.file)))
        let cases = try #require(stored.items)
        #expect(cases.count > 30)
        let made = try cases.map { try outcome(of: $0) }
        if ProcessInfo.processInfo.environment["GALLERY_WRITE_LAYOUT_CASES"] != nil {
            let lines = made.map { String(decoding: $0.compact, as: UTF8.self) }
            try Data("[\n\(lines.joined(separator: ",\n"))\n]\n".utf8).write(to: Self.file)
            return
        }
        for (stored, made) in zip(cases, made) {
            let stored = String(decoding: stored.compact, as: UTF8.self)
            #expect(stored == String(decoding: made.compact, as: UTF8.self))
        }
    }

    /// A case with what comes out of what goes in.
    private func outcome(of stored: JSONValue) throws -> JSONValue {
        guard case .object(let members) = stored else { throw CocoaError(.coderInvalidValue) }
        let values = Dictionary(members) { first, _ in first }
        func whole(_ name: String) throws -> Int {
            Int(try #require(values[name]?.double, "\(name) is missing"))
        }
        let ratios = (values["aspects"]?.items ?? []).compactMap(\.double).map { $0 / 1_000 }
        let rows: [LayoutRow]
        switch values["layout"]?.string {
        case "justified":
            guard case .flag(let isLast) = values["isLast"] else {
                throw CocoaError(.coderInvalidValue)
            }
            rows = JustifiedRows.rows(
                of: ratios, width: try whole("width"), rowHeight: try whole("rowHeight"),
                spacing: try whole("spacing"), maximumHeight: try whole("maximumHeight"),
                isLast: isLast)
        case "cells":
            rows = CellRows.rows(
                of: ratios, width: try whole("width"), area: Double(try whole("area")),
                spacing: try whole("spacing"))
        default:
            rows = SquareRows.rows(
                of: try whole("count"), width: try whole("width"), side: try whole("side"),
                spacing: try whole("spacing"))
        }
        let frames = rows.flatMap(\.frames)
        let outcome: [(key: String, value: JSONValue)] = [
            ("xs", list(frames.map(\.x))), ("ys", list(frames.map(\.y))),
            ("widths", list(frames.map(\.width))), ("heights", list(frames.map(\.height))),
            ("rowFirsts", list(rows.map(\.firstPhoto))), ("rowYs", list(rows.map(\.y))),
            ("height", .number(Double(rows.last.map { $0.y + $0.height } ?? 0))),
        ]
        let names = Set(outcome.map(\.key))
        return .object(members.filter { !names.contains($0.key) } + outcome)
    }

    private func list(_ numbers: [Int]) -> JSONValue { .list(numbers.map { .number(Double($0)) }) }
}
