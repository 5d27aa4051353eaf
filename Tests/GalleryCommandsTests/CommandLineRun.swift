import Foundation

/// Runs the built `gallery` through a shell, with a home folder of its own.
struct CommandLineRun {
    /// The exit status of the shell.
    let status: Int32
    /// What came on standard output.
    let output: String
    /// What came on standard error.
    let errors: String

    /// Runs a line of bash in which `gallery` is the built program; `$HOME` is an empty folder.
    init(_ line: String, environment: [String: String] = [:]) throws {
        let home = FileManager.default.temporaryDirectory
            .appending(path: "gallery-commands-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        let files = ["out", "err"].map { home.appending(path: ".\($0)") }
        for file in files { try Data().write(to: file) }

        // The test bundle and the program are built side by side.
        let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", line]
        process.currentDirectoryURL = home
        process.environment = environment.merging([
            "HOME": home.path(percentEncoded: false), "LC_ALL": "C.UTF-8",
            "PATH": folder.path(percentEncoded: false) + ":/usr/local/bin:/usr/bin:/bin",
        ]) { given, _ in given }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        try process.run()
        process.waitUntilExit()
        status = process.terminationStatus
        output = String(decoding: try Data(contentsOf: files[0]), as: UTF8.self)
        errors = String(decoding: try Data(contentsOf: files[1]), as: UTF8.self)
    }
}
