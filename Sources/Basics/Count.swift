/// Spells numbers for people.
package enum Count {
    /// A number with a comma between thousands, such as `1,204`, whatever the locale.
    package static func text(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var result = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { result.append(",") }
            result.append(digit)
        }
        return result
    }

    /// Counts with their words but those of nothing, such as `2 new, 1 failed`; nil where all are of nothing.
    package static func list(_ counts: [(Int, String)]) -> String? {
        let facts = counts.filter { $0.0 > 0 }.map { "\(text($0.0)) \($0.1)" }
        return facts.isEmpty ? nil : facts.joined(separator: ", ")
    }

    /// A number with its noun, such as `1 photo` or `1,204 photos`.
    package static func text(_ number: Int, _ noun: String) -> String {
        "\(text(number)) \(noun)\(number == 1 ? "" : "s")"
    }
}
