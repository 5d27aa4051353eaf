/// Text as a person writes it in a POSIX-like shell: with quotes and backslashes.
package enum ShellText {
    /// Which quote a text is in at its end.
    package enum Quote: Sendable {
        case none, single, double
    }

    /// What the shell makes of a word, which may end within quotes.
    ///
    /// Expansions are left as they stand. Source: POSIX.1-2017, Shell Command Language, 2.2 Quoting
    package static func unquoted(_ word: String) -> (text: String, end: Quote) {
        var text = ""
        var quote = Quote.none
        var rest = Substring(word)
        while let character = rest.popFirst() {
            switch (quote, character) {
            case (.none, "'"): quote = .single
            case (.none, "\""): quote = .double
            case (.single, "'"), (.double, "\""): quote = .none
            case (.none, "\\"): if let next = rest.popFirst() { text.append(next) }
            case (.double, "\\"):
                if let next = rest.first, "$`\"\\".contains(next) {
                    rest.removeFirst()
                    text.append(next)
                } else {
                    text.append(character)
                }
            default: text.append(character)
            }
        }
        return (text, quote)
    }

    /// The text as it is written behind what stands in a quote, so that the shell makes it of it again.
    package static func quoted(_ text: String, in quote: Quote) -> String {
        switch quote {
        case .single: return text.replacing("'", with: "'\\''")
        case .double:
            return text.reduce(into: "") { result, character in
                if "$`\"\\".contains(character) { result.append("\\") }
                // History is expanded within double quotes, too, where no backslash helps.
                result += character == "!" ? "\"'!'\"" : String(character)
            }
        case .none:
            return text.reduce(into: "") { result, character in
                let isPlain =
                    character.isLetter || character.isNumber || "_-+./:,@%".contains(character)
                    || !character.isASCII && !character.isWhitespace
                result += isPlain ? String(character) : "\\\(character)"
            }
        }
    }
}
