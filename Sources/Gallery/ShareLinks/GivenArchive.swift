import Basics
import Catalog
import Export
import Foundation
import GalleryModel
import Synchronization

/// All files that a link gives as one ZIP archive, read from where they lie as it is sent.
package final class GivenArchive: Sendable {
    /// The length in bytes.
    package var byteCount: Int { zip.byteCount }
    /// What no other archive has, 64 hexadecimal digits.
    package let identity: String

    /// A file of the archive.
    fileprivate enum Source: Sendable {
        case photo(SharedFileRecord)
        case text([UInt8])
    }

    private let gallery: PhotoGallery
    private let shared: SharedPhotos
    private let zip: StoredZip
    private let sources: [Source]
    /// The file that was read from last.
    private let open = Mutex<(index: Int, file: GivenFile)?>(nil)

    /// Whether nothing was left out because it is away for now.
    fileprivate let isWhole: Bool

    fileprivate init(
        _ gallery: PhotoGallery, _ shared: SharedPhotos, _ zip: StoredZip, _ sources: [Source],
        isWhole: Bool
    ) {
        self.isWhole = isWhole
        self.gallery = gallery
        self.shared = shared
        self.zip = zip
        self.sources = sources
        let lines = zip.entries.map { "\($0.name) \($0.byteCount) \($0.checksum)" }
        identity = FileDigest(of: lines.joined(separator: "\n")).hexadecimal
    }

    /// Fills a buffer with the bytes from an offset on; blocks until they are read.
    ///
    /// - Throws: `notFound` and `inputOutput` where a file is not what it was when the archive was laid out.
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
        switch sources[index] {
        case .text(let bytes):
            buffer.copyBytes(from: bytes[offset..<(offset + buffer.count)])
        case .photo(let record):
            let last = open.withLock { $0?.index == index ? $0?.file : nil }
            guard let file = try last ?? file(of: record) else {
                throw GalleryError(
                    .notFound, "the file of photo \(record.photoID) is another one by now")
            }
            open.withLock { $0 = (index, file) }
            try file.read(into: buffer, at: offset)
        }
    }

    /// The file of a photo; nil where the link gives it no more, or another one of it.
    private func file(of record: SharedFileRecord) throws -> GivenFile? {
        guard let link = shared.link, let photo = try shared.photo(record.photoID),
            record.key == (try photo.key(in: gallery))
        else { return nil }
        return try gallery.opened(record, of: photo, link: link)
    }
}

/// How far the archive of a link is.
package enum ArchiveState: Sendable {
    /// It can be sent.
    case ready(GivenArchive)
    /// So many of its files are to be made first.
    case missing(Int, of: Int)
}

/// Keeps the archives that were laid out lately: whoever loads one in parts asks for it many times.
package final class ArchiveShelf: Sendable {
    /// How many links' archives are kept.
    private static let most = 4
    /// How long an archive is kept that something is left out of: what comes back changes nothing in the catalog.
    private static let unwholeLifetime = Duration.seconds(10)

    /// The archives that are laid out now.
    private let work = SharedWork<String, ArchiveState>(limit: 1, capacity: 32)
    private let kept = Mutex<[Kept]>([])
    private let now: @Sendable () -> ContinuousClock.Instant

    /// An archive that was laid out.
    private struct Kept {
        var link: Int64
        var revision: UInt64
        var archive: GivenArchive
        /// When it is no longer given; nil for never, while the catalog stays as it is.
        var end: ContinuousClock.Instant?
    }

    /// Makes an empty shelf.
    ///
    /// - Parameter now: the clock that what is away is looked for again by.
    package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
    }

    /// The archive of all files that a link gives; those that cannot be made are left out, and so are those whose picture
    /// is away, for as long as it is and ten seconds more at most.
    ///
    /// Takes some seconds for thousands of photos, once for each state of the catalog, and every ten seconds where
    /// something is away; tasks that ask for the same one share the work.
    ///
    /// - Parameter leavesFailed: whether everything is left out that could not be made when it was tried last.
    /// - Throws: `tryLater` where too much is asked for; `CancellationError`.
    package func archive(
        of shared: SharedPhotos, in gallery: PhotoGallery, leavesFailed: Bool = false
    ) async throws -> ArchiveState {
        guard let link = shared.link else { return .missing(shared.count, of: shared.count) }
        let revision = try await offload {
            gallery.lookForWrites()
            return gallery.revision
        }
        if let archive = archive(of: link, at: revision) { return .ready(archive) }
        return try await work.value(of: "\(link) \(revision) \(leavesFailed)") { [self] in
            let state = try gallery.layOutArchive(of: shared, link, leavesFailed: leavesFailed)
            if case .ready(let archive) = state { put(archive, of: link, at: revision) }
            return state
        }
    }

    private func archive(of link: Int64, at revision: UInt64) -> GivenArchive? {
        let now = now()
        return kept.withLock { kept in
            kept.first {
                $0.link == link && $0.revision == revision && $0.end.map { now < $0 } != false
            }?.archive
        }
    }

    /// Keeps an archive in place of the link's older one.
    private func put(_ archive: GivenArchive, of link: Int64, at revision: UInt64) {
        let end = archive.isWhole ? nil : now() + Self.unwholeLifetime
        let new = Kept(link: link, revision: revision, archive: archive, end: end)
        kept.withLock { kept in
            kept.removeAll { $0.link == link }
            kept = [new] + kept.prefix(Self.most - 1)
        }
    }
}

