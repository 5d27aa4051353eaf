/// A day and time on the UTC clock, in the Gregorian calendar.
struct CivilDate {
    /// The year, negative before the year 0.
    let year: Int64
    /// The month, 1...12.
    let month: UInt64
    /// The day of the month, 1...31.
    let day: UInt64
    /// The second of the day, 0..<86400.
    let secondOfDay: UInt64

    /// Makes the date of a number of seconds since 1970-01-01 UTC.
    ///
    /// Source: `civil_from_days`, https://howardhinnant.github.io/date_algorithms.html
    init(unixSeconds: Int64) {
        // Floored division: the remainder is that of the day before for instants before 1970.
        let (quotient, remainder) = unixSeconds.quotientAndRemainder(dividingBy: 86400)
        let day = remainder < 0 ? quotient - 1 : quotient
        secondOfDay = UInt64(remainder < 0 ? remainder + 86400 : remainder)
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        self.day = UInt64(dayOfYear - (153 * marchMonth + 2) / 5 + 1)
        month = UInt64(marchMonth < 10 ? marchMonth + 3 : marchMonth - 9)
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
}

extension OutputBuffer {
    /// Appends an instant as `YYYY-MM-DDTHH:MM:SSZ`. Source: ISO 8601, RFC 3339
    mutating func append(instant unixSeconds: Int64) {
        let date = CivilDate(unixSeconds: unixSeconds)
        if date.year < 0 { append(UInt8(ascii: "-")) }
        append(digits: date.year.magnitude, atLeast: 4)
        write(16) { start in
            func pair(_ offset: Int, _ value: UInt64) {
                start[offset] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value / 10)
                start[offset + 1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value % 10)
            }
            start[0] = UInt8(ascii: "-")
            pair(1, date.month)
            start[3] = UInt8(ascii: "-")
            pair(4, date.day)
            start[6] = UInt8(ascii: "T")
            pair(7, date.secondOfDay / 3600)
            start[9] = UInt8(ascii: ":")
            pair(10, date.secondOfDay / 60 % 60)
            start[12] = UInt8(ascii: ":")
            pair(13, date.secondOfDay % 60)
            start[15] = UInt8(ascii: "Z")
            return 16
        }
    }
}
