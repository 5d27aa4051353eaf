import Foundation

/// A query as a person typed it, and what was understood.
public struct QueryText: Hashable, Sendable {
    /// The text.
    public let text: String
    /// What it means.
    public let filter: PhotoFilter
    /// Its conditions in the order of the text, with their columns, so that a value that does not exist can be
    /// pointed at.
    public let terms: [QueryTerm]
}

extension PhotoFilter {
    /// Reads the text form.
    ///
    /// - Throws: `QueryError` with the column of the fault.
    public init(text: String) throws(QueryError) {
        throw QueryError(query: text, column: 1, reason: "not built")
    }
}
