/// Reads the `Retry-After` header.
///
/// Source: RFC 9110, section 10.2.3.
package enum RetryAfter {
    /// The seconds to wait, 0 for a date in the past, nil for text that is neither a number of
    /// seconds nor a date.
    ///
    /// A number too large for the machine is infinity.
    ///
    /// - Parameters:
    ///   - text: The header's value.
    ///   - now: The server's idea of the time (its `Date` header) or else the own, in seconds since
    ///     1970-01-01 UTC.
    package static func seconds(_ text: String, now: Double) -> Double? {
        let value = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if !value.isEmpty,
            value.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        {
            return value.utf8.count > 15 ? .infinity : Double(value)
        }
        let year = 1970 + Int(now / 31_556_952)
        return HTTPDate.seconds(value, currentYear: year).map { max(0, $0 - now) }
    }

    /// The seconds to wait that an answer asks for; nil where it asks for nothing.
    static func seconds(in headers: HTTPHeaders, now: Double) -> Double? {
        guard let text = headers["Retry-After"] else { return nil }
        return seconds(text, now: headers["Date"].flatMap { HTTPDate.seconds($0) } ?? now)
    }
}
