package import Basics
package import Foundation

/// The date a photo was taken by its camera's clock, precise to the second, month or year.
///
/// The only parser of `PhotoDetails.dateTimeOriginal`; rows, queries, orders, counts and exports
/// all use it.
package struct TakenDate: Hashable, Sendable {
    /// The precision of the date.
    package enum Precision: Hashable, Sendable {
        case second, month, year
    }

    /// The number of microseconds per second.
    package static let second: Int64 = 1_000_000

    /// The precision of the date.
    package let precision: Precision
    /// The start of the second, month or year, by the camera's clock.
    package let civil: CivilDate
    /// Microseconds within the second, 0..<1,000,000.
    private let microsecond: Int64

    /// Parses `YYYY:MM:DD HH:MM:SS`, `YYYY:MM` or `YYYY`.
    ///
    /// Nil for nil, for other texts and for dates that do not exist. Characters after the seconds
    /// are ignored.
    ///
    /// A leap second (60) becomes the end of second 59, as Unix time has no leap seconds.
    ///
    /// - Parameter subSeconds: the decimal digits of the fraction of the second: `05` is 0.05.
    package init?(_ text: String?, subSeconds: String? = nil) {
        guard let text else { return nil }
        let parts = TakenDate.numbers(in: text)
        guard let year = parts.first, (1...9999).contains(year) else { return nil }
        let isWhole = parts.count == 6
        let month = parts.count > 1 ? parts[1] : 1
        let day = isWhole ? parts[2] : 1
        guard CivilDate.exists(year: year, month: month, day: day) else { return nil }
        var seconds = CivilDate.unixSeconds(year: year, month: month, day: day)
        var fraction: Int64 = 0
        if isWhole {
            let (hour, minute, second) = (parts[3], parts[4], parts[5])
            guard hour < 24, minute < 60, second <= 60 else { return nil }
            seconds += Int64((hour * 60 + minute) * 60 + min(second, 59))
            fraction = second == 60 ? TakenDate.second - 1 : TakenDate.microseconds(subSeconds)
        }
        precision = isWhole ? .second : parts.count == 2 ? .month : .year
        civil = CivilDate(unixSeconds: seconds)
        microsecond = fraction
    }

    /// Parses the date taken of a photo.
    package init?(_ details: PhotoDetails) {
        self.init(details.dateTimeOriginal, subSeconds: details.subSecTimeOriginal)
    }

    /// Seconds from 1970-01-01 to the start of the date, as if the clock were UTC.
    package var seconds: Int64 {
        Int64(CivilDate.days(year: civil.year, month: civil.month, day: civil.day)) * 86_400
            + Int64(civil.secondOfDay)
    }

    /// The sort key and lower bound of the date in microseconds, counted like `seconds`.
    package var begin: Int64 { seconds * TakenDate.second + microsecond }

    /// The upper bound of a month or year: the first microsecond after it; nil for precise dates.
    package var end: Int64? {
        precision == .second ? nil : partial.seconds.upperBound * TakenDate.second
    }

    /// The date as a day, month or year.
    package var partial: PartialDate {
        switch precision {
        case .second: PartialDate(of: civil)
        case .month: PartialDate(of: civil).wholeMonth
        case .year: PartialDate(of: civil).wholeYear
        }
    }

    /// Returns the start in microseconds since 1970-01-01 UTC for a UTC offset; nil if the offset
    /// is unknown.
    package func moment(offset: String?) -> Int64? {
        offset.flatMap(TakenDate.offsetSeconds).map { begin - $0 * TakenDate.second }
    }

    /// The date in ISO 8601, truncated for a month or year: `2024-05-17T10:00:00`, `1978-06`,
    /// `1978`.
    package var isoText: String {
        precision == .second ? civil.text(between: "T") : partial.text
    }

    /// Returns the UTC offset in seconds of `+HH:MM`, `-HH:MM` or `Z`; nil for anything else.
    ///
    /// Source: EXIF 2.31, OffsetTimeOriginal
    package static func offsetSeconds(_ text: String) -> Int64? {
        if text == "Z" { return 0 }
        let bytes = Array(text.utf8)
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
            let hours = number(bytes[1..<3]), let minutes = number(bytes[4..<6]), hours < 24,
            minutes < 60
        else { return nil }
        let seconds = Int64(hours * 60 + minutes) * 60
        switch bytes[0] {
        case UInt8(ascii: "+"): return seconds
        case UInt8(ascii: "-"): return -seconds
        default: return nil
        }
    }

    /// Returns the numbers in a text of one of the three forms; empty for other texts.
    private static func numbers(in text: String) -> [Int] {
        var text = text
        return text.withUTF8 { bytes in
            // The offset at which each number starts.
            let starts = [0, 5, 8, 11, 14, 17]
            let count =
                switch bytes.count {
                case 4: 1
                case 7: 2
                case 19...: 6
                default: 0
                }
            var numbers: [Int] = []
            for index in 0..<count {
                let end = index == 0 ? 4 : starts[index] + 2
                guard let number = number(bytes[starts[index]..<end]) else { return [] }
                numbers.append(number)
                guard index < count - 1 else { break }
                guard bytes[end] == (index == 2 ? UInt8(ascii: " ") : UInt8(ascii: ":")) else {
                    return []
                }
            }
            return numbers
        }
    }

    private static func number(_ digits: some Sequence<UInt8>) -> Int? {
        var number = 0
        for byte in digits {
            guard (0x30...0x39).contains(byte) else { return nil }
            number = number * 10 + Int(byte - 0x30)
        }
        return number
    }

    /// Parses the fraction of a second; 0 for invalid text.
    private static func microseconds(_ digits: String?) -> Int64 {
        let six = (digits ?? "").utf8.prefix(6)
        let padded = Array(six) + Array(repeating: UInt8(ascii: "0"), count: 6 - six.count)
        return number(padded).map(Int64.init) ?? 0
    }
}

