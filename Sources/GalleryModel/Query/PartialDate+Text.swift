import Basics

extension PartialDate {
    /// Reads `2024`, `2024-05` or `2024-05-17`; nil for anything else.
    public init?(text: Substring) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let lengths = parts.map(\.utf8.count)
        let numbers = parts.compactMap(NumberSpan.whole)
        guard numbers.count == parts.count, [[4], [4, 2], [4, 2, 2]].contains(lengths) else {
            return nil
        }
        self.init(
            year: numbers[0], month: numbers.count > 1 ? numbers[1] : nil,
            day: numbers.count > 2 ? numbers[2] : nil)
    }

    /// The text that reads as this date.
    public var text: String {
        ([CivilDate.padded(year, 4)] + [month, day].compactMap(\.self).map { CivilDate.padded($0) })
            .joined(separator: "-")
    }

    /// The days that it has, counted from 1970-01-01.
    var days: Range<Int> {
        let begin = CivilDate.days(year: year, month: month ?? 1, day: day ?? 1)
        guard let month else {
            return begin..<CivilDate.days(year: year + 1, month: 1, day: 1)
        }
        let count = day == nil ? CivilDate.dayCount(year: year, month: month) : 1
        return begin..<begin + count
    }

    /// The year, month or day behind it; nil where the calendar ends.
    var next: PartialDate? { sibling(at: days.upperBound) }

    /// The year, month or day before it; nil where the calendar begins.
    var previous: PartialDate? { sibling(at: days.lowerBound - 1) }

    /// What has a day and is as fine as this.
    private func sibling(at day: Int) -> PartialDate? {
        let date = CivilDate(unixSeconds: Int64(day) * 86400)
        return PartialDate(
            year: date.year, month: month == nil ? nil : date.month,
            day: self.day == nil ? nil : date.day)
    }
}
