import ArgumentParser
import GalleryModel
import Glibc

/// Text of the command line as it was typed, also where it begins with a minus.
struct Operand: ExpressibleByArgument, Sendable, Hashable {
    /// The text.
    let text: String

    init(argument: String) {
        text = ArgumentPreparation.unmarked(argument)
    }

    /// Whether the text can only be a path: `/x`, `./x`, `../x`, `.` or `..`.
    var isPath: Bool {
        text.hasPrefix("/") || text.hasPrefix("./") || text.hasPrefix("../") || text == "."
            || text == ".."
    }
}

extension BytePath {
    /// Whether something is at the path.
    var exists: Bool { withCString { access($0, F_OK) } == 0 }
}
