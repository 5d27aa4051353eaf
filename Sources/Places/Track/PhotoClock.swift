/// Turns what a camera's clock showed into a time.
package struct PhotoClock: Hashable, Sendable {
    /// The offset from UTC of photos that do not tell theirs, in seconds east of UTC; nil where a
    /// person gave none.
    package var offsetSeconds: Int?
    /// What is added to the time that the clock showed, in seconds: positive where the clock was slow.
    package var shiftSeconds: Double

    /// Makes a clock.
    package init(offsetSeconds: Int? = nil, shiftSeconds: Double = 0) {
        self.offsetSeconds = offsetSeconds
        self.shiftSeconds = shiftSeconds
    }

    /// The time at which a photo was taken.
    ///
    /// A photo's own offset wins over the one that a person gave.
    ///
    /// - Parameters:
    ///   - dateTimeOriginal: `YYYY:MM:DD HH:MM:SS` on the clock of the camera, with a fraction or not.
    ///   - offset: the clock's offset from UTC, `+HH:MM`, `-HH:MM` or `Z`; nil where the photo tells
    ///     none.
    package func time(dateTimeOriginal: String?, offset: String?) -> PhotoTime {
        guard let dateTimeOriginal, !dateTimeOriginal.isEmpty else { return .noDate }
        let clock = PhotoClock.scan(dateTimeOriginal) { $0.dateTime() }
        guard let clock else { return .badDate(dateTimeOriginal) }
        var seconds = offsetSeconds
        if let offset, !offset.isEmpty {
            guard let own = PhotoClock.offset(offset) else { return .badOffset(offset) }
            seconds = own
        }
        guard let seconds else { return .noOffset }
        return .seconds(clock - Double(seconds) + shiftSeconds)
    }

    /// Reads an offset from UTC in seconds east of it: `Z`, `+02:00`, `-0330`, `+02` or `+2`; nil for
    /// anything else, such as more than 14 hours.
    package static func offset(_ text: String) -> Int? {
        scan(text) { $0.offset() }
    }

    /// Reads a correction in seconds: `-90`, `+1.5` or `-00:01:30`; nil for anything else.
    ///
    /// With one colon it is nil too: some take `+1:00` for a minute and others for an hour.
    package static func shift(_ text: String) -> Double? {
        var body = text[...]
        var isNegative = false
        if let sign = body.first, sign == "+" || sign == "-" {
            isNegative = sign == "-"
            body.removeFirst()
        }
        let parts = body.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.enumerated().compactMap { index, part in
            number(part, isLast: index == parts.count - 1)
        }
        guard numbers.count == parts.count, parts.count == 1 || parts.count == 3,
            // In front of the first colon there may be more than 59.
            numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        let seconds = numbers.reduce(0) { $0 * 60 + $1 }
        // A century: cameras whose battery was empty begin in 1970 or 2000.
        guard seconds <= 100 * 366 * 86400 else { return nil }
        return isNegative ? -seconds : seconds
    }

    /// Digits, and a fraction behind the last part alone.
    private static func number(_ text: Substring, isLast: Bool) -> Double? {
        guard let first = text.utf8.first, (0x30...0x39).contains(first), text.utf8.count <= 16,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (isLast && $0 == 0x2E) })
        else { return nil }
        return Double(text)
    }

    private static func scan<Value>(
        _ text: String, _ read: (inout TimeScanner) -> Value?
    ) -> Value? {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            var scanner = TimeScanner(bytes)
            guard let value = read(&scanner), scanner.isAtEnd else { return nil }
            return value
        }
    }
}
