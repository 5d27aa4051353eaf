/// Separates code from comments and string literals in Swift source.
///
/// Source: The Swift Programming Language, Lexical Structure (comments nest; `#` fences make a
/// string raw; `\(…)` in a string is code).
enum SwiftText {
    /// The source with comments and the text of strings replaced by spaces; newlines and
    /// interpolated code are kept, so lines keep their numbers.
    static func blankingCommentsAndStrings(_ source: [UInt8]) -> [UInt8] {
        var scanner = Scanner(source: source)
        scanner.copyCode(untilClosingParenthesis: false)
        return scanner.result
    }

    private struct Scanner {
        /// The bytes that may begin a comment or a string, or end an interpolation.
        static let isSpecial = (0..<256).map { "/\"#()".utf8.contains(UInt8($0)) }

        let source: [UInt8]
        var position = 0
        var result: [UInt8] = []

        init(source: [UInt8]) {
            self.source = source
            result.reserveCapacity(source.count)
        }

        func isAt(_ text: String, offset: Int = 0) -> Bool {
            var index = position + offset
            for byte in text.utf8 {
                guard index < source.count, source[index] == byte else { return false }
                index += 1
            }
            return true
        }

        mutating func copy(_ count: Int = 1) {
            for _ in 0..<count where position < source.count {
                result.append(source[position])
                position += 1
            }
        }

        mutating func blank(_ count: Int = 1) {
            for _ in 0..<count where position < source.count {
                let isNewline = source[position] == UInt8(ascii: "\n")
                result.append(isNewline ? UInt8(ascii: "\n") : UInt8(ascii: " "))
                position += 1
            }
        }

        mutating func copyCode(untilClosingParenthesis: Bool) {
            var depth = 0
            while position < source.count {
                if !Self.isSpecial[Int(source[position])] {
                    copy()
                } else if isAt("//") {
                    while position < source.count, source[position] != UInt8(ascii: "\n") {
                        blank()
                    }
                } else if isAt("/*") {
                    blankComment()
                } else if let fence = fenceOfString() {
                    blankString(fence: fence)
                } else {
                    if isAt("(") { depth += 1 }
                    if isAt(")") {
                        if untilClosingParenthesis, depth == 0 { return }
                        depth -= 1
                    }
                    copy()
                }
            }
        }

        mutating func blankComment() {
            var depth = 0
            repeat {
                if isAt("/*") {
                    depth += 1
                    blank(2)
                } else if isAt("*/") {
                    depth -= 1
                    blank(2)
                } else {
                    blank()
                }
            } while depth > 0 && position < source.count
        }

        /// The number of `#` before the quote; nil if no string starts here.
        func fenceOfString() -> Int? {
            var count = 0
            while isAt("#", offset: count) { count += 1 }
            return isAt("\"", offset: count) ? count : nil
        }

        mutating func blankString(fence: Int) {
            let hashes = String(repeating: "#", count: fence)
            let quote = isAt("\"\"\"", offset: fence) ? "\"\"\"" : "\""
            copy(fence + quote.utf8.count)
            while position < source.count {
                let byte = source[position]
                if byte == UInt8(ascii: "\""), isAt(quote + hashes) {
                    copy(quote.utf8.count + fence)
                    return
                }
                if byte == UInt8(ascii: "\\"), isAt("\\" + hashes + "(") {
                    copy(fence + 2)
                    copyCode(untilClosingParenthesis: true)
                } else if byte == UInt8(ascii: "\\"), isAt("\\" + hashes) {
                    blank(fence + 2)
                } else if byte == UInt8(ascii: "\n"), quote.utf8.count == 1 {
                    return  // Not a string: do not consume the rest of the file.
                } else {
                    blank()
                }
            }
        }
    }
}
