/// Numbers in the forms of a query: `2`, `=2`, `>2`, `>=2`, `<2`, `<=2`, `2..4`, `2..`, `..4`.
enum NumberSpan {
    /// Reads numbers; nil for anything else, and where no number of the bounds is meant.
    ///
    /// - Parameter number: reads one number.
    static func read(
        _ text: String, in bounds: ClosedRange<Int>, number: (Substring) -> Int?
    ) -> ClosedRange<Int>? {
        func bounded(_ text: Substring) -> Int? {
            number(text).flatMap { bounds.contains($0) ? $0 : nil }
        }
        if let dots = text.firstRange(of: "..") {
            let ends = (text[..<dots.lowerBound], text[dots.upperBound...])
            guard !ends.0.isEmpty || !ends.1.isEmpty,
                let lower = ends.0.isEmpty ? bounds.lowerBound : bounded(ends.0),
                let upper = ends.1.isEmpty ? bounds.upperBound : bounded(ends.1), lower <= upper
            else { return nil }
            return lower...upper
        }
        let sign = text.prefix { "<>=".contains($0) }
        guard let value = bounded(text.dropFirst(sign.count)) else { return nil }
        switch sign {
        case "", "=": return value...value
        case ">=": return value...bounds.upperBound
        case "<=": return bounds.lowerBound...value
        case ">": return value < bounds.upperBound ? (value + 1)...bounds.upperBound : nil
        // Fewer than none is what no photo has; asking for it is a slip.
        case "<": return value > bounds.lowerBound ? bounds.lowerBound...(value - 1) : nil
        default: return nil
        }
    }

    /// The shortest text that reads as these numbers.
    static func text(_ range: ClosedRange<Int>, in bounds: ClosedRange<Int>) -> String {
        if range.lowerBound == range.upperBound { return "\(range.lowerBound)" }
        if range.upperBound >= bounds.upperBound { return "\(range.lowerBound).." }
        if range.lowerBound <= bounds.lowerBound { return "..\(range.upperBound)" }
        return "\(range.lowerBound)..\(range.upperBound)"
    }

    /// A whole number of ASCII digits, with a minus or without.
    static func whole(_ text: Substring) -> Int? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.dropFirst() : text
        guard !digits.isEmpty, digits.utf8.allSatisfy(isDigit) else { return nil }
        return Int(text)
    }

    /// A number of bytes with a unit or without, such as `1.5MB`; what is less than a byte is left out.
    static func bytes(_ text: Substring) -> Int? {
        let digits = text.prefix { $0.utf8.count == 1 && $0.utf8.allSatisfy(isDigit) || $0 == "." }
        let unit = text.dropFirst(digits.count).drop { $0.isWhitespace }.lowercased()
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard let factor = units[unit], parts.count <= 2, let whole = whole(parts[0]) else {
            return nil
        }
        let (product, isTooLarge) = whole.multipliedReportingOverflow(by: factor)
        guard !isTooLarge else { return nil }
        guard parts.count == 2 else { return product }
        // Beyond nine digits no unit has a whole byte.
        guard parts[1].utf8.allSatisfy(isDigit), let tail = Int(parts[1].prefix(9)) else {
            return nil
        }
        let scale = (0..<min(parts[1].count, 9)).reduce(1) { scale, _ in scale * 10 }
        let (sum, isTooMuch) = product.addingReportingOverflow(tail * factor / scale)
        return isTooMuch ? nil : sum
    }

    /// Bytes of each unit, in lower case.
    private static let units = [
        "": 1, "b": 1, "kb": 1000, "mb": 1_000_000, "gb": 1_000_000_000, "kib": 1 << 10,
        "mib": 1 << 20, "gib": 1 << 30,
    ]

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
