package import Basics
package import GalleryModel
package import Imaging
import Synchronization

/// Reads picture files in a single pass that computes the digest, checks integrity, reads metadata
/// and makes the copy.
///
/// A reader reuses its buffer, so memory use does not grow with the number of files. It is not
/// Sendable: create one per thread.
package final class CameraFileReader {
    /// Small enough that the bytes are hashed while they are in the CPU cache.
    private static let blockLength = 256 << 10
    /// Files longer than this number of bytes are read one at a time in the process.
    private static let maximumSharedLength = 32 << 20
    private static let longFile = Mutex<Void>(())
    /// Unlike the folder of other temporary files, it is on a disk.
    private static let copyFolder = BytePath("/var/tmp")

    // Only pages that a file has filled take up memory.
    private let buffer: UnsafeMutableRawBufferPointer
    private let metadataReader = MetadataReader()
    private let limits: DecodeLimits
    private let hashesPictureData: Bool
    private let ownsFiles: Bool

    /// Makes a reader with its buffer.
    ///
    /// - Parameters:
    ///   - wholeLength: maximum length in bytes of files that are read into the reader's buffer;
    ///     larger files need memory of their own.
    ///   - limits: limits for decoding damaged pictures, and for the length of files in memory.
    ///   - hashesPictureData: true to also compute the digest of the picture data.
    ///   - ownsFiles: true if no other program changes the files: long ones are mapped.
    package init(
        wholeLength: Int = 32 << 20, limits: DecodeLimits = DecodeLimits(),
        hashesPictureData: Bool = false, ownsFiles: Bool = false
    ) {
        self.hashesPictureData = hashesPictureData
        self.ownsFiles = ownsFiles
        self.limits = limits
        let length = min(wholeLength, CameraFileReader.maximumSharedLength)
        buffer = .allocate(byteCount: max(length, CameraFileReader.blockLength), alignment: 4096)
    }

    deinit { buffer.deallocate() }

    /// Reads a file and optionally copies it; the source is never changed.
    ///
    /// A damaged picture that can be decoded in part may be the user's only copy, so it is read
    /// like an intact one and marked.
    ///
    /// - Parameters:
    ///   - part: the path of the copy, which must not exist yet and is removed on failure. Its mode
    ///     is 0600;
    ///     it is not synced to disk.
    ///   - name: the original file name, which may contain a date; nil for the name in the path.
    /// - Throws: `CameraError`; `damaged` if nothing can be decoded. Files of unsupported types are
    ///   not read to the end.
    package func read(
        _ path: BytePath, copyingTo part: BytePath? = nil, named name: String? = nil
    ) throws(CameraError) -> ImportedPhoto {
        try read(SourceFile(path), name ?? path.lastComponent.escaped, part)
    }

    /// Reads an open file.
    ///
    /// A file of the user is never mapped: if its card is unplugged, or another program truncates it,
    /// only this file cannot be read.
    func read(
        _ file: borrowing SourceFile, _ name: String, _ part: BytePath?
    ) throws(CameraError) -> ImportedPhoto {
        guard file.byteCount > 0 else { throw .empty(file.path) }
        if file.byteCount <= buffer.count { return try read(file, name, part, in: buffer) }
        if file.byteCount <= CameraFileReader.maximumSharedLength {
            return try read(file, name, part, in: nil)
        }
        return try CameraFileReader.longFile.withLock { _ throws(CameraError) in
            if ownsFiles { return try readMapped(file, name, part) }
            return try file.byteCount <= limits.maximumBytes
                ? read(file, name, part, in: nil) : readInCopy(file, name, part)
        }
    }

    /// Reads a long file that no other program changes.
    private func readMapped(
        _ file: borrowing SourceFile, _ name: String, _ part: BytePath?
    ) throws(CameraError) -> ImportedPhoto {
        let path = file.descriptorPath
        let mapped = try file.reading { () throws(FileError) in try MappedFile(path: path) }
        return try mapped.releasingMemory { () throws(CameraError) in
            try read(file, name, part, mapped.bytes) { _ in }
        }
    }

    /// Reads a file into a buffer; nil for memory of its own.
    private func read(
        _ file: borrowing SourceFile, _ name: String, _ part: BytePath?,
        in buffer: UnsafeMutableRawBufferPointer?
    ) throws(CameraError) -> ImportedPhoto {
        let memory = buffer ?? .allocate(byteCount: file.byteCount, alignment: 4096)
        defer { if buffer == nil { memory.deallocate() } }
        let whole = UnsafeMutableRawBufferPointer(rebasing: memory.prefix(file.byteCount))
        return try read(file, name, part, UnsafeRawBufferPointer(whole)) {
            range throws(CameraError) in
            try file.fill(UnsafeMutableRawBufferPointer(rebasing: whole[range]))
        }
    }

    /// Reads a file that is too long for memory in a mapped copy without a name.
    private func readInCopy(
        _ file: borrowing SourceFile, _ name: String, _ part: BytePath?
    ) throws(CameraError) -> ImportedPhoto {
        let copy = try file.reading { () throws(FileError) in
            let copy = try Descriptor(
                CameraFileReader.copyFolder, for: .both, .unnamed, permissions: 0o600)
            try copy.truncate(to: file.byteCount)
            return copy
        }
        let mapped = try file.reading { () throws(FileError) in
            try MappedFile(path: copy.descriptorPath)
        }
        defer { extendLifetime(mapped) }
        return try read(file, name, part, mapped.bytes) { range throws(CameraError) in
            let block = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(range.count))
            try file.fill(block)
            try file.reading { () throws(FileError) in
                try copy.write(UnsafeRawBufferPointer(block))
            }
        }
    }

    /// Reads a file whose bytes `load` makes available, in order.
    private func read(
        _ file: borrowing SourceFile, _ name: String, _ part: BytePath?,
        _ bytes: UnsafeRawBufferPointer, load: (Range<Int>) throws(CameraError) -> Void
    ) throws(CameraError) -> ImportedPhoto {
        let head = 0..<min(bytes.count, CameraFileReader.blockLength)
        try load(head)
        var format = PictureFormat.sniff(UnsafeRawBufferPointer(rebasing: bytes[head]))
        if head.upperBound < bytes.count {
            // Errors surface when the file is read below.
            format = (try? .refine(format, file.descriptorPath)) ?? format
        }
        guard format.isSupported else { throw .unsupported(file.path, format) }
        let copy: PartialCopy? = if let part { try PartialCopy(part, of: file) } else { nil }
        var hasher = SHA256Hasher()
        for start in stride(from: 0, to: bytes.count, by: CameraFileReader.blockLength) {
            let range = start..<min(start + CameraFileReader.blockLength, bytes.count)
            if start > 0 { try load(range) }
            let block = UnsafeRawBufferPointer(rebasing: bytes[range])
            hasher.update(block)
            try copy?.write(block)
        }
        try file.checkUnchanged()
        let photo = try photo(in: file, name, format, bytes, hasher.digest)
        copy?.isKept = true
        return photo
    }

    /// Checks a file that was read, and reads its metadata.
    private func photo(
        in file: borrowing SourceFile, _ name: String, _ format: PictureFormat,
        _ bytes: UnsafeRawBufferPointer, _ digest: FileDigest
    ) throws(CameraError) -> ImportedPhoto {
        let damage = PictureIntegrity.damage(format, bytes)
        if let damage, !isPartiallyDecodable(bytes) { throw .damaged(file.path, reason: damage) }
        let sidecars = SidecarFiles.packets(beside: file.path)
        var metadata = metadata(bytes, name, sidecars.packets)
        metadata.warnings += sidecars.warnings
        let details = metadata.details(of: digest)
        // Stored separately, so that values removed from a sidecar are forgotten.
        let own =
            sidecars.packets.isEmpty ? details : self.metadata(bytes, name, []).details(of: digest)
        let content = PictureFile(
            digest: digest, byteCount: Int64(bytes.count), fileType: format.exiftoolName,
            fileExtension: format.fileExtension, width: details.width, height: details.height,
            damage: damage,
            pictureData: hashesPictureData ? PictureDataDigest.digest(format, bytes) : nil)
        var photo = ImportedPhoto(
            file: content, details: details, storedOrientation: metadata.orientation,
            faceRegions: metadata.faceRegions, sidecarDetails: details.beyond(own),
            warnings: metadata.warnings)
        photo.readerVersion = MetadataReader.version
        return photo
    }

    /// True if any part of a damaged picture can be decoded.
    ///
    /// Also true if limits or a missing library prevent decoding, as a stored picture can be
    /// checked again later.
    private func isPartiallyDecodable(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= limits.maximumBytes else { return true }
        do throws(ImagingError) {
            _ = try PictureDecoder(limits: limits).decode(bytes: bytes, as: .gray, longEdge: 1)
            return true
        } catch {
            switch error {
            case .tooManyPixels, .tooMuchMemory, .outOfMemory, .missingLibrary: return true
            default: return false
            }
        }
    }

    /// Returns the metadata including sidecars; unreadable metadata is only a warning.
    private func metadata(
        _ bytes: UnsafeRawBufferPointer, _ name: String, _ sidecars: [[UInt8]]
    ) -> PictureMetadata {
        var metadata = PictureMetadata()
        do throws(ImagingError) {
            metadata = try metadataReader.read(bytes: bytes, sidecars: sidecars)
        } catch { metadata.warnings.append("\(error)") }
        metadata.takeDate(fromFileName: name)
        return metadata
    }
}

