import Foundation
import Imaging
import TestSupport
import Testing

/// The programs that make pictures of every kind and are compared with our decoders.
enum PictureTools {
    /// True if ImageMagick and libvips-tools are installed.
    static let areInstalled =
        [["convert", "-version"], ["vips", "--version"], ["vipsthumbnail", "--version"]]
        .allSatisfy { (try? run($0)) != nil }

    /// The packages to install.
    static let reason: Comment = "needs convert (imagemagick) and vips (libvips-tools) on the PATH"

    /// The programs' own error messages.
    struct Failure: Error {
        let text: String
    }

    /// Runs commands in a temporary folder and returns a file's bytes.
    ///
    /// - Parameters:
    ///   - files: names and contents of the files that the folder has at first.
    ///   - commands: words, the program first.
    static func made(
        _ output: String, from files: [String: [UInt8]], _ commands: [[String]]
    ) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "gallery-pictures-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
        for command in commands { try run(command, in: folder) }
        return Array(try Data(contentsOf: folder.appending(path: output)))
    }

    /// A picture as an uncompressed file that both programs read.
    static func ppm(_ pixels: PixelBuffer) -> [UInt8] {
        let head = Array(
            "\(pixels.layout == .gray ? "P5" : "P6")\n\(pixels.width) \(pixels.height)\n255\n".utf8)
        return head + swapped(pixels.bytes, pixels.layout)
    }

    /// The pixels of such a file.
    static func pixels(ofPPM bytes: [UInt8]) throws -> PixelBuffer {
        var offset = 0
        func word() -> String {
            while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
            let start = offset
            while offset < bytes.count, bytes[offset] > 0x20 { offset += 1 }
            return String(decoding: bytes[start..<offset], as: UTF8.self)
        }
        let kind = word()
        var numbers: [Int] = []
        while numbers.count < 3 {
            let text = word()
            if let number = Int(text) {
                numbers.append(number)
            } else {
                while offset < bytes.count, bytes[offset] != 0x0A { offset += 1 }
            }
            if offset >= bytes.count { break }
        }
        try #require(numbers.count == 3 && numbers[2] == 255 && ["P5", "P6"].contains(kind))
        let layout = kind == "P5" ? PixelBuffer.Layout.gray : .bgr
        return try #require(
            PixelBuffer(
                layout: layout, width: numbers[0], height: numbers[1],
                bytes: swapped(Array(bytes[(offset + 1)...]), layout)))
    }

    private static func swapped(_ bytes: [UInt8], _ layout: PixelBuffer.Layout) -> [UInt8] {
        guard layout == .bgr else { return bytes }
        var bytes = bytes
        for index in stride(from: 0, to: bytes.count - 2, by: 3) { bytes.swapAt(index, index + 2) }
        return bytes
    }

    @discardableResult
    private static func run(_ command: [String], in folder: URL? = nil) throws -> String {
        let result = try ChildProcess.run(command[0], Array(command.dropFirst()), in: folder)
        let text = result.text + result.errors
        guard result.status == 0 else {
            throw Failure(text: command.joined(separator: " ") + ": " + text)
        }
        return text
    }
}