extension PartialDate {
    /// Creates the day of a date.
    fileprivate init(of civil: CivilDate) {
        self.init(uncheckedYear: civil.year, month: civil.month, day: civil.day)
    }

    fileprivate var wholeMonth: PartialDate { PartialDate(uncheckedYear: year, month: month) }
    fileprivate var wholeYear: PartialDate { PartialDate(uncheckedYear: year) }
}

/// The reason a date is considered implausible.
///
/// The date is displayed unchanged, but the photo is sorted last by date.
public enum DateDoubt: String, Hashable, Sendable, CaseIterable {
    /// The date is after the day on which the photo was added or uploaded.
    case future
    /// The date is the default of a camera clock that was never set.
    case unsetClock = "unset-clock"

    /// Earlier upload dates are invalid: Flickr, the oldest server, started then.
    private static let firstUpload = Date(timeIntervalSince1970: 1_075_593_600)

    /// Checks the plausibility of a date; nil if it is plausible.
    ///
    /// - Parameter now: the date the details were stored in the catalog.
    package init?(_ details: PhotoDetails, now: Date) {
        guard let taken = TakenDate(details) else { return nil }
        let known = [now, details.dateUploaded].compactMap(\.self)
            .filter { $0 >= DateDoubt.firstUpload }.min()
        if let known, taken.seconds - 86_400 > known.unixSeconds {
            self = .future
        } else if taken.precision == .second, !details.isDateGuessed, DateDoubt.isUnset(taken.civil)
        {
            self = .unsetClock
        } else {
            return nil
        }
    }

    /// Indicates whether a time is the default of a clock: the Unix epoch in any time zone, the
    /// epochs of FAT, GPS and QuickTime, and midnights and noons used by cameras.
    ///
    /// Source: https://github.com/photoprism/photoprism, pkg/txt (2002-12-08); ExifTool forum,
    /// "camera default dates"
    private static func isUnset(_ date: CivilDate) -> Bool {
        let (hour, isWholeHour) = (date.hour, date.secondOfDay % 3600 == 0)
        switch (date.year, date.month, date.day) {
        case (1980, 1, 1): return true
        case (1970, 1, 1): return isWholeHour && hour <= 14
        case (1969, 12, 31): return isWholeHour && hour >= 13
        case (2002, 12, 8): return date.secondOfDay == 12 * 3600
        case (1980, 1, 6), (1904, 1, 1), (2000...2010, 1, 1): return date.secondOfDay == 0
        default: return false
        }
    }

    /// A short description of the reason.
    package var reason: String {
        switch self {
        case .future: "in the future"
        case .unsetClock: "the default date of an unset clock"
        }
    }

    /// The message for the user, with the next step.
    package func message(date: String, origin: Origin) -> String {
        let step =
            switch origin {
            case .camera: "correct the date in the file and import it again"
            case .flickr: "correct the date at Flickr and refresh the section"
            case .share, .campaign: "ask the owner to correct it"
            }
        return "the date taken '\(date)' is \(reason), so the photo is sorted last: \(step)"
    }
}
