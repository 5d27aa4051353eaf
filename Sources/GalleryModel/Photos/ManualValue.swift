import Basics

/// Parsers of the values that users give photos.
package enum ManualValue {
    /// Parses a date and time by a camera's clock: `YYYY:MM:DD HH:MM:SS`, also with `-` in the date
    /// and with `T` before the time.
    ///
    /// - Returns: the text as in EXIF; nil for anything else, and for dates that do not exist.
    package static func date(_ text: String) -> String? {
        DateScanner.scan(text) { scanner in
            guard let (civil, parts) = scanner.date(between: "T "), parts == 6, scanner.isAtEnd,
                civil.isValid, civil.hour < 24, civil.second < 60
            else { return nil }
            return civil.text(day: ":")
        }
    }

    /// Parses a shift of a clock, `[+-]HH:MM[:SS]` or `[+-]Nd`, into seconds; nil for anything else
    /// and for no shift.
    package static func shift(_ text: String) -> Int64? {
        let sign: Int64 = text.hasPrefix("-") ? -1 : 1
        let size = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
        let seconds: Int64? =
            if size.hasSuffix("d") {
                number(size.dropLast(), digits: 1...7).map { $0 * 86_400 }
            } else { clock(size, seconds: true) }
        return seconds.flatMap { $0 == 0 ? nil : sign * $0 }
    }

    /// Parses a UTC offset, `+HH:MM`, `-HH:MM` or `Z`, from -12:00 to +14:00; nil for anything else.
    package static func offset(_ text: String) -> String? {
        guard let seconds = DateScanner.exactOffset(in: text),
            (-12 * 3600...14 * 3600).contains(seconds)
        else { return nil }
        return text == "-00:00" ? "+00:00" : text
    }

    /// Parses a rating; nil if it is not one of 0...5.
    package static func rating(_ text: String) -> Int? {
        number(text[...], digits: 1...1).flatMap { $0 <= 5 ? Int($0) : nil }
    }

    /// Parses `HH:MM`, with `:SS` if allowed, into seconds; nil for anything else.
    static func clock(_ text: Substring, seconds hasSeconds: Bool) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || hasSeconds && parts.count == 3,
            let hours = number(parts[0], digits: 1...2)
        else { return nil }
        var seconds = hours * 3600
        for (part, unit) in zip(parts.dropFirst(), [60, 1] as [Int64]) {
            guard let number = number(part, digits: 2...2), number < 60 else { return nil }
            seconds += number * unit
        }
        return seconds
    }

    private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int64? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int64(text)
    }
}