extension CameraFileReader {
    /// Reads the metadata of a picture of any type that exiv2 supports, and of its sidecars,
    /// without reading the pixels.
    ///
    /// - Throws: `CameraError` if the file cannot be opened, is empty or is not a picture.
    package static func metadata(of path: BytePath) throws(CameraError) -> PictureMetadata {
        let file = try SourceFile(path)
        defer { extendLifetime(file) }
        guard file.byteCount > 0 else { throw .empty(path) }
        let sidecars = SidecarFiles.packets(beside: path)
        do throws(ImagingError) {
            var metadata = try MetadataReader().read(
                path: file.descriptorPath, sidecars: sidecars.packets)
            metadata.warnings += sidecars.warnings
            return metadata
        } catch {
            if case .unknownType = error {
                let head = try? FileBytes.head(path, length: 4096)
                throw .unsupported(path, head.map(PictureFormat.sniff) ?? .unknown)
            }
            throw .damaged(path, reason: "\(error)")
        }
    }
}

extension PictureMetadata {
    /// Returns the details of a camera photo.
    fileprivate func details(of digest: FileDigest) -> PhotoDetails {
        var details = details
        details.originID = digest.hexadecimal
        details.media = "photo"
        return details
    }
}

/// A copy that is being written, removed on deinit unless kept.
final class PartialCopy {
    private let file: Descriptor
    /// True if the copy is complete and stays.
    var isKept = false
    /// True if the copy shares the source's blocks, so that nothing needs to be written.
    private let isCloned: Bool

    /// Creates the file, which must not exist yet, and clones the source if the file system
    /// supports it.
    ///
    /// The copy is readable only by users who can read the source.
    init(_ path: BytePath, of source: borrowing SourceFile) throws(CameraError) {
        do throws(FileError) {
            file = try Descriptor(
                path, for: .writing, [.new, .noFollow],
                permissions: 0o600 | source.status.permissions & 0o444)
        } catch { throw .cannotCopy(to: path, errno: error.number) }
        isCloned = file.clone(source.file)
    }

    deinit { if !isKept { file.path.remove() } }

    /// Appends the next bytes of the source.
    func write(_ bytes: UnsafeRawBufferPointer) throws(CameraError) {
        guard !isCloned else { return }
        do throws(FileError) { try file.write(bytes) } catch {
            throw .cannotCopy(to: file.path, errno: error.number)
        }
    }
}
