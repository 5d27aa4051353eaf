public import Basics
import Catalog
import Faces
import Foundation
public import GalleryModel

/// A gallery of photos: sections of imported photos and of Flickr searches, kept in one folder.
///
/// Everything known is usable offline. Values may be shared between tasks and threads. Methods that
/// are not `async` block the thread that calls them until the catalog is read or written, which takes
/// milliseconds as a rule; their documentation says where it may be longer. `async` ones work on threads of
/// their own.
public final class PhotoGallery: Sendable {
    /// The version of this library and program.
    public static let version = "0.1.0"

    /// The catalog's folder, absolute.
    public var path: BytePath { catalog.folder }

    let catalog: PhotoCatalog
    let settings: GallerySettings
    /// The thumbnails that are made on demand now.
    let thumbnailsInWork = SharedWork<ThumbnailKey, MadeThumbnailFile>(
        limit: ProcessInfo.processInfo.activeProcessorCount, capacity: 512)
    /// The whole pictures that are made on demand now, each of which takes some hundred megabytes.
    let renditionsInWork = SharedWork<String, [UInt8]>(limit: 2, capacity: 16)
    /// The previews that somebody waits for.
    let previewsInWork = SharedWork<String, [UInt8]>(limit: 2, capacity: 64)
    /// The files of share links that are made on demand now.
    let givenFilesInWork = SharedWork<String, GivenFile>(limit: 2, capacity: 32)

    /// The maps that were asked for lately.
    let maps = MapShelf()
    /// The lines of tracks that maps showed lately.
    let trackLines = TrackShelf()
    /// The map beneath them.
    let baseMaps = BaseMapShelf()

    private init(catalog: PhotoCatalog, settings: GallerySettings) {
        self.catalog = catalog
        self.settings = settings
    }

    /// Opens the gallery in a folder; a folder without one gets an empty gallery.
    ///
    /// Opening and reading change nothing of a gallery that is up to date, and work where the folder
    /// cannot be written; writing throws `inputOutput` there.
    ///
    /// - Throws: `inputOutput` where the path is a plain file or cannot be read; `badInput` for a
    ///   damaged catalog or a database of another program; `configuration` for a catalog of a newer
    ///   version; `tryLater` while another program locks it.
    public static func open(
        at path: BytePath, settings: GallerySettings = GallerySettings()
    ) throws(GalleryError) -> PhotoGallery {
        try GalleryError.translating {
            PhotoGallery(
                catalog: try PhotoCatalog.open(
                    at: absolute(path), busyTimeout: settings.catalog.busyTimeoutSeconds,
                    sharedMode: settings.catalog.sharedMode, faceRule: FaceMerge.faces),
                settings: settings)
        }
    }

    /// Opens the gallery in a folder to read it alone; makes nothing and changes nothing.
    ///
    /// - Parameter settings: nil for the defaults, and for giving up soon where another program is in the way.
    /// - Throws: as `open(at:settings:)`, and `inputOutput` where there is none or it is to be brought up to
    ///   date first.
    package static func openForReading(
        at path: BytePath, settings: GallerySettings? = nil
    ) throws(GalleryError) -> PhotoGallery {
        try GalleryError.translating {
            PhotoGallery(
                catalog: try PhotoCatalog.openForReading(
                    at: absolute(path), busyTimeout: settings?.catalog.busyTimeoutSeconds ?? 0.02),
                settings: settings ?? GallerySettings())
        }
    }

    /// Closes the gallery, which a program does last: what SQLite's journal holds goes into the database,
    /// and the journal away, unless another program uses the gallery.
    ///
    /// Without it the same happens when the last reference to the value ends. A later use throws.
    public func close() { catalog.close() }

    /// What changes in the gallery through this value from now on.
    ///
    /// The sequence ends when its consumer stops listening.
    public func changes() -> AsyncStream<GalleryChange> {
        catalog.changes.stream()
    }

    static func absolute(_ path: BytePath) -> BytePath {
        let whole =
            path.isAbsolute
            ? path : BytePath(FileManager.default.currentDirectoryPath).appending(path)
        // One spelling a file: without empty parts and dots. `..` stays, as links may stand before it.
        let parts = whole.bytes.split(separator: UInt8(ascii: "/")).filter {
            $0 != [UInt8(ascii: ".")]
        }
        return BytePath(
            bytes: parts.flatMap { [UInt8(ascii: "/")] + $0 }
                + (parts.isEmpty ? [UInt8(ascii: "/")] : []))
    }
}
