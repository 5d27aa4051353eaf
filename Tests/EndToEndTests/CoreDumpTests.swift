import Foundation
import Glibc
import TestSupport
import Testing

/// The memory of a crashing program may contain passwords and tokens.
@Suite("Core dumps")
struct CoreDumpTests {
    @Test(
        "no core dump is made, even if the shell allows them",
        arguments: [
            "serve --port 0 --campaign summer", "account add eva --password-file -",
            "sign-in http://127.0.0.1:1 --as eva@example.org --password-file -",
        ])
    func none(arguments: String) throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let program = try GalleryProgram.executable.path
        // The program waits for a password that does not arrive, or serves.
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
        let process = running.identifier
        func limit() -> String {
            let output = try? String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
            let line = output?.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
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
