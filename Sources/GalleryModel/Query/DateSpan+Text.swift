import Foundation

extension DateSpan {
    /// Reads `2024`, `>=2024-05`, `2024-05..2024-06-17`, `today`, `yesterday` or `last 30 days`; nil for
    /// anything else, and for days that end before they begin.
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
        } else {
            self.init(dates: text)
        }
    }

    /// The text that reads as this span.
    var text: String {
        switch self {
        case .yesterday: "yesterday"
        case .last(1, .days): "today"
        case .last(1, let unit): "last \(unit.singular)"
        case .last(let count, let unit): "last \(count) \(unit.rawValue)"
        case .from(let from?, let through?) where from == through: from.text
        case .from(let from, let through): (from?.text ?? "") + ".." + (through?.text ?? "")
        }
    }

    /// How many units `last` may count.
    private static let counts = 1...99_999

    private init?(dates text: String) {
        if let dots = text.firstRange(of: "..") {
            let ends = [text[..<dots.lowerBound], text[dots.upperBound...]]
            let dates = ends.map { PartialDate(text: $0) }
            for (end, date) in zip(ends, dates) where date == nil && !end.isEmpty { return nil }
            if let from = dates[0], let through = dates[1] {
                guard from.days.lowerBound < through.days.upperBound else { return nil }
            }
            guard dates[0] != nil || dates[1] != nil else { return nil }
            self = .from(dates[0], through: dates[1])
            return
        }
        let sign = text.prefix { "<>=".contains($0) }
        guard let date = PartialDate(text: text.dropFirst(sign.count)) else { return nil }
        switch sign {
        case "", "=": self = .from(date, through: date)
        case ">=": self = .from(date, through: nil)
        case "<=": self = .from(nil, through: date)
        case ">":
            guard let next = date.next else { return nil }
            self = .from(next, through: nil)
        case "<":
            guard let last = date.previous else { return nil }
            self = .from(nil, through: last)
        default: return nil
        }
    }
}

extension DateSpan.Unit {
    fileprivate var singular: String { String(rawValue.dropLast()) }
}
