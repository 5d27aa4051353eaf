public import Basics
import Catalog
import Faces
import Foundation
public import GalleryModel
import Synchronization

/// A photo gallery in one folder: sections of imported photos and of remote sources.
///
/// Everything in the catalog is available offline. Values may be shared between tasks and threads.
/// Synchronous methods block the calling thread until the catalog is read or written, usually for
/// milliseconds; their documentation notes exceptions. `async` methods do their work on other
/// threads.
public final class PhotoGallery: Sendable {
    /// The version of this library and program.
    public static let version = "0.1.0"

    /// The catalog's folder, absolute.
    public var path: BytePath { catalog.folder }

    let catalog: PhotoCatalog
    let settings: GallerySettings
    let shared: Shared

    /// Work in progress and caches, shared by all readers.
    final class Shared: Sendable {
        /// Thumbnails being made on demand.
        let thumbnailsInProgress = SharedWork<ThumbnailKey, MadeThumbnailFile>(
            limit: ProcessInfo.processInfo.activeProcessorCount, capacity: 512)
        /// Full-size pictures being made on demand; each takes several hundred megabytes.
        let renditionsInProgress = SharedWork<String, [UInt8]>(limit: 2, capacity: 16)
        /// Previews being made on demand.
        let previewsInProgress = SharedWork<String, [UInt8]>(limit: 2, capacity: 64)
        /// The recently decoded pictures of previews.
        let previewSources = PreviewSources()
        /// Files of share links being made on demand.
        let shareLinkFilesInProgress = SharedWork<String, ShareLinkFile>(limit: 2, capacity: 32)

        /// The recently requested maps.
        let maps = MapIndexCache()
        /// The recently requested track lines, simplified for maps.
        let trackLines = ItemCache<TrackLineKey, TrackLine>(capacity: 32 << 20)
        /// The base map; nil until it is first requested.
        let baseMap = Mutex<BaseMap?>(nil)
    }

    init(catalog: PhotoCatalog, settings: GallerySettings, shared: Shared = Shared()) {
        (self.catalog, self.settings, self.shared) = (catalog, settings, shared)
    }

    /// Opens the gallery in a folder; a folder without a gallery gets an empty one.
    ///
    /// Opening and reading do not modify an up-to-date gallery and work in a read-only folder;
    /// writing there throws `inputOutput`.
    ///
    /// - Throws: `inputOutput` if the path is a regular file or cannot be read; `badInput` for a
    ///   damaged catalog or another program's database; `configuration` for a catalog of a newer
    ///   version; `tryLater` while another program locks it.
    public static func open(
        at path: BytePath, settings: GallerySettings = GallerySettings()
    ) throws(GalleryError) -> PhotoGallery {
        try translated(
            PhotoGallery(
                catalog: try PhotoCatalog.open(
                    at: absolute(path), busyTimeout: settings.catalog.busyTimeoutSeconds,
                    sharedMode: settings.catalog.sharedMode,
                    maximumSteps: settings.undo.maximumSteps, faceRule: FaceMerge.faces),
                settings: settings))
    }

    /// Opens an existing gallery read-only; creates and changes nothing.
    ///
    /// - Parameter settings: nil for the defaults with a short busy timeout.
    /// - Throws: as `open(at:settings:)`; `inputOutput` if the gallery does not exist or must first
    ///   be migrated.
    package static func openForReading(
        at path: BytePath, settings: GallerySettings? = nil
    ) throws(GalleryError) -> PhotoGallery {
        try translated(
            PhotoGallery(
                catalog: try PhotoCatalog.open(
                    at: absolute(path), busyTimeout: settings?.catalog.busyTimeoutSeconds ?? 0.02,
                    isForReading: true),
                settings: settings ?? GallerySettings()))
    }

    /// Closes the gallery and moves the contents of SQLite's journal into the database, unless
    /// another program uses the gallery.
    ///
    /// Call it last: later uses throw. If it is not called, the same happens when the last
    /// reference is released.
    public func close() { catalog.close() }

    /// The changes made through this value from now on.
    ///
    /// The sequence ends when its consumer stops iterating.
    public func changes() -> AsyncStream<GalleryChange> { catalog.changes.stream() }

    /// A text that changes when another process changes the gallery.
    package func mark() throws(GalleryError) -> String { try translated(catalog.mark()) }

    /// Returns the absolute path; relative paths are resolved against the current directory.
    package static func absolute(_ path: BytePath) -> BytePath {
        let whole =
            path.isAbsolute
            ? path : BytePath(FileManager.default.currentDirectoryPath).appending(path)
        // Normalizes the spelling: no empty components or dots. `..` stays because the component
        // before it may be a symbolic link.
        let parts = whole.bytes.split(separator: UInt8(ascii: "/")).filter {
            $0 != [UInt8(ascii: ".")]
        }
        return BytePath(
            bytes: parts.flatMap { [UInt8(ascii: "/")] + $0 }
                + (parts.isEmpty ? [UInt8(ascii: "/")] : []))
    }
}

