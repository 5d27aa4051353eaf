import Basics

/// Reads dates and times from ASCII bytes, front to back.
struct TimeScanner {
    private var rest: UnsafeBufferPointer<UInt8>.SubSequence

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        rest = bytes[...]
        while let first = rest.first, TimeScanner.isBlank(first) { rest.removeFirst() }
        while let last = rest.last, TimeScanner.isBlank(last) { rest.removeLast() }
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// `YYYY-MM-DDTHH:MM:SS[.F]` or EXIF's `YYYY:MM:DD HH:MM:SS[.F]`, in seconds since 1970-01-01 of
    /// the same clock.
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

    /// `Z`, `+HH:MM`, `+HHMM`, `+HH` or `+H`, in seconds east of UTC.
    ///
    /// The earth's clocks lie between -12:00 and +14:00: more than 14 hours are a mistake.
    mutating func offset() -> Int? {
        if skip("Zz") { return 0 }
        let isWest = rest.first == UInt8(ascii: "-")
        guard skip("+-") else { return nil }
        guard let hours = number(2) ?? number(1) else { return nil }
        var minutes = 0
        if skip(":") || rest.count == 2 {
            guard let told = number(2) else { return nil }
            minutes = told
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

    /// The digits behind the point; those behind the ninth are below a nanosecond.
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

    /// Whether a clock shows a time: 24:00:00 and second 60 belong to what follows.
    private static func isClock(_ hour: Int, _ minute: Int, _ second: Int) -> Bool {
        (0...24).contains(hour) && (0...59).contains(minute) && (0...60).contains(second)
            && (hour < 24 || (minute == 0 && second == 0))
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
