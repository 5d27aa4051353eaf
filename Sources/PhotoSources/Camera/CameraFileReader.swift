package import Basics
package import GalleryModel
import Glibc
package import Imaging

/// Reads picture files in a single pass that computes the digest, checks integrity, reads metadata
/// and makes the copy.
///
/// A reader reuses its buffer, so memory use does not grow with the number of files. It is not
/// Sendable: create one per thread.
package final class CameraFileReader {
    /// Small enough that the bytes are hashed while they are in the CPU cache.
    private static let blockLength = 256 << 10

    // Only pages that a file has filled take up memory.
    private let buffer: UnsafeMutableRawBufferPointer
    private let metadataReader = MetadataReader()
    private let decoder: PictureDecoder
    private let hashesPictureData: Bool

    /// Makes a reader with its buffer.
    ///
    /// - Parameters:
    ///   - wholeLength: maximum length in bytes of files that are held in memory; the metadata of
    ///     larger
    ///     files is read from disk.
    ///   - limits: limits for decoding damaged pictures.
    ///   - hashesPictureData: true to also compute the digest of the picture data.
    package init(
        wholeLength: Int = 32 << 20, limits: DecodeLimits = DecodeLimits(),
        hashesPictureData: Bool = false
    ) {
        self.hashesPictureData = hashesPictureData
        decoder = PictureDecoder(limits: limits)
        let length = min(max(wholeLength, CameraFileReader.blockLength), 32 << 20)
        buffer = .allocate(byteCount: length, alignment: 4096)
    }

    deinit {
        buffer.deallocate()
    }

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
        let name = name ?? path.lastComponent.escaped
        let file = try SourceFile(path)
        guard file.byteCount > 0 else { throw .empty(path) }
        let head = UnsafeMutableRawBufferPointer(
            rebasing: buffer.prefix(min(file.byteCount, CameraFileReader.blockLength)))
        let headLength = try file.read(into: head)
        var format = PictureFormat.sniff(UnsafeRawBufferPointer(rebasing: head.prefix(headLength)))
        if headLength < file.byteCount {
            // Errors surface when the file is read below.
            format = (try? .refine(format, file.descriptorPath)) ?? format
        }
        guard format.isSupported else { throw .unsupported(path, format) }
        guard let part else {
            return try read(file, name, format, headLength) { _ throws(CameraError) in }
        }
        let copy = try PartialCopy(part, of: file)
        let result = try read(file, name, format, headLength) { bytes throws(CameraError) in
            try copy.write(bytes)
        }
        copy.keep()
        return result
    }

    /// Continues after the first block, which is in the buffer.
    private func read(
        _ file: borrowing SourceFile, _ name: String, _ format: PictureFormat,
        _ headLength: Int,
        pass: (UnsafeRawBufferPointer) throws(CameraError) -> Void
    ) throws(CameraError) -> ImportedPhoto {
        var hasher = SHA256Hasher()
        let isWhole = file.byteCount <= buffer.count
        var check = isWhole ? nil : IntegrityCheck(format)
        var total = 0
        var length = headLength
        var start = 0
        while length > 0 {
            let block = UnsafeRawBufferPointer(rebasing: buffer[start..<(start + length)])
            hasher.update(block)
            try pass(block)
            check?.update(block)
            total += length
            start = isWhole ? total : 0
            // One byte past the original size is requested, to detect growth.
            let available = min(CameraFileReader.blockLength, buffer.count - start)
            guard available > 0 else { break }
            length = try file.read(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[start..<(start + available)]))
        }
        try file.checkUnchanged(bytesRead: total)
        let whole = isWhole ? UnsafeRawBufferPointer(rebasing: buffer.prefix(total)) : nil
        var damage: String?
        if case .damaged(let reason) = try integrity(of: file, format, whole, check) {
            guard isPartiallyDecodable(file, whole) else {
                throw .damaged(file.path, reason: reason)
            }
            damage = reason
        }
        let digest = hasher.digest
        let sidecars = SidecarFiles.packets(beside: file.path)
        var metadata = metadata(file, name, whole, sidecars.packets)
        metadata.warnings += sidecars.warnings
        let details = metadata.details(of: digest)
        // Stored separately, so that values removed from a sidecar are forgotten.
        let own =
            sidecars.packets.isEmpty
            ? details : self.metadata(file, name, whole, []).details(of: digest)
        let content = PictureFile(
            digest: digest, byteCount: Int64(total), fileType: format.exiftoolName,
            fileExtension: format.fileExtension, width: details.width, height: details.height,
            damage: damage, pictureData: hashesPictureData ? pictureData(file, format, whole) : nil)
        var photo = ImportedPhoto(
            file: content, details: details, storedOrientation: metadata.orientation,
            faceRegions: metadata.faceRegions, sidecarDetails: details.beyond(own),
            warnings: metadata.warnings)
        photo.readerVersion = MetadataReader.version
        return photo
    }

    /// Checks the integrity of the file; `check`, if present, has seen all its bytes.
    private func integrity(
        of file: borrowing SourceFile, _ format: PictureFormat, _ whole: UnsafeRawBufferPointer?,
        _ check: IntegrityCheck?
    ) throws(CameraError) -> PictureIntegrity {
        if let whole { return PictureIntegrity.check(format, whole) }
        if let check { return check.finish() }
        do { return try PictureIntegrity.check(format, file.descriptorPath) } catch {
            throw .unreadable(file.path, errno: (error as? FileError)?.number ?? EIO)
        }
    }

    /// True if any part of a damaged picture can be decoded.
    ///
    /// Also true if limits or a missing library prevent decoding, as a stored picture can be
    /// checked again later.
    private func isPartiallyDecodable(
        _ file: borrowing SourceFile, _ whole: UnsafeRawBufferPointer?
    ) -> Bool {
        do throws(ImagingError) {
            if let whole {
                _ = try decoder.decode(bytes: whole, as: .gray, longEdge: 1)
            } else {
                _ = try decoder.decode(path: file.descriptorPath, as: .gray, longEdge: 1)
            }
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
        _ file: borrowing SourceFile, _ name: String, _ whole: UnsafeRawBufferPointer?,
        _ sidecars: [[UInt8]]
    ) -> PictureMetadata {
        var metadata = PictureMetadata()
        do throws(ImagingError) {
            if let whole {
                metadata = try metadataReader.read(bytes: whole, sidecars: sidecars)
            } else {
                metadata = try metadataReader.read(path: file.descriptorPath, sidecars: sidecars)
            }
        } catch {
            metadata.warnings.append("\(error)")
        }
        metadata.takeDate(fromFileName: name)
        return metadata
    }

    private func pictureData(
        _ file: borrowing SourceFile, _ format: PictureFormat, _ whole: UnsafeRawBufferPointer?
    ) -> FileDigest? {
        if let whole { return PictureDataDigest.digest(format, whole) }
        return PictureDataDigest.digest(format, file.descriptorPath)
    }
}

/// Reads the metadata of picture files and their sidecars without reading the pixels.
package struct CameraMetadataReader: Sendable {
    private let reader = MetadataReader()

    /// Makes a reader.
    package init() {}

    /// Reads the metadata of a picture of any type that exiv2 supports.
    ///
    /// - Throws: `CameraError` if the file cannot be opened, is empty or is not a picture.
    package func metadata(of path: BytePath) throws(CameraError) -> PictureMetadata {
        let file = try SourceFile(path)
        guard file.byteCount > 0 else { throw .empty(path) }
        let sidecars = SidecarFiles.packets(beside: path)
        do throws(ImagingError) {
            var metadata = try reader.read(
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
struct PartialCopy: ~Copyable {
    private let file: Descriptor
    private var isKept = false
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

    deinit {
        if !isKept { file.path.remove() }
    }

    /// Appends the next bytes of the source.
    borrowing func write(_ bytes: UnsafeRawBufferPointer) throws(CameraError) {
        guard !isCloned else { return }
        do throws(FileError) { try file.write(bytes) } catch {
            throw .cannotCopy(to: file.path, errno: error.number)
        }
    }

    /// Keeps the copy.
    consuming func keep() {
        isKept = true
    }
}
