import Foundation

/// The program that tests of metadata compare with.
enum Exiftool {
    /// Whether the program is there and answers.
    static let isInstalled = (try? run(["-ver"]))?.status == 0

    /// Runs the program to its end; the output is that of both streams.
    static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["exiftool"] + arguments
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    /// The bytes of a picture after the program changed it.
    static func changed(
        _ picture: [UInt8], ending: String, _ arguments: [String],
        copyingFrom source: [UInt8]? = nil
    ) throws -> [UInt8] {
        try inFolder { folder in
            let file = folder.appending(path: "picture.\(ending)")
            try Data(picture).write(to: file)
            var all = ["-q", "-q", "-m", "-overwrite_original"]
            if let source {
                let other = folder.appending(path: "source.jpg")
                try Data(source).write(to: other)
                all += ["-tagsFromFile", other.path(percentEncoded: false), "-all:all", "-unsafe"]
            }
            let answer = try run(all + arguments + [file.path(percentEncoded: false)])
            guard answer.status == 0 else { throw Failure(text: answer.output) }
            return Array(try Data(contentsOf: file))
        }
    }

    /// What the program says about a picture.
    static func says(
        about picture: [UInt8], ending: String, _ arguments: [String]
    ) throws -> String {
        try inFolder { folder in
            let file = folder.appending(path: "picture.\(ending)")
            try Data(picture).write(to: file)
            return try run(arguments + [file.path(percentEncoded: false)]).output
        }
    }

    /// The program's own words for what it could not do.
    struct Failure: Error {
        let text: String
    }

    private static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "imaging-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }
}
