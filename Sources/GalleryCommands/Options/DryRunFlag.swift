import ArgumentParser

/// The flag `-n` of commands that change something.
struct DryRunFlag: ParsableArguments {
    @Flag(
        name: [.customShort("n"), .customLong("dry-run")],
        help: "Say what would be done, and do nothing.")
    var isSet = false

    /// How the command works.
    var mode: RunMode { RunMode(isDryRun: isSet) }
}
