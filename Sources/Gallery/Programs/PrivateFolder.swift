import Basics
import Foundation
import GalleryModel
import Glibc

/// A folder that only the user can read and write, where another program works and finds its files.
struct PrivateFolder {
    /// How long a folder for files that are handed over stays, in seconds.
    private static let lifetime = 86_400

    /// Where it is.
    let path: BytePath
    /// Where it is, as text, which paths that the environment names always are.
    var name: String { path.string ?? path.escaped }

    /// Makes a folder below the user's cache for files that another program takes over.
    ///
    /// A mail program may read its attachments long after it was started: folders stay, and those older
    /// than a day are removed when the next one is made.
    ///
    /// - Throws: `inputOutput` where it cannot be made; `configuration` where no home is known.
    init(handingOver environment: [String: String]) throws(GalleryError) {
        let cache: BytePath
        if let path = environment["XDG_CACHE_HOME"], path.hasPrefix("/") {
            cache = BytePath(path)
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            cache = BytePath(home).appending(".cache")
        } else {
            throw GalleryError(
                .configuration,
                "there is no place for temporary files: set HOME or XDG_CACHE_HOME to a folder")
        }
        let root = cache.appending("gallery/share")
        do { try FileCopy.makeFolders(root) } catch {
            throw GalleryError(.inputOutput, "\(error)")
        }
        PrivateFolder.removeOld(in: root)
        path = root.appending(UUID().uuidString.lowercased())
        guard path.withCString({ mkdir($0, 0o700) }) == 0 else {
            throw GalleryError(
                .inputOutput, "\(FileCopy.Failure(path: path, number: errno)): free some space")
        }
    }

    /// Makes a folder among the temporary files for a program whose files are needed until it ends.
    ///
    /// - Throws: `inputOutput` where it cannot be made.
    init(temporaryIn environment: [String: String]) throws(GalleryError) {
        let given = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let root = BytePath(given ?? "/tmp")
        var template = root.appending("gallery-XXXXXX").bytes.map { CChar(bitPattern: $0) } + [0]
        guard mkdtemp(&template) != nil else {
            throw GalleryError(
                .inputOutput,
                "\(FileCopy.Failure(path: root, number: errno)): set TMPDIR to a folder that may be "
                    + "written")
        }
        path = BytePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
    }

    /// Removes the folder and what is in it.
    func remove() { PrivateFolder.remove(path) }

    private static func removeOld(in root: BytePath) {
        for name in names(in: root) {
            let folder = root.appending(name)
            var status = stat()
            guard folder.withCString({ lstat($0, &status) }) == 0,
                status.st_mode & S_IFMT == S_IFDIR,
                status.st_mtim.tv_sec < time(nil) - lifetime
            else { continue }
            remove(folder)
        }
    }

    /// Only plain files lie in such a folder: nothing below it is followed.
    private static func remove(_ folder: BytePath) {
        for name in names(in: folder) {
            _ = folder.appending(name).withCString { unlink($0) }
        }
        _ = folder.withCString { rmdir($0) }
    }

    private static func names(in folder: BytePath) -> [BytePath] {
        guard let directory = folder.withCString({ opendir($0) }) else { return [] }
        defer { closedir(directory) }
        var names: [BytePath] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { BytePath(bytes: Array($0)) }
            if name.bytes != [UInt8(ascii: ".")], name.bytes != Array("..".utf8) {
                names.append(name)
            }
        }
        return names
    }
}
