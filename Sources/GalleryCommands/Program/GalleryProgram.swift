import Basics
import ArgumentParser
import Dispatch
import Foundation
import Gallery
import Glibc
import Synchronization

/// The whole program: arguments in, exit status out.
public enum GalleryProgram {
    /// Runs the command that the process's arguments name and ends the process with its status.
    ///
    /// Called once, first thing in `main`, from the main thread.
    public static func run() -> Never {
        StandardStream.openMissing()
        // Here and not where passwords are read: the environment has some, too.
        CoreDumps.refuse()
        do {
            let arguments = try ProcessArguments.read()
            if let script = CompletionScript.asked(arguments) {
                try StandardOutput.shared.write(script + "\n")
                finish(nil)
            }
            finish(runToEnd(try parsed(arguments)))
        } catch {
            finish(error)
        }
    }

    /// The command that arguments ask for.
    static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        let arguments = ArgumentPreparation.commandFirst(arguments)
        try checkCommand(arguments)
        try ArgumentPreparation.checkBundles(arguments)
        return try GalleryCommand.parseAsRoot(ArgumentPreparation.prepared(arguments))
    }

    /// Refuses options without a command, and a command that there is none of, naming the nearest one.
    private static func checkCommand(_ arguments: [String]) throws {
        if ArgumentPreparation.isWithoutCommand(arguments) {
            throw GalleryError(.usage, "no command given: 'gallery --help' lists them")
        }
        guard let first = arguments.first, first != "help" else { return }
        var names: [String] = []
        for command in GalleryCommand.configuration.subcommands {
            names.append(command._commandName)
        }
        if first.hasPrefix("-") || names.contains(first) { return }
        var advice = "'gallery --help' lists them"
        if let nearest = NearestName.nearest(to: first, among: names), nearest.first == first.first
        {
            advice = "did you mean '\(nearest)'? \(advice)"
        }
        throw GalleryError(
            .usage, "there is no command '\(DisplayText.escaped(first))': \(advice)")
    }

    /// Runs a command in a task that SIGINT and SIGTERM cancel, and waits for its end.
    private static func runToEnd(_ command: any ParsableCommand) -> (any Error)? {
        let done = DispatchSemaphore(value: 0)
        let outcome = Mutex<(any Error)?>(nil)
        // A command is a value that only this task holds from here on; its type is not Sendable
        // because ArgumentParser does not ask for it.
        let work = UncheckedTransfer(value: command)
        Interruption.block()
        let task = Task {
            do {
                var command = work.value
                if var asynchronous = command as? any AsyncParsableCommand {
                    try await asynchronous.run()
                } else {
                    try command.run()
                }
            } catch {
                outcome.withLock { $0 = error }
            }
            done.signal()
        }
        Interruption.watch { task.cancel() }
        done.wait()
        return outcome.withLock { $0 }
    }

    /// Writes what is left to write and ends the process.
    private static func finish(_ error: (any Error)?) -> Never {
        var ending = error.map(Ending.init) ?? Ending(status: 0)
        StandardError.shared.endProgress()
        do {
            try StandardOutput.shared.write(ending.output)
            try StandardOutput.shared.flush()
        } catch {
            let failure = Ending(error)
            // What went wrong first decides, unless nothing had.
            if ending.status == 0 { ending = failure }
        }
        if !ending.message.isEmpty { StandardError.shared.write(ending.message) }
        OpenGalleries.close()
        exit(ending.status)
    }
}

/// Carries a value into a task.
///
/// Invariant: whoever makes one does not use the value afterwards.
private struct UncheckedTransfer<Value>: @unchecked Sendable {
    let value: Value
}
