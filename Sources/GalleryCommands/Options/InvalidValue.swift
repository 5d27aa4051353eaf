import ArgumentParser

/// Says of a value that it cannot be, as git and ripgrep do: `invalid --jobs '300': expected 1 to 256`.
enum InvalidValue {
    /// The message about a value.
    ///
    /// - Parameters:
    ///   - name: the option, such as `--jobs`, or what an operand is.
    ///   - expected: what the value may be, and where it helps an example or the next step.
    static func message(_ name: String, _ value: String, expected: String) -> String {
        "invalid \(name) '\(value)': expected \(expected)"
    }

    /// Checks a whole number; none is right.
    ///
    /// - Throws: `ValidationError` where the number is not in the range.
    static func check(
        _ name: String, _ value: Int?, in range: some RangeExpression<Int>, expected: String
    ) throws {
        guard let value, !range.contains(value) else { return }
        throw ValidationError(message(name, String(value), expected: expected))
    }

    /// Checks a number; none is right.
    ///
    /// - Throws: `ValidationError` where the number is not in the range.
    static func check(
        _ name: String, _ value: Double?, in range: some RangeExpression<Double>, expected: String
    ) throws {
        guard let value, !range.contains(value) else { return }
        throw ValidationError(message(name, RowValue.decimal(value).plain, expected: expected))
    }
}
