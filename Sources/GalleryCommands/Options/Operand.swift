import ArgumentParser

/// Text of the command line as it was typed, also where it begins with a minus.
struct Operand: ExpressibleByArgument, Sendable, Hashable {
    /// The text.
    let text: String

    init(argument: String) {
        text = ArgumentPreparation.unmarked(argument)
    }
}
