import Foundation
import Imaging
import Testing

/// The programs that make pictures of every kind, and that our decoders are compared with.
enum PictureTools {
    /// Whether ImageMagick and libvips-tools are there.
    static let areInstalled =
        [["convert", "-version"], ["vips", "--version"], ["vipsthumbnail", "--version"]]
        .allSatisfy { (try? run($0)) != nil }

    /// What to install where they are not.
    static let reason: Comment = "needs convert (imagemagick) and vips (libvips-tools) on the PATH"

    /// The programs' own words for what they could not do.
    struct Failure: Error {
        let text: String
    }

    /// Runs commands in a folder that is gone afterwards, and gives a file's bytes back.
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
            "\(pixels.layout == .grey ? "P5" : "P6")\n\(pixels.width) \(pixels.height)\n255\n".utf8)
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
        let layout = kind == "P5" ? PixelBuffer.Layout.grey : .bgr
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
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let text = String(decoding: output, as: UTF8.self)
        guard process.terminationStatus == 0 else {
            throw Failure(text: command.joined(separator: " ") + ": " + text)
        }
        return text
    }
}
