/// The allowed imports of each module: docs/design.md, "Arrows".
enum ImportRules {
    /// Modules of the toolchain and the system, allowed in every module except `GalleryModel`.
    static let platform: Set = [
        "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Synchronization", "System",
    ]

    /// Each module with its allowed imports.
    ///
    /// A module missing here is a breach: add it here and to docs/design.md in the commit that
    /// needs it.
    static let allowed: [String: Set<String>] = [
        "Basics": platform.union([
            "CFileSystem", "COpenSSL", "CQRencode", "CZlib", "Subprocess", "SystemPackage",
        ]),
        "GalleryModel": ["Basics", "Foundation", "FoundationEssentials"],
        "Transport": platform.union(["Basics", "CCurl", "GalleryModel"]),
        "Imaging": platform.union([
            "Basics", "CExiv2Shim", "CJPEGShim", "CLittleCMS", "COpenCVImageShim", "CVipsShim",
            "GalleryModel",
        ]),
        "Faces": platform.union(["Basics", "COpenCVFaceShim", "GalleryModel", "Imaging"]),
        "Places": platform.union(["Basics", "CExpat", "CGEOS", "GalleryModel"]),
        "PhotoSources": platform.union(["Basics", "GalleryModel", "Imaging", "Transport"]),
        "Catalog": platform.union([
            "Basics", "GRDB", "GRDBSQLite", "GalleryModel",
        ]),
        "Export": platform.union(["Basics", "GalleryModel"]),
        "Gallery": platform.union([
            "Basics", "Catalog", "Export", "Faces", "GalleryModel", "Imaging", "PhotoSources",
            "Places",
            "Transport",
        ]),
        "GalleryWeb": platform.union([
            "Basics", "CTLS", "Gallery", "GalleryModel", "HTTPTypes", "Hummingbird",
            "HummingbirdCore",
            "Logging",
            "Mustache", "NIOCore", "NIOHTTP1", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "NIOPosix",
            "ServiceLifecycle",
        ]),
        "GalleryCommands": platform.union([
            "ArgumentParser", "Basics", "Gallery", "GalleryModel", "GalleryWeb", "Logging",
        ]),
        "GalleryCLI": platform.union(["ArgumentParser", "GalleryCommands"]),
    ]

    /// Modules that only one folder of a module can import.
    static let folders = ["Imaging": "Sources/PhotoSources/Camera/"]

    /// The C++ code shared by the shims, which Swift modules do not import.
    static let shimGuard = "CShimGuard"

    /// True if a module is one of our C targets by its name: `CCurl`, not `Catalog`.
    static func isC(_ module: String) -> Bool {
        module.first == "C" && module.dropFirst().first?.isUppercase == true
    }

    /// The imports of a file that break a rule.
    static func breaches(in file: SourceFile) -> [Breach] {
        imports(of: file).flatMap { found in
            problems(of: found, in: file).map {
                Breach(path: file.path, line: found.line, message: $0)
            }
        }
    }

    /// An `import` declaration.
    struct Import {
        let line: Int
        let modifiers: String
        let module: String
    }

    private static let kinds: Set = [
        "struct", "class", "enum", "protocol", "actor", "typealias", "func", "var", "let",
    ]

    private static let modifiers: Set = [
        "public", "package", "internal", "fileprivate", "private",
    ]

    /// All imports of a file, including those with attributes, access levels or a kind (`import
    /// struct A.B`).
    static func imports(of file: SourceFile) -> [Import] {
        file.code.enumerated().compactMap { index, line in
            let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
            guard let keyword = words.firstIndex(of: "import") else { return nil }
            let before = words[..<keyword]
            guard before.allSatisfy({ $0.hasPrefix("@") || modifiers.contains($0) }) else {
                return nil
            }
            guard let path = words[(keyword + 1)...].first(where: { !kinds.contains($0) }) else {
                return nil
            }
            let module = path.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            return Import(
                line: index + 1, modifiers: before.joined(separator: " "), module: String(module))
        }
    }

    private static func problems(of found: Import, in file: SourceFile) -> [String] {
        let module = found.module
        var problems: [String] = []
        guard let allowed = allowed[file.module] else {
            return [
                "the module '\(file.module)' is unknown: name what it may import in ImportRules and "
                    + "docs/design.md"
            ]
        }
        if !allowed.contains(module) {
            problems.append(
                "'\(file.module)' must not import '\(module)'; it may import "
                    + allowed.sorted().joined(separator: ", "))
        }
        if file.module == "PhotoSources", let folder = folders[module], !file.path.hasPrefix(folder)
        {
            problems.append("in PhotoSources only \(folder) may import '\(module)'")
        }
        if isC(module), !found.modifiers.contains("internal") {
            problems.append("the C module '\(module)' needs 'internal import'")
        }
        return problems
    }
}
