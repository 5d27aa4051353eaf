package import Foundation

/// Runs the built `gallery` as a user would, and returns its output.
package struct GalleryProgram: Sendable {
    /// The result of a finished run.
    package typealias Result = ChildProcess.Result
    /// A program that runs.
    package typealias Running = ChildProcess

    /// This value's own folder: the program's HOME, its catalog and a place for files.
    package let folder: URL
    /// Variables of the program in addition to PATH and HOME.
    package var environment: [String: String]

    /// Creates a new folder.
    package init(environment: [String: String] = [:]) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("gallery-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.environment = environment
    }

    /// The program under test, from the folder `GALLERY_TEST_BIN` or else from that of the test
    /// bundle.
    package static var executable: URL {
        get throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let named = ProcessInfo.processInfo.environment["GALLERY_TEST_BIN"]
            if let named { return URL(fileURLWithPath: named).appending(path: "gallery") }
            let candidates = [tests, CommandLine.arguments[0]].map {
                URL(fileURLWithPath: $0).deletingLastPathComponent().appending(path: "gallery")
            }
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

    /// Creates a catalog without photos, as commands that read need one; it contains a token.
    package func makeCatalog() throws { try run("token", "create", "none") }

    /// Removes the folder.
    package func remove() {
        // It is in the temporary directory, so the system cleans up what cannot be removed.
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs the program to its end.
    @discardableResult
    package func run(
        _ arguments: String..., input: Data? = nil, adding: [String: String] = [:]
    ) throws -> Result {
        try start(arguments, input: input, adding: adding).wait()
    }

    /// Starts the program, or another program in the same environment.
    package func start(
        _ arguments: [String], executable: URL? = nil, input: Data? = nil,
        adding: [String: String] = [:]
    ) throws -> Running {
        // Tests count the faces found by the detector that needs no model.
        var variables = ["GALLERY_FACES_DETECTOR": "haar"].merging(environment) { $1 }
        variables["HOME"] = folder.path
        variables["PATH"] = ProcessInfo.processInfo.environment["PATH"]
        variables["GALLERY_CATALOG"] = catalog.path
        variables.merge(adding) { $1 }
        let file = folder.appendingPathComponent("in-\(UUID().uuidString)")
        try input?.write(to: file)
        let opened = try input.map { _ in try FileHandle(forReadingFrom: file) }
        return try withExtendedLifetime(opened) {
            try Running(
                try (executable ?? GalleryProgram.executable).path, arguments, in: folder,
                environment: variables, input: opened?.fileDescriptor)
        }
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

    /// Files that a finished run must not leave in the catalog: partial files and dead sessions.
    package func strayFiles() throws -> [String] {
        try catalogFiles().filter { $0.contains(".part") || $0.hasPrefix("incoming/") }
            .filter { $0 != "incoming/gate" }
    }

    /// The result of SQLite's integrity check of the catalog.
    package func integrity() throws -> String {
        let result = try start(
            [catalog.appendingPathComponent("catalog.sqlite").path, "PRAGMA integrity_check"],
            executable: URL(fileURLWithPath: "/usr/bin/sqlite3")
        ).wait()
        return result.text.trimmingCharacters(in: .whitespacesAndNewlines) + result.errors
    }
}
