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

    /// Reads the language of `gallery find`; blank text fits every photo.
    ///
    /// - Throws: `QueryError` with the column of the fault.
    public init(_ text: String) throws(QueryError) {
        var reader = QueryReader(text)
        filter = try reader.read()
        terms = reader.terms
        self.text = text
    }

    /// The error that a value of a term is wrong.
    package func error(_ term: QueryTerm, _ fault: QueryFault) -> QueryError {
        QueryError(query: text, column: term.valueColumn, fault)
    }
}

extension PhotoFilter {
    /// Reads the text form.
    ///
    /// - Throws: `QueryError` with the column of the fault.
    public init(text: String) throws(QueryError) {
        self = try QueryText(text).filter
    }
}
