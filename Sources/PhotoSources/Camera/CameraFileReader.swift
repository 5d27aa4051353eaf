package import Basics
import GalleryModel
import Glibc
package import Imaging

/// Reads picture files, each once: the digest, the check for its end, the metadata and the copy are
/// made while the bytes pass by.
///
/// A reader belongs to one thread, whose buffer it reuses: memory stays flat however many files are
/// read. It is not Sendable, so make one in every thread.
package final class CameraFileReader {
    /// Small enough for the bytes to be hashed while they are in the processor's cache.
    private static let blockLength = 256 << 10

    // Only the pages that a file has filled take up memory.
    private let buffer: UnsafeMutableRawBufferPointer
    private let metadataReader = MetadataReader()
    private let decoder: PictureDecoder

    /// Makes a reader with its buffer.
    ///
    /// - Parameter wholeLength: files up to this length in bytes are held whole; of larger ones, the
    ///   metadata is read from the file.
    /// - Parameter limits: what decoding a damaged picture may take.
    package init(wholeLength: Int = 32 << 20, limits: DecodeLimits = DecodeLimits()) {
        decoder = PictureDecoder(limits: limits)
        let length = min(max(wholeLength, CameraFileReader.blockLength), 32 << 20)
        buffer = .allocate(byteCount: length, alignment: 4096)
    }

    deinit {
        buffer.deallocate()
    }

    /// Reads a file, and copies it where a path is given; the source is never changed.
    ///
    /// A damaged picture that decodes in part may be the only copy somebody has: it is read like a whole
    /// one and marked.
    ///
    /// - Parameter part: where the copy goes; it must not be there yet and is gone after a failure. It
    ///   is for the owner alone (mode 0600) and not yet synced to the disk.
    /// - Throws: `CameraError`, `damaged` for a picture of which nothing can be decoded; files of types that
    ///   cannot be imported are not read to their end.
    package func read(
        _ path: BytePath, copyingTo part: BytePath? = nil
    ) throws(CameraError) -> CameraFile {
        let file = try SourceFile(path)
        guard file.byteCount > 0 else { throw .empty(path) }
        let head = UnsafeMutableRawBufferPointer(
            rebasing: buffer.prefix(min(file.byteCount, CameraFileReader.blockLength)))
        let headLength = try file.read(into: head)
        var format = PictureFormat.sniff(UnsafeRawBufferPointer(rebasing: head.prefix(headLength)))
        if headLength < file.byteCount {
            // What cannot be read is found out below.
            format = (try? .refine(format, file.descriptorPath)) ?? format
        }
        guard format.isSupported else { throw .unsupported(path, format) }
        guard let part else {
            return try read(file, format, headLength) { _ throws(CameraError) in }
        }
        let copy = try PartialCopy(part, of: file)
        let result = try read(file, format, headLength) { bytes throws(CameraError) in
            try copy.write(bytes)
        }
        copy.keep()
        return result
    }

    /// Reads on behind the first block, which is in the buffer.
    private func read(
        _ file: borrowing SourceFile, _ format: PictureFormat, _ headLength: Int,
        pass: (UnsafeRawBufferPointer) throws(CameraError) -> Void
    ) throws(CameraError) -> CameraFile {
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
            // One byte more than the file had is asked for, to notice that it grows.
            let room = min(CameraFileReader.blockLength, buffer.count - start)
            guard room > 0 else { break }
            length = try file.read(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[start..<(start + room)]))
        }
        try file.checkUnchanged(bytesRead: total)
        let whole = isWhole ? UnsafeRawBufferPointer(rebasing: buffer.prefix(total)) : nil
        var damage: String?
        if case .damaged(let reason) = try integrity(of: file, format, whole, check) {
            guard decodesInPart(file, whole) else { throw .damaged(file.path, reason: reason) }
            damage = reason
        }
        let digest = hasher.digest
        let metadata = metadata(file, whole)
        let identity = file.status.identity
        return CameraFile(
            digest: digest, byteCount: Int64(total),
            modificationNanoseconds: file.modificationNanoseconds, device: identity.device,
            inode: identity.inode, format: format,
            details: PhotoDetails(metadata, digest: digest),
            storedOrientation: metadata.storedOrientation, faceRegions: metadata.faceRegions,
            damage: damage, warnings: metadata.warnings)
    }

    /// Whether the file is whole, of which `check` has seen all bytes where it is there.
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

    /// Whether a damaged picture shows anything; true where limits or a missing library keep it from being
    /// found out, because what is kept can still be looked at later.
    private func decodesInPart(
        _ file: borrowing SourceFile, _ whole: UnsafeRawBufferPointer?
    ) -> Bool {
        do throws(ImagingError) {
            if let whole {
                _ = try decoder.decode(bytes: whole, as: .grey, longestSide: 1)
            } else {
                _ = try decoder.decode(path: file.descriptorPath, as: .grey, longestSide: 1)
            }
            return true
        } catch {
            switch error {
            case .tooManyPixels, .tooMuchMemory, .outOfMemory, .missingLibrary: return true
            default: return false
            }
        }
    }

    /// The metadata with that of the sidecars; unreadable metadata is a warning, the picture counts.
    private func metadata(
        _ file: borrowing SourceFile, _ whole: UnsafeRawBufferPointer?
    ) -> PictureMetadata {
        let sidecars = SidecarFiles.packets(beside: file.path)
        var metadata = PictureMetadata()
        do throws(ImagingError) {
            if let whole {
                metadata = try metadataReader.read(bytes: whole, sidecars: sidecars.packets)
            } else {
                metadata = try metadataReader.read(
                    path: file.descriptorPath, sidecars: sidecars.packets)
            }
        } catch {
            metadata.warnings.append("\(error)")
        }
        metadata.warnings += sidecars.warnings
        return metadata
    }
}
