import Foundation

/// Says why a text is no query, and where.
public struct QueryError: Error, Hashable, Sendable {
    /// The text that was read.
    public let query: String
    /// Where the fault is: characters from 1; the end of the text is one past the last.
    public let column: Int
    /// What is wrong there.
    public let fault: QueryFault

    /// The value, the cause, and what could be written instead.
    public var reason: String { fault.reason }

    /// Makes an error.
    public init(query: String, column: Int, _ fault: QueryFault) {
        self.query = query
        self.column = column
        self.fault = fault
    }
}

/// A condition at its place in a text.
public struct QueryTerm: Hashable, Sendable {
    /// What is asked for.
    public var condition: PhotoCondition
    /// Where it begins in the text: characters from 1.
    public var column: Int
    /// Where its value begins: behind the colon, within the quotes.
    public var valueColumn: Int

    /// Makes a term.
    public init(condition: PhotoCondition, column: Int, valueColumn: Int) {
        self.condition = condition
        self.column = column
        self.valueColumn = valueColumn
    }
}
