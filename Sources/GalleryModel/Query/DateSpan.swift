package import Basics

/// A range of calendar days.
public enum DateSpan: Hashable, Sendable {
    /// From the start of one day, month or year to the end of another; nil is unbounded. At least
    /// one is given.
    case from(PartialDate?, through: PartialDate?)
    /// The days up to today: `last 30 days` is today and the 29 days before it.
    case last(Int, Unit)
    /// The day before today.
    case yesterday
    /// The days before or after today or yesterday, such as `>today`.
    case relative(Side, of: NamedDay)

    /// The side of a day, and whether it includes the day itself.
    public enum Side: String, Hashable, Sendable, CaseIterable {
        /// Before the day.
        case before = "<"
        /// Up to and including the day.
        case through = "<="
        /// From the day on.
        case from = ">="
        /// After the day.
        case after = ">"
    }

    /// A day with a name in queries.
    public enum NamedDay: String, Hashable, Sendable, CaseIterable {
        /// The current day.
        case today
        /// The day before the current one.
        case yesterday
    }

    /// The unit of `last`.
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        /// Calendar days.
        case days
        /// Periods of seven days.
        case weeks
        /// Calendar months, back to the same day of the month or to its last day.
        case months
        /// Calendar years.
        case years
    }
}

/// A year, month or day: `2024`, `2024-05`, `2024-05-17`.
public struct PartialDate: Hashable, Sendable {
    /// The year, 1...9999.
    public let year: Int
    /// The month, 1...12; nil for the whole year.
    public let month: Int?
    /// The day of the month; nil for the whole month.
    public let day: Int?

    /// Creates a date; nil if it does not exist, or has a day without a month.
    public init?(year: Int, month: Int? = nil, day: Int? = nil) {
        guard (1...9999).contains(year), month != nil || day == nil,
            month.map((1...12).contains) ?? true
        else { return nil }
        if let month, let day {
            guard CivilDate.exists(year: year, month: month, day: day) else { return nil }
        }
        self.init(uncheckedYear: year, month: month, day: day)
    }

    /// Creates an existing date, or `implausible`.
    init(uncheckedYear year: Int, month: Int? = nil, day: Int? = nil) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The month in which listings by date place photos with implausible dates; earlier than all
    /// others.
    package static let implausible = PartialDate(uncheckedYear: 0, month: 1)
}

extension DateSpan {
    /// Returns the range of seconds since 1970-01-01 00:00 by the same clock.
    ///
    /// Open ends are clamped to `Int64`; a span that ends before it begins is empty.
    ///
    /// - Parameter today: the current day by that clock; its time is ignored.
    package func seconds(today: CivilDate) -> Range<Int64> {
        let first = CivilDate.days(year: today.year, month: today.month, day: today.day)
        let (day, midnight) = (Int64(86_400), Int64(first) * 86_400)
        switch self {
        case .from(let from, let through):
            let lower = from?.seconds.lowerBound ?? .min
            return lower..<max(lower, through?.seconds.upperBound ?? .max)
        case .last(let count, let unit):
            let lower = DateSpan.beginning(of: count, unit, today: today) ?? first + 1
            return Int64(lower) * day..<midnight + day
        case .yesterday: return midnight - day..<midnight
        case .relative(let side, let named):
            let begin = named == .today ? midnight : midnight - day
            switch side {
            case .before: return .min..<begin
            case .through: return .min..<begin + day
            case .from: return begin..<(.max)
            case .after: return begin + day..<(.max)
            }
        }
    }

    /// Returns the first day of a number of units up to today; nil if the number is not positive.
    private static func beginning(of count: Int, _ unit: Unit, today: CivilDate) -> Int? {
        guard count > 0 else { return nil }
        // Spans start at the earliest in year 1.
        let count = min(count, 5_000_000)
        let day = CivilDate.days(year: today.year, month: today.month, day: today.day)
        switch unit {
        case .days: return day - (count - 1)
        case .weeks: return day - (count * 7 - 1)
        case .months: return sameDay(as: today, monthsBefore: count)
        case .years: return sameDay(as: today, monthsBefore: count * 12)
        }
    }

    /// Returns the same day in an earlier month, or the last day of that month.
    private static func sameDay(as today: CivilDate, monthsBefore count: Int) -> Int {
        let months = max(today.year * 12 + today.month - 1 - count, 12)
        let (year, month) = (months / 12, months % 12 + 1)
        let day = min(today.day, CivilDate.dayCount(year: year, month: month))
        return CivilDate.days(year: year, month: month, day: day)
    }
}

