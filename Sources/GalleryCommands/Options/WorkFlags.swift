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
