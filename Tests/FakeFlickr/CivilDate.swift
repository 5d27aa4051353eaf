/// Converts between Unix seconds and dates of the Gregorian calendar, UTC.
///
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms",
/// https://howardhinnant.github.io/date_algorithms.html
package struct CivilDate: Sendable {
    let year: Int
    let month: Int
    let day: Int
    let secondOfDay: Int
    /// 0 for Sunday.
    let weekday: Int

    init(unix seconds: Int64) {
        let days = Int((seconds >= 0 ? seconds : seconds - 86_399) / 86_400)
        secondOfDay = Int(seconds) - days * 86_400
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        weekday = ((days % 7) + 11) % 7
    }

    static func unix(year: Int, month: Int, day: Int, second: Int = 0) -> Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return Int64(era * 146_097 + dayOfEra - 719_468) * 86_400 + Int64(second)
    }

    /// Reads `YYYY-MM-DD` with an optional `HH:MM:SS`, as UTC; nil for anything else.
    package static func unix(mySQL text: String) -> Int64? {
        let halves = text.split(separator: " ", omittingEmptySubsequences: true)
        guard (1...2).contains(halves.count) else { return nil }
        let date = halves[0].split(separator: "-").map { Int($0) }
        guard date.count == 3, let year = date[0], let month = date[1], let day = date[2],
            (0...9999).contains(year), (0...12).contains(month), (0...31).contains(day)
        else { return nil }
        var second = 0
        if halves.count == 2 {
            let time = halves[1].split(separator: ":").map { Int($0) }
            guard time.count == 3, let hours = time[0], let minutes = time[1],
                let seconds = time[2], (0...23).contains(hours), (0...59).contains(minutes),
                (0...60).contains(seconds)
            else { return nil }
            second = hours * 3600 + minutes * 60 + seconds
        }
        return unix(year: year, month: max(1, month), day: max(1, day), second: second)
    }

    /// The date as MySQL writes it, `YYYY-MM-DD HH:MM:SS`.
    package static func mySQL(unix seconds: Int64) -> String {
        CivilDate(unix: seconds).text(between: " ")
    }

    /// The date as `YYYY-MM-DDTHH:MM:SSZ`.
    package static func iso8601(unix seconds: Int64) -> String {
        CivilDate(unix: seconds).text(between: "T") + "Z"
    }

    /// The date as HTTP headers write it, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// Source: RFC 9110, section 5.6.7.
    package static func http(unix seconds: Int64) -> String {
        let date = CivilDate(unix: seconds)
        let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][date.weekday]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let name = months[date.month - 1]
        return "\(day), \(padded(date.day)) \(name) \(padded(date.year, to: 4)) \(date.time) GMT"
    }

    private var time: String {
        let (minutes, second) = secondOfDay.quotientAndRemainder(dividingBy: 60)
        let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        return "\(Self.padded(hour)):\(Self.padded(minute)):\(Self.padded(second))"
    }

    private func text(between separator: String) -> String {
        "\(Self.padded(year, to: 4))-\(Self.padded(month))-\(Self.padded(day))\(separator)\(time)"
    }

    private static func padded(_ number: Int, to width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
