import Basics
import GalleryModel
import Glibc

extension PhotoCatalog {
    /// Whether the setting keeps the catalog to its owner and others can read it all the same: one that was
    /// made before, or for others, keeps its permissions.
    package var isOpenInSpiteOfSetting: Bool {
        guard files.sharedMode == .ownerOnly, let status = folder.status,
            status.owner == geteuid(),
            // Without these nobody comes to what lies below.
            status.permissions & 0o011 != 0
        else { return false }
        let database = FileStore.mode(of: folder.appending("catalog.sqlite")) ?? 0
        let pictures = FileStore.mode(of: files.finished) ?? 0
        return database & 0o044 != 0 || pictures & 0o011 != 0
    }
}
