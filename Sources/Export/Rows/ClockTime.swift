import Basics

/// Reads what a camera's clock showed, as EXIF writes it.
enum ClockTime {
    /// The instant of a clock and its offset from UTC, in seconds since 1970-01-01 UTC.
    ///
    /// `clock` is EXIF's `YYYY:MM:DD HH:MM:SS`, `offset` is `+HH:MM`, `-HH:MM` or `Z`; nil for anything
    /// else, and for days and times that are not in the calendar.
    static func unixSeconds(clock: String, offset: String) -> Int64? {
        guard let parts = numbers(in: clock, form: "0000:00:00 00:00:00"),
            let offsetSeconds = seconds(ofOffset: offset)
        else { return nil }
        let (year, month, day) = (parts[0], parts[1], parts[2])
        guard year > 0, CivilDate.exists(year: year, month: month, day: day),
            parts[3] < 24, parts[4] < 60, parts[5] < 60
        else { return nil }
        let local = CivilDate.unixSeconds(
            year: year, month: month, day: day, hour: parts[3], minute: parts[4], second: parts[5])
        return local - Int64(offsetSeconds)
    }

    /// The seconds by which a clock is ahead of UTC. Source: EXIF 2.31, OffsetTimeOriginal
    private static func seconds(ofOffset text: String) -> Int? {
        if text == "Z" { return 0 }
        guard let parts = numbers(in: text.dropFirst(), form: "00:00"), parts[0] < 24,
            parts[1] < 60
        else { return nil }
        switch text.utf8.first {
        case UInt8(ascii: "+"): return parts[0] * 3600 + parts[1] * 60
        case UInt8(ascii: "-"): return -(parts[0] * 3600 + parts[1] * 60)
        default: return nil
        }
    }

    /// The runs of digits of a text that looks as `form` does, whose zeros stand for any digit.
    private static func numbers(in text: some StringProtocol, form: String) -> [Int]? {
        guard text.utf8.count == form.utf8.count else { return nil }
        var numbers = [0]
        for (byte, shape) in zip(text.utf8, form.utf8) {
            if shape == UInt8(ascii: "0") {
                guard (0x30...0x39).contains(byte) else { return nil }
                numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - 0x30)
            } else {
                guard byte == shape else { return nil }
                numbers.append(0)
            }
        }
        return numbers
    }
}
