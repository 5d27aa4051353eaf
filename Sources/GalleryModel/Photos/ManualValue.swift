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
        let form = /([+-]?)(?:([0-9]{1,7})d|([0-9]{1,2}):([0-5][0-9])(?::([0-5][0-9]))?)/
        guard let match = text.wholeMatch(of: form) else { return nil }
        let parts: [(Substring?, Int64)] = [
            (match.2, 86_400), (match.3, 3600), (match.4, 60), (match.5, 1),
        ]
        let seconds = parts.reduce(0) { $0 + ($1.0.flatMap { Int64($0) } ?? 0) * $1.1 }
        return seconds == 0 ? nil : match.1 == "-" ? -seconds : seconds
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
        text.utf8.count == 1 ? Int(text).flatMap { (0...5).contains($0) ? $0 : nil } : nil
    }
}
