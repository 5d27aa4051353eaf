import GalleryModel
import Glibc

/// Keeps picture files that no row names: `orphans/abcd….jpg`.
///
/// A missing row proves little: the database may be an older copy of the one that has it, and all copies
/// share one identity. So nothing is removed because a row is missing; it is put aside here, and put back
/// as soon as a database names it. What was put aside long ago goes where it takes up too much room.
struct OrphanFiles: Sendable {
    /// For so many seconds a file stays in any case: 90 days.
    static let keptSeconds: Int64 = 90 * 86_400
    /// So many bytes may stay for longer, the latest first: 1 GiB.
    static let keptBytes: Int64 = 1 << 30

    private let store: FileStore

    init(in store: FileStore) {
        self.store = store
    }

    private var folder: BytePath { store.folder.appending("orphans") }

    /// The names of the files, as they were in the store.
    func names() -> [BytePath] { folder.children() }

    /// Puts a finished file aside.
    func take(_ name: BytePath) throws(CatalogError) {
        try store.makeFolder(folder)
        guard move(store.path(named: name), folder.appending(name)) || errno == ENOENT else {
            throw FileStore.failure(errno, "put aside", store.path(named: name))
        }
    }

    /// Puts a file back in its place, where that is not taken by as many bytes; cut off ones stay aside.
    ///
    /// Not where it cannot be: a look at the catalog does not fail for it.
    func putBack(_ name: BytePath, byteCount: Int64) {
        guard FileStore.length(of: folder.appending(name)) == byteCount else { return }
        if FileStore.length(of: store.path(named: name)) == byteCount {
            remove(name)
        } else if !move(folder.appending(name), store.path(named: name)), errno == ENOENT {
            // The folders may be gone as well.
            let target = store.path(named: name)
            do {
                for parent in [store.finished, target.parent] { try store.makeFolder(parent) }
            } catch { return }
            _ = move(folder.appending(name), target)
        }
    }

    /// Forgets those of the names whose bytes are in the store again.
    func drop(_ candidates: [BytePath]) {
        let names = Set(names())
        for name in candidates where names.contains(name) {
            let length = FileStore.length(of: folder.appending(name))
            if length != nil, FileStore.length(of: store.path(named: name)) == length {
                remove(name)
            }
        }
    }

    /// Removes what was put aside long ago, the oldest first, until the rest is within the bound.
    func prune(now: Int64) {
        var files = names().compactMap { name -> (name: BytePath, aside: Int64, length: Int64)? in
            var status = stat()
            guard folder.appending(name).withCString({ lstat($0, &status) }) == 0 else {
                return nil
            }
            // Renaming changes this time, and nothing else touches the file.
            return (name, Int64(status.st_ctim.tv_sec), Int64(status.st_size))
        }
        var total = files.reduce(0) { $0 + $1.length }
        files.sort { $0.aside < $1.aside }
        for file in files {
            guard total > Self.keptBytes, file.aside < now - Self.keptSeconds else { return }
            remove(file.name)
            total -= file.length
        }
    }

    private func remove(_ name: BytePath) {
        _ = folder.appending(name).withCString { unlink($0) }
    }

    private func move(_ path: BytePath, _ target: BytePath) -> Bool {
        path.withCString { from in target.withCString { rename(from, $0) } } == 0
    }
}
