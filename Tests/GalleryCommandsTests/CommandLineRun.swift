import Foundation
import TestSupport

/// Runs the built `gallery` through a shell, with its own home folder.
struct CommandLineRun {
    /// The exit status of the shell.
    let status: Int32
    /// The standard output.
    let output: String
    /// The standard error.
    let errors: String

    /// Runs a line of bash in which `gallery` is the built program; `$HOME` is an empty folder.
    init(_ line: String, environment: [String: String] = [:]) throws {
        let home = FileManager.default.temporaryDirectory
            .appending(path: "gallery-commands-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        let folder = try GalleryProgram.executable.deletingLastPathComponent()
        let result = try ChildProcess.run(
            "/bin/bash", ["-c", line], in: home,
            environment: environment.merging([
                "HOME": home.path(percentEncoded: false), "LC_ALL": "C.UTF-8",
                "PATH": folder.path(percentEncoded: false) + ":/usr/local/bin:/usr/bin:/bin",
            ]) { given, _ in given })
        status = result.status
        output = result.text
        errors = result.errors
    }
}
