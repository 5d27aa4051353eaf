package import Foundation

/// A date and time of day in the proleptic Gregorian calendar.
///
/// All calendar arithmetic in the package is here.
package struct CivilDate: Hashable, Sendable {
    /// Abbreviated day names of mail and HTTP headers, from Sunday. Source: RFC 5322, section 3.3
    package static let weekdayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// Abbreviated month names of mail and HTTP headers, from January. Source: RFC 5322, section
    /// 3.3
    package static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The astronomical year; 0 is 1 BC.
    package var year: Int
    /// The month, 1...12.
    package var month: Int
    /// The day of the month, 1...31.
    package var day: Int
    /// The hour, 0...23.
    package var hour: Int
    /// The minute of the hour, 0...59.
    package var minute: Int
    /// The second of the minute, 0...59.
    package var second: Int

    /// Creates a date from parts that may not exist; see `isValid`.
    package init(
        year: Int, month: Int = 1, day: Int = 1, hour: Int = 0, minute: Int = 0, second: Int = 0
    ) {
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    /// Creates the date from seconds since 1970-01-01 UTC.
    ///
    /// Source: `civil_from_days`, https://howardhinnant.github.io/date_algorithms.html
    package init(unixSeconds: Int64) {
        let (days, second) = CivilDate.floored(Int(unixSeconds), by: 86400)
        let (era, dayOfEra) = CivilDate.floored(days + 719_468, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        // If the year starts in March, the leap day is its last day.
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        self.init(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * marchMonth + 2) / 5 + 1, hour: second / 3600,
            minute: second / 60 % 60, second: second % 60)
    }

    /// The second of the day, 0..<86400.
    package var secondOfDay: Int { (hour * 60 + minute) * 60 + second }

    /// True if the date exists, in year 1 or later; includes 24:00:00 and second 60.
    package var isValid: Bool {
        year > 0 && CivilDate.exists(year: year, month: month, day: day) && minute < 60
            && second <= 60 && (hour < 24 || secondOfDay == 86_400)
    }

    /// Seconds since 1970-01-01 UTC of the time as UTC; 24:00:00 and second 60 roll over.
    package var unixSeconds: Int64 {
        Int64(CivilDate.days(year: year, month: month, day: day) * 86_400 + secondOfDay)
    }

    /// The day of the week, 0 for Sunday.
    package var weekday: Int {
        // 1970-01-01 was a Thursday.
        let days = CivilDate.days(year: year, month: month, day: day)
        return CivilDate.floored(days + 4, by: 7).remainder
    }

    /// Indicates whether a day exists in the calendar.
    package static func exists(year: Int, month: Int, day: Int) -> Bool {
        (1...12).contains(month) && day >= 1 && day <= dayCount(year: year, month: month)
    }

    /// Returns the number of days in a month.
    package static func dayCount(year: Int, month: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the days from 1970-01-01 to a date; days past the end of the month count into the
    /// next.
    ///
    /// - Parameters:
    ///   - year: up to four digits, or negative.
    ///   - month: 1...12.
    /// Source: `days_from_civil`, https://howardhinnant.github.io/date_algorithms.html
    package static func days(year: Int, month: Int, day: Int) -> Int {
        let (era, yearOfEra) = floored(month <= 2 ? year - 1 : year, by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Divides rounding down, so that the remainder is never negative.
    private static func floored(_ number: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension CivilDate {
    /// Formats the date and time as `YYYY-MM-DD HH:MM:SS`, with custom separators.
    package func text(day separator: String = "-", between: String = " ") -> String {
        [CivilDate.padded(year, 4), CivilDate.padded(month), CivilDate.padded(day)]
            .joined(separator: separator) + between + clock()
    }

    /// Formats the time as `HH:MM:SS`, with a custom separator.
    package func clock(_ separator: String = ":") -> String {
        [hour, minute, second].map { CivilDate.padded($0) }.joined(separator: separator)
    }

    /// The date and time as UTC in ISO 8601: `1994-11-06T08:49:37Z`.
    package var isoText: String { text(between: "T") + "Z" }

    /// The date and time as in headers, without the zone: `Sun, 06 Nov 1994 08:49:37`.
    ///
    /// Source: RFC 5322, section 3.3; RFC 9110, section 5.6.7
    package var headerText: String {
        "\(CivilDate.weekdayNames[weekday]), \(CivilDate.padded(day)) "
            + "\(CivilDate.monthNames[month - 1]) \(CivilDate.padded(year, 4)) \(clock())"
    }

    /// Pads a nonnegative number with leading zeros to `width` digits.
    package static func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Date {
    /// Creates a date from whole seconds since 1970-01-01 UTC; exact for any calendar year.
    package init(unixSeconds: Int64) { self.init(timeIntervalSince1970: Double(unixSeconds)) }

    /// The date and time in UTC in ISO 8601, rounded down to seconds: `1994-11-06T08:49:37Z`.
    package var isoText: String { CivilDate(unixSeconds: unixSeconds).isoText }

    /// Whole seconds since 1970-01-01 UTC, rounded down and clamped to the range of `Int64`.
    package var unixSeconds: Int64 {
        let seconds = timeIntervalSince1970.rounded(.down)
        return Int64(exactly: seconds) ?? (seconds < 0 ? .min : .max)
    }
}
