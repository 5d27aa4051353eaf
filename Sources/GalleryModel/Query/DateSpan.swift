import Basics
import Foundation

/// Days of the calendar, from a first to a last one.
public enum DateSpan: Hashable, Sendable {
    /// From the beginning of a day, month or year to the end of another; nil is open. One of them is given.
    case from(PartialDate?, through: PartialDate?)
    /// The days up to today: `last 30 days` has today and the 29 days before it.
    case last(Int, Unit)
    /// The day before today.
    case yesterday

    /// What `last` counts.
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        /// Days of the calendar.
        case days
        /// Seven days each.
        case weeks
        /// As the calendar counts them, back to the same day of the month or the month's last.
        case months
        /// As the calendar counts them.
        case years
    }
}

/// A year, a month of one, or a day: `2024`, `2024-05`, `2024-05-17`.
public struct PartialDate: Hashable, Sendable {
    /// The year, 1...9999.
    public let year: Int
    /// The month, 1...12; nil for the whole year.
    public let month: Int?
    /// The day of the month; nil for the whole month.
    public let day: Int?

    /// Makes a date; nil for what the calendar does not have, and for a day without a month.
    public init?(year: Int, month: Int? = nil, day: Int? = nil) {
        guard (1...9999).contains(year), month != nil || day == nil,
            month.map((1...12).contains) ?? true
        else { return nil }
        if let month, let day {
            guard CivilDate.exists(year: year, month: month, day: day) else { return nil }
        }
        self.year = year
        self.month = month
        self.day = day
    }
}
