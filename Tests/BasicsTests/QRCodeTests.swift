@testable import Basics
import Foundation
import TestSupport
import Testing

@Suite("QRCode")
struct QRCodeTests {
    /// The shortest and longest lengths of each version.
    static let lengths = [
        1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 213,
    ]

    @Test("a scanner reads the text back", arguments: lengths)
    func isReadBack(_ length: Int) throws {
        let text = String("http://192.168.1.20:8080/".utf8.map { Character(UnicodeScalar($0)) })
            .padding(toLength: length, withPad: "abcdefghij0123456789", startingAt: 0)
        let code = try #require(QRCode(text))
        #expect(try QRCodeTests.read(code) == text)
    }

    @Test("the version grows with the length of the text")
    func growsByVersions() throws {
        let sides = try QRCodeTests.lengths.map {
            try #require(QRCode(String(repeating: "a", count: $0))).side
        }
        var expected: [Int] = []
        for version in 1...10 { expected += [17 + 4 * version, 17 + 4 * version] }
        #expect(sides == expected)
        #expect(QRCode(String(repeating: "a", count: 214)) == nil)
    }

    @Test("the terminal text has a quiet zone")
    func hasAQuietZoneOnTheTerminal() throws {
        let lines = try #require(QRCode("a")).terminalText.split(separator: "\n")
        #expect(lines.count == 15)
        #expect(lines[0] == "\u{1B}[30;107m" + String(repeating: " ", count: 29) + "\u{1B}[0m")
    }

    @Test("the outline covers exactly the dark modules")
    func hasAnOutline() throws {
        let code = try #require(QRCode("http://192.168.1.20:8080/"))
        var dark: Set<[Int]> = []
        for run in code.svgPath.matches(of: #/M(\d+) (\d+)h(\d+)v1h-(\d+)z/#) {
            #expect(run.3 == run.4)
            let (column, row) = (Int(run.1) ?? -1, Int(run.2) ?? -1)
            for step in 0..<(Int(run.3) ?? 0) { dark.insert([column + step, row]) }
        }
        let all = (0..<code.side).flatMap { row in (0..<code.side).map { [$0, row] } }
        #expect(dark == Set(all.filter { code.isDark($0[0], $0[1]) }))
    }

    /// The text that zbarimg reads from an image of the code.
    private static func read(_ code: QRCode) throws -> String {
        let scale = 4
        let side = (code.side + 8) * scale
        var picture = Array("P5 \(side) \(side) 255\n".utf8)
        for row in 0..<side {
            for column in 0..<side {
                picture.append(code.isDark(column / scale - 4, row / scale - 4) ? 0 : 255)
            }
        }
        let file = FileManager.default.temporaryDirectory.appending(
            path: "gallery-qr-\(UUID().uuidString).pgm")
        try Data(picture).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try ChildProcess.run("zbarimg", ["--quiet", "--raw", "--nodbus", file.path]).text
            .trimmingCharacters(in: .newlines)
    }
}
