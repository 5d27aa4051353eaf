import ArgumentParser

/// The options of commands that work on many items.
struct WorkFlags: ParsableArguments {
    @OptionGroup private var dryRunFlag: DryRunFlag

    @Flag(help: "Show no progress bar.")
    var noProgress = false

    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: ArgumentHelp("How many things to do at the same time.", valueName: "n"))
    var jobs: Int?

    /// Whether to say what would be done, and do nothing.
    var dryRun: Bool { dryRunFlag.isSet }

    func validate() throws {
        try InvalidValue.check("--jobs", jobs, in: 1...256, expected: "1 to 256")
    }

    /// How the command works.
    var mode: RunMode {
        RunMode(isDryRun: dryRun, showsProgress: !noProgress, jobs: jobs)
    }
}

/// The flag `-n` of commands that change something.
struct DryRunFlag: ParsableArguments {
    @Flag(
        name: [.customShort("n"), .customLong("dry-run")],
        help: "Say what would be done, and do nothing.")
    var isSet = false

    /// How the command works.
    var mode: RunMode { RunMode(isDryRun: isSet) }
}

/// The flag `--wait` of commands that ask an origin.
struct BudgetFlag: ParsableArguments {
    @Flag(
        name: .customLong("wait"),
        help: "Wait when the hourly budget is spent, instead of ending with status 75.")
    var waits = false

    /// How a command with these options works.
    func mode(_ work: WorkFlags) -> RunMode {
        var mode = work.mode
        mode.waits = waits
        return mode
    }
}
