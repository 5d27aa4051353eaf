package import Foundation
import Glibc

/// Runs the built `gallery` as a user would, and gives back what it printed.
package struct GalleryProgram: Sendable {
    /// What a finished run left.
    package struct Result: Sendable {
        /// The exit status; 128 + N where signal N ended it.
        package var status: Int32
        /// What it wrote to stdout.
        package var output: Data
        /// What it wrote to stderr, as text.
        package var errors: String
        /// What it wrote to stdout, as text.
        package var text: String { String(decoding: output, as: UTF8.self) }

        /// The JSON value on stdout.
        package func json() throws -> Any {
            try JSONSerialization.jsonObject(with: output, options: .fragmentsAllowed)
        }

        /// The JSON object on stdout.
        package func object() throws -> [String: Any] { try json() as? [String: Any] ?? [:] }

        /// The JSON objects on stdout, a line each.
        package func lines() throws -> [[String: Any]] {
            try text.split(separator: "\n").map {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
            }
        }
    }

    /// A program that runs.
    package final class Running {
        /// The process.
        package let process: Process
        private let output: URL
        private let errors: URL

        init(process: Process, output: URL, errors: URL) {
            self.process = process
            self.output = output
            self.errors = errors
        }

        /// What it has written to stdout so far.
        package var text: String {
            String(decoding: (try? Data(contentsOf: output)) ?? Data(), as: UTF8.self)
        }

        /// What it has written to stderr so far.
        package var complaints: String {
            String(decoding: (try? Data(contentsOf: errors)) ?? Data(), as: UTF8.self)
        }

        /// Sends a signal.
        package func signal(_ number: Int32) {
            kill(process.processIdentifier, number)
        }

        /// Waits for the end.
        package func wait() throws -> Result {
            process.waitUntilExit()
            let isSignal = process.terminationReason == .uncaughtSignal
            return Result(
                status: process.terminationStatus + (isSignal ? 128 : 0),
                output: try Data(contentsOf: output),
                errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
        }
    }

    /// A folder of this value's own: the program's HOME, its catalog and a place for files.
    package let folder: URL
    /// Variables the program gets beside PATH and HOME.
    package var environment: [String: String]

    /// Makes a new folder.
    package init(environment: [String: String] = [:]) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("gallery-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.environment = environment
    }

    /// Where the program under test lies: beside the bundle of the tests.
    package static var executable: URL {
        get throws {
            let tests = URL(
                fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/self/exe"))
            let candidates = [
                tests.deletingLastPathComponent(),
                URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
            ].map { $0.appendingPathComponent("gallery") }
            guard
                let found = candidates.first(where: {
                    FileManager.default.isExecutableFile(atPath: $0.path)
                })
            else { throw CocoaError(.fileNoSuchFile, userInfo: ["path": candidates[0].path]) }
            return found
        }
    }

    /// The catalog the program uses.
    package var catalog: URL { folder.appendingPathComponent("catalog") }

    /// Removes the folder.
    package func remove() {
        // It lies in the temporary directory: what cannot be removed is the system's to clean.
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs the program to its end.
    @discardableResult
    package func run(
        _ arguments: String..., input: Data? = nil, adding: [String: String] = [:]
    ) throws -> Result {
        try start(arguments, input: input, adding: adding).wait()
    }

    /// Starts the program, or another one with the same environment.
    package func start(
        _ arguments: [String], executable: URL? = nil, input: Data? = nil,
        adding: [String: String] = [:]
    ) throws -> Running {
        let process = Process()
        process.executableURL = try executable ?? GalleryProgram.executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        var variables = environment
        variables["HOME"] = folder.path
        variables["PATH"] = ProcessInfo.processInfo.environment["PATH"]
        variables["GALLERY_CATALOG"] = catalog.path
        variables.merge(adding) { $1 }
        process.environment = variables
        let output = folder.appendingPathComponent("out-\(UUID().uuidString)")
        let errors = folder.appendingPathComponent("err-\(UUID().uuidString)")
        for file in [output, errors] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        if let input {
            let file = folder.appendingPathComponent("in-\(UUID().uuidString)")
            try input.write(to: file)
            process.standardInput = try FileHandle(forReadingFrom: file)
        } else {
            process.standardInput = FileHandle.nullDevice
        }
        try process.run()
        return Running(process: process, output: output, errors: errors)
    }

    /// Runs a shell command with the program's folder in PATH, as `gallery`.
    package func shell(_ command: String, adding: [String: String] = [:]) throws -> Result {
        let program = try GalleryProgram.executable.deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return try start(
            ["-c", command], executable: URL(fileURLWithPath: "/bin/bash"),
            adding: adding.merging(["PATH": "\(program):\(path)"]) { $1 }
        ).wait()
    }

    /// The files below the catalog, by their paths within it.
    package func catalogFiles() throws -> [String] {
        let files = FileManager.default.enumerator(atPath: catalog.path)
        return (files?.allObjects as? [String] ?? []).sorted()
    }

    /// The finished picture files of the catalog.
    package func storedFiles() throws -> [String] {
        try catalogFiles().filter { $0.hasPrefix("files/") && $0.contains(".") }
    }

    /// What the catalog should not hold after a finished run: partial files and dead sessions.
    package func strayFiles() throws -> [String] {
        try catalogFiles().filter { $0.contains(".part") || $0.hasPrefix("incoming/") }
            .filter { $0 != "incoming/gate" }
    }

    /// The answer of SQLite's own check of the catalog.
    package func integrity() throws -> String {
        let result = try start(
            [catalog.appendingPathComponent("catalog.sqlite").path, "PRAGMA integrity_check"],
            executable: URL(fileURLWithPath: "/usr/bin/sqlite3")
        ).wait()
        return result.text.trimmingCharacters(in: .whitespacesAndNewlines) + result.errors
    }
}
