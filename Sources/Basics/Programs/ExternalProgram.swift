import Foundation
import Glibc
private import Subprocess
private import SystemPackage

/// A program of the system; every one that is started goes through here.
///
/// It runs without a shell, with nothing on standard input, in a folder that the caller made, never in the
/// user's current one: interpreters load code from there. Of the environment, what makes
/// interpreters load code from elsewhere stays behind, and so do this program's own settings, among
/// which is a key.
package struct ExternalProgram: Sendable {
    /// What a program left when it ended.
    package struct Outcome: Sendable {
        /// The exit status, or the signal that ended it.
        package let status: Int32
        /// What it wrote to standard output.
        package let output: [UInt8]
        /// What it wrote to standard error.
        package let errors: [UInt8]

        /// All that it wrote, as text for a person, trimmed and bounded.
        package var said: String {
            let parts = [output, errors].map {
                String(decoding: $0.prefix(4_096), as: UTF8.self)
                    .trimmingCharacters(in: .whitespacesAndNewlines)
            }
            return parts.filter { !$0.isEmpty }.joined(separator: "\n")
        }
    }

    /// How long a program that is to end may take to tidy up before it is killed.
    private static let grace = Duration.seconds(2)

    /// Where it lies.
    package let path: BytePath
    /// What it sees of the environment.
    package let environment: [String: String]

    /// Finds a program in the folders of `PATH`; nil where there is none.
    ///
    /// Only absolute folders count: others would run what lies in the current folder.
    package init?(named name: String, environment: [String: String]) {
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
            .filter { $0.hasPrefix("/") }
        guard
            let path = folders.map({ BytePath("\($0)/\(name)") }).first(where: { path in
                (try? FileStatus(path))?.kind == .file
                    && path.withCString { access($0, X_OK) } == 0
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

    /// Runs it with arguments and waits for its end; where the task is cancelled it is asked to end, and
    /// killed two seconds later.
    ///
    /// What it says goes into memory, not pipes: a mail program that it starts may hold a pipe open for
    /// hours.
    ///
    /// - Parameters:
    ///   - arguments: their bytes; paths among them are absolute.
    ///   - folder: its working directory; only the user may write there.
    ///   - limit: bytes that it may write to each of standard output and standard error.
    /// - Throws: `ProgramError` where it cannot be started, or writes more; `CancellationError`.
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
                await ProgramWatch(
                    process: process.value, descriptor: process.processDescriptor, logs: logs,
                    limit: limit
                ).end()
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
