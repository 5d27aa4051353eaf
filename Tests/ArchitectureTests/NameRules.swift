/// How types and modules may be called: docs/design.md, "Layout".
enum NameRules {
    /// Endings that say nothing about what a thing is.
    static let emptyEndings = [
        "Manager", "Helper", "Helpers", "Utils", "Utilities", "Common", "Service", "Base",
    ]

    static func breaches(in file: SourceFile) -> [Breach] {
        let declaration = #/\b(?:class|struct|enum|actor|protocol|typealias)\s+([A-Za-z_]\w*)/#
        return file.matches(of: declaration).compactMap { line, match in
            let name = String(match.output.1)
            if name == file.module {
                return Breach(
                    path: file.path, line: line,
                    message: "the type '\(name)' has its module's name: nothing could then name "
                        + "the module's other parts")
            }
            // `Base` in `Database` is no word of its own.
            guard let ending = emptyEndings.first(where: { name.hasSuffix($0) }) else { return nil }
            return Breach(
                path: file.path, line: line,
                message: "'\(ending)' in '\(name)' says nothing: name what the type is")
        }
    }

    /// Pairs of folders that are one on a disk that ignores case.
    static func collisions(of folders: [String]) -> [String] {
        Dictionary(grouping: folders) { $0.lowercased() }.values
            .filter { $0.count > 1 }
            .map { $0.sorted().joined(separator: " and ") }
            .sorted()
    }
}
