import Basics

/// Reads instants as databases that keep documents write them.
enum SourceInstant {
    /// The longest number of milliseconds that is an instant: the end of the year 9999.
    private static let latest: Int64 = 253_402_300_799_999

    /// Milliseconds since 1970-01-01 UTC: ISO 8601 with a fraction of a second or without, a number of milliseconds,
    /// or either in `{"$date": …}`; nil for anything else.
    ///
    /// A text without a zone is one of UTC.
    static func milliseconds(_ value: SourceJSON.Value) -> Int64? {
        let value = value["$date"] ?? value
        if let wrapped = value["$numberLong"] { return milliseconds(wrapped) }
        if let number = value.integer.map(Int64.init),
            value.kind == .number || value.kind == .string
        {
            return (0...latest).contains(number) ? number : nil
        }
        return value.kind == .string ? value.text.flatMap(milliseconds) : nil
    }

    private static func milliseconds(_ text: String) -> Int64? {
        guard text.utf8.count >= 19 else { return nil }
        let whole = String(decoding: text.utf8.prefix(19), as: UTF8.self)
        var rest = text.utf8.dropFirst(19)
        var fraction: Int64 = 0
        if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
            let digits = rest.dropFirst().prefix(while: SourceJSONScanner.isDigit)
            guard !digits.isEmpty, let number = Int64(String(Substring(digits)).prefix(3)) else {
                return nil
            }
            fraction = digits.count == 1 ? number * 100 : digits.count == 2 ? number * 10 : number
            rest = rest.dropFirst(1 + digits.count)
        }
        let zone = rest.isEmpty ? "Z" : String(Substring(rest))
        return FlickrDate.instant(whole + zone).map { $0 * 1000 + fraction }
    }
}
