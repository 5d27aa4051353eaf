import Dispatch
import Foundation
import GalleryModel
import Glibc

/// A program of the system that photos are handed to.
struct ExternalProgram {
    /// Where it lies.
    let path: String
    private let environment: [String: String]

    /// Finds a program in the folders of `PATH`; nil where there is none.
    init?(named name: String, environment: [String: String]) {
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        let candidates = folders.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
        guard
            let path = candidates.first(where: {
                var status = stat()
                return stat($0, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
                    && access($0, X_OK) == 0
            })
        else { return nil }
        self.path = path
        self.environment = environment
    }

    /// Runs it with arguments, without a shell, and waits for its end.
    ///
    /// What it says goes into a file, not a pipe: a mail program that it starts may hold a pipe open for
    /// hours.
    ///
    /// - Parameter folder: where the file with what it says lies meanwhile.
    /// - Returns: the exit status and what it said, trimmed.
    /// - Throws: `inputOutput` where it cannot be started.
    func run(
        _ arguments: [String], in folder: BytePath
    ) throws(GalleryError) -> (status: Int32, said: String) {
        let log = folder.appending("\(UUID().uuidString).log")
        let descriptor = log.withCString { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else {
            throw GalleryError(
                .inputOutput, "\(FileCopy.Failure(path: log, number: errno)): free some space")
        }
        defer { _ = log.withCString { unlink($0) } }
        let output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        do { try process.run() } catch {
            throw GalleryError(.inputOutput, "cannot start '\(path)': \(error)")
        }
        ended.wait()
        try? output.seek(toOffset: 0)
        let said = (try? output.read(upToCount: 4_096)) ?? nil
        return (
            process.terminationStatus,
            String(decoding: said ?? Data(), as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        )
    }
}
