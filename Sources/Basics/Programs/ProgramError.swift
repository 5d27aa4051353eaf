/// Says why a program of the system gave no result.
package enum ProgramError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It cannot be started, for the system's reason.
    case cannotStart(BytePath, reason: String)
    /// It wrote more than the bytes it may and was killed.
    case wroteTooMuch(BytePath, limit: Int)
    /// There is no file for what it writes.
    case cannotKeepOutput(FileError)

    /// The message for a person.
    package var description: String {
        switch self {
        case .cannotStart(let path, let reason): "cannot start '\(path)': \(reason)"
        case .wroteTooMuch(let path, let limit):
            "'\(path)' wrote more than \(limit) bytes: it is not what it should be"
        case .cannotKeepOutput(let error): "\(error): free some space"
        }
    }
}
