import Foundation
import Glibc

/// A folder that only the user can read and write, in which another program runs or reads files.
package struct PrivateFolder: Sendable {
    /// An error that prevents the creation of a private folder.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The environment does not specify a location for it.
        case noPlace
        /// The folder cannot be created; `advice` is the next step.
        case cannotMake(FileError, advice: String?)

        /// The message for the user.
        package var description: String {
            switch self {
            case .noPlace: "no folder for temporary files: set HOME or XDG_CACHE_HOME"
            case .cannotMake(let error, let advice):
                advice.map { "\(error): \($0)" } ?? "\(error)"
            }
        }
    }

    /// The lifetime of a folder for files passed to another program, in seconds.
    private static let lifetime: Int64 = 86_400

    /// The path of the folder.
    package let path: BytePath
    /// The path as text; paths from the environment are always valid UTF-8.
    package var name: String { path.string ?? path.escaped }

    /// Creates a folder in the user's cache for files passed to another program.
    ///
    /// A mail program may read its attachments long after it started. The folder is therefore kept;
    /// folders older than a day are removed when the next one is created.
    ///
    /// - Throws: `noPlace` if the home folder is unknown; `cannotMake`.
    package init(forHandoff environment: [String: String]) throws(Failure) {
        guard
            let cache = BaseFolders.folder("XDG_CACHE_HOME", orHome: ".cache", in: environment)
        else { throw .noPlace }
        let root = BytePath(cache).appending("gallery/share")
        do throws(FileError) { try root.makeFolders() } catch {
            throw .cannotMake(error, advice: nil)
        }
        PrivateFolder.removeOld(in: root)
        path = root.appending(UUID().uuidString.lowercased())
        do throws(FileError) { try path.makeFolder(0o700) } catch {
            throw .cannotMake(error, advice: "free some space")
        }
    }

    /// Creates a temporary folder for a program whose files are needed until it exits.
    ///
    /// - Throws: `cannotMake`.
    package init(temporaryIn environment: [String: String]) throws(Failure) {
        let given = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let root = BytePath(given ?? "/tmp")
        var template = root.appending("gallery-XXXXXX").bytes.map { CChar(bitPattern: $0) } + [0]
        guard mkdtemp(&template) != nil else {
            throw .cannotMake(
                FileError(path: root, number: errno),
                advice: "set TMPDIR to a writable folder")
        }
        path = BytePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
    }

    /// Removes the folder and its files.
    ///
    /// It contains only plain files; subfolders are not entered.
    package func remove() { path.removeFolder() }

    private static func removeOld(in root: BytePath) {
        for name in root.children() {
            let folder = root.appending(name)
            guard let status = try? FileStatus(folder, followingLink: false),
                status.kind == .folder,
                status.modified < (Int64(time(nil)) - lifetime) * 1_000_000_000
            else { continue }
            folder.removeFolder()
        }
    }
}

/// Finds folders according to the XDG base directory specification.
///
/// Source: https://specifications.freedesktop.org/basedir-spec/latest/
package enum BaseFolders {
    /// Returns the folder in a variable, or the default below the home folder if the variable is
    /// unset, empty or relative; nil if the home folder is needed and unknown.
    package static func folder(
        _ variable: String, orHome below: String, in environment: [String: String]
    ) -> String? {
        if let folder = environment[variable], folder.hasPrefix("/") { return folder }
        return home(in: environment).map { $0 + ($0.hasSuffix("/") ? "" : "/") + below }
    }

    /// Returns the home folder; nil if it is unset, empty or relative.
    package static func home(in environment: [String: String]) -> String? {
        environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
