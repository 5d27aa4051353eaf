import Basics

/// Reads the dates of HTTP headers in all three formats that RFC 9110 knows.
///
/// Source: RFC 9110, section 5.6.7.
package enum HTTPDate {
    /// Seconds since 1970-01-01 UTC, or nil for text that is no date.
    ///
    /// - Parameters:
    ///   - text: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or
    ///     `Sun Nov  6 08:49:37 1994`.
    ///   - currentYear: What a year of two digits is relative to: at most 50 years ahead.
    package static func seconds(_ text: String, currentYear: Int = 2025) -> Double? {
        guard text.utf8.count <= 64 else { return nil }
        let parts = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
        if parts.count == 6, parts[5] == "GMT" || parts[5] == "UTC" {
            return seconds(
                day: parts[1], month: parts[2], year: parts[3], time: parts[4],
                currentYear: currentYear)
        }
        guard parts.count == 5 else { return nil }
        return seconds(
            day: parts[2], month: parts[1], year: parts[4], time: parts[3],
            currentYear: currentYear)
    }

    private static func seconds(
        day: String, month: String, year: String, time: String, currentYear: Int
    ) -> Double? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false)
            .compactMap { number($0, digits: 2...2) }
        guard let day = number(day[...], digits: 1...2), (1...31).contains(day),
            let month = CivilDate.monthNames.firstIndex(where: {
                $0.lowercased() == month.lowercased()
            }),
            var year = number(year[...], digits: 2...4),
            clock.count == 3, clock[0] < 24, clock[1] < 60, clock[2] <= 60
        else { return nil }
        if year < 100 {
            year += currentYear / 100 * 100
            if year > currentYear + 50 { year -= 100 }
        }
        return Double(
            CivilDate.unixSeconds(
                year: year, month: month + 1, day: day, hour: clock[0], minute: clock[1],
                second: clock[2]))
    }

    private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(text.utf8.count),
            text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        else { return nil }
        return Int(text)
    }
}