extension PartialDate {
    /// The range of seconds by the clock, like that of a span.
    package var seconds: Range<Int64> {
        let days = days
        return Int64(days.lowerBound) * 86_400..<Int64(days.upperBound) * 86_400
    }
}

extension DateSpan {
    /// Parses `2024`, `>=2024-05`, `2024-05..2024-06-17`, `today`, `yesterday` or `last 30 days`;
    /// nil for anything else, and for ranges that end before they begin.
    init?(text: String) {
        let words = text.lowercased().split { $0.isWhitespace }
        if words.count == 1, words[0] == "today" {
            self = .last(1, .days)
        } else if words.count == 1, words[0] == "yesterday" {
            self = .yesterday
        } else if words.first == "last", words.count == 2 || words.count == 3 {
            let count = words.count == 2 ? 1 : NumberSpan.whole(words[1])
            let unit = Unit.allCases.first {
                $0.rawValue == words[words.count - 1] || $0.singular == words[words.count - 1]
            }
            guard let count, let unit, DateSpan.counts.contains(count) else { return nil }
            self = .last(count, unit)
        } else if words.count == 1, let span = DateSpan(relative: words[0]) {
            self = span
        } else {
            let ends = NumberSpan.ends(
                of: text, { PartialDate(text: $0) }, next: \.next, previous: \.previous)
            guard let (from, through) = ends else { return nil }
            if let from, let through, from.days.lowerBound >= through.days.upperBound { return nil }
            self = .from(from, through: through)
        }
    }

    /// Parses `>today`, `today..`, `..yesterday` and similar forms; nil for anything else.
    private init?(relative text: Substring) {
        let isOpen = (text.hasPrefix(".."), text.hasSuffix(".."))
        let sign = text.prefix { "<>=".contains($0) }
        let side: Side? = isOpen.0 ? .through : isOpen.1 ? .from : Side(rawValue: String(sign))
        let name = text.drop { "<>=.".contains($0) }.prefix { $0 != "." }
        guard let side, let day = NamedDay(rawValue: String(name)),
            [side.rawValue + name, ".." + name, name + ".."].contains(String(text))
        else { return nil }
        self = .relative(side, of: day)
    }

    /// The text that parses as this span.
    var text: String {
        switch self {
        case .yesterday: "yesterday"
        case .relative(let side, let day): side.rawValue + day.rawValue
        case .last(1, .days): "today"
        case .last(1, let unit): "last \(unit.singular)"
        case .last(let count, let unit): "last \(count) \(unit.rawValue)"
        case .from(let from?, let through?) where from == through: from.text
        case .from(let from, let through): (from?.text ?? "") + ".." + (through?.text ?? "")
        }
    }

    /// The allowed counts of `last`.
    private static let counts = 1...99_999
}

extension DateSpan.Unit {
    fileprivate var singular: String { String(rawValue.dropLast()) }
}

extension PartialDate {
    /// Parses `2024`, `2024-05` or `2024-05-17`; nil for anything else.
    public init?(text: Substring) {
        let scanned = DateScanner.scan(String(text)) { scanner in
            let date = scanner.date(separators: "-")
            return scanner.isAtEnd ? date : nil
        }
        guard let (date, parts) = scanned, parts <= 3 else { return nil }
        self.init(
            year: date.year, month: parts > 1 ? date.month : nil,
            day: parts > 2 ? date.day : nil)
    }

    /// The text that parses as this date.
    public var text: String {
        ([CivilDate.padded(year, 4)] + [month, day].compactMap(\.self).map { CivilDate.padded($0) })
            .joined(separator: "-")
    }

    /// The range of days since 1970-01-01.
    var days: Range<Int> {
        let begin = CivilDate.days(year: year, month: month ?? 1, day: day ?? 1)
        guard let month else {
            return begin..<CivilDate.days(year: year + 1, month: 1, day: 1)
        }
        let count = day == nil ? CivilDate.dayCount(year: year, month: month) : 1
        return begin..<begin + count
    }

    /// The next year, month or day; nil at the end of the calendar.
    var next: PartialDate? { sibling(at: days.upperBound) }

    /// The previous year, month or day; nil at the start of the calendar.
    var previous: PartialDate? { sibling(at: days.lowerBound - 1) }

    /// Returns the date with the same precision that contains a day.
    private func sibling(at day: Int) -> PartialDate? {
        let date = CivilDate(unixSeconds: Int64(day) * 86400)
        return PartialDate(
            year: date.year, month: month == nil ? nil : date.month,
            day: self.day == nil ? nil : date.day)
    }
}
