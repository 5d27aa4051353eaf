import Basics
import Catalog

extension GalleryShareLinks {
    /// Returns the file of a photo in a share link; makes it if missing, and stores it if the
    /// catalog is writable.
    ///
    /// At most two are made at a time. Tasks that request the same file share the work; it is
    /// dropped if the last of them is canceled before it starts.
    ///
    /// - Throws: `notFound` without a stored picture; `badInput` if it cannot be decoded;
    ///   `tryLater` if too many are requested; `CancellationError`.
    package func file(of photo: ShareLinkPhoto) async throws -> ShareLinkFile {
        let (key, stored) = try await offload { [self] () -> (String, ShareLinkFile?) in
            let key = try photo.key(in: gallery)
            if photo.isOriginal { return (key, try original(of: photo, key)) }
            guard let link = photo.link,
                let record = try catalog.sharedFile(of: photo.id, shareLink: link),
                record.key == key
            else { return (key, nil) }
            return (key, try opened(record, of: photo))
        }
        if let stored { return stored }
        let work = "\(photo.link ?? 0) \(photo.id) \(key)"
        return try await self.shared.shareLinkFilesInProgress.value(of: work) { [self] in
            let prepared = try prepared(photo)
            let bytes = prepared.bytes
            if let link = photo.link, catalog.isWritable {
                try catalog.storeSharedFile(
                    SharedFileRecord(of: photo, key, bytes), bytes: bytes, ofShareLink: link)
            }
            return ShareLinkFile(name: prepared.name, identity: key, bytes: bytes)
        }
    }

    /// Makes the copy of a photo for a link.
    func prepared(_ photo: ShareLinkPhoto) throws(GalleryError) -> PreparedPhoto {
        try SharePreparation(gallery, photo.options).prepared(photo.photo)
    }

    /// Opens a file made for a link, or the original; nil if it is missing or changed.
    ///
    /// - Throws: `notFound` if the original is missing.
    func opened(
        _ record: SharedFileRecord, of photo: ShareLinkPhoto
    ) throws(GalleryError) -> ShareLinkFile? {
        if photo.isOriginal { return try original(of: photo, record.key) }
        guard let name = record.fileName, let link = photo.link,
            let made = try? MadeFile(catalog.path(ofSharedFile: name, shareLink: link)),
            made.byteCount == record.byteCount
        else { return nil }
        return ShareLinkFile(
            name: try photo.fileName(ending: record.fileExtension), fileType: "JPEG",
            identity: record.key, byteCount: record.byteCount, read: made.read)
    }

    /// Opens the stored picture of a photo that is shared as it is.
    ///
    /// - Throws: `notFound` if it is missing.
    func original(of photo: ShareLinkPhoto, _ key: String) throws(GalleryError) -> ShareLinkFile {
        var file = try gallery.export.open(gallery.export.originalFacts(of: photo.id))
        file.name = try photo.fileName(ending: BytePath(file.name).fileExtension)
        file.identity = FileDigest(of: key).hexadecimal
        return file
    }
}

extension SharedFileRecord {
    /// Makes the record of a copy.
    init(of photo: ShareLinkPhoto, _ key: String, _ bytes: [UInt8]) {
        self.init(
            photoID: photo.id, key: key, fileName: "\(photo.id)-\(key.prefix(32)).jpg",
            fileExtension: "jpg", byteCount: bytes.count,
            checksum: bytes.withUnsafeBytes { CRC32.checksum($0) })
    }
}

/// An open file of a share link or an archive, or an original; closed when the value is released.
package struct ShareLinkFile: Sendable {
    /// The file name; of a share link without the user's texts.
    package fileprivate(set) var name: String
    /// The file type as exiftool names it, such as `JPEG`.
    package let fileType: String
    /// The cache key, 64 hexadecimal digits.
    package fileprivate(set) var identity: String
    /// The length in bytes.
    package let byteCount: Int
    /// Fills a buffer with the bytes at an offset; blocks until they are read.
    ///
    /// Throws `notFound` and `inputOutput` if the file has changed; the contents of the buffer are
    /// then undefined.
    package let read: @Sendable (UnsafeMutableRawBufferPointer, Int) throws -> Void

    /// Returns the CRC-32 of the bytes; blocks until they are read.
    ///
    /// - Parameter check: called before each block; its error ends the reading.
    func checksum(_ check: () throws -> Void) throws -> UInt32 {
        let block = 256 << 10
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: block, alignment: 16)
        defer { buffer.deallocate() }
        var sum: UInt32 = 0
        for start in stride(from: 0, to: byteCount, by: block) {
            try check()
            let part = UnsafeMutableRawBufferPointer(
                rebasing: buffer[..<min(block, byteCount - start)])
            try read(part, start)
            sum = CRC32.checksum(UnsafeRawBufferPointer(part), after: sum)
        }
        return sum
    }
}

extension ShareLinkFile {
    /// Creates a JPEG file in memory.
    init(name: String, identity: String, bytes: [UInt8]) {
        self.init(
            name: name, fileType: "JPEG", identity: identity, byteCount: bytes.count
        ) { buffer, offset in
            guard bytes.indices.contains(offset), offset + buffer.count <= bytes.count else {
                throw GalleryError(.bug, "a range is outside of its file")
            }
            buffer.copyBytes(from: bytes[offset..<(offset + buffer.count)])
        }
    }
}

/// An open file made for a link.
private final class MadeFile: Sendable {
    private let file: Descriptor
    /// The length in bytes.
    let byteCount: Int

    init(_ path: BytePath) throws(FileError) {
        file = try Descriptor.file(path, for: .reading, .noFollow)
        byteCount = try file.status().byteCount
    }

    @Sendable func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(GalleryError) {
        let count: Int
        do throws(FileError) { count = try file.read(into: buffer, at: offset) } catch {
            throw GalleryError(.inputOutput, "cannot read \(error)")
        }
        guard count == buffer.count else {
            throw GalleryError(.inputOutput, "'\(file.path.escaped)' is shorter than it was")
        }
    }
}
