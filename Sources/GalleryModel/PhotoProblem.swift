public import Foundation

/// Something that failed for one item and was left for a person to look at.
public struct PhotoProblem: Hashable, Identifiable, Sendable {
    /// The problem's number in the catalog.
    public var id: Int64
    /// When it last happened, to the second.
    public var date: Date
    /// The command that met it, such as `import`.
    public var command: String
    /// What it is about.
    public var subject: ProblemSubject
    /// What went wrong and what can be done.
    public var message: String

    /// Makes a problem.
    public init(
        id: Int64, date: Date, command: String, subject: ProblemSubject, message: String
    ) {
        self.id = id
        self.date = date
        self.command = command
        self.subject = subject
        self.message = message
    }
}
