import Foundation

/// The files of the package that contains these tests.
struct PackageTree {
    /// The package's folder.
    let root: URL

    /// Finds the root above this file, following links.
    init(filePath: String = #filePath) throws {
        var folder = URL(filePath: filePath).resolvingSymlinksInPath()
        repeat {
            folder = folder.deletingLastPathComponent()
            guard folder.path().count > 1 else {
                throw Missing(what: "Package.swift above \(filePath)")
            }
        } while !FileManager.default.fileExists(
            atPath: folder.appending(path: "Package.swift").path)
        root = folder
    }

    /// A missing file that a rule needs.
    struct Missing: Error, CustomStringConvertible {
        let what: String
        var description: String { "missing: \(what)" }
    }

    /// The text of a file, by its path from the root.
    func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Files below a folder with one of the endings, by path.
    func files(below folder: String, endings: Set<String>) throws -> [SourceFile] {
        let start = root.appending(path: folder)
        let found = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
        guard let found else { throw Missing(what: folder) }
        var files: [SourceFile] = []
        for case let url as URL in found where endings.contains(url.pathExtension) {
            let path = url.path.dropFirst(root.path().count)
            files.append(SourceFile(path: String(path), text: try text(String(path))))
        }
        guard !files.isEmpty else { throw Missing(what: "files in \(folder)") }
        return files.sorted { $0.path < $1.path }
    }

    /// The Swift files of the modules, read once for all tests.
    func sources() throws -> [SourceFile] { try Self.sources.get() }

    private static let sources = Result {
        try PackageTree().files(below: "Sources", endings: ["swift"])
    }

    /// The Swift files of the tests, read once for all tests.
    func tests() throws -> [SourceFile] { try Self.tests.get() }

    private static let tests = Result {
        try PackageTree().files(below: "Tests", endings: ["swift"])
    }

    /// The names of the folders directly below a folder.
    func folders(in folder: String) throws -> [String] {
        try FileManager.default
            .contentsOfDirectory(
                at: root.appending(path: folder), includingPropertiesForKeys: [.isDirectoryKey]
            )
            .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
            .map(\.lastPathComponent)
    }

    /// The names of all targets in a package manifest.
    static func targets(inManifest manifest: String) -> [String] {
        let target =
            #/\.(?:target|executableTarget|testTarget|systemLibrary|macro|plugin)\(\s*name:\s*"([^"]+)"/#
        return manifest.matches(of: target).map { String($0.output.1) }
    }
}
