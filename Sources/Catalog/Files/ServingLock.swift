import Basics
import GalleryModel
import Glibc

/// Tells that a server works on a catalog's jobs: a lock on the file `serving.lock`, whose content nobody
/// reads.
///
/// It ends with its program, whatever ends that. Where the file system knows no locks, nobody has it.
package final class ServingLock: Sendable {
    private let file: Descriptor

    fileprivate init?(_ path: BytePath, mode: mode_t) {
        guard let file = try? Descriptor(path, for: .both, .create, permissions: mode),
            (try? file.lock(waiting: false)) == true
        else { return nil }
        self.file = file
    }
}

extension PhotoCatalog {
    /// Takes the lock of the one server that looks after unfinished jobs; nil where another has it, or none
    /// can be had.
    package func takeServingLock() -> ServingLock? {
        ServingLock(folder.appending("serving.lock"), mode: files.sharedMode.fileMode)
    }
}
