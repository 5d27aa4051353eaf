import Foundation
import TestSupport

/// The exiftool program, for comparison in metadata tests.
enum Exiftool {
    /// True if the program is installed and runs.
    static let isInstalled = (try? run(["-ver"]))?.status == 0

    /// Runs the program to its end; the output contains both streams.
    static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let result = try ChildProcess.run("exiftool", arguments)
        return (result.status, result.text + result.errors)
    }

    /// The bytes of a picture changed by the program.
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

    /// A sidecar's packet with the given tags.
    static func packet(_ arguments: [String]) throws -> [UInt8] {
        try changed(TinyPictures.xmp(""), ending: "xmp", arguments)
    }

    /// The program's output about a picture.
    static func says(
        about picture: [UInt8], ending: String, _ arguments: [String]
    ) throws -> String {
        try inFolder { folder in
            let file = folder.appending(path: "picture.\(ending)")
            try Data(picture).write(to: file)
            return try run(arguments + [file.path(percentEncoded: false)]).output
        }
    }

    /// The program's own error message.
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
