extension CivilDate {
    /// The date and time as `YYYY-MM-DD HH:MM:SS`, with separators of the caller's.
    package func text(
        day separator: String = "-", between: String = " ", clock clockSeparator: String = ":"
    ) -> String {
        [CivilDate.padded(year, 4), CivilDate.padded(month), CivilDate.padded(day)]
            .joined(separator: separator) + between + clock(clockSeparator)
    }

    /// The time as `HH:MM:SS`.
    package func clock(_ separator: String = ":") -> String {
        [hour, minute, second].map { CivilDate.padded($0) }.joined(separator: separator)
    }

    /// The date and time as headers tell them, without the zone: `Sun, 06 Nov 1994 08:49:37`.
    ///
    /// Source: RFC 5322, section 3.3; RFC 9110, section 5.6.7
    package var headerText: String {
        "\(CivilDate.weekdayNames[weekday]), \(CivilDate.padded(day)) "
            + "\(CivilDate.monthNames[month - 1]) \(CivilDate.padded(year, 4)) \(clock())"
    }

    /// A number from 0 on with leading zeros up to `width` digits.
    package static func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
