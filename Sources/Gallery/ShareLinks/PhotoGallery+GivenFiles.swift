import Basics
import Catalog
import Foundation
import GalleryModel
import Imaging

extension PhotoGallery {
    /// The file of a photo that a link gives, made where it is not there yet; kept where the catalog can be written.
    ///
    /// Two are made at a time. Tasks that ask for the same one share the work; it is given up when the last of
    /// them is cancelled before it began.
    ///
    /// - Throws: `notFound` without a stored picture; `badInput` where it cannot be decoded; `tryLater` where too
    ///   much is asked for; `CancellationError`.
    package func file(
        of photo: GivenPhoto, in shared: SharedPhotos
    ) async throws -> GivenFile {
        let found = try await offload { [self] in
            let key = try photo.key(in: self)
            return (key, try keptFile(of: photo, key, in: shared))
        }
        let (key, kept) = found
        if let kept { return kept }
        let work = "\(shared.link ?? 0) \(photo.id) \(key)"
        return try await givenFilesInWork.value(of: work) { [self] in
            let preparation = try SharePreparation(of: photo, in: self)
            return try store(try preparation.prepared(photo.photo), photo, key, in: shared)
        }
    }

    /// What no other file of a photo has, 64 hexadecimal digits: another one where its picture or edit is another.
    ///
    /// Blocks for some hundred microseconds.
    ///
    /// - Throws: `notFound` without a stored picture.
    package func identity(of photo: GivenPhoto) throws(GalleryError) -> String {
        try photo.key(in: self)
    }

    /// The file of a photo as it was made for a link, or as it is stored; nil where it is to be made.
    ///
    /// - Throws: `notFound` where the stored picture is away.
    func keptFile(
        of photo: GivenPhoto, _ key: String, in shared: SharedPhotos
    ) throws(GalleryError) -> GivenFile? {
        if photo.isOriginal { return try original(of: photo, key) }
        guard let link = shared.link else { return nil }
        let record = try GalleryError.translating {
            try catalog.sharedFile(of: photo.id, shareLink: link)
        }
        guard let record, record.key == key else { return nil }
        return try opened(record, of: photo, link: link)
    }

    /// Opens what was made; nil where it is not there as it was.
    func opened(
        _ record: SharedFileRecord, of photo: GivenPhoto, link: Int64
    ) throws(GalleryError) -> GivenFile? {
        if photo.isOriginal { return try original(of: photo, record.key) }
        guard let name = record.fileName,
            let made = try? MadeFile(catalog.path(ofSharedFile: name, shareLink: link)),
            made.byteCount == record.byteCount
        else { return nil }
        return GivenFile(
            name: try SharePreparation(of: photo, in: self).name(
                of: photo.photo, ending: record.fileExtension),
            fileType: "JPEG", identity: record.key, byteCount: record.byteCount
        ) { buffer, offset in try made.read(into: buffer, at: offset) }
    }

    private func original(
        of photo: GivenPhoto, _ key: String
    ) throws(GalleryError) -> GivenFile {
        let facts = try originalFacts(of: photo.id)
        let picture = try self.open(facts)
        let ending = BytePath(facts.fileName).fileExtension
        return GivenFile(
            name: try SharePreparation(of: photo, in: self).name(of: photo.photo, ending: ending),
            fileType: facts.fileType ?? "", identity: FileDigest(of: key).hexadecimal,
            byteCount: picture.byteCount
        ) { buffer, offset in try picture.read(into: buffer, at: offset) }
    }

    /// Keeps what was made, in memory alone where it cannot be stored.
    func store(
        _ prepared: PreparedPhoto, _ photo: GivenPhoto, _ key: String, in shared: SharedPhotos
    ) throws -> GivenFile {
        let bytes = prepared.bytes
        if let link = shared.link, catalog.isWritable {
            let record = SharedFileRecord(
                photoID: photo.id, key: key, fileName: "\(photo.id)-\(key.prefix(32)).jpg",
                fileExtension: "jpg", byteCount: bytes.count,
                checksum: bytes.withUnsafeBytes { CRC32.checksum($0) })
            try catalog.storeSharedFile(record, bytes: bytes, ofShareLink: link)
        }
        return GivenFile(
            name: prepared.name, fileType: "JPEG", identity: key, byteCount: bytes.count
        ) { buffer, offset in
            guard bytes.indices.contains(offset), offset + buffer.count <= bytes.count else {
                throw GalleryError(.bug, "a range lies outside of its file")
            }
            buffer.copyBytes(from: bytes[offset..<(offset + buffer.count)])
        }
    }
}

extension SharePreparation {
    /// Makes the file of a photo that a link gives; belongs to one thread.
    init(of photo: GivenPhoto, in gallery: PhotoGallery) throws(GalleryError) {
        try self.init(
            gallery, photo.options, format: .jpeg, isPrinted: false, threads: 1, isDryRun: false)
    }
}
