internal import Basics

/// Checks the chunks of a PNG from its signature to its end chunk, with their checksums.
///
/// Checksums of ancillary chunks, such as texts, are not checked, because decoders skip damaged
/// ones.
/// Source: https://www.w3.org/TR/png-3/, sections 5.2 (signature), 5.3 (chunk layout), 5.4 (names),
/// 5.5 (checksum) and 5.6 (order).
enum PNGStructure {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    static let checksumLength = 4

    /// Checks a whole file.
    static func check(_ bytes: UnsafeRawBufferPointer) throws(StructureDamage) {
        guard bytes.count < signature.count || bytes.starts(with: signature) else {
            throw StructureDamage("the file has no PNG signature")
        }
        let file = ByteWindow(bytes)
        var chunks = PictureChunks(file, isPNG: true)
        var (count, hasPictureData) = (0, false)
        while file.holds(chunks.offset, 8) {
            count += 1
            guard let chunk = chunks.next() else {
                throw StructureDamage("chunk \(count) of the PNG has an impossible length or name")
            }
            if count == 1, chunk.name != "IHDR" || chunk.length != 13 {
                throw StructureDamage("the PNG does not start with its header chunk")
            }
            guard let sum = file.number(chunk.payload.upperBound, checksumLength) else { break }
            if isCritical(chunk.name), sum != checksum(chunk, in: file) {
                throw StructureDamage(
                    "the checksum of chunk \(count) of the PNG (\(chunk.name)) is wrong")
            }
            hasPictureData = hasPictureData || chunk.name == "IDAT"
            guard chunk.name == "IEND" else { continue }
            if hasPictureData { return }
            throw StructureDamage("the PNG contains no picture data")
        }
        throw StructureDamage("the PNG has no end chunk; it was cut short")
    }

    /// Returns the checksum of a chunk's name and payload.
    static func checksum(_ chunk: PictureChunks.Chunk, in file: ByteWindow) -> Int {
        Int(CRC32.checksum(file.part((chunk.payload.lowerBound - 4)..<chunk.payload.upperBound)))
    }

    /// Returns true if a chunk is critical for the picture.
    static func isCritical(_ name: String) -> Bool { name.first?.isUppercase == true }

    /// Returns a big-endian number.
    static func number(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
