/// Formats counts for display.
package enum Count {
    /// Formats a number with a comma between thousands, such as `1,204`, regardless of the locale.
    package static func text(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var result = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { result.append(",") }
            result.append(digit)
        }
        return result
    }

    /// Formats the nonzero counts with their labels, such as `2 new, 1 failed`; nil if all are
    /// zero.
    package static func list(_ counts: [(Int, String)]) -> String? {
        let facts = counts.filter { $0.0 > 0 }.map { "\(text($0.0)) \($0.1)" }
        return facts.isEmpty ? nil : facts.joined(separator: ", ")
    }

    /// Formats a nonnegative number with one decimal place, such as `1.4`.
    package static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Formats a number with its noun, such as `1 photo` or `1,204 photos`.
    package static func text(_ number: Int, _ noun: String) -> String {
        "\(text(number)) \(noun)\(number == 1 ? "" : "s")"
    }
}

/// Formats byte counts for display.
package enum ByteCount {
    /// Formats a number of bytes with a decimal unit, such as `512 bytes`, `1.4 MB` or `23 GB`.
    package static func text(_ count: Int64) -> String {
        guard count >= 1000 else { return "\(count) byte\(count == 1 ? "" : "s")" }
        var value = Double(count)
        var unit = ""
        for next in ["kB", "MB", "GB", "TB"] where value >= 999.5 || unit.isEmpty {
            value /= 1000
            unit = next
        }
        return "\(value < 9.95 ? Count.tenths(value) : Count.text(Int(value.rounded()))) \(unit)"
    }
}

extension Double {
    /// The shortest text of the number, without an unnecessary fraction.
    package var plainText: String { Int(exactly: self).map(String.init) ?? String(self) }
}
