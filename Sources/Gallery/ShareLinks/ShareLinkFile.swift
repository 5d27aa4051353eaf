import Basics
import Catalog
import Foundation
import GalleryModel
import Imaging

extension PhotoGallery {
    /// Returns the file of a photo in a share link; makes it if missing, and stores it if the
    /// catalog is writable.
    ///
    /// At most two are made at a time. Tasks that request the same file share the work; it is
    /// dropped if the last of them is canceled before it starts.
    ///
    /// - Throws: `notFound` without a stored picture; `badInput` if it cannot be decoded;
    ///   `tryLater` if too many are requested; `CancellationError`.
    package func file(
        of photo: ShareLinkPhoto, in shared: SharedPhotos
    ) async throws -> ShareLinkFile {
        let found = try await offload { [self] in
            let key = try photo.key(in: self)
            return (key, try storedFile(of: photo, key, in: shared))
        }
        let (key, kept) = found
        if let kept { return kept }
        let work = "\(shared.link ?? 0) \(photo.id) \(key)"
        return try await self.shared.shareLinkFilesInProgress.value(of: work) { [self] in
            let preparation = try SharePreparation(of: photo, in: self)
            return try store(try preparation.prepared(photo.photo), photo, key, in: shared)
        }
    }

    /// Returns the cache key of a photo's file, 64 hexadecimal digits: depends on the picture and
    /// its edit.
    ///
    /// Blocks for some hundred microseconds.
    ///
    /// - Throws: `notFound` without a stored picture.
    package func identity(of photo: ShareLinkPhoto) throws(GalleryError) -> String {
        try photo.key(in: self)
    }

    /// Returns the stored file of a photo, made for a link or the original; nil if it must be made.
    ///
    /// - Throws: `notFound` if the stored picture is missing.
    func storedFile(
        of photo: ShareLinkPhoto, _ key: String, in shared: SharedPhotos
    ) throws(GalleryError) -> ShareLinkFile? {
        if photo.isOriginal { return try original(of: photo, key) }
        guard let link = shared.link else { return nil }
        let record = try translated(catalog.sharedFile(of: photo.id, shareLink: link))
        guard let record, record.key == key else { return nil }
        return try opened(record, of: photo, link: link)
    }

    /// Opens a file made for a link; nil if it is missing or changed.
    func opened(
        _ record: SharedFileRecord, of photo: ShareLinkPhoto, link: Int64
    ) throws(GalleryError) -> ShareLinkFile? {
        if photo.isOriginal { return try original(of: photo, record.key) }
        guard let name = record.fileName,
            let made = try? MadeFile(catalog.path(ofSharedFile: name, shareLink: link)),
            made.byteCount == record.byteCount
        else { return nil }
        return ShareLinkFile(
            name: try SharePreparation(of: photo, in: self).name(
                of: photo.photo, ending: record.fileExtension),
            fileType: "JPEG", identity: record.key, byteCount: record.byteCount
        ) { buffer, offset in try made.read(into: buffer, at: offset) }
    }

    private func original(
        of photo: ShareLinkPhoto, _ key: String
    ) throws(GalleryError) -> ShareLinkFile {
        let facts = try originalFacts(of: photo.id)
        let picture = try self.open(facts)
        let ending = BytePath(facts.fileName).fileExtension
        return ShareLinkFile(
            name: try SharePreparation(of: photo, in: self).name(of: photo.photo, ending: ending),
            fileType: facts.fileType ?? "", identity: FileDigest(of: key).hexadecimal,
            byteCount: picture.byteCount
        ) { buffer, offset in try picture.read(into: buffer, at: offset) }
    }

    /// Stores a file made for a link, or keeps it only in memory if the catalog is read-only.
    func store(
        _ prepared: PreparedPhoto, _ photo: ShareLinkPhoto, _ key: String, in shared: SharedPhotos
    ) throws -> ShareLinkFile {
        let bytes = prepared.bytes
        if let link = shared.link, catalog.isWritable {
            let record = SharedFileRecord(
                photoID: photo.id, key: key, fileName: "\(photo.id)-\(key.prefix(32)).jpg",
                fileExtension: "jpg", byteCount: bytes.count,
                checksum: bytes.withUnsafeBytes { CRC32.checksum($0) })
            try catalog.storeSharedFile(record, bytes: bytes, ofShareLink: link)
        }
        return ShareLinkFile(
            name: prepared.name, fileType: "JPEG", identity: key, byteCount: bytes.count
        ) { buffer, offset in
            guard bytes.indices.contains(offset), offset + buffer.count <= bytes.count else {
                throw GalleryError(.bug, "a range is outside of its file")
            }
            buffer.copyBytes(from: bytes[offset..<(offset + buffer.count)])
        }
    }
}

extension SharePreparation {
    /// Makes the preparation of a photo's file in a link; belongs to one thread.
    init(of photo: ShareLinkPhoto, in gallery: PhotoGallery) throws(GalleryError) {
        try self.init(
            gallery, photo.options, format: .jpeg, isPrinted: false, threads: 1, isDryRun: false)
    }
}

/// An open file of a share link; closed when the value is released.
package final class ShareLinkFile: Sendable {
    /// The file name, without the user's texts.
    package let name: String
    /// The file type as exiftool names it, such as `JPEG`.
    package let fileType: String
    /// The cache key, 64 hexadecimal digits.
    package let identity: String
    /// The length in bytes.
    package let byteCount: Int

    private let read: @Sendable (UnsafeMutableRawBufferPointer, Int) throws -> Void

    init(
        name: String, fileType: String, identity: String, byteCount: Int,
        read: @escaping @Sendable (UnsafeMutableRawBufferPointer, Int) throws -> Void
    ) {
        self.name = name
        self.fileType = fileType
        self.identity = identity
        self.byteCount = byteCount
        self.read = read
    }

    /// Fills a buffer with the bytes at an offset; blocks until they are read.
    ///
    /// - Throws: `notFound` and `inputOutput` if the file has changed; the contents of the buffer
    ///   are then undefined.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws {
        try read(buffer, offset)
    }
}

/// An open file made for a link.
final class MadeFile: Sendable {
    private let file: Descriptor
    /// The length in bytes.
    let byteCount: Int

    /// Opens a file.
    ///
    /// - Throws: the error of open(2).
    init(_ path: BytePath) throws(FileError) {
        file = try Descriptor.file(path, for: .reading, .noFollow)
        byteCount = try file.status().byteCount
    }

    /// Fills a buffer with the bytes at an offset.
    ///
    /// - Throws: `inputOutput` if they cannot be read.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(GalleryError) {
        let count: Int
        do throws(FileError) { count = try file.read(into: buffer, at: offset) } catch {
            throw GalleryError(.inputOutput, "cannot read \(error)")
        }
        guard count == buffer.count else {
            throw GalleryError(.inputOutput, "'\(file.path.escaped)' is shorter than it was")
        }
    }
}
