import ArgumentParser
import Gallery

/// A command with examples, which appear in `--help`, in docs/cli.md and in the man page.
protocol DocumentedCommand: ParsableCommand {
    /// The description of the command for `--help` and the man page.
    static var explanation: String { get }
    /// Examples: complete command lines as typed, each with its purpose in lower case and without a
    /// period; at least one.
    static var examples: KeyValuePairs<String, String> { get }
}

extension DocumentedCommand {
    /// Returns a configuration whose discussion contains the explanation and the examples.
    static func documented(_ name: String, _ abstract: String) -> CommandConfiguration {
        let shown = examples.map { "  # \($0.value)\n  \($0.key)" }.joined(separator: "\n")
        return CommandConfiguration(
            commandName: name, abstract: abstract,
            discussion: "\(explanation)\n\nExamples:\n\(shown)")
    }
}

/// A command that runs in a `CommandRun`, which handles what all commands have in common.
///
/// The run opens the catalog once, shows progress, prints the summary and derives the exit status
/// from the number of failures. A command implements only `perform(_:)`.
protocol CatalogCommand: AsyncParsableCommand, DocumentedCommand {
    /// The catalog and the verbosity.
    var catalog: CatalogOptions { get }
    /// The dry run, the progress and the parallel jobs.
    var workOptions: WorkOptions { get }
    /// The queries on the command line.
    var queries: [String] { get }

    /// Executes the command and returns its outcome.
    ///
    /// - Throws: an error that ends the command with the error's exit status.
    func perform(_ run: CommandRun) async throws -> CommandOutcome
}

extension CatalogCommand {
    var workOptions: WorkOptions { WorkOptions() }

    /// The queries of the options `--where`.
    var queries: [String] {
        Mirror(reflecting: self).children.compactMap { option in
            (option.value as? OptionGroup<QueryOption>)?.wrappedValue.text?.text
                ?? (option.value as? OptionGroup<CountOptions>)?.wrappedValue.query.text?.text
        }
    }

    func run() async throws {
        let run = CommandRun(catalog, workOptions, queries: queries)
        try run.end(try await perform(run))
    }
}

/// A command that processes many items, with the options of `WorkFlags`.
protocol WorkingCommand: CatalogCommand {
    /// The options for dry runs, parallel jobs and progress.
    var work: WorkFlags { get }
}

extension WorkingCommand {
    var workOptions: WorkOptions { work.options }
}

/// A command that makes changes, with the flag `-n`.
protocol DryRunCommand: CatalogCommand {
    /// The flag for a dry run.
    var dryRun: DryRunFlag { get }
}

extension DryRunCommand {
    var workOptions: WorkOptions { WorkOptions(isDryRun: dryRun.isSet) }
}

/// A command that prints rows.
protocol RowCommand: CatalogCommand {
    /// The type of the options.
    associatedtype Options: RowOptions
    /// The options of the rows and those of all commands.
    var output: Options { get }
}

extension RowCommand {
    var catalog: CatalogOptions { output.catalog }
}

/// A command that prints one row per item.
protocol ListingCommand: RowCommand where Options == ListingOptions {
    /// The type of the items.
    associatedtype Item
    /// The rows of the items.
    static var layout: RowLayout<Item> { get }
    /// The note printed if there are no items; nil for none.
    static var emptyNote: String? { get }

    /// Returns the items in the order of the rows.
    ///
    /// - Throws: an error that ends the command with the error's exit status.
    func items(_ run: CommandRun) throws -> [Item]
}

extension ListingCommand {
    static var emptyNote: String? { nil }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let rows = try Output(output.format, Self.layout, choosing: output.columns)
        let items = try items(run)
        try rows.write(items)
        try rows.finish()
        return .note(items.isEmpty ? Self.emptyNote : nil)
    }
}

/// The result of a command, from which the run prints a summary and derives the exit status.
struct CommandOutcome {
    /// The summary of the work, printed after `dry run: ` in a dry run.
    var sentences: [String] = []
    /// Notes printed unchanged after the summary.
    var notes: [String] = []
    /// Notes printed only with `--verbose`.
    var details: [String] = []
    /// The number of failed items according to the summary.
    var failed = 0
    /// True if the catalog records the failures as problems.
    var recordsProblems = true
    /// The error that ended the work early; nil if the work was completed.
    var failure: GalleryError?

    /// The outcome of a command that has already printed everything.
    static let printed = CommandOutcome()

    /// Returns the outcome of completed work with a summary of one sentence.
    static func sentence(_ text: String) -> CommandOutcome { CommandOutcome(sentences: [text]) }

    /// Returns the outcome of a command that has printed everything but a note; nil for none.
    static func note(_ text: String?) -> CommandOutcome {
        CommandOutcome(notes: text.map { [$0] } ?? [])
    }
}

extension CommandOutcome {
    /// Creates the outcome of completed work from its summary.
    init(
        _ summary: any WorkSummary, notes: [String] = [], details: [String] = [],
        recordsProblems: Bool = true, failure: GalleryError? = nil
    ) {
        self.init(
            sentences: summary.sentences, notes: notes, details: details,
            failed: summary.failedItems, recordsProblems: recordsProblems, failure: failure)
    }
}

extension ArgumentHelp {
    /// Creates help about an argument whose value has a name.
    static func value(_ name: String, _ abstract: String) -> ArgumentHelp {
        ArgumentHelp(abstract, valueName: name)
    }
}
