@testable import Basics
import Foundation
import Testing

@Suite struct QRCodeTests {
    /// Texts of every version's first and last length.
    static let lengths = [
        1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 213,
    ]

    @Test(arguments: lengths)
    func isReadBack(_ length: Int) throws {
        let text = String("http://192.168.1.20:8080/".utf8.map { Character(UnicodeScalar($0)) })
            .padding(toLength: length, withPad: "abcdefghij0123456789", startingAt: 0)
        let code = try #require(QRCode(text))
        #expect(try QRCodeTests.read(code) == text)
    }

    @Test func growsByVersions() throws {
        let sides = try QRCodeTests.lengths.map {
            try #require(QRCode(String(repeating: "a", count: $0))).side
        }
        var expected: [Int] = []
        for version in 1...10 { expected += [17 + 4 * version, 17 + 4 * version] }
        #expect(sides == expected)
        #expect(QRCode(String(repeating: "a", count: 214)) == nil)
    }

    @Test func hasAQuietZoneOnTheTerminal() throws {
        let lines = try #require(QRCode("a")).terminalText.split(separator: "\n")
        #expect(lines.count == 15)
        #expect(lines[0] == "\u{1B}[30;107m" + String(repeating: " ", count: 29) + "\u{1B}[0m")
    }

    /// What zbarimg reads of a picture of the code.
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
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/zbarimg")
        process.arguments = ["--quiet", "--raw", "--nodbus", file.path]
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}
