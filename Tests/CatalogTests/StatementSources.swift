import Foundation

/// The SQL statements in the catalog's source files.
enum StatementSources {
    /// A statement's literal text between interpolations, in order, and its file.
    struct Spelled: CustomStringConvertible {
        var file: String
        var parts: [String]

        var description: String { "\(file): \(parts.joined(separator: "…"))" }

        /// True if an executed statement contains all of it.
        func isPart(of sql: String) -> Bool {
            var rest = sql[...]
            for part in parts {
                guard let found = rest.range(of: part) else { return false }
                rest = rest[found.upperBound...]
            }
            return true
        }
    }

    /// Every string literal in the catalog's sources that starts like a statement, except in
    /// migrations.
    static func all() throws -> [Spelled] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/Catalog")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var found: [Spelled] = []
        for case let file as URL in files ?? FileManager.DirectoryEnumerator() {
            guard file.pathExtension == "swift", !file.path.contains("/Schema/") else {
                continue
            }
            let text = try String(contentsOf: file, encoding: .utf8)
            for literal in literals(Array(text)) {
                guard let first = literal.first,
                    StatementTrace.verbs.contains(where: (first + " ").hasPrefix)
                else { continue }
                found.append(Spelled(file: file.lastPathComponent, parts: literal))
            }
        }
        return found
    }

    /// The string literals of a source, each split at its interpolations.
    private static func literals(_ text: [Character]) -> [[String]] {
        var found: [[String]] = []
        var index = 0
        while index < text.count {
            if text[index...].starts(with: "//") {
                while index < text.count, !text[index].isNewline { index += 1 }
            } else if text[index] == "\"" {
                let quote = text[index...].starts(with: "\"\"\"") ? 3 : 1
                index += quote
                found.append(literal(text, &index, quote: quote))
            } else {
                index += 1
            }
        }
        return found
    }

    private static func literal(
        _ text: [Character], _ index: inout Int, quote: Int
    ) -> [String] {
        let end = String(repeating: "\"", count: quote)
        var parts: [String] = [""]
        while index < text.count, !text[index...].starts(with: end) {
            if text[index...].starts(with: "\\(") {
                index += 2
                var depth = 1
                while index < text.count, depth > 0 {
                    if text[index] == "(" { depth += 1 }
                    if text[index] == ")" { depth -= 1 }
                    index += 1
                }
                parts.append("")
            } else {
                parts[parts.count - 1].append(text[index])
                index += 1
            }
        }
        index += quote
        return parts.map(StatementTrace.normalized).filter { !$0.isEmpty }
    }
}
