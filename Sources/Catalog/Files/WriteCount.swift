import Basics
import Glibc
import Synchronization

/// Counts what was written to a database, so that what was read of it can be kept until then.
///
/// Writes through this process are known at once, those of others when somebody looks.
final class WriteCount: Sendable {
    private let count = Atomic<UInt64>(0)
    private let seen = Mutex<[FileStamp]>([])
    private let paths: [String]

    /// Makes a count for a database and its journal.
    init(database path: String) {
        paths = [path, path + "-wal"]
    }

    /// The count now.
    var value: UInt64 { count.load(ordering: .acquiring) }

    /// Notes something that this process wrote.
    func add() { count.add(1, ordering: .acquiringAndReleasing) }

    /// Notes what others wrote, as the file system tells.
    ///
    /// A change so short ago that another one may bear the same time counts at each look.
    func look() {
        let stamps = paths.map(FileStamp.init)
        let last = stamps.map(\.modified).max() ?? 0
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let age = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec) - last
        let isSettled = age > 2 * PicturePath.clockTick
        let isNew = seen.withLock { seen in
            defer { seen = stamps }
            return seen != stamps
        }
        if isNew || !isSettled { add() }
    }
}
