import ArgumentParser

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
