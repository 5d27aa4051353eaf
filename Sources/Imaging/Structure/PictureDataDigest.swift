package import Basics

/// Hashes the picture data of a file without its metadata, so that the digest stays the same when a
/// program writes tags.
///
/// The hash covers the tables and scans of a JPEG, the header, palette and data chunks of a PNG or
/// WebP, the strips or tiles of a TIFF, and the items of a HEIC or AVIF that are not metadata.
package struct PictureDataDigest {
    private let bytes: ByteWindow
    private var hasher = SHA256Hasher()
    private var byteCount = 0

    /// Hashes a file in memory.
    ///
    /// - Returns: nil for other formats, and if the file has no picture data.
    package static func digest(
        _ format: PictureFormat, _ bytes: UnsafeRawBufferPointer
    ) -> FileDigest? {
        var digest = PictureDataDigest(bytes: ByteWindow(bytes))
        switch format {
        case .jpeg: digest.takeJPEG()
        case .png:
            digest.takeChunks(
                isPNG: true, ["IHDR", "PLTE", "tRNS", "IDAT", "acTL", "fcTL", "fdAT"])
        case .webp: digest.takeChunks(isPNG: false, ["VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"])
        case .tiff: try? digest.takeTIFF()
        case .heif, .avif: try? digest.takeItems()
        default: break
        }
        return digest.byteCount > 0 ? digest.hasher.digest : nil
    }

    private mutating func take(_ range: Range<Int>) {
        // A hostile file could refer to the same bytes many times.
        guard byteCount <= bytes.count else { return }
        let part = bytes.part(range)
        hasher.update(part)
        byteCount += part.count
    }

    /// Source: ITU-T T.81, annex B.1 and B.2.
    private mutating func takeJPEG() {
        // Not `JPEGSegments`: digests must not depend on its limit, and stored ones hold every marker
        // with a length.
        var offset = 2
        while bytes.byte(offset) == 0xFF, let marker = bytes.byte(offset + 1) {
            guard marker != 0xFF else {
                offset += 1
                continue
            }
            guard let length = bytes.number(offset + 2, 2), length >= 2 else { return }
            if marker == 0xDA {
                return take(offset..<JPEGStructure.endOfImage(in: bytes.memory, after: offset + 2))
            }
            let isMetadata = (0xE0...0xEF).contains(marker) || marker == 0xFE
            if !isMetadata { take(offset..<(offset + 2 + length)) }
            offset += 2 + length
        }
    }

    private mutating func takeChunks(isPNG: Bool, _ names: Set<String>) {
        var chunks = PictureChunks(bytes, isPNG: isPNG)
        // Names are not hashed, because other programs may split the data into different chunks.
        while let chunk = chunks.next() {
            if names.contains(chunk.name), chunk.isWhole { take(chunk.payload) }
        }
    }

    private mutating func takeTIFF() throws(StructureDamage) {
        guard var reader = TIFFReader(bytes) else { return }
        var next = reader.first
        var met: Set<Int> = []
        while next != 0, met.insert(next).inserted {
            let directory = try reader.directory(at: next)
            let isTiled = directory[.tileOffsets] != nil
            let offsets = try reader.numbers(directory[isTiled ? .tileOffsets : .stripOffsets])
            let lengths = try reader.numbers(directory[isTiled ? .tileLengths : .stripLengths])
            for (offset, length) in zip(offsets, lengths) where bytes.holds(offset, length) {
                take(offset..<(offset + length))
            }
            next = directory.next
        }
    }

    private mutating func takeItems() throws(StructureDamage) {
        var boxes = HEIFBoxes(bytes, in: 0..<bytes.count)
        while let box = boxes.next() {
            guard box.type == "meta" else { continue }
            let items = try HEIFItems(bytes, meta: box)
            for (id, type) in items.types.sorted(by: { $0.key < $1.key })
            where !["Exif", "mime", "uri "].contains(type) {
                for extent in items.extents[id] ?? [] where extent.length > 0 {
                    let start =
                        extent.offset + (extent.isInside ? items.inside?.lowerBound ?? 0 : 0)
                    guard bytes.holds(start, extent.length) else { continue }
                    take(start..<(start + extent.length))
                }
            }
            return
        }
    }
}
