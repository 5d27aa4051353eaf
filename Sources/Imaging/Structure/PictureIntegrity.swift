package import Basics

/// Says whether a picture file has all that its structure tells of, and a PNG the bytes that its checksums
/// are of: the check that finds files cut short or changed on the way.
package enum PictureIntegrity: Hashable, Sendable {
    /// The file's structure is whole from its first byte to its end.
    case complete
    /// The file is damaged, for the reason given.
    case damaged(reason: String)

    /// Checks a file that is in memory as a whole.
    ///
    /// Formats without a check are complete.
    package static func check(
        _ format: PictureFormat, _ bytes: UnsafeRawBufferPointer
    ) -> PictureIntegrity {
        if format == .jpeg { return JPEGStructure.check(bytes) }
        guard var check = IntegrityCheck(format) else {
            return structure(of: format, ByteWindow(bytes))
        }
        check.update(bytes)
        return check.finish()
    }

    /// Checks a file on the disk.
    ///
    /// Formats without a check are complete.
    package static func check(_ format: PictureFormat, _ path: BytePath) throws -> PictureIntegrity
    {
        guard var check = IntegrityCheck(format) else {
            return structure(of: format, try ByteWindow(path))
        }
        try Descriptor.file(path).forEachBlock { $0.withUnsafeBytes { check.update($0) } }
        return check.finish()
    }

    /// Looks at the places that a file's parts are said to have.
    private static func structure(
        of format: PictureFormat, _ bytes: ByteWindow
    ) -> PictureIntegrity {
        do throws(StructureDamage) {
            switch format {
            case .gif: _ = try GIFStructure(bytes)
            case .webp: _ = try WebPStructure(bytes)
            case .tiff: _ = try TIFFStructure(bytes)
            case .heif, .avif: _ = try HEIFStructure(bytes, name: format.exiftoolName)
            default: break
            }
            return .complete
        } catch {
            return .damaged(reason: error.reason)
        }
    }
}
