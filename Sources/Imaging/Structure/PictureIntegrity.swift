package import Basics

/// The result of checking a picture file for missing or changed data: the structure must be
/// complete, and the checksums of a PNG correct.
package enum PictureIntegrity: Hashable, Sendable {
    /// The file's structure is complete.
    case complete
    /// The file is damaged, for the reason given.
    case damaged(reason: String)

    /// Checks a file in memory.
    ///
    /// Formats without a check are reported as complete.
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

    /// Checks a file on disk.
    ///
    /// Formats without a check are reported as complete.
    package static func check(_ format: PictureFormat, _ path: BytePath) throws -> PictureIntegrity
    {
        guard var check = IntegrityCheck(format) else {
            return structure(of: format, try ByteWindow(path))
        }
        try Descriptor.file(path).forEachBlock { $0.withUnsafeBytes { check.update($0) } }
        return check.finish()
    }

    /// Checks the locations of a file's parts.
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

/// Checks a file incrementally, in the order of its bytes.
package struct IntegrityCheck: Sendable {
    private enum State {
        case jpeg(JPEGStructure)
        case png(PNGStructure)
    }

    private var state: State

    /// Starts a check; nil for formats whose parts can be anywhere in the file, which
    /// `PictureIntegrity` checks.
    package init?(_ format: PictureFormat) {
        switch format {
        case .jpeg: state = .jpeg(JPEGStructure())
        case .png: state = .png(PNGStructure())
        default: return nil
        }
    }

    /// Processes the next bytes of the file.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        switch state {
        case .jpeg(var structure):
            structure.update(bytes)
            state = .jpeg(structure)
        case .png(var structure):
            structure.update(bytes)
            state = .png(structure)
        }
    }

    /// Returns the result after the last byte.
    package func finish() -> PictureIntegrity {
        switch state {
        case .jpeg(let structure): structure.finish()
        case .png(let structure): structure.finish()
        }
    }
}

/// Checks that the chunks of a WebP are complete.
///
/// Data after the container is ignored.
/// Source: RFC 9649 (WebP), sections 2.3 (RIFF), 2.4 (header) and 2.7 (extended format).
struct WebPStructure {
    /// Reads the structure of a file.
    init(_ bytes: ByteWindow) throws(StructureDamage) {
        guard bytes.has("RIFF", at: 0), bytes.has("WEBP", at: 8),
            let length = bytes.number(4, 4, isLittleEndian: true)
        else { throw StructureDamage("the file has no WebP header") }
        guard bytes.holds(8, length) else {
            throw StructureDamage("the WebP is shorter than its header declares; it was cut short")
        }
        var offset = 12
        var hasPicture = false
        // A single byte at the end can be padding.
        while offset + 1 < 8 + length {
            guard let name = bytes.name(offset),
                let size = bytes.number(offset + 4, 4, isLittleEndian: true),
                size <= 8 + length - offset - 8
            else { throw StructureDamage("a chunk of the WebP is incomplete") }
            if ["VP8 ", "VP8L", "ANMF"].contains(name) { hasPicture = true }
            offset += 8 + size + size % 2
        }
        guard hasPicture else { throw StructureDamage("the WebP contains no picture data") }
    }
}