extension PhotoGallery {
    /// Lays out the archive of all files that a link gives; blocks for some seconds for thousands of photos.
    fileprivate func layOutArchive(
        of shared: SharedPhotos, _ link: Int64, leavesFailed: Bool
    ) throws -> ArchiveState {
        return try GalleryError.translating {
            let files = try catalog.sharedFiles(ofShareLink: link)
            var names = UniqueNames()
            _ = names.claim(BytePath(ShareRun.creditsName))
            var entries: [StoredZip.Entry] = []
            var sources: [GivenArchive.Source] = []
            var credits = CreditNotes()
            var missing = 0
            var isWhole = true
            for start in stride(from: 0, to: shared.count, by: 256) {
                for photo in try shared.photos(from: start, limit: 256) where photo.hasPicture {
                    let key = try photo.key(in: self)
                    if files[photo.id]?.key == SharedFileRecord.awayKey(key),
                        leavesFailed || !isThere(pictureOf: photo)
                    {
                        isWhole = false
                        continue
                    }
                    guard let record = files[photo.id], record.key == key,
                        photo.isOriginal || isThere(record, link: link)
                    else {
                        missing += 1
                        continue
                    }
                    guard record.byteCount > 0 else { continue }
                    guard !photo.isOriginal || isThere(record, originalOf: photo, in: shared) else {
                        isWhole = false
                        continue
                    }
                    let plain = try SharePreparation(of: photo, in: self).name(
                        of: photo.photo, ending: record.fileExtension)
                    let name = names.claim(BytePath(plain)).escaped
                    credits.add(photo.told, isChanged: photo.isChanged, named: name)
                    entries.append(
                        StoredZip.Entry(
                            name: name, byteCount: record.byteCount, checksum: record.checksum))
                    sources.append(.photo(record))
                }
            }
            guard missing == 0 else { return .missing(missing, of: shared.count) }
            if let text = credits.text.map({ Array($0.utf8) }) {
                entries.append(
                    StoredZip.Entry(
                        name: ShareRun.creditsName, byteCount: text.count,
                        checksum: text.withUnsafeBytes { CRC32.checksum($0) }))
                sources.append(.text(text))
            }
            return .ready(
                GivenArchive(self, shared, StoredZip(entries), sources, isWhole: isWhole))
        }
    }

    /// Whether the picture that a file is made of can be read.
    private func isThere(pictureOf photo: GivenPhoto) -> Bool {
        do { _ = try PictureBytes.open(photo.photo, in: catalog) } catch { return false }
        return true
    }

    /// Whether the stored picture is there as it was: it may be away for a while.
    private func isThere(
        _ record: SharedFileRecord, originalOf photo: GivenPhoto, in shared: SharedPhotos
    ) -> Bool {
        let file = try? keptFile(of: photo, record.key, in: shared)
        return file?.byteCount == record.byteCount
    }

    /// Whether the file that was made is there as it was.
    private func isThere(_ record: SharedFileRecord, link: Int64) -> Bool {
        guard let name = record.fileName else { return true }
        let path = catalog.path(ofSharedFile: name, shareLink: link)
        return path.status?.byteCount == record.byteCount
    }
}
