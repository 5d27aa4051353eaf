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
        guard let text,
            let (date, parts) = DateScanner.scan(
                text,
                { scanner in
                    scanner.date(separators: ":", between: " ").flatMap {
                        $0.parts == 6 || $0.parts < 3 && scanner.isAtEnd ? $0 : nil
                    }
                }), date.isValid, date.hour < 24
        else { return nil }
        precision = parts == 6 ? .second : parts == 2 ? .month : .year
        let isLeap = date.second == 60
        civil = isLeap ? CivilDate(unixSeconds: date.unixSeconds - 1) : date
        let fraction = parts == 6 ? subSeconds ?? "" : ""
        // Texts other than digits count as 0.
        let digits = Array("\(fraction)000000".utf8.prefix(6))
        microsecond = isLeap ? TakenDate.second - 1 : max(0, Int64(Int(decimal: digits[...]) ?? 0))
    }

    /// Parses the date taken of a photo.
    package init?(_ details: PhotoDetails) {
        self.init(details.dateTimeOriginal, subSeconds: details.subSecTimeOriginal)
    }

    /// Seconds from 1970-01-01 to the start of the date, as if the clock were UTC.
    package var seconds: Int64 { civil.unixSeconds }

    /// The sort key and lower bound of the date in microseconds, counted like `seconds`.
    package var begin: Int64 { seconds * TakenDate.second + microsecond }

    /// The upper bound of a month or year: the first microsecond after it; nil for precise dates.
    package var end: Int64? {
        precision == .second ? nil : partial.seconds.upperBound * TakenDate.second
    }

    /// The date as a day, month or year.
    package var partial: PartialDate {
        PartialDate(
            uncheckedYear: civil.year, month: precision == .year ? nil : civil.month,
            day: precision == .second ? civil.day : nil)
    }

    /// Returns the start in microseconds since 1970-01-01 UTC for a UTC offset; nil if the offset
    /// is unknown.
    package func moment(offset: String?) -> Int64? {
        offset.flatMap(DateScanner.exactOffset(in:)).map { begin - Int64($0) * TakenDate.second }
    }

    /// The date in ISO 8601, truncated for a month or year: `2024-05-17T10:00:00`, `1978-06`,
    /// `1978`.
    package var isoText: String { precision == .second ? civil.text(between: "T") : partial.text }
}

extension PhotoDetails {
    /// Formats the date taken in ISO 8601, with its UTC offset if known; nil if it is missing or
    /// invalid.
    ///
    /// If only the month or year is known, the text has only that: `1978-06`, `1978`.
    ///
    /// - Parameter hasFraction: true to include the fraction of the second.
    package func takenAt(hasFraction: Bool = false) -> String? {
        TakenDate(self).map { date in
            guard date.precision == .second else { return date.isoText }
            let digits = hasFraction ? subSecTimeOriginal ?? "" : ""
            let isFraction = !digits.isEmpty && digits.utf8.allSatisfy(\.isDigit)
            return date.isoText + (isFraction ? ".\(digits)" : "") + (offsetTimeOriginal ?? "")
        }
    }
}

/// The reason a date is considered implausible.
///
/// The date is displayed unchanged, but the photo is sorted last by date.
package enum DateDoubt: String, Hashable, Sendable, CaseIterable {
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
