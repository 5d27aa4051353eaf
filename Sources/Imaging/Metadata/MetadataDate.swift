import Basics

/// A date in metadata: a clock's reading, and the clock's UTC offset if known.
struct MetadataDate: Hashable, Sendable {
    /// The precision of a date.
    enum Precision: Hashable, Sendable { case year, month, day, time }

    /// The start of the second, day, month or year.
    var civil: CivilDate
    /// The digits of the fraction of a second.
    var fraction: String?
    /// `+HH:MM`, `-HH:MM` or `Z`.
    var offset: String?
    /// The precision of the date.
    var precision: Precision
    /// True if the text contains a time that cannot be read.
    var hasUnreadableTime = false

    /// `YYYY:MM:DD HH:MM:SS`, midnight for a day; `YYYY:MM` for a month and `YYYY` for a year.
    var clock: String {
        let text = civil.text(day: ":")
        return precision == .year
            ? String(text.prefix(4)) : precision == .month ? String(text.prefix(7)) : text
    }

    /// Parses EXIF's `YYYY:MM:DD HH:MM:SS`, XMP's `YYYY-MM-DDTHH:MM[:SS[.F]][±HH:MM|Z]`, IPTC's
    /// `YYYYMMDD HHMMSS±HHMM`, the `DD Mon YYYY HH:MM:SS zone` of email and PNG, and mixtures.
    ///
    /// Parts can have one digit, or a blank instead of a leading zero; blank, zero or missing parts
    /// are unknown. Hour 24 is hour 0 of the same day, and a leap second counts as the second
    /// before it. Returns nil for placeholders (zeros, blanks) and for days that do not exist.
    /// Source: Exif 2.32, section 4.6.5 D; XMP specification part 1, section 8.2.1.1 (Date); IPTC
    /// IIM 4.2, data sets 2:55 and 2:60; RFC 1123, section 5.2.14.
    init?(_ text: String) {
        var rest = (MetadataDate.numeric(text) ?? text)[...]
        MetadataDate.skip(" \t\n\r", &rest)
        guard let (year, month, day) = MetadataDate.day(from: &rest) else { return nil }
        civil = CivilDate(year: year, month: month ?? 1, day: day ?? 1)
        precision = month == nil ? .year : day == nil ? .month : .day
        guard precision == .day else { return }
        guard civil.isValid else { return nil }
        MetadataDate.skip("T, ", &rest)
        guard takeTime(&rest) else {
            // Blanks, zeros and colons mean that the time is unknown.
            hasUnreadableTime = !rest.allSatisfy { " :0".contains($0) }
            return
        }
        precision = .time
        if let point = rest.first, ".,".contains(point) {
            let digits = rest.dropFirst().prefix(while: MetadataDate.isDigit)
            rest = rest.dropFirst(digits.count + 1)
            fraction = digits.isEmpty ? nil : String(digits)
        }
        applyMeridiem(&rest)
        MetadataDate.skip(" ", &rest)
        offset = ["GMT", "UT", "UTC"].contains(rest) ? "Z" : MetadataDate.offset(String(rest))
    }

    /// Parses a UTC offset: `+02:00`, `-3:30`, `+0200`, `+02`, `Z`; nil for anything else.
    ///
    /// Time zones range from -12:00 to +14:00; 15 hours also allow unusual ones.
    static func offset(_ text: String) -> String? {
        // The minutes may have one digit.
        let padded = text.replacing(":", with: ":0")
        guard let seconds = DateScanner.offset(in: text) ?? DateScanner.offset(in: padded),
            abs(seconds) < 16 * 3600, let sign = text.first(where: { !$0.isWhitespace })
        else { return nil }
        if sign == "Z" || sign == "z" { return "Z" }
        let minutes = abs(seconds) / 60
        return "\(sign)\(CivilDate.padded(minutes / 60)):\(CivilDate.padded(minutes % 60))"
    }

    /// Parses the year, and the month and day if known; nil without a year, or if the month does
    /// not exist.
    private static func day(from rest: inout Substring) -> (year: Int, month: Int?, day: Int?)? {
        guard let year = digits(4, from: &rest), year > 0 else { return nil }
        var parts: [Int?] = []
        if let month = digits(2, from: &rest) {
            guard let day = digits(2, from: &rest) else { return nil }
            parts = [month, day]
        } else {
            while parts.count < 2, let separator = rest.first, ":-/. ".contains(separator) {
                rest = rest.dropFirst()
                parts.append(field(from: &rest))
            }
            // The rest is not a date.
            guard parts.count == 2 || rest.isEmpty else { return nil }
        }
        guard let month = parts.first ?? nil, month > 0 else { return (year, nil, nil) }
        guard month <= 12 else { return nil }
        let day = parts.count == 2 ? parts[1] : nil
        return (year, month, day == 0 ? nil : day)
    }

    /// Parses the time up to the seconds; false if it cannot be read.
    private mutating func takeTime(_ rest: inout Substring) -> Bool {
        var ahead = rest
        let isCompact = ahead.prefix(4).count(where: MetadataDate.isDigit) == 4
        func part(isFirst: Bool = false) -> Int? {
            if isCompact { return MetadataDate.digits(2, from: &ahead) }
            if !isFirst {
                guard let separator = ahead.first, ":.".contains(separator) else { return nil }
                ahead = ahead.dropFirst()
            }
            return MetadataDate.field(from: &ahead)
        }
        guard let hour = part(isFirst: true), let minute = part() else { return false }
        let second = part() ?? 0
        guard hour <= 24, minute < 60, second <= 60 else { return false }
        rest = ahead
        (civil.hour, civil.minute, civil.second) = (hour % 24, minute, min(second, 59))
        return true
    }

