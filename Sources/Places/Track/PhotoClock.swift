import Basics
package import Foundation

/// Converts a camera's clock time to a point in time.
package struct PhotoClock: Hashable, Sendable {
    /// UTC offset for photos without one, in seconds east of UTC; nil if not set.
    package var offsetSeconds: Int?
    /// Time zone, including daylight saving time, for photos without a UTC offset; nil if not set.
    package var timeZone: TimeZone?
    /// Correction added to the camera's clock time, in seconds; positive if the clock was slow.
    package var shiftSeconds: Double

    /// Makes a clock.
    package init(
        offsetSeconds: Int? = nil, timeZone: TimeZone? = nil, shiftSeconds: Double = 0
    ) {
        self.offsetSeconds = offsetSeconds
        self.timeZone = timeZone
        self.shiftSeconds = shiftSeconds
    }

    /// Returns the time at which a photo was taken.
    ///
    /// The photo's own offset takes precedence over the configured one.
    ///
    /// - Parameters:
    ///   - dateTimeOriginal: `YYYY:MM:DD HH:MM:SS` on the camera's clock, with an optional
    ///     fraction.
    ///   - offset: the clock's UTC offset as `+HH:MM`, `-HH:MM` or `Z`; nil if the photo has none.
    package func time(dateTimeOriginal: String?, offset: String?) -> PhotoTime {
        guard let dateTimeOriginal, !dateTimeOriginal.isEmpty else { return .noDate }
        let clock = PhotoClock.scan(dateTimeOriginal) { $0.dateTime() }
        guard let clock else { return .badDate(dateTimeOriginal) }
        var seconds = offsetSeconds ?? timeZone.map { PhotoClock.offset(of: $0, atClock: clock) }
        if let offset, !offset.isEmpty {
            guard let own = PhotoClock.offset(offset) else { return .badOffset(offset) }
            seconds = own
        }
        guard let seconds else { return .noOffset }
        return .seconds(clock - Double(seconds) + shiftSeconds)
    }

    /// The UTC offset of a zone at a clock time; the later one in the hour repeated by daylight
    /// saving time.
    ///
    /// - Parameter clock: the clock time as if it were UTC, in seconds since 1970-01-01.
    private static func offset(of zone: TimeZone, atClock clock: Double) -> Int {
        func offset(_ seconds: Double) -> Int {
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
        }
        return offset(clock - Double(offset(clock)))
    }

    /// Parses a UTC offset into seconds east of UTC: `Z`, `+02:00`, `-0330`, `+02` or `+2`; nil for
    /// anything else, such as more than 14 hours.
    package static func offset(_ text: String) -> Int? {
        scan(text) { $0.offset() }
    }

    /// Parses a correction in seconds: `-90`, `+1.5` or `-00:01:30`; nil for anything else.
    ///
    /// A single colon is rejected, as `+1:00` could mean a minute or an hour.
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
            // The first of three numbers, the hours, may exceed 59.
            numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        let seconds = numbers.reduce(0) { $0 * 60 + $1 }
        // At most a century: cameras with an empty battery start in 1970 or 2000.
        guard seconds <= 100 * 366 * 86400 else { return nil }
        return isNegative ? -seconds : seconds
    }

    /// Parses digits, with a fraction only in the last part.
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

/// The time at which a photo was taken, or the reason why it is unknown.
package enum PhotoTime: Hashable, Sendable {
    /// Seconds since 1970-01-01 UTC.
    case seconds(Double)
    /// The photo has no date.
    case noDate
    /// The photo's date is invalid.
    case badDate(String)
    /// The UTC offset is neither in the photo nor configured.
    case noOffset
    /// The photo's UTC offset is invalid.
    case badOffset(String)
}

extension PhotoTime: CustomStringConvertible {
    /// The reason in words, or the seconds.
    package var description: String {
        switch self {
        case .seconds(let seconds): "\(seconds) s since 1970-01-01 UTC"
        case .noDate: "no date"
        case .badDate(let text): "'\(text)' is not a date and time"
        case .noOffset:
            "no time zone: give --offset, such as +02:00 or Europe/Paris"
        case .badOffset(let text): "'\(text)' is not a UTC offset"
        }
    }

    /// The reason without details that vary between photos.
    package var kind: String {
        switch self {
        case .badDate, .badOffset: "an unreadable date"
        default: description
        }
    }
}

/// Parses dates and times from ASCII bytes, from the beginning.
struct TimeScanner {
    private var rest: UnsafeBufferPointer<UInt8>.SubSequence

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        rest = bytes[...]
        while let first = rest.first, TimeScanner.isBlank(first) { rest.removeFirst() }
        while let last = rest.last, TimeScanner.isBlank(last) { rest.removeLast() }
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Parses `YYYY-MM-DDTHH:MM:SS[.F]` or EXIF's `YYYY:MM:DD HH:MM:SS[.F]` into seconds since
    /// 1970-01-01 on the same clock.
    mutating func dateTime() -> Double? {
        guard let year = number(4), skip("-:"), let month = number(2), skip("-:"),
            let day = number(2), skip("T t"), let hour = number(2), skip(":"),
            let minute = number(2), skip(":"), let second = number(2),
            year > 0, CivilDate.exists(year: year, month: month, day: day),
            TimeScanner.isClock(hour, minute, second)
        else { return nil }
        let whole = CivilDate.unixSeconds(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        guard skip(".,") else { return Double(whole) }
        guard let fraction = fraction() else { return nil }
        return Double(whole) + fraction
    }

    /// Parses `Z`, `+HH:MM`, `+HHMM`, `+HH` or `+H` into seconds east of UTC.
    ///
    /// Time zones range from -12:00 to +14:00, so more than 14 hours are an error.
    mutating func offset() -> Int? {
        if skip("Zz") { return 0 }
        let isWest = rest.first == UInt8(ascii: "-")
        guard skip("+-") else { return nil }
        guard let hours = number(2) ?? number(1) else { return nil }
        var minutes = 0
        if skip(":") || rest.count == 2 {
            guard let parsed = number(2) else { return nil }
            minutes = parsed
        }
        let seconds = (hours * 60 + minutes) * 60
        guard minutes <= 59, seconds <= 14 * 3600 else { return nil }
        return isWest ? -seconds : seconds
    }

    private mutating func number(_ width: Int) -> Int? {
        guard rest.count >= width else { return nil }
        var value = 0
        for byte in rest.prefix(width) {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        rest = rest.dropFirst(width)
        return value
    }

    /// Parses the digits after the decimal point; those after the ninth are below a nanosecond.
    private mutating func fraction() -> Double? {
        var digits = 0
        var value = 0
        var scale = 1
        while let byte = rest.first, (0x30...0x39).contains(byte) {
            rest.removeFirst()
            digits += 1
            guard digits <= 9 else { continue }
            value = value * 10 + Int(byte - 0x30)
            scale *= 10
        }
        return digits == 0 ? nil : Double(value) / Double(scale)
    }

    private mutating func skip(_ allowed: StaticString) -> Bool {
        guard let first = rest.first else { return false }
        let isAllowed = allowed.withUTF8Buffer { $0.contains(first) }
        if isAllowed { rest.removeFirst() }
        return isAllowed
    }

    /// True for a valid time of day, including 24:00:00 and second 60, which carry over.
    private static func isClock(_ hour: Int, _ minute: Int, _ second: Int) -> Bool {
        (0...24).contains(hour) && (0...59).contains(minute) && (0...60).contains(second)
            && (hour < 24 || (minute == 0 && second == 0))
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
