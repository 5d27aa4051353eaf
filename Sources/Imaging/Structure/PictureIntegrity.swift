/// Checks picture files for missing or changed data: the structure must be complete, and the
/// checksums of a PNG correct.
package enum PictureIntegrity {
    /// Checks a file in memory, and returns the reason if it is damaged.
    ///
    /// Formats without a check count as complete.
    package static func damage(
        _ format: PictureFormat, _ bytes: UnsafeRawBufferPointer
    ) -> String? {
        let file = ByteWindow(bytes)
        do throws(StructureDamage) {
            switch format {
            case .jpeg: try JPEGStructure.check(bytes)
            case .png: try PNGStructure.check(bytes)
            case .gif: _ = try GIFStructure(file)
            case .webp: try WebPStructure.check(file)
            case .tiff: _ = try TIFFStructure(file)
            case .heif, .avif: _ = try HEIFStructure(file, name: format.exiftoolName)
            default: break
            }
            return nil
        } catch {
            return error.reason
        }
    }
}

/// Checks that the chunks of a WebP are complete.
///
/// Data after the container is ignored.
/// Source: RFC 9649 (WebP), sections 2.3 (RIFF), 2.4 (header) and 2.7 (extended format).
enum WebPStructure {
    /// Checks a whole file.
    static func check(_ bytes: ByteWindow) throws(StructureDamage) {
        guard bytes.has("RIFF"), bytes.has("WEBP", at: 8),
            let length = bytes.number(4, 4, isLittleEndian: true)
        else { throw StructureDamage("the file has no WebP header") }
        guard bytes.holds(8, length) else {
            throw StructureDamage("the WebP is shorter than its header declares; it was cut short")
        }
        let file = ByteWindow(bytes.part(0..<(8 + length)))
        var chunks = PictureChunks(file, isPNG: false)
        var hasPicture = false
        // A single byte at the end can be padding.
        while chunks.offset + 1 < file.count {
            guard let chunk = chunks.next(), chunk.isWhole else {
                throw StructureDamage("a chunk of the WebP is incomplete")
            }
            hasPicture = hasPicture || ["VP8 ", "VP8L", "ANMF"].contains(chunk.name)
        }
        guard hasPicture else { throw StructureDamage("the WebP contains no picture data") }
    }
}
