import Catalog

/// Several pieces of work that `undo` takes back as one, such as the sections that one command refreshes.
public struct UndoStep: Sendable {
    let entry: CommandEntry

    /// Begins a step that holds nothing yet.
    ///
    /// - Parameter command: what the journal calls it.
    public init(_ command: String) {
        entry = CommandEntry(command)
    }
}
