internal import CFileSystem
import Foundation
import Glibc
import Subprocess
import SystemPackage

/// A system program; all child processes are started through this type.
///
/// It runs without a shell and with empty standard input, in a folder that the caller created,
/// never in the user's current one, from which interpreters load code. Environment variables that
/// make interpreters load code are removed, and so are this program's own settings, which include
/// an API key.
package struct ExternalProgram: Sendable {
    /// The result of a program that has exited.
    package struct Outcome: Sendable {
        /// The exit status, or the signal that ended the program.
        package let status: Int32
        /// The bytes written to standard output.
        package let output: [UInt8]
        /// The bytes written to standard error.
        package let errors: [UInt8]

        /// The combined output as text, trimmed and limited in length.
        package var combinedOutput: String {
            let parts = [output, errors].map {
                String(decoding: $0.prefix(4_096), as: UTF8.self)
                    .trimmingCharacters(in: .whitespacesAndNewlines)
            }
            return parts.filter { !$0.isEmpty }.joined(separator: "\n")
        }
    }

    /// The time for a canceled program to clean up before it is killed.
    private static let grace = Duration.seconds(2)

    /// The path of the executable.
    package let path: BytePath
    /// The environment passed to the program.
    package let environment: [String: String]

    /// Finds a program in the folders of `PATH`; nil if it is not found.
    ///
    /// Only absolute folders are searched; relative ones would run programs from the current
    /// folder.
    package init?(named name: String, environment: [String: String]) {
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
            .filter { $0.hasPrefix("/") }
        let paths = folders.map { BytePath("\($0)/\(name)") }
        guard
            let path = paths.first(where: { $0.status?.kind == .file && $0.allows(X_OK) })
        else { return nil }
        self.path = path
        var passed = environment.filter { !Self.loadsCode($0.key) && !$0.key.hasPrefix("GALLERY_") }
        passed["PATH"] = folders.joined(separator: ":")
        self.environment = passed
    }

    /// Indicates whether a variable makes an interpreter load or run additional code.
    private static func loadsCode(_ name: String) -> Bool {
        name.hasPrefix("PYTHON") || name.hasPrefix("PERL5")
            || ["BASH_ENV", "ENV", "PERLLIB", "RUBYLIB", "RUBYOPT"].contains(name)
    }

    /// Runs the program and waits for it to exit.
    ///
    /// If the task is canceled, the program is terminated, and killed two seconds later.
    ///
    /// Output goes to memory files, not pipes: a mail program started as a child may keep a pipe
    /// open for hours.
    ///
    /// - Parameters:
    ///   - arguments: the arguments as bytes; paths among them are absolute.
    ///   - folder: the working directory, writable only by the user.
    ///   - limit: the maximum number of bytes of standard output and of standard error.
    /// - Throws: `ProgramError` if the program cannot be started or exceeds the limit;
    ///   `CancellationError`.
    package func run(
        _ arguments: [BytePath], in folder: PrivateFolder, atMost limit: Int = 1 << 20
    ) async throws -> Outcome {
        try Task.checkCancellation()
        let logs: ProgramLogs
        do throws(FileError) { logs = try ProgramLogs(atMost: limit) } catch {
            throw ProgramError.cannotKeepOutput(error)
        }
        var options = PlatformOptions()
        options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: Self.grace)]
        let status: TerminationStatus
        do {
            status = try await Subprocess.run(
                .path(path.filePath),
                arguments: Arguments(arguments.map { $0.bytes + [0] }),
                environment: .custom(environment.map { Array("\($0.key)=\($0.value)\0".utf8) }),
                workingDirectory: folder.path.filePath, platformOptions: options, input: .none,
                output: .fileDescriptor(
                    FileDescriptor(rawValue: logs.output.number),
                    closeAfterSpawningProcess: false),
                error: .fileDescriptor(
                    FileDescriptor(rawValue: logs.errors.number),
                    closeAfterSpawningProcess: false)
            ) { execution in
                let process = execution.processIdentifier
                await logs.waitForEnd(
                    of: process.value, process.processDescriptor, atMost: limit)
            }.terminationStatus
        } catch let error as SubprocessError {
            let reason = error.underlyingError.map { SystemMessage.text($0.rawValue) }
            throw ProgramError.cannotStart(path, reason: reason ?? error.description)
        }
        try Task.checkCancellation()
        guard logs.count <= limit else {
            throw ProgramError.wroteTooMuch(path, limit: limit)
        }
        let (output, errors) = try logs.contents(atMost: limit)
        switch status {
        case .exited(let code), .signaled(let code):
            return Outcome(status: code, output: output, errors: errors)
        }
    }
}

