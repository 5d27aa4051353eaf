/// Counts the seconds of dates in the proleptic Gregorian calendar.
enum CivilTime {
    /// Days from 1970-01-01 to a date; nil where there is no such date in the years 1...9999.
    ///
    /// Source: H. Hinnant, https://howardhinnant.github.io/date_algorithms.html (days_from_civil)
    static func days(year: Int, month: Int, day: Int) -> Int? {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= dayCount(year: year, month: month)
        else { return nil }
        // A year that begins in March has its leap day at the end.
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Seconds from 1970-01-01 00:00 to a time of a date; nil where there is no such time.
    ///
    /// 24:00:00 and second 60 belong to what follows.
    static func seconds(
        year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int
    ) -> Int? {
        guard let days = days(year: year, month: month, day: day), (0...24).contains(hour),
            (0...59).contains(minute), (0...60).contains(second),
            hour < 24 || (minute == 0 && second == 0)
        else { return nil }
        return ((days * 24 + hour) * 60 + minute) * 60 + second
    }

    private static func dayCount(year: Int, month: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}
