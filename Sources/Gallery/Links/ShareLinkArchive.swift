import Basics
import Catalog
import Export
import GalleryModel
import Synchronization

/// All files of a share link as one ZIP archive, streamed from the stored files.
package final class ShareLinkArchive: Sendable {
    /// The length in bytes.
    package var byteCount: Int { zip.byteCount }
    /// The cache key, 64 hexadecimal digits.
    package let identity: String

    private let gallery: PhotoGallery
    private let shared: SharedPhotos
    private let zip: StoredZip
    private let records: [SharedFileRecord]
    /// The text of the last file, if the archive has more files than records.
    private let credits: [UInt8]
    /// The file most recently read.
    private let open = Mutex<(index: Int, file: ShareLinkFile)?>(nil)

    /// True if no file was omitted because its picture is temporarily missing.
    fileprivate let isWhole: Bool

    fileprivate init(
        _ gallery: PhotoGallery, _ shared: SharedPhotos, _ zip: StoredZip,
        _ records: [SharedFileRecord], credits: [UInt8], isWhole: Bool
    ) {
        self.isWhole = isWhole
        self.gallery = gallery
        self.shared = shared
        self.zip = zip
        self.records = records
        self.credits = credits
        let lines = zip.entries.map { entry in
            "\(entry.name) \(entry.byteCount) \(entry.checksum) \(entry.date)"
        }
        identity = FileDigest(of: lines.joined(separator: "\n")).hexadecimal
    }

    /// Fills a buffer with the bytes at an offset; blocks until they are read.
    ///
    /// - Throws: `notFound` and `inputOutput` if a file has changed since the archive was laid out.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws {
        var filled = 0
        for piece in zip.pieces(of: offset..<(offset + buffer.count)) {
            switch piece {
            case .bytes(let bytes):
                UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyBytes(from: bytes)
                filled += bytes.count
            case .file(let index, let range):
                let end = filled + range.count
                try read(
                    index, into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<end]),
                    at: range.lowerBound)
                filled = end
            }
        }
    }

    private func read(
        _ index: Int, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws {
        guard records.indices.contains(index) else {
            return buffer.copyBytes(from: credits[offset..<(offset + buffer.count)])
        }
        let last = open.withLock { $0?.index == index ? $0?.file : nil }
        guard let file = try last ?? file(of: records[index]) else {
            throw GalleryError(.notFound, "the file of photo \(records[index].photoID) has changed")
        }
        open.withLock { $0 = (index, file) }
        try file.read(buffer, offset)
    }

    /// Returns the file of a photo; nil if the link no longer contains it or its file has changed.
    private func file(of record: SharedFileRecord) throws -> ShareLinkFile? {
        guard let photo = try shared.photo(record.photoID),
            record.key == (try photo.key(in: gallery))
        else { return nil }
        return try gallery.shareLinks.opened(record, of: photo)
    }
}

/// The state of a link's archive.
package enum ArchiveState: Sendable {
    /// The archive is ready.
    case ready(ShareLinkArchive)
    /// Some of the files must be made first.
    case missing(Int, of: Int)
}

