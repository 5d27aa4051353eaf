/// Checks that the chunks of a WebP are whole.
///
/// What follows the container is not looked at.
/// Source: RFC 9649 (WebP), sections 2.3 (RIFF), 2.4 (header) and 2.7 (extended format).
struct WebPStructure {
    /// Reads a file's structure.
    init(_ bytes: ByteWindow) throws(StructureDamage) {
        guard bytes.has("RIFF", at: 0), bytes.has("WEBP", at: 8),
            let length = bytes.number(4, 4, isLittleEndian: true)
        else { throw StructureDamage("the file does not begin as a WebP") }
        guard bytes.holds(8, length) else {
            throw StructureDamage("the WebP is shorter than it says: it was cut short")
        }
        var offset = 12
        var hasPicture = false
        // A single byte at the end may be padding.
        while offset + 1 < 8 + length {
            guard let name = bytes.name(offset),
                let size = bytes.number(offset + 4, 4, isLittleEndian: true),
                size <= 8 + length - offset - 8
            else { throw StructureDamage("a chunk of the WebP is not whole") }
            if ["VP8 ", "VP8L", "ANMF"].contains(name) { hasPicture = true }
            offset += 8 + size + size % 2
        }
        guard hasPicture else { throw StructureDamage("the WebP holds no picture data") }
    }
}
