import ArgumentParser
import Gallery

/// The options that every command has: the catalog and the verbosity.
struct CatalogOptions: ParsableArguments {
    @Option(
        name: .customLong("catalog"),
        help: .value(
            "dir", "Catalog folder (default: GALLERY_CATALOG, or else ~/.local/share/gallery)."),
        completion: .directory)
    var folder: Operand?

    @Flag(name: .shortAndLong, help: "Print only errors and requested rows.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print details, such as the catalog folder and requests.")
    var verbose = false

    func validate() throws {
        try refuse(if: quiet && verbose, "--quiet cannot be combined with --verbose")
        try refuse(if: folder?.text.isEmpty == true, "--catalog requires the path of a folder")
    }

    /// Prints a message on standard error, unless `--quiet` was given.
    func printMessage(_ text: String) { if !quiet { StandardError.shared.report(text) } }

    /// Prints a message on standard error if `--verbose` was given.
    func explain(_ text: String) { if verbose { StandardError.shared.report(text) } }
}

/// The options of commands that process many items.
struct WorkFlags: ParsableArguments {
    @OptionGroup private var dryRunFlag: DryRunFlag

    @Flag(help: "Do not show a progress bar.")
    var noProgress = false

    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: .value("n", "Number of parallel jobs (default: one per core)."))
    var jobs: Int?

    /// True to show what would be done without doing it.
    var dryRun: Bool { dryRunFlag.isSet }

    func validate() throws {
        try InvalidValue.check("--jobs", jobs, in: 1...256, expected: "1 to 256")
    }

    /// The options passed to the gallery's operations.
    var options: WorkOptions {
        var options = WorkOptions(isDryRun: dryRun, showsProgress: !noProgress)
        options.jobs = jobs
        return options
    }
}

extension WorkOptions {
    /// Creates the options of a command.
    init(isDryRun: Bool, showsProgress: Bool = false) {
        self.init()
        self.isDryRun = isDryRun
        if showsProgress { progress = ProgressBar().update }
    }
}

/// The flag `-n` of commands that make changes.
struct DryRunFlag: ParsableArguments {
    @Flag(
        name: [.customShort("n"), .customLong("dry-run")],
        help: "Show what would be done without doing it.")
    var isSet = false
}

/// The flag `--wait` of commands that send requests to an origin.
struct BudgetFlag: ParsableArguments {
    @Flag(
        name: .customLong("wait"),
        help: "Wait when the hourly budget is spent, instead of exiting with status 75.")
    var waits = false

    /// Returns the options of a command with these flags.
    func options(_ work: WorkFlags) -> WorkOptions {
        var options = work.options
        options.waitsForBudget = waits
        return options
    }
}
