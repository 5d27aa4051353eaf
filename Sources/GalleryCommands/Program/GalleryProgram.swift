public import ArgumentParser
import Basics
import Dispatch
import Foundation
import Gallery
public import GalleryModel
import Glibc
import Synchronization

/// The entry point of the program: parses the arguments, runs the command and sets the exit status.
package enum GalleryProgram {
    /// Runs the command given by the process arguments and exits with its status.
    ///
    /// Must be called once, at the start of `main`, on the main thread.
    package static func run() -> Never {
        StandardStream.openMissing()
        // Disabled here, not when a password is read: the environment can also contain passwords.
        CoreDumps.refuse()
        do {
            let arguments = try ProcessArguments.read()
            if let script = CompletionScript.requested(arguments) {
                try StandardOutput.shared.write(script + "\n")
                finish(nil)
            }
            finish(runToEnd(try parsed(arguments)))
        } catch { finish(error) }
    }

    /// Parses the arguments into a command.
    static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        let arguments = ArgumentPreparation.commandFirst(arguments)
        try checkCommand(arguments)
        try ArgumentPreparation.rejectOptionBundles(arguments)
        return try GalleryCommand.parseAsRoot(ArgumentPreparation.prepared(arguments))
    }

    /// Rejects options without a command and unknown commands; suggests the nearest command name.
    private static func checkCommand(_ arguments: [String]) throws {
        if let first = arguments.first, ArgumentPreparation.isGlobalOption(first) {
            throw GalleryError(.usage, "no command given; see 'gallery --help'")
        }
        let isHelp = arguments.first == "help"
        var commands = GalleryCommand.configuration.subcommands
        // ArgumentParser prints the general help for `help UNKNOWN` instead of an error.
        for word in isHelp ? arguments.dropFirst() : arguments.prefix(1) {
            if word.hasPrefix("-") || commands.isEmpty { return }
            if let command = commands.first(where: { $0._commandName == word }) {
                commands = command.configuration.subcommands
                continue
            }
            var advice = "see 'gallery --help'"
            let nearest = NearestName.nearest(to: word, among: commands.map { $0._commandName })
            if let nearest, nearest.first == word.first {
                advice = "did you mean '\(nearest)'? \(advice)"
            }
            throw GalleryError(.usage, "unknown command '\(DisplayText.escaped(word))'; \(advice)")
        }
    }

    /// Runs a command in a task that SIGINT and SIGTERM cancel, and waits until it ends.
    private static func runToEnd(_ command: any ParsableCommand) -> (any Error)? {
        let done = DispatchSemaphore(value: 0)
        let outcome = Mutex<(any Error)?>(nil)
        // From here on, only the task uses the command. Its type is not Sendable because
        // ArgumentParser does not require it.
        let given = UncheckedTransfer(value: command)
        Interruption.block()
        let task = Task {
            do {
                var command = given.value
                if var asynchronous = command as? any AsyncParsableCommand {
                    try await asynchronous.run()
                } else {
                    try command.run()
                }
            } catch { outcome.withLock { $0 = error } }
            done.signal()
        }
        Interruption.watch { task.cancel() }
        done.wait()
        return outcome.withLock { $0 }
    }

    /// Flushes the output and ends the process.
    private static func finish(_ error: (any Error)?) -> Never {
        var ending = error.map(Ending.init) ?? Ending()
        StandardError.shared.endProgress()
        do {
            try StandardOutput.shared.write(ending.output)
            try StandardOutput.shared.flush()
        } catch {
            // The first error determines the status.
            if ending.status == 0 { ending = Ending(error) }
        }
        if !ending.message.isEmpty { StandardError.shared.write(ending.message) }
        OpenGalleries.close()
        exit(ending.status)
    }
}

/// Transfers a value that is not Sendable into a task; the compiler refuses a variable that is
/// `nonisolated(unsafe)`.
///
/// Invariant: the creator does not use the value afterwards.
private struct UncheckedTransfer<Value>: @unchecked Sendable {
    let value: Value
}

/// The end of the program: exit status and final output on both streams.
struct Ending {
    /// The exit status.
    var status: Int32 = 0
    /// The text for standard output, such as requested help.
    var output = ""
    /// The text for standard error, in complete lines.
    var message = ""
}

extension Ending {
    /// Creates the ending for an error.
    init(_ error: any Error) {
        self.init()
        // After a signal, any error is a consequence of the interruption.
        if let signal = Interruption.signal ?? (error is CancellationError ? SIGINT : nil) {
            status = 128 + signal
            message = Message.line("interrupted; run the command again to finish the work")
        } else if let error = error as? GalleryError {
            status = error.kind.rawValue
            // Query errors contain their own lines, already escaped; other messages are one line.
            message =
                error.query == nil ? Message.line(error.message) : Message.lines(error.message)
        } else if let code = error as? ExitCode {
            status = code.rawValue
        } else if !(error is BrokenPipe) {
            addParserError(error)
        }
    }

    private mutating func addParserError(_ error: any Error) {
        let text = GalleryCommand.fullMessage(for: error)
        switch GalleryCommand.exitCode(for: error) {
        case .success: output = text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
        case .validationFailure:
            status = GalleryError.Kind.usage.rawValue
            message = Message.usage(text)
        default:
            status = GalleryError.Kind.bug.rawValue
            message = Message.line(
                "unexpected error: \(error); please report it with the command you ran")
        }
    }
}

/// Handles SIGINT and SIGTERM: cancels the work and ends the process within a second.
enum Interruption {
    private static let received = Atomic<Int32>(0)
    /// The seconds allowed by `allow(seconds:)`; 0 if it was not called.
    private static let allowed = Atomic<Int>(0)

    /// The received signal; nil if none was received.
    static var signal: Int32? {
        let number = received.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// Blocks both signals, so that only `watch` receives them.
    ///
    /// Must be called before other threads start, which inherit the signal mask.
    static func block() {
        var signals = wanted
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Calls `stop` on the first signal.
    ///
    /// The process ends immediately on a second signal, or if the work is still running 0.9 seconds
    /// after the first. This is safe because stored data is consistent at all times.
    /// `allow(seconds:)` extends the time.
    static func watch(_ stop: @escaping @Sendable () -> Void) {
        let watcher = Thread {
            var signals = wanted
            var first: Int32 = 0
            while sigwait(&signals, &first) != 0 {}
            received.store(first, ordering: .relaxed)
            stop()
            let seconds = allowed.load(ordering: .relaxed)
            var patience = timespec(tv_sec: seconds, tv_nsec: seconds == 0 ? 900_000_000 : 0)
            let second = sigtimedwait(&signals, nil, &patience)
            StandardError.shared.endProgress()
            if second <= 0, allowed.load(ordering: .relaxed) > 0 { _exit(0) }
            StandardError.shared.report("interrupted")
            _exit(128 + (second > 0 ? second : first))
        }
        watcher.stackSize = 1 << 18
        watcher.start()
    }

    /// Extends the time that the work has to end after the first signal, for commands that normally
    /// end by a signal: the exit status is then 0, unless a second signal follows.
    static func allow(seconds: Int) { allowed.store(seconds, ordering: .relaxed) }

    private static var wanted: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        return signals
    }
}

// The model's enumerations as values of options.
extension FaceDetectionQuality: ExpressibleByArgument {}
extension FaceDetectorName: ExpressibleByArgument {}
extension PictureSize: ExpressibleByArgument {}
extension PlaceLevel: ExpressibleByArgument {}
extension TimelineUnit: ExpressibleByArgument {}