    /// Consumes `AM` or `PM`, and adds twelve hours in the afternoon.
    private mutating func applyMeridiem(_ rest: inout Substring) {
        let word = rest.drop { $0 == " " }.lowercased()
        for (half, hours) in [("am", 0), ("a.m.", 0), ("pm", 12), ("p.m.", 12)]
        where word.hasPrefix(half) {
            rest = rest.drop { $0 == " " }.dropFirst(half.count)
            if (1...12).contains(civil.hour) { civil.hour = civil.hour % 12 + hours }
            return
        }
    }

    /// Returns the same date with a numeric month if the text contains an English month name.
    private static func numeric(_ text: String) -> String? {
        guard text.contains(where: \.isLetter) else { return nil }
        let words = text.split { $0 == " " || $0 == "," }
        let months = CivilDate.monthNames.map { $0.lowercased() }
        guard
            let wordIndex = words.firstIndex(where: { months.contains($0.prefix(3).lowercased()) }),
            let month = months.firstIndex(of: words[wordIndex].prefix(3).lowercased()),
            let year = words.firstIndex(where: { $0.count == 4 && $0.allSatisfy(isDigit) }),
            let day = words.firstIndex(where: { $0.count <= 2 && $0.allSatisfy(isDigit) }),
            abs(day - wordIndex) == 1
        else { return nil }
        let others = words.indices.filter { $0 > 0 && ![wordIndex, year, day].contains($0) }
        return (["\(words[year])-\(month + 1)-\(words[day])"] + others.map { String(words[$0]) })
            .joined(separator: " ")
    }

    /// Parses one or two digits after at most two blanks; nil if the field is blank.
    private static func field(from rest: inout Substring) -> Int? {
        for _ in 0..<2 where rest.first == " " { rest = rest.dropFirst() }
        let part = rest.prefix(2).prefix(while: isDigit)
        rest = rest.dropFirst(part.count)
        return Int(part)
    }

    private static func digits(_ count: Int, from rest: inout Substring) -> Int? {
        let part = rest.prefix(count)
        guard part.count == count, part.allSatisfy(isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return Int(part)
    }

    private static func skip(_ characters: String, _ rest: inout Substring) {
        rest = rest.drop { characters.contains($0) }
    }

    static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}

/// The instant of a picture according to a GPS receiver, used to determine a clock's UTC offset.
///
/// Source: Exif 2.32, section 4.6.6 (GPSTimeStamp, GPSDateStamp: both UTC); XMP specification part
/// 2, section 4.4 (GPSTimeStamp has both).
struct MetadataInstant: Hashable, Sendable {
    /// The UTC offsets in use since 1990, in minutes.
    ///
    /// Source: the tz database 2025b, all zones.
    private static let offsets = [
        -720, -660, -600, -570, -540, -510, -480, -420, -360, -300, -270, -240, -210, -180, -150,
        -120, -60, 0, 60, 120, 180, 210, 240, 270, 300, 330, 345, 360, 390, 420, 480, 510, 525, 540,
        570, 585, 600, 630, 660, 690, 720, 765, 780, 825, 840,
    ]
    /// The maximum deviation of a clock from such an offset, in seconds.
    ///
    /// Clocks are slightly wrong, and a receiver reports the time of its last fix. A larger
    /// deviation means a clock that was never set correctly, or an old fix, and could match a wrong
    /// offset.
    private static let tolerance = 120

    /// The date and time in UTC.
    let date: MetadataDate

    /// Reads the instant of a source; nil if it has no valid day and time.
    init?(_ values: MetadataValues, _ source: MetadataSource) {
        let written: MetadataDate?
        if source == .exif {
            guard let day = values.text(.gpsDateStamp, source)?.split(separator: " ").first,
                let time = MetadataInstant.time(values.all(source, .gpsTimeStamp))
            else { return nil }
            written = MetadataDate("\(day) \(time)")
        } else {
            written = values.text(.gpsTimeStamp, source).flatMap { MetadataDate($0) }
        }
        guard let written, written.precision == .time,
            [nil, "Z", "+00:00"].contains(written.offset)
        else { return nil }
        date = written
    }

    /// Returns the UTC offset of a clock that showed a date at this instant, `+HH:MM` or `-HH:MM`.
    ///
    /// - Returns: nil if no time zone has this offset.
    func offset(ofClock clock: MetadataDate) -> String? {
        let difference = Int(clock.civil.unixSeconds - date.civil.unixSeconds)
        let near = MetadataInstant.offsets.first {
            abs(difference - $0 * 60) <= MetadataInstant.tolerance
        }
        return near.map { minutes in
            let clock = CivilDate(unixSeconds: Int64(abs(minutes)) * 60).clock()
            return "\(minutes < 0 ? "-" : "+")\(clock.prefix(5))"
        }
    }

    /// Formats hours, minutes and seconds.
    private static func time(_ parts: [MetadataValue]) -> String? {
        let numbers = parts.compactMap(MetadataValues.number)
        guard parts.count == 3, numbers.count == 3, (0..<24).contains(numbers[0]),
            (0..<60).contains(numbers[1]), (0..<61).contains(numbers[2])
        else { return nil }
        let second = min(Int(numbers[0] * 3600 + numbers[1] * 60 + numbers[2]), 86_399)
        return CivilDate(unixSeconds: Int64(second)).clock()
    }
}
