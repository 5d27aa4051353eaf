package import Foundation

extension Date {
    /// Makes the instant that lies whole seconds after 1970-01-01 UTC; exact for any year that a
    /// calendar has.
    package init(unixSeconds: Int64) {
        self.init(timeIntervalSince1970: Double(unixSeconds))
    }

    /// Whole seconds since 1970-01-01 UTC, fractions cut off towards the past; the farthest that fits
    /// for an instant beyond.
    package var unixSeconds: Int64 {
        let seconds = timeIntervalSince1970.rounded(.down)
        return Int64(exactly: seconds) ?? (seconds < 0 ? .min : .max)
    }
}
