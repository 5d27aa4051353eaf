/// A text of a server that is no JSON, or not what it should hold.
package struct SourceJSONError: Error, Equatable {
    /// What is wrong, behind "the answer".
    package var problem: String
    /// Where, counted in bytes.
    package var offset: Int
    /// The text's first bytes, fit for a message.
    package var beginning: String

    /// Makes the error.
    package init(problem: String, offset: Int, beginning: String) {
        self.problem = problem
        self.offset = offset
        self.beginning = beginning
    }
}
