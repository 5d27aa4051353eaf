package import Basics
import Catalog
public import Foundation
public import GalleryModel

extension GalleryTrash {
    /// Deletes photos in the trash, and the stored files that nothing else needs, also those that no
    /// photo has any more; this cannot be undone.
    ///
    /// Photos that a campaign's posts show stay in the trash. Files in place are never deleted. If
    /// this is interrupted, the next call completes it. While other programs add pictures to the
    /// catalog, only the photos are deleted; a later call deletes their files.
    ///
    /// - Parameters:
    ///   - limit: deletes only photos removed at this time or earlier; nil for all.
    ///   - photos: deletes only these photos, such as those of a dry run; nil for all.
    ///   - options: a dry run reports what would be deleted.
    /// - Throws: `inputOutput` if a file cannot be deleted; `CancellationError`.
    @discardableResult
    public func empty(
        removedUntil limit: Date? = nil, only photos: [PhotoID]? = nil,
        options: WorkOptions = WorkOptions()
    ) async throws -> TrashSummary {
        try await gallery.perform("trash empty", options) { [self] work in
            let contents = try catalog.trashContents(removedUntil: limit)
            var summary = TrashSummary(isDryRun: work.isDryRun, kept: contents.posted)
            if work.isDryRun {
                summary.photos = contents.photos
                summary.files = contents.files
                summary.byteCount = contents.byteCount
                return summary
            }
            let ids = photos ?? contents.photos
            let session = try catalog.beginWriting(deletesFiles: false)
            defer { session.end() }
            func deleteFiles() throws {
                let removed = try catalog.deleteRecordedFiles(in: session)
                summary.files += removed.files
                summary.byteCount += removed.byteCount
                summary.pendingFiles = removed.pending
            }
            try catalog.deleteUnreferenced()
            // Also those of an interrupted run.
            try deleteFiles()
            var done = 0
            for page in ids.pages(of: PhotoCatalog.trashBatch) {
                try work.checkCancellation()
                summary.photos += try catalog.deleteTrashed(page, removedUntil: limit)
                try deleteFiles()
                done += page.count
                work.progress("photos", done, of: ids.count)
            }
            _ = try catalog.evictThumbnails(toBytes: Int64(settings.thumbnails.maximumBytes))
            return summary
        }
    }
}

/// The outcome of emptying the trash, or of its dry run.
public struct TrashSummary: Hashable, Sendable {
    /// True if nothing was deleted.
    public var isDryRun = false
    /// The deleted photos.
    public var photos: [PhotoID] = []
    /// The photos that stay in the trash because a campaign's posts show them.
    public var kept: [PhotoID] = []
    /// The number of deleted files.
    public var files = 0
    /// The total size of the deleted files in bytes.
    public var byteCount: Int64 = 0
    /// The number of files to be deleted later, because other programs add pictures now.
    public var pendingFiles = 0
}

extension TrashSummary: RowSummary {
    /// True if the trash has no photos to delete and no files were left to delete.
    package var isUnchanged: Bool { photos.isEmpty && kept.isEmpty && files + pendingFiles == 0 }

    /// The outcome as a sentence.
    public var sentence: String {
        var facts =
            "\(isDryRun ? "would delete" : "deleted") \(Count.text(photos.count, "photo")) and "
            + "\(Count.text(files, "file")), \(ByteCount.text(byteCount))"
        if pendingFiles > 0 {
            facts +=
                "; another command is adding pictures: the next 'gallery trash empty' or import "
                + "deletes \(Count.text(pendingFiles, "more file"))"
        }
        guard !kept.isEmpty else { return facts }
        return facts
            + "; posts of a campaign show \(Count.text(kept.count, "other photo")), which "
            + "\(kept.count == 1 ? "stays" : "stay"): "
            + kept.prefix(10).map(\.description).joined(separator: ", ")
            + (kept.count > 10 ? ", …" : "")
    }

    /// The counts for JSON and CSV.
    package var members: [JSONMember] {
        [
            ("photos", photos.count), ("files", files), ("bytes", Int(byteCount)),
            ("kept", kept.map(\.rawValue)), ("pending", pendingFiles),
        ]
    }
}
