import Foundation
import Glibc

/// A source file of the package, read once.
struct SourceFile {
    /// The path from the package's root: `Sources/Export/RowEncoder.swift`.
    let path: String
    /// The lines of the file.
    let lines: [String]
    /// The same lines with comments and the text of string literals blanked out.
    let code: [String]

    init(path: String, text: String) {
        self.path = path
        lines = text.components(separatedBy: "\n")
        code = String(
            decoding: SwiftText.blankingCommentsAndStrings(Array(text.utf8)), as: UTF8.self
        )
        .components(separatedBy: "\n")
    }

    /// The folder below `Sources` or `Tests`, which is the name of the module.
    var module: String {
        let parts = path.split(separator: "/")
        return parts.count > 1 ? String(parts[1]) : ""
    }

    /// The file's name without its ending.
    var stem: String {
        let name = path.split(separator: "/").last ?? ""
        return String(name.prefix { $0 != "." })
    }

    /// Lines from 1 whose code matches, with the match.
    ///
    /// - Parameter words: every match contains one of them. The pattern is tried only on lines that
    ///   do, as a regular expression is slow.
    func matches<Output>(
        of pattern: Regex<Output>, with words: [String]
    ) -> [(line: Int, match: Regex<Output>.Match)] {
        code.enumerated().flatMap { index, line in
            guard words.contains(where: { SourceFile.contains($0, in: line) }) else {
                return [(line: Int, match: Regex<Output>.Match)]()
            }
            return line.matches(of: pattern).map { (index + 1, $0) }
        }
    }

    private static func contains(_ word: String, in line: String) -> Bool {
        line.withCString { line in word.withCString { strstr(line, $0) != nil } }
    }

    /// The comment lines directly above a line, attributes in between left out, joined.
    func comment(above line: Int) -> String {
        var index = line - 2
        while index >= 0, lines[index].trimmed.hasPrefix("@") { index -= 1 }
        var comment: [String] = []
        while index >= 0, lines[index].trimmed.hasPrefix("//") {
            comment.insert(lines[index].trimmed, at: 0)
            index -= 1
        }
        return comment.joined(separator: "\n")
    }
}

extension String {
    /// The text without spaces at both ends.
    var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
