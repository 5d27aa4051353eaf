import ArgumentParser

/// The flag `-0` of commands that read paths from standard input.
struct NulSeparatedFlag: ParsableArguments {
    @Flag(name: .customShort("0"), help: "Paths on standard input end with NUL, not with a line.")
    var isSet = false

    /// The paths on standard input.
    var paths: PathInput { PathInput(separator: isSet ? 0x00 : 0x0A) }
}
