/// A script or style sheet, which is stripped of empty lines and of comments on their own lines.
///
/// Lines of code are not changed. Text and comments that start in one line of code and end in
/// another are rejected, as they cannot be recognized by looking at single lines.
struct CodeText {
    /// The reason why a text is rejected.
    struct Refusal: Error {
        let line: Int
        let reason: String
    }

    /// True if `//` starts a comment and backticks delimit text, as in scripts.
    let isScript: Bool

    /// Returns the lines that are code, each with its line break.
    func stripped(_ text: String) throws(Refusal) -> String {
        // Swift treats CR LF as one character, so the text would be a single line.
        if text.utf8.contains(13) { throw Refusal(line: 1, reason: "lines end with CR LF") }
        var code = ""
        var isInComment = false
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let start = line.drop { $0 == " " || $0 == "\t" }
            if isInComment || start.hasPrefix("/*") {
                // The first `*/` ends a comment, unless it overlaps its opening.
                let rest = isInComment ? start : start.dropFirst(2)
                let end = rest.firstRange(of: "*/")
                isInComment = end == nil
                if let end, end.upperBound != rest.endIndex {
                    throw Refusal(line: index + 1, reason: "code after the end of a comment")
                }
                continue
            }
            if start.isEmpty || isScript && start.hasPrefix("//") { continue }
            if let reason = reasonToRefuse(line) { throw Refusal(line: index + 1, reason: reason) }
            code += line + "\n"
        }
        if isInComment { throw Refusal(line: 0, reason: "a comment is not closed") }
        return code
    }

    /// The reason why a line of code cannot be processed separately; nil if it can.
    private func reasonToRefuse(_ line: Substring) -> String? {
        var rest = line
        while let begin = rest.firstRange(of: "/*") {
            guard let end = rest[begin.upperBound...].firstRange(of: "*/") else {
                return "a comment that follows code continues on the next line"
            }
            rest = rest[end.upperBound...]
        }
        if line.hasSuffix("\\") { return "a string continues on the next line" }
        if isScript, !line.count(where: { $0 == "`" }).isMultiple(of: 2) {
            return "a template continues on the next line"
        }
        return nil
    }
}
