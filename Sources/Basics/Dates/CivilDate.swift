/// A day of the proleptic Gregorian calendar and a time of its clock.
///
/// The one place that knows how many days lie between dates.
package struct CivilDate: Hashable, Sendable {
    /// Names of the days in mail and HTTP headers, from Sunday. Source: RFC 5322, section 3.3
    package static let weekdayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// Names of the months in mail and HTTP headers, from January. Source: RFC 5322, section 3.3
    package static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The year; 0 is the one before the year 1.
    package let year: Int
    /// The month, 1...12.
    package let month: Int
    /// The day of the month, 1...31.
    package let day: Int
    /// The second of the day, 0..<86400.
    package let secondOfDay: Int

    /// Makes the date of a number of seconds since 1970-01-01 UTC.
    ///
    /// Source: `civil_from_days`, https://howardhinnant.github.io/date_algorithms.html
    package init(unixSeconds: Int64) {
        let (days, second) = CivilDate.floored(Int(unixSeconds), by: 86400)
        secondOfDay = second
        let (era, dayOfEra) = CivilDate.floored(days + 719_468, by: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        // A year that begins in March has its leap day at the end.
        let marchMonth = (5 * dayOfYear + 2) / 153
        self.day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The hour, 0...23.
    package var hour: Int { secondOfDay / 3600 }
    /// The minute of the hour, 0...59.
    package var minute: Int { secondOfDay / 60 % 60 }
    /// The second of the minute, 0...59.
    package var second: Int { secondOfDay % 60 }

    /// The day of the week, 0 for Sunday.
    package var weekday: Int {
        // 1970-01-01 was a Thursday.
        let days = CivilDate.days(year: year, month: month, day: day)
        return CivilDate.floored(days + 4, by: 7).remainder
    }

    /// Whether the calendar has a day.
    package static func exists(year: Int, month: Int, day: Int) -> Bool {
        (1...12).contains(month) && day >= 1 && day <= dayCount(year: year, month: month)
    }

    /// How many days a month has.
    package static func dayCount(year: Int, month: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01 to a date; a day beyond the month's end is one of the months after it.
    ///
    /// - Parameters:
    ///   - year: any that four digits can say, or a negative one.
    ///   - month: 1...12.
    /// Source: `days_from_civil`, https://howardhinnant.github.io/date_algorithms.html
    package static func days(year: Int, month: Int, day: Int) -> Int {
        let (era, yearOfEra) = floored(month <= 2 ? year - 1 : year, by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Seconds from 1970-01-01 UTC to a time of UTC's clock; 24:00:00 and second 60 are what follows.
    ///
    /// The parts are as for `days(year:month:day:)`.
    package static func unixSeconds(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
    ) -> Int64 {
        let days = days(year: year, month: month, day: day)
        return Int64(((days * 24 + hour) * 60 + minute) * 60 + second)
    }

    /// The quotient rounded down, so that the remainder is never negative.
    private static func floored(_ number: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
