package import Basics

/// A file, problem or skipped item found by a scan.
package enum CameraItem: Hashable, Sendable {
    /// A file to read.
    case file(BytePath)
    /// A file or folder that cannot be accessed; the scan continues.
    case problem(CameraError)
    /// A skipped file or folder, with the reason.
    case skipped(BytePath, CameraSkip)
}

/// The reason why a scan skips a file or folder, worded to follow its name.
package enum CameraSkip: String, Hashable, Sendable {
    /// The name starts with a dot.
    case hidden = "is hidden"
    /// A trash, snapshot or system folder.
    case systemFolder = "is a trash or system folder"
    /// An XMP file.
    case sidecar = "is a sidecar, which is read together with its picture"
    /// Not a regular file.
    case special = "is a device, pipe or socket"
    /// A folder that was already scanned, for example through a link, or an excluded one.
    case knownFolder = "is a folder that was already scanned, or belongs to the catalog"
}

/// Walks files and folders and yields their files one at a time, in a stable order: inputs as
/// given, folder entries in the order of `FolderListing`.
///
/// Holds only the listings of the current folder and its ancestors. Inputs are scanned even if
/// their names are hidden. Every folder is walked once, even if several links lead to it.
package struct CameraScanner {
    private struct Level {
        var path: BytePath
        var listing: FolderListing
    }

    private var inputs: ArraySlice<BytePath>
    private var levels: [Level] = []
    private var met: Set<FileIdentity>

    /// Makes a scanner; nothing is read before the first `next()`.
    ///
    /// - Parameter excluding: folders to skip, such as the catalog's own.
    package init(_ inputs: [BytePath], excluding: [BytePath] = []) {
        self.inputs = inputs[...]
        met = Set(excluding.compactMap { $0.status?.identity })
    }

    /// Returns the next item; nil at the end.
    package mutating func next() -> CameraItem? {
        while true {
            if levels.isEmpty {
                guard let path = inputs.popFirst() else { return nil }
                if let item = visit(path, kind: nil, isNamed: true) { return item }
            } else if let (name, kind) = levels[levels.count - 1].listing.popFirst() {
                let path = levels[levels.count - 1].path.appending(name)
                if let reason = CameraScanner.reasonToSkip(name) { return .skipped(path, reason) }
                if let item = visit(path, kind: kind, isNamed: false) { return item }
            } else {
                levels.removeLast()
            }
        }
    }

    /// Yields a file, enters a folder or reports a skipped item.
    private mutating func visit(
        _ path: BytePath, kind: FileStatus.Kind?, isNamed: Bool
    ) -> CameraItem? {
        let found: FileStatus.Kind
        do throws(FileError) {
            found = if let kind { kind } else { try FileStatus(path).kind }
        } catch { return .problem(error.cameraError) }
        switch found {
        case .folder: return enter(path)
        case .file where path.fileExtension == "xmp": return .skipped(path, .sidecar)
        case .file: return .file(path)
        case .link, .special:
            if isNamed { return .problem(.notAFile(path)) }
            return .skipped(path, .special)
        }
    }

    private mutating func enter(_ path: BytePath) -> CameraItem? {
        do throws(FileError) {
            let listing = try FolderListing(path)
            if met.insert(listing.identity).inserted {
                levels.append(Level(path: path, listing: listing))
                return nil
            }
            return .skipped(path, .knownFolder)
        } catch { return .problem(error.cameraError) }
    }

    /// Folders of Synology, QNAP, NetApp, Windows, Linux and macOS, in lowercase.
    private static let systemFolders: Set<String> = [
        "@eadir", "@tmp", "@recycle", "@recently-snapshot", "#recycle", "#snapshot",
        "$recycle.bin", "recycler", "recycled", "system volume information", "lost+found",
        "__macosx",
    ]

    /// The reason to skip a folder entry with this name; nil for other names.
    private static func reasonToSkip(_ name: BytePath) -> CameraSkip? {
        if name.bytes.first == UInt8(ascii: ".") { return .hidden }
        let key = name.escaped.lowercased()
        // chkdsk names recovered folders FOUND.000, FOUND.001 and so on.
        let isFound =
            key.count == 9 && key.hasPrefix("found.") && key.suffix(3).allSatisfy(\.isNumber)
        return isFound || systemFolders.contains(key) ? .systemFolder : nil
    }
}
