import ArgumentParser

/// A command in the frame that all commands share.
///
/// The catalog is opened once, work shows its progress, the summary is said, and what failed makes the
/// status. A command fills in what is its own.
protocol CatalogCommand: AsyncParsableCommand, DocumentedCommand {
    /// Which catalog, and how much to say.
    var catalog: CatalogOptions { get }
    /// How it works.
    var mode: RunMode { get }

    /// Does what the command is for and tells what it came to.
    ///
    /// - Throws: what ends the command with the status of the error.
    func perform(_ run: CommandRun) async throws -> CommandOutcome
}

extension CatalogCommand {
    var mode: RunMode { RunMode() }

    func run() async throws {
        let run = CommandRun(catalog, mode)
        try run.end(try await perform(run))
    }
}

/// A command that works on many items.
protocol WorkingCommand: CatalogCommand {
    /// Whether anything is done, how much at the same time, and whether progress is shown.
    var work: WorkFlags { get }
}

extension WorkingCommand {
    var mode: RunMode { work.mode }
}
