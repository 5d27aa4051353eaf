import Basics
package import Foundation
import GalleryModel

/// Converts a camera's clock time to a point in time.
package struct PhotoClock: Hashable, Sendable {
    /// UTC offset for photos without one, in seconds east of UTC; nil if not set.
    package var offsetSeconds: Int?
    /// Time zone, including daylight saving time, for photos without a UTC offset; nil if not set.
    package var timeZone: TimeZone?
    /// Correction added to the camera's clock time, in seconds; positive if the clock was slow.
    package var shiftSeconds: Double

    /// Makes a clock.
    package init(offsetSeconds: Int? = nil, timeZone: TimeZone? = nil, shiftSeconds: Double = 0) {
        self.offsetSeconds = offsetSeconds
        self.timeZone = timeZone
        self.shiftSeconds = shiftSeconds
    }

    /// Returns the time at which a photo was taken.
    ///
    /// The photo's own offset takes precedence over the configured one.
    ///
    /// - Parameters:
    ///   - dateTimeOriginal: the date taken by the camera's clock, as in `TakenDate`.
    ///   - offset: the clock's UTC offset as `+HH:MM`, `-HH:MM` or `Z`; nil if the photo has none.
    package func time(dateTimeOriginal: String?, offset: String?) -> PhotoTime {
        guard let dateTimeOriginal, !dateTimeOriginal.isEmpty else { return .noDate }
        guard let date = TakenDate(dateTimeOriginal), date.precision == .second else {
            return .badDate(dateTimeOriginal)
        }
        let clock = Double(date.seconds)
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
        DateScanner.offset(in: text).flatMap { abs($0) <= 14 * 3600 ? $0 : nil }
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
        guard text.utf8.first?.isDigit == true, text.utf8.count <= 16,
            text.utf8.allSatisfy({ $0.isDigit || isLast && $0 == UInt8(ascii: ".") })
        else { return nil }
        return Double(text)
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
        case .noOffset: "no time zone: give --offset, such as +02:00 or Europe/Paris"
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
