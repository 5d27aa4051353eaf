import Basics
import Foundation

extension FlickrFilter {
    /// A date taken as Flickr wants it, `YYYY-MM-DD hh:mm:ss` or Unix seconds.
    static func taken(
        _ name: String, _ value: String?, isLatest: Bool
    ) throws(FlickrError) -> String? {
        guard let value else { return nil }
        if let seconds = unixSeconds(value) { return String(seconds) }
        guard let (date, rest) = partialDate(value, isLatest: isLatest) else {
            throw badDate(name, value)
        }
        guard rest.isEmpty else {
            throw .invalidFilter(
                name: name, value: value, hint: "dates taken have no time zone: leave '\(rest)' out"
            )
        }
        return date.text("-")
    }

    /// An upload date in seconds since 1970-01-01; a date without a zone is read as UTC.
    static func upload(
        _ name: String, _ value: String?, isLatest: Bool
    ) throws(FlickrError) -> Int64? {
        guard let value else { return nil }
        if let seconds = unixSeconds(value) { return seconds }
        guard let (date, rest) = partialDate(value, isLatest: isLatest),
            let offset = rest.isEmpty ? 0 : FlickrDate.offset(rest)
        else { throw badDate(name, value) }
        return date.secondsSince1970 - offset
    }

    private static func badDate(_ name: String, _ value: String) -> FlickrError {
        .invalidFilter(
            name: name, value: value,
            hint: "expected YYYY, YYYY-MM, YYYY-MM-DD, 'YYYY-MM-DD HH:MM:SS' or Unix seconds")
    }

    /// Digits that are no year: five or more of them.
    private static func unixSeconds(_ value: String) -> Int64? {
        guard value.utf8.count > 4, let seconds = SourceJSON.integer(Array(value.utf8)[...]),
            seconds >= 0, seconds < 100_000_000_000
        else { return nil }
        return Int64(seconds)
    }

    /// Reads as much of a date as there is; the rest of it is the first or the last moment, and
    /// what follows the seconds is handed back.
    private static func partialDate(
        _ value: String, isLatest: Bool
    ) -> (FlickrDate, Substring)? {
        let text = Array(value.utf8)
        let separators: [Int: Set<UInt8>] = [
            4: [UInt8(ascii: "-"), UInt8(ascii: ":")], 7: [UInt8(ascii: "-"), UInt8(ascii: ":")],
            10: [UInt8(ascii: " "), UInt8(ascii: "T")], 13: [UInt8(ascii: ":")],
            16: [UInt8(ascii: ":")],
        ]
        var numbers: [Int] = []
        var position = 0
        while numbers.count < 6, position < text.count {
            if position > 0 {
                guard let allowed = separators[position], allowed.contains(text[position]) else {
                    break
                }
                position += 1
            }
            let length = numbers.isEmpty ? 4 : 2
            guard position + length <= text.count,
                text[position..<(position + length)].allSatisfy(SourceJSONScanner.isDigit),
                let number = SourceJSON.integer(text[position..<(position + length)])
            else { return nil }
            numbers.append(number)
            position += length
        }
        // An hour alone is no time of day, and a zone needs a time before it.
        guard !numbers.isEmpty, numbers.count != 4, numbers.count >= 5 || position == text.count
        else { return nil }
        let rest = Substring(String(decoding: text[position...], as: UTF8.self))
        let month = numbers.count > 1 ? numbers[1] : (isLatest ? 12 : 1)
        guard (1...12).contains(month), numbers[0] > 0 else { return nil }
        let lastDay = CivilDate.dayCount(year: numbers[0], month: month)
        let date = FlickrDate(
            year: numbers[0], month: month,
            day: numbers.count > 2 ? numbers[2] : (isLatest ? lastDay : 1),
            hour: numbers.count > 3 ? numbers[3] : (isLatest ? 23 : 0),
            minute: numbers.count > 4 ? numbers[4] : (isLatest ? 59 : 0),
            second: numbers.count > 5 ? numbers[5] : (isLatest ? 59 : 0))
        return date.isValid ? (date, rest) : nil
    }
}
