import Basics
import Dispatch
import Foundation
import GalleryModel
import Glibc

/// A program of the system; every one that is started goes through here.
///
/// It runs without a shell, with nothing on standard input, in a folder that the caller made, never in the
/// user's current one: interpreters load code from there. Of the environment, what makes
/// interpreters load code from elsewhere stays behind, and so do this program's own settings, among
/// which is a key.
struct ExternalProgram {
    /// What a program left when it ended.
    struct Outcome {
        /// The exit status.
        let status: Int32
        /// What it wrote to standard output.
        let output: [UInt8]
        /// What it wrote to standard error.
        let errors: [UInt8]

        /// All that it wrote, as text for a person, trimmed and bounded.
        var said: String {
            let parts = [output, errors].map {
                String(decoding: $0.prefix(4_096), as: UTF8.self)
                    .trimmingCharacters(in: .whitespacesAndNewlines)
            }
            return parts.filter { !$0.isEmpty }.joined(separator: "\n")
        }
    }

    /// Where it lies.
    let path: String
    /// What it sees of the environment.
    let environment: [String: String]

    /// Finds a program in the folders of `PATH`; nil where there is none.
    ///
    /// Only absolute folders count: others would run what lies in the current folder.
    init?(named name: String, environment: [String: String]) {
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
            .filter { $0.hasPrefix("/") }
        guard
            let path = folders.map({ "\($0)/\(name)" }).first(where: {
                var status = stat()
                return stat($0, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
                    && access($0, X_OK) == 0
            })
        else { return nil }
        self.path = path
        var passed = environment.filter {
            !Self.loadsCode($0.key) && !$0.key.hasPrefix("GALLERY_")
        }
        passed["PATH"] = folders.joined(separator: ":")
        self.environment = passed
    }

    /// Whether a variable tells an interpreter what to load or run before what it is asked to.
    private static func loadsCode(_ name: String) -> Bool {
        name.hasPrefix("PYTHON") || name.hasPrefix("PERL5")
            || ["BASH_ENV", "ENV", "PERLLIB", "RUBYLIB", "RUBYOPT"].contains(name)
    }

    /// Runs it with arguments and waits for its end.
    ///
    /// What it says goes into files, not pipes: a mail program that it starts may hold a pipe open for
    /// hours.
    ///
    /// - Parameters:
    ///   - arguments: paths among them are absolute.
    ///   - folder: its working directory, where the files with what it says lie meanwhile; only the user may
    ///     write there.
    ///   - limit: bytes that it may write to each of standard output and standard error.
    /// - Throws: `inputOutput` where it cannot be started, or writes more.
    func run(
        _ arguments: [String], in folder: PrivateFolder, atMost limit: Int = 1 << 20
    ) throws(GalleryError) -> Outcome {
        let output = try Log(in: folder.path)
        let errors = try Log(in: folder.path)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = environment
        process.currentDirectoryURL = URL(fileURLWithPath: folder.name, isDirectory: true)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output.handle
        process.standardError = errors.handle
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        do { try process.run() } catch {
            throw GalleryError(.inputOutput, "cannot start '\(path)': \(error)")
        }
        // A file that grows wakes nobody: it is looked at now and then.
        while ended.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
            if max(output.count, errors.count) > limit, process.isRunning {
                kill(process.processIdentifier, SIGKILL)
            }
        }
        guard max(output.count, errors.count) <= limit else {
            throw GalleryError(
                .inputOutput,
                "'\(path)' wrote more than \(limit) bytes: it is not what it should be")
        }
        return Outcome(
            status: process.terminationStatus, output: output.bytes(atMost: limit),
            errors: errors.bytes(atMost: limit))
    }

    /// A file without a name that a program writes to.
    private struct Log {
        let handle: FileHandle

        /// - Throws: `inputOutput` where it cannot be made.
        init(in folder: BytePath) throws(GalleryError) {
            let path = folder.appending("\(UUID().uuidString).log")
            let descriptor = path.withCString {
                open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            }
            guard descriptor >= 0 else {
                throw GalleryError(
                    .inputOutput, "\(FileError(path: path, number: errno)): free some space")
            }
            _ = path.withCString { unlink($0) }
            handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        }

        var count: Int {
            var status = stat()
            return fstat(handle.fileDescriptor, &status) == 0 ? Int(status.st_size) : 0
        }

        func bytes(atMost limit: Int) -> [UInt8] {
            try? handle.seek(toOffset: 0)
            return Array(((try? handle.read(upToCount: limit)) ?? nil) ?? Data())
        }
    }
}
