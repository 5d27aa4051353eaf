import Foundation
import Glibc
import TestSupport
import Testing

/// The memory of a program that crashes may hold passwords and tokens.
@Suite("core dumps")
struct CoreDumpTests {
    @Test(
        "none is made, although the shell asked for them",
        arguments: [
            "serve --port 0 --campaign summer", "account add eva --password-file -",
            "sign-in http://127.0.0.1:1 --as eva@example.org --password-file -",
        ])
    func none(arguments: String) throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let program = try GalleryProgram.executable.path
        // The program waits for a password that does not come, or serves.
        let pipe = gallery.folder.appendingPathComponent("pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let writer = open(pipe, O_RDWR)
        defer { close(writer) }
        let running = try gallery.start(
            [
                "-c",
                "ulimit -S -c $(ulimit -H -c); exec '\(program)' \(arguments) < '\(pipe)'",
            ], executable: URL(fileURLWithPath: "/bin/bash"))
        defer {
            running.signal(SIGKILL)
            _ = try? running.wait()
        }
        let process = running.process.processIdentifier
        func limit() -> String {
            let told = try? String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
            let line = told?.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
            return line?.split(separator: " ").dropFirst(4).joined(separator: " ") ?? ""
        }
        func isRunning() -> Bool {
            let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
            return name == "gallery\n"
        }
        let deadline = Date() + 20
        while !(isRunning() && limit() == "0 0 bytes"), Date() < deadline { usleep(5000) }
        #expect(isRunning() && limit() == "0 0 bytes", "\(limit())")
    }
}
