import Basics

/// Spells messages for standard error: `gallery: ` and one line.
enum Message {
    /// A message as a line of its own.
    static func line(_ text: String) -> String {
        "gallery: \(DisplayText.escaped(text))\n"
    }

    /// A message of several lines, of which all but the first stand as they are.
    static func lines(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return line(lines[0]) + lines.dropFirst().map { DisplayText.escaped($0) + "\n" }.joined()
    }

    /// What the argument parser says about a wrong command line, in the words of the other messages.
    static func usage(_ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines = lines.map { line in
            DisplayText.escaped(line.filter { $0 != ArgumentPreparation.mark })
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        if let first = lines.first, first.hasPrefix("Error: ") {
            let reason = String(first.dropFirst("Error: ".count))
            lines[0] = "gallery: " + (invalidValue(reason, &lines) ?? lowered(reason))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What the parser says about a value that it cannot read, as `InvalidValue` says it; nil where the
    /// reason is another one.
    ///
    /// - Parameter lines: all lines; the values that the parser lists below the first go.
    private static func invalidValue(_ reason: String, _ lines: inout [String]) -> String? {
        let pattern = #/The value '(.*)' is invalid for '(?:(-[^ ]+) )?<([^>]+)>'(.*)/#
        guard let match = reason.wholeMatch(of: pattern) else { return nil }
        let value = String(match.output.1)
        var choices = match.output.4.matches(of: #/'([^']+)'/#).map { String($0.output.1) }
        while lines.count > 1, lines[1].hasPrefix("  - ") {
            choices.append(String(lines.remove(at: 1).dropFirst("  - ".count)))
        }
        // All other values are read as text first; an option for any number takes one with a fraction.
        var expected = Double(value) == nil ? "a number" : "a whole number"
        if let last = choices.popLast() {
            expected = choices.isEmpty ? last : choices.joined(separator: ", ") + " or \(last)"
        }
        return InvalidValue.message(
            String(match.output.2 ?? match.output.3), value, expected: expected)
    }

    /// A sentence that begins with a plain capitalised word, in lower case.
    private static func lowered(_ text: String) -> String {
        guard let second = text.dropFirst().first, second.isLowercase else { return text }
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
