/// The text of a script or a style, without the lines that only people read: comments that have lines of
/// their own, and empty ones.
///
/// Nothing within a line is touched. What this cannot tell from code, by looking at lines alone, is refused:
/// texts and comments that begin within one line and end within another.
struct CodeText {
    /// Why a text is refused.
    struct Refusal: Error {
        let line: Int
        let reason: String
    }

    /// Whether `//` begins a comment, and backticks a text, as in scripts.
    let isScript: Bool

    /// The lines that are code, each with its end.
    func stripped(_ text: String) throws(Refusal) -> String {
        // Swift takes CR LF for one character, which would make one line of all.
        if text.utf8.contains(13) { throw Refusal(line: 1, reason: "lines that end with CR LF") }
        var code = ""
        var isInComment = false
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let start = line.drop { $0 == " " || $0 == "\t" }
            if isInComment || start.hasPrefix("/*") {
                // A comment ends where it says so first, its own beginning aside.
                let rest = isInComment ? start : start.dropFirst(2)
                let end = rest.firstRange(of: "*/")
                isInComment = end == nil
                if let end, end.upperBound != rest.endIndex {
                    throw Refusal(line: index + 1, reason: "code behind the end of a comment")
                }
                continue
            }
            if start.isEmpty || isScript && start.hasPrefix("//") { continue }
            if let reason = reasonToRefuse(line) { throw Refusal(line: index + 1, reason: reason) }
            code += line + "\n"
        }
        if isInComment { throw Refusal(line: 0, reason: "a comment that does not end") }
        return code
    }

    /// Why a line of code cannot be told from the lines behind it; nil where it can.
    private func reasonToRefuse(_ line: Substring) -> String? {
        var rest = line
        while let begin = rest.firstRange(of: "/*") {
            guard let end = rest[begin.upperBound...].firstRange(of: "*/") else {
                return "a comment that begins behind code and goes on in another line"
            }
            rest = rest[end.upperBound...]
        }
        if line.hasSuffix("\\") { return "a text that goes on in another line" }
        if isScript, !line.count(where: { $0 == "`" }).isMultiple(of: 2) {
            return "a template that goes on in another line"
        }
        return nil
    }
}
