import Foundation
import Glibc

/// A folder that only the user can read and write, where another program works and finds its files.
package struct PrivateFolder: Sendable {
    /// Says why there is no such folder.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The environment names no place for it.
        case noPlace
        /// It cannot be made: the cause and the next step.
        case cannotMake(FileError, advice: String?)

        /// The message for a person.
        package var description: String {
            switch self {
            case .noPlace:
                "there is no place for temporary files: set HOME or XDG_CACHE_HOME to a folder"
            case .cannotMake(let error, let advice):
                advice.map { "\(error): \($0)" } ?? "\(error)"
            }
        }
    }

    /// How long a folder for files that are handed over stays, in seconds.
    private static let lifetime: Int64 = 86_400

    /// Where it is.
    package let path: BytePath
    /// Where it is, as text, which paths that the environment names always are.
    package var name: String { path.string ?? path.escaped }

    /// Makes a folder below the user's cache for files that another program takes over.
    ///
    /// A mail program may read its attachments long after it was started: folders stay, and those older
    /// than a day are removed when the next one is made.
    ///
    /// - Throws: `noPlace` where no home is known, `cannotMake`.
    package init(handingOver environment: [String: String]) throws(Failure) {
        let cache: BytePath
        if let path = environment["XDG_CACHE_HOME"], path.hasPrefix("/") {
            cache = BytePath(path)
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            cache = BytePath(home).appending(".cache")
        } else {
            throw .noPlace
        }
        let root = cache.appending("gallery/share")
        do throws(FileError) { try root.makeFolders() } catch {
            throw .cannotMake(error, advice: nil)
        }
        PrivateFolder.removeOld(in: root)
        path = root.appending(UUID().uuidString.lowercased())
        do throws(FileError) { try path.makeFolder(0o700) } catch {
            throw .cannotMake(error, advice: "free some space")
        }
    }

    /// Makes a folder among the temporary files for a program whose files are needed until it ends.
    ///
    /// - Throws: `cannotMake`.
    package init(temporaryIn environment: [String: String]) throws(Failure) {
        let given = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let root = BytePath(given ?? "/tmp")
        var template = root.appending("gallery-XXXXXX").bytes.map { CChar(bitPattern: $0) } + [0]
        guard mkdtemp(&template) != nil else {
            throw .cannotMake(
                FileError(path: root, number: errno),
                advice: "set TMPDIR to a folder that may be written")
        }
        path = BytePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
    }

    /// Removes the folder and what is in it; only plain files lie in it, and nothing below it is followed.
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
