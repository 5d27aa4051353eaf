import ArgumentParser
import Gallery

/// A command with examples, which appear in `--help`, in docs/cli.md and in the man page.
protocol DocumentedCommand: ParsableCommand {
    /// The description of the command for `--help` and the man page; may be empty.
    static var explanation: String { get }
    /// Examples of how to use the command; at least one.
    static var examples: [CommandExample] { get }
}

/// A command line and its purpose.
struct CommandExample: Sendable {
    /// The effect of the command line, in lower case and without a period.
    let purpose: String
    /// The complete command line, as typed.
    let line: String

    init(_ line: String, _ purpose: String) {
        self.line = line
        self.purpose = purpose
    }
}

extension DocumentedCommand {
    static var explanation: String { "" }

    /// The explanation and the examples, in the layout of `--help`.
    static var helpDiscussion: String {
        let shown = examples.map { "  # \($0.purpose)\n  \($0.line)" }.joined(separator: "\n")
        return (explanation.isEmpty ? "" : explanation + "\n\n") + "Examples:\n" + shown
    }

    /// Returns a configuration whose discussion contains the explanation and the examples.
    static func documented(_ name: String, _ abstract: String) -> CommandConfiguration {
        CommandConfiguration(commandName: name, abstract: abstract, discussion: helpDiscussion)
    }
}

/// A command that runs in a `CommandRun`, which handles what all commands have in common.
///
/// The run opens the catalog once, shows progress, prints the summary and derives the exit status
/// from the number of failures. A command implements only `perform(_:)`.
protocol CatalogCommand: AsyncParsableCommand, DocumentedCommand {
    /// The catalog and the verbosity.
    var catalog: CatalogOptions { get }
    /// The execution mode: dry run, progress, parallel jobs.
    var mode: RunMode { get }

    /// Executes the command and returns its outcome.
    ///
    /// - Throws: an error that ends the command with the error's exit status.
    func perform(_ run: CommandRun) async throws -> CommandOutcome
}

extension CatalogCommand {
    var mode: RunMode { RunMode() }

    func run() async throws {
        let run = CommandRun(catalog, mode)
        try run.end(try await perform(run))
    }
}

/// A command that processes many items, with the options of `WorkFlags`.
protocol WorkingCommand: CatalogCommand {
    /// The options for dry runs, parallel jobs and progress.
    var work: WorkFlags { get }
}

extension WorkingCommand {
    var mode: RunMode { work.mode }
}

/// The result of a command, from which the run prints a summary and derives the exit status.
struct CommandOutcome {
    /// The summary of the work, printed after `dry run: ` in a dry run.
    var sentences: [String] = []
    /// Notes printed unchanged after the summary.
    var notes: [String] = []
    /// The number of failed items according to the summary.
    var failed = 0
    /// True if the catalog records the failures as problems.
    var recordsProblems = true
    /// The error that ended the work early; nil if the work was completed.
    var failure: GalleryError?

    /// Creates an outcome.
    init(
        sentences: [String] = [], notes: [String] = [], failed: Int = 0,
        recordsProblems: Bool = true,
        failure: GalleryError? = nil
    ) {
        self.sentences = sentences
        self.notes = notes
        self.failed = failed
        self.recordsProblems = recordsProblems
        self.failure = failure
    }

    /// Creates the outcome of completed work from its summary.
    init(
        _ summary: any WorkSummary, notes: [String] = [], recordsProblems: Bool = true,
        failure: GalleryError? = nil
    ) {
        self.init(
            sentences: summary.sentences, notes: notes, failed: summary.failedItems,
            recordsProblems: recordsProblems, failure: failure)
    }

    /// The outcome of a command that has already printed everything.
    static let printed = CommandOutcome()
}
