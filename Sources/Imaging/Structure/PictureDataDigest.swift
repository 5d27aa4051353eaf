package import Basics
import Glibc

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
        digest(format, ByteWindow(bytes))
    }

    /// Hashes a file on disk.
    ///
    /// - Returns: nil for other formats, and if the file cannot be read or has no picture data.
    package static func digest(_ format: PictureFormat, _ path: BytePath) -> FileDigest? {
        guard let window = try? ByteWindow(path) else { return nil }
        return digest(format, window)
    }

    private static func digest(_ format: PictureFormat, _ window: ByteWindow) -> FileDigest? {
        var digest = PictureDataDigest(bytes: window)
        switch format {
        case .jpeg: digest.takeJPEG()
        case .png:
            digest.takeChunks(
                after: PNGStructure.signature.count, isPNG: true,
                ["IHDR", "PLTE", "tRNS", "IDAT", "acTL", "fcTL", "fdAT"])
        case .webp:
            digest.takeChunks(after: 12, isPNG: false, ["VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"])
        case .tiff: try? digest.takeTIFF()
        case .heif, .avif: try? digest.takeItems()
        default: break
        }
        return digest.byteCount > 0 ? digest.hasher.digest : nil
    }

    private init(bytes: ByteWindow) { self.bytes = bytes }

    private mutating func take(_ range: Range<Int>) {
        // A hostile file could refer to the same bytes many times.
        guard byteCount <= bytes.count else { return }
        bytes.forEachBlock(range) { block in
            hasher.update(block)
            byteCount += block.count
        }
    }

    /// Source: ITU-T T.81, annex B.1 and B.2.
    private mutating func takeJPEG() {
        var offset = 2
        while bytes.byte(offset) == 0xFF, let marker = bytes.byte(offset + 1) {
            guard marker != 0xFF else {
                offset += 1
                continue
            }
            guard let length = bytes.number(offset + 2, 2), length >= 2 else { return }
            let isMetadata = (0xE0...0xEF).contains(marker) || marker == 0xFE
            if marker == 0xDA { return take(offset..<endOfImage(after: offset)) }
            if !isMetadata { take(offset..<(offset + 2 + length)) }
            offset += 2 + length
        }
    }

    /// Returns the offset of the end-of-image marker, whose two bytes never occur in coded data.
    private func endOfImage(after start: Int) -> Int {
        var end: Int?
        var blockStart = start
        var sawPrefix = false
        bytes.forEachBlock(start..<bytes.count) { block in
            guard let base = block.baseAddress else { return }
            var offset = 0
            while offset < block.count, end == nil {
                if sawPrefix {
                    sawPrefix = block[offset] == 0xFF
                    if block[offset] == 0xD9 { end = blockStart + offset + 1 }
                    offset += 1
                } else if let found = memchr(base + offset, 0xFF, block.count - offset) {
                    sawPrefix = true
                    offset = UnsafeRawPointer(found) - base + 1
                } else {
                    break
                }
            }
            blockStart += block.count
        }
        return end ?? bytes.count
    }

    /// Source: PNG third edition, section 5.3; RFC 9649 (WebP), section 2.3.
    private mutating func takeChunks(after start: Int, isPNG: Bool, _ names: Set<String>) {
        var offset = start
        while let name = bytes.name(offset + (isPNG ? 4 : 0)),
            let length = bytes.number(offset + (isPNG ? 0 : 4), 4, isLittleEndian: !isPNG)
        {
            // Names are not hashed, because other programs may split the data into different
            // chunks.
            if names.contains(name), bytes.holds(offset + 8, length) {
                take((offset + 8)..<(offset + 8 + length))
            }
            offset += 8 + length + (isPNG ? PNGStructure.checksumLength : length % 2)
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
