import Foundation
import PackagePlugin

/// Embeds a target's files other than sources into the program: pages, styles, templates,
/// documents.
///
/// The installed program then needs no folder of resources. The build runs `FileEmbedder` again if
/// one of the files changes.
@main struct EmbedFiles: BuildToolPlugin {
    private static let leaflet = "/usr/share/javascript/leaflet/"

    /// Third-party files used by the pages, embedded unchanged, including their license notices.
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
        // Files of system packages, under their names in the program.
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
