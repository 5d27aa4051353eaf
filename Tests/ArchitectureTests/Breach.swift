/// A line of source that breaks a rule of docs/design.md.
struct Breach: CustomStringConvertible, Equatable {
    /// The path from the package's root.
    let path: String
    /// Counts from 1.
    let line: Int
    /// The fault and its fix.
    let message: String

    var description: String { "\(path):\(line): \(message)" }
}

extension [Breach] {
    /// One breach per line, for a test's failure message.
    var report: String { map(\.description).joined(separator: "\n") }
}
