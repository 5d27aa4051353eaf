import Foundation
import PackagePlugin

/// Puts the files of a target that are no sources into the program: pages, styles, templates, documents.
///
/// A program that is installed then needs no folder beside it. The build runs `FileEmbedder` again where one of
/// the files changes.
@main struct EmbedFiles: BuildToolPlugin {
    func createBuildCommands(
        context: PluginContext, target: any Target
    ) throws -> [Command] {
        guard let target = target.sourceModule else { return [] }
        let files = target.sourceFiles.map(\.url)
            .filter { !["c", "h", "swift"].contains($0.pathExtension) }
            .sorted { $0.path < $1.path }
        let made = context.pluginWorkDirectoryURL.appending(path: "EmbeddedTexts.swift")
        return [
            .buildCommand(
                displayName: "Embedding the files of \(target.name)",
                executable: try context.tool(named: "FileEmbedder").url,
                arguments: [made.path, target.directoryURL.path] + files.map(\.path),
                inputFiles: files, outputFiles: [made])
        ]
    }
}
