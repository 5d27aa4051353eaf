import Basics
import Gallery
import GalleryModel

/// Where exported rows go: a file, standard output or, in a dry run, nowhere.
///
/// `@unchecked Sendable`. Invariant: one thread at a time uses it, that of an export first, and who waited
/// for the export then.
final class ExportTarget: @unchecked Sendable {
    /// The file's name for messages; nil for standard output.
    let name: String?
    private let file: AtomicFile?
    private let isDryRun: Bool

    /// Makes a target of `-o`'s value.
    ///
    /// - Throws: `inputOutput` where the file cannot be made.
    init(_ path: String?, isDryRun: Bool) throws(GalleryError) {
        self.isDryRun = isDryRun
        let path = path == "-" ? nil : path.map { BytePath($0) }
        name = path?.escaped
        file =
            isDryRun
            ? nil
            : try path.map { path throws(GalleryError) in
                try GalleryError.writing { () throws(FileError) in try AtomicFile(path) }
            }
    }

    /// Appends bytes.
    ///
    /// - Throws: what the target throws; `CancellationError` once the task is cancelled.
    func write(_ bytes: [UInt8]) throws {
        try Task.checkCancellation()
        if isDryRun { return }
        if let file {
            try GalleryError.writing { () throws(FileError) in try file.write(bytes) }
        } else {
            try StandardOutput.shared.write(bytes)
        }
    }

    /// Completes the file.
    ///
    /// - Throws: `inputOutput`.
    func finish() throws(GalleryError) {
        try GalleryError.writing { () throws(FileError) in try file?.finish() }
    }
}
