import Foundation

/// A program that tests compare with.
enum Tool: String {
    case exiftool
    case python = "python3"

    /// Whether the program is there and answers.
    var isInstalled: Bool {
        let question = self == .python ? "--version" : "-ver"
        return (try? run([question]))?.status == 0
    }

    /// Runs the program to its end.
    func run(_ arguments: [String]) throws -> (status: Int32, output: Data, errors: String) {
        let folder = try TemporaryFolder()
        let errorFile = folder.url.appending(path: "errors")
        try Data().write(to: errorFile)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [rawValue] + arguments
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = try FileHandle(forWritingTo: errorFile)
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let errors = try String(contentsOf: errorFile, encoding: .utf8)
        return (process.terminationStatus, output, errors)
    }
}

/// A folder of its own that is removed with the last reference to it.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appending(path: "export-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
