/// Thrown by a caller's check of a complete answer that is not what it should be.
package struct TransferRejection: Error, CustomStringConvertible {
    /// What is wrong, in lower case and without a full stop.
    package let reason: String
    /// Whether asking again may help; then it is asked again within the retries.
    package let isTransient: Bool
    /// What the check met.
    package let underlying: (any Error)?

    /// Makes a rejection.
    package init(reason: String, isTransient: Bool, underlying: (any Error)? = nil) {
        self.reason = reason
        self.isTransient = isTransient
        self.underlying = underlying
    }

    /// The reason.
    package var description: String { reason }
}
