/// Checks the blocks of a GIF from its header to its trailer.
///
/// Data after the trailer is ignored.
/// Source: GIF89a specification, sections 17 to 27.
struct GIFStructure {
    /// The range from the start of an XMP packet to the end of its extension; nil without XMP.
    private(set) var xmp: Range<Int>?

    private let bytes: ByteWindow
    private var offset = 13

    /// Reads the structure of a file.
    init(_ bytes: ByteWindow) throws(StructureDamage) {
        self.bytes = bytes
        guard bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0) else {
            throw StructureDamage("the file has no GIF header")
        }
        try skipColors(flags: try byte(10))
        var pictures = 0
        while true {
            switch try next() {
            case 0x21:
                // Source: XMP specification part 3, section 1.1.2.
                let isXMP = try next() == 0xFF && bytes.has("XMP DataXMP", at: offset + 1)
                let start = offset + 12
                try skipData()
                if isXMP, xmp == nil, start < offset { xmp = start..<offset }
            case 0x2C:
                offset += 8
                try skipColors(flags: try next())
                _ = try next()
                try skipData()
                pictures += 1
            case 0x3B:
                guard pictures > 0 else {
                    throw StructureDamage("the GIF contains no picture")
                }
                return
            // Decoders skip empty blocks.
            case 0: break
            default: throw StructureDamage("a block of the GIF has an unknown type")
            }
        }
    }

    private func byte(_ offset: Int) throws(StructureDamage) -> UInt8 {
        guard let byte = bytes.byte(offset) else {
            throw StructureDamage("the GIF has no trailer; it was cut short")
        }
        return byte
    }

    private mutating func next() throws(StructureDamage) -> UInt8 {
        defer { offset += 1 }
        return try byte(offset)
    }

    /// Skips a color table if the flags announce one.
    private mutating func skipColors(flags: UInt8) throws(StructureDamage) {
        if flags & 0x80 != 0 { offset += 3 << (Int(flags & 7) + 1) }
    }

    /// Skips data blocks up to the empty one.
    private mutating func skipData() throws(StructureDamage) {
        while case let length = Int(try next()), length > 0 { offset += length }
    }
}
