/// An EXIF block with a GPS directory of arbitrary entries.
///
/// Source: Exif 2.32 (CIPA DC-008), sections 4.6.2 and 4.6.6; TIFF 6.0, section 2.
struct PositionSegment: Sendable {
    /// The value of one entry.
    enum Value: Hashable, Sendable {
        case ascii(String)
        case bytes([UInt8])
        /// Fractions, unsigned.
        case rationals([UInt32])
        /// Fractions, signed.
        case signed([Int32])
    }

    /// The entries of the GPS directory by their numbers: 1 latitude's hemisphere, 2 latitude, 3
    /// longitude's hemisphere, 4 longitude, 5 altitude's reference, 6 altitude.
    var entries: [UInt16: Value] = [:]

    /// The block without a container: a big-endian TIFF file.
    var tiff: [UInt8] {
        // The header, then a directory with one entry that points at the GPS directory after it.
        let start: UInt32 = 26
        var bytes = Array("MM".utf8) + word(42) + long(8)
        bytes += word(1) + word(0x8825) + word(4) + long(1) + long(start) + long(0)
        var values: [UInt8] = []
        let valuesStart = start + 2 + UInt32(entries.count) * 12 + 4
        bytes += word(UInt16(entries.count))
        for (tag, value) in entries.sorted(by: { $0.key < $1.key }) {
            let (type, count, payload) = encoded(value)
            bytes += word(tag) + word(type) + long(count)
            if payload.count <= 4 {
                bytes += payload + [UInt8](repeating: 0, count: 4 - payload.count)
            } else {
                bytes += long(valuesStart + UInt32(values.count))
                values += payload + (payload.count % 2 == 1 ? [0] : [])
            }
        }
        return bytes + long(0) + values
    }

    /// A JPEG with the block, and with an XMP packet if one is given.
    func jpeg(xmp: [UInt8]? = nil) -> [UInt8] {
        var segments = [TinyPictures.segment(0xE1, Array("Exif\0\0".utf8) + tiff)]
        if let xmp {
            segments.append(
                TinyPictures.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp))
        }
        return TinyPictures.jpeg(segments: segments)
    }

    /// A WebP with the block; the pixels are those of another WebP.
    ///
    /// Source: RFC 9649, section 2.7 (extended file format).
    func webp(_ picture: [UInt8]) -> [UInt8] {
        let header = Array("VP8X".utf8) + little(10) + [0x08, 0, 0, 0, 31, 0, 0, 23, 0, 0]
        let padding: [UInt8] = tiff.count % 2 == 1 ? [0] : []
        let chunks =
            header + picture.dropFirst(12) + Array("EXIF".utf8) + little(tiff.count) + tiff
            + padding
        return Array("RIFF".utf8) + little(chunks.count + 4) + Array("WEBP".utf8) + chunks
    }

    /// A HEIC file with only the block.
    ///
    /// Source: ISO/IEC 14496-12, section 8.11 (meta, iinf, iloc); ISO/IEC 23008-12, annex A.2.1.
    func heic() -> [UInt8] {
        let block = long(0) + tiff
        let type = box("ftyp", Array("heic".utf8) + long(0) + Array("mif1heic".utf8))
        let item = box("infe", [2, 0, 0, 0] + word(1) + word(0) + Array("Exif\0".utf8))
        func meta(at offset: Int) -> [UInt8] {
            let handler = long(0) + long(0) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13)
            // One item of one extent, with 4-byte offsets and lengths.
            let place =
                long(0) + [0x44, 0] + word(1) + word(1) + word(0) + word(1) + long(UInt32(offset))
                + long(UInt32(block.count))
            let parts =
                box("hdlr", handler) + box("pitm", long(0) + word(1))
                + box("iinf", long(0) + word(1) + item) + box("iloc", place)
            return box("meta", long(0) + parts)
        }
        let start = type.count + meta(at: 0).count + 8
        return type + meta(at: start) + box("mdat", block)
    }

    private func box(_ name: String, _ payload: [UInt8]) -> [UInt8] {
        long(UInt32(payload.count + 8)) + Array(name.utf8) + payload
    }

    private func encoded(_ value: Value) -> (type: UInt16, count: UInt32, payload: [UInt8]) {
        switch value {
        case .ascii(let text):
            let payload = Array(text.utf8) + [0]
            return (2, UInt32(payload.count), payload)
        case .bytes(let payload): return (1, UInt32(payload.count), payload)
        case .rationals(let numbers):
            return (5, UInt32(numbers.count / 2), numbers.flatMap(long))
        case .signed(let numbers):
            return (10, UInt32(numbers.count / 2), numbers.flatMap { long(UInt32(bitPattern: $0)) })
        }
    }

    private func little(_ value: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(value).littleEndian) { Array($0) }
    }

    private func word(_ value: UInt16) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    private func long(_ value: UInt32) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}
