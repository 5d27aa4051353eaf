import Basics
import GalleryModel
import Glibc

/// Keeps picture files that no row names: `orphans/abcd….jpg`.
///
/// A missing row proves little: the database may be an older copy of the one that has it, and all copies
/// share one identity. So nothing is removed because a row is missing; it is put aside here, and put back
/// as soon as a database names it. Nothing here goes but for bytes that are in the store again: what else
/// may go is for a person to say, whom `gallery problems` tells how much there is.
struct OrphanFiles: Sendable {
    private let store: FileStore

    init(in store: FileStore) {
        self.store = store
    }

    /// Where they lie.
    var folder: BytePath { store.folder.appending("orphans") }

    /// The names of the files, as they were in the store.
    func names() -> [BytePath] { folder.children() }

    /// Where it is noted in which database they were looked up.
    private var note: BytePath { store.folder.appending("orphans.seen") }

    /// Whether these files were looked up in a database as a stamp describes it; also where there are none.
    func wereLookedUp(in database: String) -> Bool {
        guard let folder = folder.string, FileStamp(folder).exists else { return true }
        let lookUp = Array(lookUp(in: database).utf8)
        return (try? note.contents(atMost: lookUp.count)) == lookUp
    }

    /// Notes that they were looked up; not where it cannot be written.
    func noteLookUp(in database: String) {
        // One that is cut off equals no stamp.
        try? write(lookUp(in: database))
    }

    private func write(_ text: String) throws(FileError) {
        let file = try Descriptor(
            note, for: .writing, [.create, .truncate], permissions: store.sharedMode.fileMode)
        try file.write(text.utf8)
    }

    private func lookUp(in database: String) -> String {
        "\(FileStamp(folder.string ?? "").text) \(database)"
    }

    /// Puts a finished file aside.
    ///
    /// Its name here may be taken, by the same bytes or by what a disk left of them: the one whose bytes
    /// have the name keeps it, the other gets a number behind it, so that the whole picture is the one
    /// that is put back.
    func take(_ name: BytePath) throws(CatalogError) {
        let (path, aside) = (store.path(named: name), folder.appending(name))
        try store.makeFolder(folder)
        let number = moveNew(path, aside)
        guard number == EEXIST else { return try check(number, path) }
        guard !isWhole(aside, name), isWhole(path, name) else {
            return try takeNumbered(path, name)
        }
        try takeNumbered(aside, name)
        try check(moveNew(path, aside), path)
    }

    /// Gives a file the first name `abcd….jpg.1`, `abcd….jpg.2` and so on that is free.
    private func takeNumbered(_ path: BytePath, _ name: BytePath) throws(CatalogError) {
        var number: Int32?
        for suffix in 1...9_999 {
            let aside = folder.appending(BytePath(bytes: name.bytes + Array(".\(suffix)".utf8)))
            number = moveNew(path, aside)
            if number != EEXIST { break }
        }
        try check(number, path)
    }

    /// Refuses a failure, but for a file that is not there.
    private func check(_ number: Int32?, _ path: BytePath) throws(CatalogError) {
        guard let number, number != ENOENT else { return }
        throw FileStore.failure(number, "put aside", path)
    }

    /// Whether a file's bytes have the SHA-256 that is in its name.
    private func isWhole(_ path: BytePath, _ name: BytePath) -> Bool {
        guard let file = try? Descriptor(path, for: .reading, .noFollow) else { return false }
        return VerifiedPicture.digest(of: file).map { name.bytes.starts(with: $0.utf8) } ?? false
    }

    /// Gives a file a name that nothing has yet.
    ///
    /// - Returns: the error number of a failure; `EEXIST` where the name is taken.
    private func moveNew(_ path: BytePath, _ target: BytePath) -> Int32? {
        do throws(FileError) {
            try path.rename(toNew: target)
            return nil
        } catch { return error.number }
    }

    /// Puts a file back in its place, where that is not taken by as many bytes; cut off ones stay aside.
    ///
    /// Not where it cannot be: a look at the catalog does not fail for it.
    func putBack(_ name: BytePath, byteCount: Int64) {
        guard FileStore.length(of: folder.appending(name)) == byteCount else { return }
        if FileStore.length(of: store.path(named: name)) == byteCount {
            folder.appending(name).remove()
        } else if move(folder.appending(name), store.path(named: name)) == ENOENT {
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
                folder.appending(name).remove()
            }
        }
    }

    private func move(_ path: BytePath, _ target: BytePath) -> Int32? {
        do throws(FileError) {
            try path.rename(to: target)
            return nil
        } catch { return error.number }
    }
}
