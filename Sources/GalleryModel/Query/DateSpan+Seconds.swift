package import Basics
import Foundation

extension DateSpan {
    /// The seconds of the clock that the days have, counted from 1970-01-01 00:00 on the same clock.
    ///
    /// An open end is as far away as numbers go; a span whose end lies before its beginning has none.
    ///
    /// - Parameter today: the day on the clock that is asked; its time of day does not count.
    package func seconds(today: CivilDate) -> Range<Int64> {
        let first = CivilDate.days(year: today.year, month: today.month, day: today.day)
        switch self {
        case .from(let from, let through):
            let lower = from.map { DateSpan.seconds(days: $0.days.lowerBound) } ?? .min
            let upper = through.map { DateSpan.seconds(days: $0.days.upperBound) } ?? .max
            return lower..<max(lower, upper)
        case .last(let count, let unit):
            let lower = DateSpan.beginning(of: count, unit, today: today) ?? first + 1
            return DateSpan.seconds(days: lower)..<DateSpan.seconds(days: first + 1)
        case .yesterday:
            return DateSpan.seconds(days: first - 1)..<DateSpan.seconds(days: first)
        }
    }

    /// The first day of so many units up to today; nil for no unit at all.
    private static func beginning(of count: Int, _ unit: Unit, today: CivilDate) -> Int? {
        guard count > 0 else { return nil }
        // What begins before the calendar does begins with it.
        let count = min(count, 5_000_000)
        let day = CivilDate.days(year: today.year, month: today.month, day: today.day)
        switch unit {
        case .days: return day - (count - 1)
        case .weeks: return day - (count * 7 - 1)
        case .months: return sameDay(as: today, monthsBefore: count)
        case .years: return sameDay(as: today, monthsBefore: count * 12)
        }
    }

    /// The day of the same number in an earlier month, or that month's last.
    private static func sameDay(as today: CivilDate, monthsBefore count: Int) -> Int {
        let months = max(today.year * 12 + today.month - 1 - count, 12)
        let (year, month) = (months / 12, months % 12 + 1)
        let day = min(today.day, CivilDate.dayCount(year: year, month: month))
        return CivilDate.days(year: year, month: month, day: day)
    }

    private static func seconds(days: Int) -> Int64 { Int64(days) * 86400 }
}

extension PartialDate {
    /// The seconds of the clock that it has, as those of a span.
    package var seconds: Range<Int64> {
        let days = days
        return Int64(days.lowerBound) * 86_400..<Int64(days.upperBound) * 86_400
    }
}
