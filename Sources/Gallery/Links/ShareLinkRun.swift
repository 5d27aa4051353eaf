package import Basics
import Catalog
package import GalleryModel

extension GalleryShareLinks {
    /// Makes the missing files of a link in advance, so that viewers need not wait.
    ///
    /// A photo that cannot be shared is a failed item, and the others continue.
    ///
    /// - Throws: `notFound` for a link that is no longer valid; `inputOutput` if the disk is full
    ///   or the catalog cannot be written; `CancellationError`.
    package func prepare(
        _ id: Int64, options: WorkOptions = WorkOptions()
    ) async throws -> ShareLinkSummary {
        try await gallery.perform("share", options) { [self] work in
            let link = try link(id)
            guard link.dateRevoked == nil, let shared = try photos(of: link) else {
                throw GalleryError(
                    .notFound, "share link \(id) is no longer valid: create a new one")
            }
            return try ShareLinkRun(gallery: gallery, shared: shared, link: id, work: work).run()
        }
    }
}

/// The result of making the files of a link.
package struct ShareLinkSummary: Hashable, Sendable {
    /// The number of files made.
    package var made = 0
    /// The number of files that already existed.
    package var present = 0
    /// The number of photos without a stored picture.
    package var withoutPicture = 0
    /// The number of photos without a file because of errors.
    package var failed = 0
    /// The total size of all files in bytes.
    package var byteCount: Int64 = 0
}

extension ShareLinkSummary: JobSummary {
    /// The result as a sentence.
    package var sentence: String { "\(message)" }

    /// The result as a sentence; only one without failures is translated.
    package var message: Message {
        let facts = Count.list([
            (made, "created"), (present, "already present"), (withoutPicture, "without a picture"),
            (failed, "failed"),
        ])
        let details =
            (facts.map { ": \($0)" } ?? "")
            + (byteCount > 0 ? ", \(ByteCount.text(byteCount))" : "")
        var message = Message.count(
            made + present, "file for the link{details}", "files for the link{details}")
        message.values["details"] = .text(details)
        return failed == 0 ? message : Message(key: "\(message)")
    }

    /// The result for programs.
    package var members: [JSONMember] {
        [
            ("made", made), ("present", present), ("withoutPicture", withoutPicture),
            ("failed", failed), ("byteCount", Int(byteCount)),
        ]
    }

    /// The number of failed items.
    package var failedItems: Int { failed }
}

/// One run of making a link's files: photos → made (one thread per core) → stored, in order.
struct ShareLinkRun: Sendable {
    /// The maximum number of files in memory.
    private static let window = 8
    /// The number of photos read at a time.
    private static let page = 256

    let gallery: PhotoGallery
    let shared: SharedPhotos
    let link: Int64
    let work: WorkContext

    /// The file of a photo.
    private struct Made: Sendable {
        var record: SharedFileRecord
        /// The bytes of a copy.
        var bytes: [UInt8]?
        var remarks: [String] = []
        var isPresent = false
        /// The reason why the file could not be made.
        var error: GalleryError?
    }

    func run() throws -> ShareLinkSummary {
        let files = try gallery.catalog.sharedFiles(ofShareLink: link)
        var summary = ShareLinkSummary()
        var done = 0
        try OrderedWork<ShareLinkPhoto, (ShareLinkPhoto, Made?)>(work, window: Self.window).run {
            [shared] push in
            for start in stride(from: 0, to: shared.count, by: Self.page) {
                for photo in try shared.photos(from: start, limit: Self.page) {
                    guard push(photo) else { return }
                }
            }
        } makeWorker: { [self] in
            { photo in (photo, made(photo, files[photo.id])) }
        } consume: { outputs in
            for (photo, made) in outputs {
                try store(made, of: photo, &summary)
                done += 1
                work.progress("photos", done, of: shared.count)
            }
        }
        return summary
    }

    /// Makes the file of a photo unless it exists; nil without a stored picture.
    private func made(_ photo: ShareLinkPhoto, _ record: SharedFileRecord?) -> Made? {
        guard photo.hasPicture else { return nil }
        var key = ""
        do throws(GalleryError) {
            key = try photo.key(in: gallery)
            if let record, record.key == key, record.byteCount > 0,
                try gallery.shareLinks.opened(record, of: photo) != nil
            {
                return Made(record: record, isPresent: true)
            }
            if photo.isOriginal { return Made(record: try original(photo, key)) }
            let prepared = try gallery.shareLinks.prepared(photo)
            return Made(
                record: SharedFileRecord(of: photo, key, prepared.bytes), bytes: prepared.bytes,
                remarks: prepared.remarks)
        } catch {
            // Recorded, so that the archive does not wait for this file.
            // A later attempt may succeed, as for a picture on a disconnected disk.
            let isTemporary = [.notFound, .inputOutput, .tryLater].contains(error.kind)
            let record = SharedFileRecord(
                photoID: photo.id, key: isTemporary ? SharedFileRecord.unavailableKey(key) : key,
                fileName: nil, fileExtension: "", byteCount: 0, checksum: 0)
            return Made(record: record, error: error)
        }
    }

    /// Returns the archive record of a stored picture.
    private func original(
        _ photo: ShareLinkPhoto, _ key: String
    ) throws(GalleryError) -> SharedFileRecord {
        try GalleryError.translating {
            let file = try gallery.shareLinks.original(of: photo, key)
            let sum = try file.checksum { try work.checkCancellation() }
            return SharedFileRecord(
                photoID: photo.id, key: key, fileName: nil,
                fileExtension: BytePath(file.name).fileExtension, byteCount: file.byteCount,
                checksum: sum)
        }
    }

    private func store(
        _ made: Made?, of photo: ShareLinkPhoto, _ summary: inout ShareLinkSummary
    ) throws {
        guard let made else {
            summary.withoutPicture += 1
            return
        }
        let problem = ProblemSubject.photo(photo.id, .share)
        if !made.isPresent {
            try gallery.catalog.storeSharedFile(made.record, bytes: made.bytes, ofShareLink: link)
        }
        if let error = made.error {
            summary.failed += 1
            return try work.fail(.photo(photo.id), with: error, problem: problem)
        }
        if made.isPresent { summary.present += 1 } else { summary.made += 1 }
        summary.byteCount += Int64(made.record.byteCount)
        for remark in made.remarks { work.remark("photo \(photo.id): \(remark)") }
        if made.bytes != nil { try work.succeed(problem) }
    }
}

extension SharedFileRecord {
    /// Returns the key that records a temporary failure; it never equals the key of a file.
    ///
    /// - Parameter key: the key of the file.
    static func unavailableKey(_ key: String) -> String { "away \(key)" }
}
