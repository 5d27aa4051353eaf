import Foundation
public import GalleryModel

/// Says why the gallery could not do what was asked.
public struct GalleryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    ///
    /// The raw value is the exit status of the command (sysexits.h).
    public enum Kind: Int32, Hashable, Sendable {
        /// An argument or a filter's value is wrong.
        case usage = 64
        /// The input is not what it claims to be, or the catalog is damaged or none of ours.
        case badInput = 65
        /// No such file, section or photo.
        case notFound = 66
        /// The other side does not answer as it should, also after retries.
        case unavailable = 69
        /// A mistake of this program.
        case bug = 70
        /// Reading or writing failed, or the disk is full.
        case inputOutput = 74
        /// Try later: a rate limit, a spent budget, a locked catalog.
        case tryLater = 75
        /// A key, token or permission is missing.
        case notAllowed = 77
        /// The configuration is wrong, or the catalog is newer than the program.
        case configuration = 78
    }

    /// The kind of failure.
    public let kind: Kind
    /// The message for a person: the value, the cause, the next step.
    public let message: String
    /// What is wrong with a query, where that is the failure: the message has its lines then.
    public let query: QueryError?
    /// What went wrong, where it can be said in other languages too.
    package let fault: GalleryFault?
    /// After how many seconds another attempt makes sense, where that is known.
    package let retryAfter: Int?
    /// The system's error number, where a call of it failed and who catches the error must tell which.
    let systemError: Int32?

    /// Makes an error.
    public init(_ kind: Kind, _ message: String) {
        self.init(kind, message, systemError: nil)
    }

    /// Makes an error that passes.
    ///
    /// - Parameter seconds: when another attempt makes sense; nil where nobody knows.
    init(_ kind: Kind, _ message: String, retryAfter seconds: Double?) {
        self.init(
            kind, message, systemError: nil,
            retryAfter: seconds.flatMap { Int(exactly: $0.rounded(.up)) })
    }

    /// Makes the error that a query cannot be read or has a value that there is none of.
    public init(query: QueryError) {
        kind = .usage
        message = query.description
        self.query = query
        fault = nil
        systemError = nil
        retryAfter = nil
    }

    /// Makes the error of a fault.
    init(_ fault: GalleryFault) {
        self.init(fault.kind, fault.message, systemError: nil, fault: fault)
    }

    init(
        _ kind: Kind, _ message: String, systemError: Int32?, retryAfter: Int? = nil,
        fault: GalleryFault? = nil
    ) {
        query = nil
        self.fault = fault
        self.kind = kind
        self.message = message
        self.systemError = systemError
        self.retryAfter = retryAfter
    }

    /// The message.
    public var description: String { message }
}
