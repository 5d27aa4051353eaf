/// Scans dates, times and UTC offsets in ASCII text, from the beginning.
///
/// Formats differ in the parts they require, so callers combine the methods.
package struct DateScanner {
    private var rest: Slice<UnsafeBufferPointer<UInt8>>

    /// Creates a scanner of bytes, which must outlive it.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) { rest = bytes[...] }

    /// Scans a text with a closure.
    package static func scan<Value>(
        _ text: String, _ read: (inout DateScanner) -> Value?
    ) -> Value? {
        var text = text
        return text.withUTF8 { bytes in
            var scanner = DateScanner(bytes)
            return read(&scanner)
        }
    }

    /// True if the whole text was scanned.
    package var isAtEnd: Bool { rest.isEmpty }

    /// The text that was not scanned.
    package var remainder: String { String(decoding: rest, as: UTF8.self) }

    /// Removes blanks from both ends.
    package mutating func trim() {
        while let first = rest.first, DateScanner.isBlank(first) { rest.removeFirst() }
        while let last = rest.last, DateScanner.isBlank(last) { rest.removeLast() }
    }

    /// Scans `YYYY`, `YYYY-MM`, `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SS`, which may end after any part
    /// and may not exist.
    ///
    /// - Parameters:
    ///   - separators: the characters allowed between year, month and day.
    ///   - between: the characters allowed between day and hour.
    /// - Returns: the date and the number of its parts, 1...6; nil if a separator is not followed
    ///   by two digits.
    package mutating func date(
        separators: StaticString = "-:", between: StaticString = "T t"
    ) -> (civil: CivilDate, parts: Int)? {
        guard let year = number(4) else { return nil }
        var numbers = [year, 1, 1, 0, 0, 0]
        var parts = 1
        while parts < 6, skip(parts < 3 ? separators : parts == 3 ? between : ":") {
            guard let number = number(2) else { return nil }
            numbers[parts] = number
            parts += 1
        }
        let civil = CivilDate(
            year: year, month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
            second: numbers[5])
        return (civil, parts)
    }

    /// Scans a fraction of a second in nanoseconds; 0 without a decimal point, nil without digits
    /// after it.
    package mutating func fraction() -> Int? {
        guard skip(".,") else { return 0 }
        var (count, value, unit) = (0, 0, 1_000_000_000)
        while let digit = number(1) {
            count += 1
            unit /= 10
            value += digit * unit
        }
        return count == 0 ? nil : value
    }

    /// Scans `Z`, `+HH:MM`, `+HHMM`, `+HH` or `+H` into seconds east of UTC, less than a day.
    package mutating func offset() -> Int? {
        if skip("Zz") { return 0 }
        let isWest = rest.first == UInt8(ascii: "-")
        guard skip("+-"), let hours = number(2) ?? number(1) else { return nil }
        var minutes: Int? = 0
        if skip(":") || rest.count == 2 { minutes = number(2) }
        guard hours < 24, let minutes, minutes < 60 else { return nil }
        return (isWest ? -60 : 60) * (hours * 60 + minutes)
    }

    /// Scans a date and time with an optional fraction and UTC offset (default: UTC) to the end.
    ///
    /// - Parameters:
    ///   - isStrict: true to refuse `:` between year, month and day, and the time 24:00:00.
    ///   - maximumOffset: the largest offset from UTC in seconds.
    /// - Returns: whole seconds since 1970-01-01 UTC, and nanoseconds; nil if the date does not
    ///   exist.
    package mutating func instant(
        isStrict: Bool = false, maximumOffset: Int = 86_400
    ) -> (seconds: Int64, nanoseconds: Int)? {
        guard let (civil, parts) = date(separators: isStrict ? "-" : "-:"), parts == 6,
            civil.isValid, !isStrict || civil.hour < 24, let fraction = self.fraction(),
            let offset = isAtEnd ? 0 : self.offset(), isAtEnd, abs(offset) <= maximumOffset
        else { return nil }
        return (civil.unixSeconds - Int64(offset), fraction)
    }

    /// Parses a UTC offset, ignoring blanks around it; nil if the text is not in a form of
    /// `offset()`.
    package static func offset(in text: String) -> Int? {
        scan(text) { scanner in
            scanner.trim()
            let offset = scanner.offset()
            return scanner.isAtEnd ? offset : nil
        }
    }

    /// Parses a UTC offset of the form `+HH:MM`, `-HH:MM` or `Z`; nil for anything else.
    package static func exactOffset(in text: String) -> Int? {
        // The other forms of `offset()` have other lengths.
        guard text == "Z" || text.utf8.count == 6 else { return nil }
        return scan(text) { scanner in
            let offset = scanner.offset()
            return scanner.isAtEnd ? offset : nil
        }
    }

    /// Parses a text that contains only an instant; see `instant(isStrict:maximumOffset:)`.
    package static func instant(
        in text: String, isStrict: Bool = false
    ) -> (seconds: Int64, nanoseconds: Int)? {
        scan(text) { $0.instant(isStrict: isStrict) }
    }

    private mutating func number(_ width: Int) -> Int? {
        guard rest.count >= width else { return nil }
        var value = 0
        for byte in rest.prefix(width) {
            guard byte.isDigit else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        rest = rest.dropFirst(width)
        return value
    }

    private mutating func skip(_ allowed: StaticString) -> Bool {
        guard let first = rest.first, allowed.withUTF8Buffer({ $0.contains(first) }) else {
            return false
        }
        rest.removeFirst()
        return true
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