extension BytePath {
    fileprivate var filePath: FilePath { withCString { FilePath(platformString: $0) } }
}

/// An error that prevents a result from a system program.
package enum ProgramError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The program cannot be started; `reason` is the system's message.
    case cannotStart(BytePath, reason: String)
    /// The program exceeded the output limit and was killed.
    case wroteTooMuch(BytePath, limit: Int)
    /// The files for its output cannot be created.
    case cannotKeepOutput(FileError)

    /// The message for the user.
    package var description: String {
        switch self {
        case .cannotStart(let path, let reason): "cannot start '\(path)': \(reason)"
        case .wroteTooMuch(let path, let limit):
            "'\(path)' produced more than \(limit) bytes of output; is it the right program?"
        case .cannotKeepOutput(let error): "\(error): free some space"
        }
    }
}

/// In-memory files of bounded size for the output of a program.
///
/// Files on disk could fill it before the limit is checked.
final class ProgramLogs: Sendable {
    /// The file for standard output.
    let output: Descriptor
    /// The file for standard error.
    let errors: Descriptor

    /// - Parameter limit: the maximum number of bytes per file; slightly more fit, so that an
    ///   excess can be detected.
    /// - Throws: The system's error if the files cannot be created.
    init(atMost limit: Int) throws(FileError) {
        output = try ProgramLogs.file("output", limit)
        errors = try ProgramLogs.file("errors", limit)
    }

    /// The number of bytes written to the longer of the two.
    var count: Int { max(ProgramLogs.length(output), ProgramLogs.length(errors)) }

    /// Returns the contents of standard output and standard error from the beginning.
    func contents(atMost limit: Int) throws(FileError) -> (output: [UInt8], errors: [UInt8]) {
        (
            try output.bytes(atMost: min(ProgramLogs.length(output), limit), at: 0),
            try errors.bytes(atMost: min(ProgramLogs.length(errors), limit), at: 0)
        )
    }

    private static func length(_ file: borrowing Descriptor) -> Int {
        max(Int(lseek(file.number, 0, SEEK_CUR)), 0)
    }

    private static func file(_ name: String, _ limit: Int) throws(FileError) -> Descriptor {
        // Writes are truncated at page boundaries; two extra pages make sure that an excess is
        // detected.
        let page = 4096
        let length = (limit / page + 3) * page
        return try Descriptor(errorPath: BytePath("memory for a program's \(name)")) {
            gallery_bounded_memory(name, off_t(length))
        }
    }
}

extension ProgramLogs {
    /// The polling interval, in milliseconds.
    private static let interval: Int32 = 50

    /// Waits for the program to exit and kills it if it exceeds its output limit.
    ///
    /// A full file causes no event, so the sizes are polled, on a separate thread because a task
    /// can wait minutes for its turn under load.
    ///
    /// - Parameters:
    ///   - process: the process ID; it must not be reaped before the end, or the ID could be
    ///     reused.
    ///   - descriptor: the process's pidfd, readable when it exits; negative on kernels without
    ///     pidfds.
    ///   - limit: the maximum number of bytes per file.
    func waitForEnd(of process: pid_t, _ descriptor: Int32, atMost limit: Int) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                while !Self.hasEnded(process) {
                    if self.count > limit { kill(process, SIGKILL) }
                    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    poll(&wait, 1, Self.interval)
                }
                continuation.resume()
            }
        }
    }

    /// Indicates whether a process has exited, without reaping it.
    private static func hasEnded(_ process: pid_t) -> Bool {
        var info = siginfo_t()
        guard waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else {
            // The child no longer exists.
            return true
        }
        return info.si_signo == SIGCHLD
    }
}
