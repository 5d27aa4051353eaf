import Foundation
import Glibc
import TestSupport

/// A built program that serves, with its port.
struct ServeScene {
    /// The program with its catalog.
    let gallery: GalleryProgram
    /// The server.
    let running: GalleryProgram.Running
    /// The base URL, without a trailing slash.
    let address: String

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Starts a server on a free port and returns once it listens.
    init(_ gallery: GalleryProgram, _ arguments: String...) throws {
        try self.init(gallery, running: gallery.start(["serve", "--port", "0"] + arguments))
    }

    /// Starts a server with a shell command.
    init(_ gallery: GalleryProgram, shell command: String) throws {
        let folder = try GalleryProgram.executable.deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        try self.init(
            gallery,
            running: gallery.start(
                ["-c", command], executable: URL(fileURLWithPath: "/bin/bash"),
                adding: ["PATH": "\(folder):\(path)"]))
    }

    private init(_ gallery: GalleryProgram, running: GalleryProgram.Running) throws {
        self.gallery = gallery
        self.running = running
        let deadline = Date() + 20
        while true {
            let said = running.text
            if let line = said.split(separator: "\n").first, said.contains("\n") {
                guard line.hasPrefix("listening on ") else {
                    throw Failure(description: "it said '\(line)'")
                }
                address = String(line.dropFirst("listening on ".count))
                return
            }
            guard running.isRunning, Date() < deadline else {
                running.signal(SIGKILL)
                throw Failure(description: try running.wait().errors)
            }
            usleep(5000)
        }
    }

    /// The port that it listens on.
    var port: String { String(address.split(separator: ":").last ?? "") }

    /// Runs curl; `URL` in an argument is replaced by the server's address.
    func curl(_ arguments: String...) throws -> GalleryProgram.Result {
        try curl(all: arguments)
    }

    /// Runs curl with a list of arguments.
    func curl(all arguments: [String]) throws -> GalleryProgram.Result {
        try gallery.start(
            ["--silent", "--show-error", "--max-time", "30", "--noproxy", "*"]
                + arguments.map { $0.replacingOccurrences(of: "URL", with: address) },
            executable: URL(fileURLWithPath: "/usr/bin/curl")
        ).wait()
    }

    /// Sends a request with half of a picture, and kills the server once it has allocated space for
    /// the picture.
    ///
    /// - Parameter head: the request before the picture, without the lines for host and length
    func kill(receiving head: String) throws {
        let lines = head.split(separator: "\n", omittingEmptySubsequences: false)
        let first = lines[0] + "\r\nHost: 127.0.0.1\r\nContent-Length: 90000\r\n"
        let request = first + lines.dropFirst().map { $0 + "\r\n" }.joined()
        let half = try Data(contentsOf: FacePictures.messi).prefix(40_000)
        let file = gallery.folder.appendingPathComponent("half")
        try (Data(request.utf8) + half).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let script = "exec 3<>/dev/tcp/127.0.0.1/\(port); cat '\(file.path)' >&3; exec sleep 60"
        let sending = try gallery.start(
            ["-c", script], executable: URL(fileURLWithPath: "/bin/bash"))
        let incoming = gallery.catalog.appendingPathComponent("incoming").path
        let deadline = Date() + 20
        while !(FileManager.default.subpaths(atPath: incoming) ?? []).contains(where: {
            $0.hasSuffix("lease")
        }) {
            guard Date() < deadline else {
                throw Failure(description: "it made no room for the picture: \(running.complaints)")
            }
            usleep(10_000)
        }
        running.signal(SIGKILL)
        _ = try running.wait()
        sending.signal(SIGKILL)
        _ = try sending.wait()
    }

    /// Stops the server with a signal.
    func stop() throws -> GalleryProgram.Result {
        running.signal(SIGTERM)
        return try running.wait()
    }
}
