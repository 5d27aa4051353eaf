import Basics

/// A date and time without a time zone.
///
/// Parsed by hand, as Flickr's dates have no zone and formatters would assume one.
struct FlickrDate: Equatable {
    var year: Int
    var month: Int
    var day: Int
    var hour = 0
    var minute = 0
    var second = 0

    /// Converts `YYYY-MM-DD hh:mm:ss` (or with `T`, or with trailing text) to EXIF's `YYYY:MM:DD
    /// hh:mm:ss`.
    ///
    /// A month or day of 00, which Flickr uses if it knows only the year or month, becomes 01. Nil
    /// for any other form and for invalid dates, such as `0000-00-00 00:00:00`.
    static func dateTimeOriginal(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 19, bytes[4] == dash, bytes[7] == dash,
            bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "T"),
            bytes[13] == colon, bytes[16] == colon,
            let year = SourceJSON.integer(bytes[0..<4]),
            let month = SourceJSON.integer(bytes[5..<7]),
            let day = SourceJSON.integer(bytes[8..<10]),
            let hour = SourceJSON.integer(bytes[11..<13]),
            let minute = SourceJSON.integer(bytes[14..<16]),
            let second = SourceJSON.integer(bytes[17..<19])
        else { return nil }
        let date = FlickrDate(
            year: year, month: max(month, 1), day: max(day, 1), hour: hour, minute: minute,
            second: second)
        guard year > 0, date.isValid else { return nil }
        var exif = Array(bytes.prefix(19))
        exif[4] = colon
        exif[7] = colon
        exif[10] = UInt8(ascii: " ")
        // A month or day of 00 becomes 01.
        if month == 0 { exif[6] = UInt8(ascii: "1") }
        if day == 0 { exif[9] = UInt8(ascii: "1") }
        return String(decoding: exif, as: UTF8.self)
    }

    /// Parses `YYYY-MM-DDThh:mm:ss` with `Z` or an offset into seconds since 1970-01-01 UTC.
    static func instant(_ text: String) -> Int64? {
        guard let local = dateTimeOriginal(text), let offset = offset(text.dropFirst(19)),
            let date = FlickrDate(local)
        else { return nil }
        return date.secondsSince1970 - offset
    }

    /// Parses `Z`, `+hh:mm` or `-hhmm` into seconds east of UTC; nil for anything else.
    static func offset(_ text: Substring) -> Int64? {
        if text == "Z" || text == "z" { return 0 }
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let digits = Array(text.dropFirst().utf8.filter { $0 != colon })
        guard digits.count == 4 || digits.count == 2,
            let hours = SourceJSON.integer(digits[0..<2]),
            let minutes = digits.count == 4 ? SourceJSON.integer(digits[2..<4]) : 0,
            hours < 24, minutes < 60, hours >= 0, minutes >= 0
        else { return nil }
        return Int64(hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
    }

    /// Parses the output of `dateTimeOriginal`.
    private init?(_ exif: String) {
        let numbers = exif.split { $0 == ":" || $0 == " " }.compactMap { Int($0) }
        guard numbers.count == 6 else { return nil }
        self.init(
            year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3],
            minute: numbers[4], second: numbers[5])
    }

    init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// True for a valid date and time; leap seconds are allowed.
    var isValid: Bool {
        (0...9999).contains(year) && CivilDate.exists(year: year, month: month, day: day)
            && (0...23).contains(hour) && (0...59).contains(minute) && (0...60).contains(second)
    }

    /// Formats the date with a separator between year, month and day: `-` for SQL, `:` for EXIF.
    func text(_ separator: String) -> String {
        let date = [
            CivilDate.padded(year, 4), CivilDate.padded(month), CivilDate.padded(day),
        ]
        let time = [hour, minute, second].map { CivilDate.padded($0) }
        return date.joined(separator: separator) + " " + time.joined(separator: ":")
    }

    /// Seconds since 1970-01-01 if the date is in UTC.
    var secondsSince1970: Int64 {
        CivilDate.unixSeconds(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }

    private static let dash = UInt8(ascii: "-")
    private static let colon = UInt8(ascii: ":")
}
