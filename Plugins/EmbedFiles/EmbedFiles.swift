import Foundation
import PackagePlugin

/// Puts the files of a target that are no sources into the program: pages, styles, templates, documents.
///
/// A program that is installed then needs no folder beside it. The build runs `FileEmbedder` again where one of
/// the files changes.
@main struct EmbedFiles: BuildToolPlugin {
    private static let leaflet = "/usr/share/javascript/leaflet/"

    /// What pages have from elsewhere: as it is, with the notice of its licence in it.
    private static let foreign = [
        (
            name: "Page/scripts/leaflet.js", package: "libjs-leaflet",
            path: leaflet + "leaflet.esm.min.js"
        ),
        (name: "Page/leaflet.css", package: "libjs-leaflet", path: leaflet + "leaflet.css"),
    ]

    func createBuildCommands(
        context: PluginContext, target: any Target
    ) throws -> [Command] {
        guard let target = target.sourceModule else { return [] }
        let files = target.sourceFiles.map(\.url)
            .filter { !["c", "h", "swift"].contains($0.pathExtension) }
            .sorted { $0.path < $1.path }
        // Files of packages of the system, under the names that they have in the program.
        let foreign = target.name == "GalleryWeb" ? EmbedFiles.foreign : []
        let made = context.pluginWorkDirectoryURL.appending(path: "EmbeddedTexts.swift")
        return [
            .buildCommand(
                displayName: "Embedding the files of \(target.name)",
                executable: try context.tool(named: "FileEmbedder").url,
                arguments: [made.path, target.directoryURL.path] + files.map(\.path)
                    + foreign.map { "\($0.name)=\($0.package):\($0.path)" },
                inputFiles: files, outputFiles: [made])
        ]
    }
}
