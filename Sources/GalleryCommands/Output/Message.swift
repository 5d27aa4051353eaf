/// Spells messages for standard error: `gallery: ` and one line.
enum Message {
    /// A message as a line of its own.
    static func line(_ text: String) -> String {
        "gallery: \(DisplayText.escaped(text))\n"
    }

    /// What the argument parser says about a wrong command line, in the words of the other messages.
    static func usage(_ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines = lines.map { line in
            DisplayText.escaped(line.filter { $0 != ArgumentPreparation.mark })
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        if let first = lines.first, first.hasPrefix("Error: ") {
            lines[0] = "gallery: " + lowered(String(first.dropFirst("Error: ".count)))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A sentence that begins with a plain capitalised word, in lower case.
    private static func lowered(_ text: String) -> String {
        guard let second = text.dropFirst().first, second.isLowercase else { return text }
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
