/// The declarations that can be `public`: docs/design.md, "Arrows", rule 5.
enum AccessRules {
    /// Modules whose declarations are for other packages.
    static let publicModules: Set = ["Basics", "Gallery", "GalleryModel"]

    /// The uses of `public` or `open` that break the rule, over all files of `Sources`.
    ///
    /// The commands can have one public file: the root command that `GalleryCLI` starts.
    static func breaches(in files: [SourceFile]) -> [Breach] {
        var breaches: [Breach] = []
        var commandRoot: String?
        for file in files where !publicModules.contains(file.module) {
            for (line, match) in file.matches(
                of: #/\b(public|open)\s+(?!\()/#, with: ["public", "open"])
            {
                guard file.code[line - 1].wholeMatch(of: #/\s*(@\w+\s+)*(public|open)\s.*/#) != nil
                else { continue }
                if file.module == "GalleryCommands", commandRoot ?? file.path == file.path {
                    commandRoot = file.path
                    continue
                }
                let hint =
                    file.module == "GalleryCommands"
                    ? "only one file, the root command, may be public; that is '\(commandRoot ?? "")'"
                    : "'\(file.module)' offers its parts with 'package'"
                breaches.append(
                    Breach(
                        path: file.path, line: line,
                        message:
                            "'\(match.output.1)' is for Basics, GalleryModel, Gallery and the command "
                            + "root: \(hint)"))
            }
        }
        return breaches
    }
}
