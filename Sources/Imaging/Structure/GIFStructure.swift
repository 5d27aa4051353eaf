/// Walks the blocks of a GIF from its header to its trailer.
///
/// What follows the trailer is not looked at.
/// Source: GIF89a specification, sections 17 to 27.
struct GIFStructure {
    private let bytes: ByteWindow
    private var offset = 13

    /// Reads a file's structure.
    init(_ bytes: ByteWindow) throws(StructureDamage) {
        self.bytes = bytes
        guard bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0) else {
            throw StructureDamage("the file does not begin as a GIF")
        }
        try skipColours(flags: try byte(10))
        var pictures = 0
        while true {
            switch try next() {
            case 0x21:
                _ = try next()
                try skipData()
            case 0x2C:
                offset += 8
                try skipColours(flags: try next())
                _ = try next()
                try skipData()
                pictures += 1
            case 0x3B:
                guard pictures > 0 else {
                    throw StructureDamage("the GIF holds no picture")
                }
                return
            // Decoders pass over a block without anything in it.
            case 0: break
            default: throw StructureDamage("a block of the GIF is of no known kind")
            }
        }
    }

    private func byte(_ offset: Int) throws(StructureDamage) -> UInt8 {
        guard let byte = bytes.byte(offset) else {
            throw StructureDamage("the GIF has no trailer: it was cut short")
        }
        return byte
    }

    private mutating func next() throws(StructureDamage) -> UInt8 {
        defer { offset += 1 }
        return try byte(offset)
    }

    /// Passes over a table of colours, where the flags tell of one.
    private mutating func skipColours(flags: UInt8) throws(StructureDamage) {
        if flags & 0x80 != 0 { offset += 3 << (Int(flags & 7) + 1) }
    }

    /// Passes over blocks of data up to the empty one.
    private mutating func skipData() throws(StructureDamage) {
        while case let length = Int(try next()), length > 0 { offset += length }
    }
}
