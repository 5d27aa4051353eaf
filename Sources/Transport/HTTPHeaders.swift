import Basics

/// The header lines of a request or a response, in order.
package struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
    /// The lines in order: the name in its original spelling, and the value without surrounding
    /// whitespace.
    package private(set) var fields: [(name: String, value: String)] = []

    /// Creates headers from names and values; names may repeat.
    package init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name: name, value: value) }
    }

    /// The value of the first line with a name, compared without case; nil if there is none.
    package subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Adds a line at the end.
    package mutating func append(name: String, value: String) { fields.append((name, value)) }

    /// True if every line can be sent: names are tokens, values contain no control character except
    /// tab.
    ///
    /// Source: RFC 9110, sections 5.1 and 5.5.
    var isSendable: Bool {
        fields.allSatisfy { field in
            !field.name.isEmpty
                && field.name.utf8.allSatisfy { byte in
                    (0x21...0x7E).contains(byte) && !HTTPHeaders.delimiters.contains(byte)
                }
                && field.value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
        }
    }

    private static let delimiters = Set("\"(),/:;<=>?@[\\]{}".utf8)
}

/// Parses dates in HTTP headers, in all three formats of RFC 9110.
///
/// Source: RFC 9110, section 5.6.7.
package enum HTTPDate {
    /// Returns seconds since 1970-01-01 UTC; nil if the text is not a date.
    ///
    /// - Parameters:
    ///   - text: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6
    ///     08:49:37 1994`.
    ///   - currentYear: the reference for two-digit years, which are at most 50 years ahead of it.
    package static func seconds(_ text: String, currentYear: Int = 2025) -> Double? {
        guard text.utf8.count <= 64, !text.contains("+") else { return nil }
        var parts = text.split { " ,-".contains($0) }.map(String.init)
        // The last form has the month before the day, the year last and no zone.
        if parts.count == 5 { parts = [parts[0], parts[2], parts[1], parts[4], parts[3], "GMT"] }
        guard parts.count == 6, ["GMT", "UTC"].contains(parts[5]), let day = Int(parts[1]),
            let month = CivilDate.monthNames.firstIndex(where: {
                $0.lowercased() == parts[2].lowercased()
            }),
            var year = Int(parts[3]), parts[1].utf8.count <= 2,
            (2...4).contains(parts[3].utf8.count), parts[4].utf8.count == 8
        else { return nil }
        if year < 100 {
            year += currentYear / 100 * 100
            if year > currentYear + 50 { year -= 100 }
        }
        let date = CivilDate(year: year, month: month + 1, day: day).text(between: "T")
        return DateScanner.instant(in: "\(date.prefix(11))\(parts[4])", isStrict: true)
            .map { Double($0.seconds) }
    }
}

/// Parses the `Retry-After` header.
///
/// Source: RFC 9110, section 10.2.3.
package enum RetryAfter {
    /// Returns the seconds to wait; 0 for a date in the past, nil if the text is neither a number
    /// of seconds nor a date.
    ///
    /// A number with more than 15 digits is infinity.
    ///
    /// - Parameters:
    ///   - text: the header's value.
    ///   - now: the server's time (its `Date` header), or else the local time, in seconds since
    ///     1970-01-01 UTC.
    package static func seconds(_ text: String, now: Double) -> Double? {
        let value = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if !value.isEmpty, value.utf8.allSatisfy(\.isDigit) {
            return value.utf8.count > 15 ? .infinity : Double(value)
        }
        let year = 1970 + Int(now / 31_556_952)
        return HTTPDate.seconds(value, currentYear: year).map { max(0, $0 - now) }
    }

    /// Returns the seconds to wait according to the headers of a response; nil without a valid
    /// `Retry-After`.
    static func seconds(in headers: HTTPHeaders, now: Double) -> Double? {
        guard let text = headers["Retry-After"] else { return nil }
        return seconds(text, now: headers["Date"].flatMap { HTTPDate.seconds($0) } ?? now)
    }
}