/// A cache of archives, because clients that download in parts request an archive many times.
package final class ShareLinkArchiveCache: Sendable {
    /// The maximum number of archives.
    private static let maximumArchives = 4
    /// The lifetime of an incomplete archive: pictures that become available again do not change
    /// the catalog.
    private static let incompleteLifetime = Duration.seconds(10)

    /// The archives being laid out.
    private let work = SharedWork<String, ArchiveState>(limit: 1, capacity: 32)
    private let kept = Mutex<[Kept]>([])
    private let now: @Sendable () -> ContinuousClock.Instant

    /// A cached archive, and when it expires; nil for never, while the catalog does not change.
    private typealias Kept = (
        link: Int64, revision: UInt64, archive: ShareLinkArchive, end: ContinuousClock.Instant?
    )

    /// Makes an empty cache.
    ///
    /// - Parameter now: the clock for the lifetime of incomplete archives.
    package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
    }

    /// Returns the archive of all files of a link.
    ///
    /// Files that cannot be made are omitted, and so are those whose picture is missing, until at
    /// most ten seconds after it is available again.
    ///
    /// For thousands of photos this takes some seconds, once per state of the catalog, and every
    /// ten seconds if pictures are missing; tasks that request the same archive share the work.
    ///
    /// - Parameter leavesFailed: whether to omit all files that could not be made at the last
    ///   attempt.
    /// - Throws: `tryLater` if too many are requested; `CancellationError`.
    package func archive(
        of shared: SharedPhotos, in gallery: PhotoGallery, leavesFailed: Bool = false
    ) async throws -> ArchiveState {
        guard let link = shared.link else { return .missing(shared.count, of: shared.count) }
        let revision = try await offload {
            gallery.detectWrites()
            return gallery.revision
        }
        let moment = now()
        let cached = kept.withLock { kept in
            kept.first {
                $0.link == link && $0.revision == revision && $0.end.map { moment < $0 } != false
            }
        }
        if let cached { return .ready(cached.archive) }
        return try await work.value(of: "\(link) \(revision) \(leavesFailed)") { [self] in
            let state = try gallery.shareLinks.layOutArchive(
                of: shared, link, leavesFailed: leavesFailed)
            guard case .ready(let archive) = state else { return state }
            let end = archive.isWhole ? nil : now() + Self.incompleteLifetime
            let new = Kept(link: link, revision: revision, archive: archive, end: end)
            kept.withLock { kept in
                // Replaces the link's older archive.
                kept.removeAll { $0.link == link }
                kept = [new] + kept.prefix(Self.maximumArchives - 1)
            }
            return state
        }
    }
}

extension GalleryShareLinks {
    /// Lays out the archive of all files of a link; blocks for some seconds for thousands of
    /// photos.
    fileprivate func layOutArchive(
        of shared: SharedPhotos, _ link: Int64, leavesFailed: Bool
    ) throws -> ArchiveState {
        return try GalleryError.translating {
            let files = try catalog.sharedFiles(ofShareLink: link)
            var names = UniqueNames()
            _ = names.claim(BytePath(ShareRun.creditsName))
            var entries: [StoredZip.Entry] = []
            var records: [SharedFileRecord] = []
            var credits = ""
            var missing = 0
            var isWhole = true
            for start in stride(from: 0, to: shared.count, by: 256) {
                for photo in try shared.photos(from: start, limit: 256) where photo.hasPicture {
                    let key = try photo.key(in: gallery)
                    if files[photo.id]?.key == SharedFileRecord.unavailableKey(key),
                        leavesFailed || !isAvailable(pictureOf: photo)
                    {
                        isWhole = false
                        continue
                    }
                    guard let record = files[photo.id], record.key == key else {
                        missing += 1
                        continue
                    }
                    guard record.byteCount > 0 else { continue }
                    let file = try? opened(record, of: photo)
                    guard let file, file.byteCount == record.byteCount else {
                        if photo.isOriginal { isWhole = false } else { missing += 1 }
                        continue
                    }
                    let name = names.claim(BytePath(file.name)).escaped
                    credits += CreditLine.entry(photo.credit, named: name)
                    entries.append(
                        StoredZip.Entry(
                            name: name, byteCount: record.byteCount, checksum: record.checksum,
                            date: ZipDate(photo.publicPhoto.details)))
                    records.append(record)
                }
            }
            guard missing == 0 else { return .missing(missing, of: shared.count) }
            let text = Array(credits.utf8)
            if !text.isEmpty {
                entries.append(
                    StoredZip.Entry(
                        name: ShareRun.creditsName, byteCount: text.count,
                        checksum: text.withUnsafeBytes { CRC32.checksum($0) }, date: ZipDate(nil)))
            }
            return .ready(
                ShareLinkArchive(
                    gallery, shared, StoredZip(entries), records, credits: text, isWhole: isWhole))
        }
    }

    /// Returns true if the picture of a photo can be read.
    private func isAvailable(pictureOf photo: ShareLinkPhoto) -> Bool {
        do { _ = try PictureBytes.open(photo.photo, in: catalog) } catch { return false }
        return true
    }
}
