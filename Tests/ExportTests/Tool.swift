import Foundation
import TestSupport

/// A program for comparison.
enum Tool: String {
    case exiftool
    case python = "python3"

    /// True if the program is installed and runs.
    var isInstalled: Bool {
        ChildProcess.succeeds(rawValue, [self == .python ? "--version" : "-ver"])
    }

    /// Runs the program to its end.
    func run(_ arguments: [String]) throws -> (status: Int32, output: Data, errors: String) {
        let result = try ChildProcess.run(rawValue, arguments)
        return (result.status, result.output, result.errors)
    }
}

/// A folder that is removed with the last reference to it.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appending(path: "export-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