/// Marks this process as the owner of unfinished jobs for as long as the value exists.
package final class JobLease: Sendable {
    private let lock: Descriptor

    fileprivate init(_ lock: consuming Descriptor) { self.lock = lock }
}

/// The jobs of servers.
package struct GalleryJobs: GalleryFeature {
    let gallery: PhotoGallery

    /// Returns the latest jobs of servers, newest first.
    ///
    /// - Parameters:
    ///   - id: returns only older jobs; nil for the newest.
    ///   - limit: the maximum number of jobs.
    package func list(before id: Int64? = nil, limit: Int) throws(GalleryError) -> [GalleryJob] {
        try translated(catalog.jobs(before: id, limit: limit))
    }

    /// Returns the job with an id; nil if it does not exist.
    package func find(_ id: Int64) throws(GalleryError) -> GalleryJob? {
        try translated(catalog.job(id))
    }

    /// Stores a requested job.
    ///
    /// - Throws: `inputOutput` if the catalog cannot be written.
    package func add(
        _ kind: GalleryJob.Kind, title: Message, requester: String
    ) throws(GalleryError) -> GalleryJob {
        try translated(catalog.addJob(kind, title: title, requester: requester))
    }

    /// Stores the progress of a job.
    package func record(_ job: GalleryJob) throws(GalleryError) {
        try translated(catalog.record(job))
    }

    /// Marks the unfinished jobs of terminated servers as interrupted.
    ///
    /// - Returns: the lease that marks this process as alive; nil if another server holds it or the
    ///   catalog cannot be written.
    package func adopt() throws(GalleryError) -> JobLease? {
        try GalleryError.translating {
            guard catalog.isWritable, let lock = catalog.takeServerLock() else { return nil }
            try catalog.interruptJobs()
            return JobLease(lock)
        }
    }
}

/// One feature of a gallery: the methods of a property of ``PhotoGallery``, such as `faces`.
protocol GalleryFeature: Sendable {
    /// The gallery.
    var gallery: PhotoGallery { get }
}

extension GalleryFeature {
    var catalog: PhotoCatalog { gallery.catalog }
    var settings: GallerySettings { gallery.settings }
    var shared: PhotoGallery.Shared { gallery.shared }
}

extension PhotoGallery {
    /// The faces of a gallery: their detection, and the decisions of users about them.
    public var faces: GalleryFaces { GalleryFaces(gallery: self) }
    /// The thumbnails of a gallery, made in advance or on demand.
    public var thumbnails: GalleryThumbnails { GalleryThumbnails(gallery: self) }
    /// The sections of a gallery: the camera, searches, albums and pulled photos.
    public var sections: GallerySections { GallerySections(gallery: self) }
    /// The albums of a gallery: sections that always list the results of a filter.
    public var albums: GalleryAlbums { GalleryAlbums(gallery: self) }
    /// The trash of a gallery: removed photos, which can be restored.
    public var trash: GalleryTrash { GalleryTrash(gallery: self) }
    /// Photos of a gallery that look the same.
    public var duplicates: GalleryDuplicates { GalleryDuplicates(gallery: self) }
    /// The unresolved problems of a gallery: items that failed.
    package var problems: GalleryProblems { GalleryProblems(gallery: self) }
    /// The numbers of photos by date, name and place.
    public var counts: GalleryCounts { GalleryCounts(gallery: self) }
    /// The changes of a gallery that can be undone.
    public var journal: GalleryJournal { GalleryJournal(gallery: self) }
    /// The metadata that a user gives photos.
    public var metadata: GalleryMetadata { GalleryMetadata(gallery: self) }
    /// The edits of a gallery: recipes that are applied when a picture is rendered.
    public var edits: GalleryEdits { GalleryEdits(gallery: self) }
    /// The places of photos, looked up from their positions.
    public var places: GalleryPlaces { GalleryPlaces(gallery: self) }
    /// GPS tracks, which assign positions to photos.
    public var tracks: GalleryTracks { GalleryTracks(gallery: self) }
    /// Exports of rows, pictures and sidecars.
    public var export: GalleryExport { GalleryExport(gallery: self) }
    /// Copies of photos that are given to other people, and sent to servers.
    public var shares: GalleryShares { GalleryShares(gallery: self) }
    /// The remote sources of a gallery: searches, servers and campaigns.
    public var sources: GallerySources { GallerySources(gallery: self) }
    /// The links that show photos to anyone who has them.
    package var shareLinks: GalleryShareLinks { GalleryShareLinks(gallery: self) }
    /// The accounts of a server.
    package var accounts: GalleryAccounts { GalleryAccounts(gallery: self) }
    /// The access tokens of a server.
    package var accessTokens: GalleryAccessTokens { GalleryAccessTokens(gallery: self) }
    /// The sessions of signed-in users.
    package var sessions: GallerySessions { GallerySessions(gallery: self) }
    /// The jobs of servers.
    package var jobs: GalleryJobs { GalleryJobs(gallery: self) }
}
