package import Basics
import Catalog
import Export

/// The kind of output that a command writes to a path given by the user.
package enum OutputKind: Sendable {
    /// Files that never replace existing ones, or a folder of such files.
    case files
    /// Rows in one file, which may replace an earlier table.
    case table
    /// A picture in one file.
    case picture
}

extension GalleryExport {
    /// Checks that an output replaces no file that this program did not write.
    ///
    /// Every output to a user-specified path is checked by this method first. Nothing is written
    /// into the catalog's folder, by whatever path, and no picture that the catalog uses is
    /// replaced, in the store or in place, even through a link. An existing file is replaced if it
    /// is empty, a pipe or a device, or if a table replaces an exported table.
    ///
    /// - Parameters:
    ///   - path: the file or folder to write.
    ///   - kind: the kind of output.
    ///   - isForced: true to allow replacing any other existing file.
    /// - Returns: the absolute path.
    /// - Throws: `usage` if the path must not be written; errors of the catalog.
    @discardableResult
    package func checkOutput(
        _ path: BytePath, as kind: OutputKind, isForced: Bool = false
    ) throws(GalleryError) -> BytePath {
        let absolute = PhotoGallery.absolute(path)
        let outputPath = Self.outputPath(of: path)
        try checkOutside(outputPath, named: path)
        guard kind != .files, let status = outputPath.status, status.kind == .file else {
            return absolute
        }
        let isOriginal = try translated(
            catalog.usesFile(at: outputPath, status.identity)
                || catalog.usesFile(at: absolute, status.identity))
        if isOriginal {
            throw GalleryError(
                .usage,
                "'\(path.escaped)' is an original used by the catalog and is never replaced: name "
                    + "another file")
        }
        if isForced || status.byteCount == 0 || kind == .table && Self.isTable(outputPath) {
            return absolute
        }
        throw GalleryError(
            .usage,
            "'\(path.escaped)' exists and is not "
                + "\(kind == .table ? "an earlier export" : "replaced"): "
                + "name another file, or replace it with --force")
    }

    private func checkOutside(_ outputPath: BytePath, named path: BytePath) throws(GalleryError) {
        guard let folder = catalog.folder.status?.identity,
            outputPath.ancestry.contains(where: { $0.status?.identity == folder })
        else { return }
        throw GalleryError(
            .usage,
            "'\(path.escaped)' is in the catalog's folder '\(catalog.folder.escaped)', which is "
                + "reserved for the catalog's own files: name another location")
    }

    /// Returns the absolute path without links, even if it does not exist yet.
    static func outputPath(of path: BytePath) -> BytePath {
        let path = PhotoGallery.absolute(path)
        if path.status != nil || path.parent == path { return path.resolved }
        let parent = outputPath(of: path.parent)
        // A folder that does not exist yet cannot be a link.
        return path.lastComponent == BytePath("..")
            ? parent.parent : parent.appending(path.lastComponent)
    }

    /// True if a file begins like an exported table.
    private static func isTable(_ path: BytePath) -> Bool {
        guard let file = try? Descriptor.file(path), let head = try? file.bytes(atMost: 4096) else {
            return false
        }
        let names = Set(ExportColumn.allCases.map(\.name))
        if let end = head.firstIndex(of: 0x0A), end > 0, head[end - 1] == 0x0D {
            let header = String(decoding: head[..<(end - 1)], as: UTF8.self)
            return header.split(separator: ",", omittingEmptySubsequences: false)
                .allSatisfy { names.contains(String($0)) }
        }
        let text = String(decoding: head, as: UTF8.self)
        if let row = ["[\n{\"", "{\""].first(where: text.hasPrefix) {
            let rest = text.dropFirst(row.count)
            let name = rest.prefix { $0 != "\"" }
            if names.contains(String(name)), rest.dropFirst(name.count).hasPrefix("\":") {
                return true
            }
        }
        return text == "[]\n" || text.hasPrefix("{\"type\":\"FeatureCollection\",\"features\":[\n")
            || text.contains("<gpx version=\"1.1\" creator=\"gallery\"")
    }
}
