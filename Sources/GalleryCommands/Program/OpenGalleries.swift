import Foundation
import Gallery
import Synchronization

/// The galleries that a command opened, which the end of the process closes.
///
/// A process that just ends leaves SQLite's journal beside the database, and a folder that is then made
/// read-only or copied to such a medium could not be read.
enum OpenGalleries {
    /// What a piece of work that was given up may hold the end of the process up, in seconds.
    private static let patience = 1.0

    private static let galleries = Mutex<[PhotoGallery]>([])

    /// Notes an open gallery.
    static func add(_ gallery: PhotoGallery) { galleries.withLock { $0.append(gallery) } }

    /// Closes the galleries; gives up where something still reads or writes.
    static func close() {
        let open = galleries.withLock { galleries in
            defer { galleries.removeAll() }
            return galleries
        }
        guard !open.isEmpty else { return }
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            for gallery in open { gallery.close() }
            done.signal()
        }
        _ = done.wait(timeout: .now() + patience)
    }
}
