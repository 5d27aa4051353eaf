import Basics

/// Holds a date as metadata writes it: a clock's reading, and the clock's offset where it is told.
struct MetadataDate: Hashable, Sendable {
    /// `YYYY:MM:DD HH:MM:SS`.
    var clock: String
    /// The digits after the seconds' point.
    var fraction: String?
    /// `+HH:MM`, `-HH:MM` or `Z`.
    var offset: String?
    /// Whether the text told the day alone, so that midnight stands for the time.
    var isDayOnly = false

    /// Reads EXIF's `YYYY:MM:DD HH:MM:SS`, XMP's `YYYY-MM-DDTHH:MM[:SS[.F]][±HH:MM|Z]` and mixtures.
    ///
    /// Nil for placeholders (zeros, blanks), for dates without a day and for dates that cannot be.
    /// Source: Exif 2.32, section 4.6.5 D; XMP specification part 1, section 8.2.1.1 (Date).
    init?(_ text: String) {
        var rest = Substring(text).drop { $0 == " " }
        guard let year = MetadataDate.digits(4, from: &rest), year > 0,
            MetadataDate.separator(":-/. ", from: &rest),
            let month = MetadataDate.digits(2, from: &rest), (1...12).contains(month),
            MetadataDate.separator(":-/. ", from: &rest),
            let day = MetadataDate.digits(2, from: &rest),
            CivilDate.exists(year: year, month: month, day: day)
        else { return nil }
        let date = [CivilDate.padded(year, 4), CivilDate.padded(month), CivilDate.padded(day)]
            .joined(separator: ":")
        _ = MetadataDate.separator("T ", from: &rest)
        guard let time = MetadataDate.time(from: &rest) else {
            // Blanks and colons stand for a time that is not known.
            guard rest.allSatisfy({ $0 == " " || $0 == ":" }) else { return nil }
            clock = date + " 00:00:00"
            isDayOnly = true
            return
        }
        clock = date + " " + time
        if MetadataDate.separator(".,", from: &rest) {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            fraction = digits.isEmpty ? nil : String(digits)
        }
        offset = MetadataDate.offset(String(rest))
    }

    /// Reads a clock's offset: `+02:00`, `-3:30`, `+0200`, `+02`, `Z`; nil for anything else.
    ///
    /// The earth's clocks lie between -12:00 and +14:00; 15 hours leave room for odd ones.
    static func offset(_ text: String) -> String? {
        var rest = Substring(text).drop { $0 == " " }
        while rest.last == " " { rest.removeLast() }
        if rest == "Z" || rest == "z" { return "Z" }
        guard let sign = rest.popFirst(), sign == "+" || sign == "-" else { return nil }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        var fields = parts
        if parts.count == 1, rest.count == 4 { fields = [rest.prefix(2), rest.suffix(2)] }
        guard (1...2).contains(fields.count), fields.allSatisfy({ (1...2).contains($0.count) }),
            let hours = Int(fields[0]), let minutes = fields.count == 2 ? Int(fields[1]) : 0,
            (0...15).contains(hours), (0...59).contains(minutes)
        else { return nil }
        return "\(sign)\(CivilDate.padded(hours)):\(CivilDate.padded(minutes))"
    }

    private static func time(from rest: inout Substring) -> String? {
        var ahead = rest
        guard let hour = digits(2, from: &ahead), hour < 24, separator(":", from: &ahead),
            let minute = digits(2, from: &ahead), minute < 60
        else { return nil }
        var second = 0
        if separator(":", from: &ahead) {
            // 60 is a leap second.
            guard let told = digits(2, from: &ahead), told <= 60 else { return nil }
            second = told
        }
        rest = ahead
        return [hour, minute, second].map { CivilDate.padded($0) }.joined(separator: ":")
    }

    private static func digits(_ count: Int, from rest: inout Substring) -> Int? {
        let part = rest.prefix(count)
        guard part.utf8.count == count, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        rest = rest.dropFirst(count)
        return Int(part)
    }

    private static func separator(_ allowed: String, from rest: inout Substring) -> Bool {
        guard let first = rest.first, allowed.contains(first) else { return false }
        rest = rest.dropFirst()
        return true
    }
}
