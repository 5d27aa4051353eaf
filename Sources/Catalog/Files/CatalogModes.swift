import GalleryModel
import Glibc

/// The permission bits of what the catalog makes; the umask narrows them.
extension SharedMode {
    /// The bits of folders, 0700 unless asked for more, as XDG has it.
    ///
    /// Source: https://specifications.freedesktop.org/basedir-spec/latest/, "Referencing this specification".
    var folderMode: mode_t {
        switch self {
        case .ownerOnly: 0o700
        case .group: 0o750
        case .everyone: 0o755
        }
    }

    /// The bits of files that the owner writes: the database, thumbnails, locks.
    var fileMode: mode_t { folderMode & 0o666 }
}
