extension CivilDate {
    /// The instant of a clock and its offset from UTC, in seconds since 1970-01-01 UTC.
    ///
    /// `clock` is EXIF's `YYYY:MM:DD HH:MM:SS`, `offset` is `+HH:MM`, `-HH:MM` or `Z`; nil for anything
    /// else, and for days and times that are not in the calendar.
    static func unixSeconds(clock: String, offset: String) -> Int64? {
        guard let parts = numbers(in: clock, form: "0000:00:00 00:00:00"),
            let offsetSeconds = seconds(ofOffset: offset)
        else { return nil }
        let (year, month, day) = (parts[0], parts[1], parts[2])
        guard year > 0, (1...12).contains(month), day >= 1,
            day <= dayCount(year: year, month: month),
            parts[3] < 24, parts[4] < 60, parts[5] < 60
        else { return nil }
        let time = parts[3] * 3600 + parts[4] * 60 + parts[5]
        return days(year: year, month: month, day: day) * 86400 + time - offsetSeconds
    }

    /// The seconds by which a clock is ahead of UTC. Source: EXIF 2.31, OffsetTimeOriginal
    private static func seconds(ofOffset text: String) -> Int64? {
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

    /// Days since 1970-01-01. Source: `days_from_civil`, as for `init(unixSeconds:)`
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func dayCount(year: Int64, month: Int64) -> Int64 {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The runs of digits of a text that looks as `form` does, whose zeros stand for any digit.
    private static func numbers(in text: some StringProtocol, form: String) -> [Int64]? {
        guard text.utf8.count == form.utf8.count else { return nil }
        var numbers: [Int64] = [0]
        for (byte, shape) in zip(text.utf8, form.utf8) {
            if shape == UInt8(ascii: "0") {
                guard (0x30...0x39).contains(byte) else { return nil }
                numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int64(byte - 0x30)
            } else {
                guard byte == shape else { return nil }
                numbers.append(0)
            }
        }
        return numbers
    }
}
