package import Basics
import GalleryModel

/// One thing that a scan came upon.
package enum CameraItem: Hashable, Sendable {
    /// A file to read.
    case file(BytePath)
    /// A file or folder that cannot be looked at; the scan goes on.
    case problem(CameraError)
}

/// Counts what a scan left out.
package struct CameraSkips: Hashable, Sendable {
    /// Hidden files and folders, and the folders that programs keep their own pictures in.
    package var hidden = 0
    /// XMP files, which are read with the picture that they belong to.
    package var sidecars = 0
    /// Devices, pipes and sockets.
    package var special = 0
    /// Folders that were met before, such as by a link, and the excluded ones.
    package var folders = 0

    /// Makes counts of zero.
    package init() {}
}

/// Walks files and folders and yields the files in them, one at a time, in an order that is always the
/// same: the inputs as given, the entries of a folder by the bytes of their names.
///
/// Only the names of the folders that lead to the present one are held. What the caller names is
/// scanned even when its name is hidden. Every folder is walked once, however many links lead to it.
package struct CameraScanner {
    private struct Level {
        var path: BytePath
        var listing: FolderListing
    }

    private var inputs: [BytePath]
    private var nextInput = 0
    private var levels: [Level] = []
    private var met: Set<FileIdentity>
    /// What was left out so far.
    package private(set) var skips = CameraSkips()

    /// Makes a scan; nothing is read before the first `next()`.
    ///
    /// - Parameter excluding: folders that are never walked, such as the catalog's own.
    package init(_ inputs: [BytePath], excluding: [BytePath] = []) {
        self.inputs = inputs
        met = Set(excluding.compactMap { $0.status?.identity })
    }

    /// The next file or problem; nil at the end.
    package mutating func next() -> CameraItem? {
        while true {
            if levels.isEmpty {
                guard nextInput < inputs.count else { return nil }
                let path = inputs[nextInput]
                nextInput += 1
                if let item = visit(path, kind: .unknown, isNamed: true) { return item }
            } else if let (name, kind) = levels[levels.count - 1].listing.popFirst() {
                guard !CameraScanner.isHidden(name) else {
                    skips.hidden += 1
                    continue
                }
                let path = levels[levels.count - 1].path.appending(name)
                if let item = visit(path, kind: kind, isNamed: false) { return item }
            } else {
                levels.removeLast()
            }
        }
    }

    /// Yields a file, enters a folder or counts what is left out.
    private mutating func visit(
        _ path: BytePath, kind: FolderListing.Kind, isNamed: Bool
    ) -> CameraItem? {
        let found: FileStatus.Kind
        switch kind {
        case .file: found = .file
        case .folder: found = .folder
        case .special: found = .special
        case .unknown:
            do throws(FileError) { found = try FileStatus(path).kind } catch {
                return .problem(error.cameraError)
            }
        }
        switch found {
        case .folder: return enter(path)
        case .file where path.fileExtension == "xmp":
            skips.sidecars += 1
            return nil
        case .file: return .file(path)
        case .link, .special:
            if isNamed { return .problem(.notAFile(path)) }
            skips.special += 1
            return nil
        }
    }

    private mutating func enter(_ path: BytePath) -> CameraItem? {
        do throws(FileError) {
            let listing = try FolderListing(path)
            if met.insert(listing.identity).inserted {
                levels.append(Level(path: path, listing: listing))
            } else {
                skips.folders += 1
            }
            return nil
        } catch {
            return .problem(error.cameraError)
        }
    }

    /// Whether a name is hidden or one that programs keep previews under: Synology's `@eaDir`, and
    /// those with a leading dot, such as macOS's `._*` and `.Trashes`.
    private static func isHidden(_ name: BytePath) -> Bool {
        name.bytes.first == UInt8(ascii: ".") || name.bytes.elementsEqual("@eaDir".utf8)
    }
}
