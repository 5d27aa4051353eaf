/// An EXIF segment with an orientation, and options to make it invalid.
struct EXIFSegment: Sendable {
    var orientation: UInt16
    var isLittleEndian = true
    /// The offset of the directory in the header.
    var directory: UInt32 = 8
    /// The stated number of entries in the directory.
    var claimedEntries: UInt16?
    var type: UInt16 = 3
    var valueCount: UInt32 = 1
    /// The number of the segment's bytes that are kept.
    var keptBytes = Int.max
    /// Entries before the orientation, as EXIF writers have them.
    var leading: [UInt16] = [0x0100]

    /// A JPEG with the segment after its start marker.
    func inserted(in jpeg: [UInt8]) -> [UInt8] {
        Array(jpeg[..<2]) + TinyPictures.segment(0xE1, payload) + jpeg[2...]
    }

    /// A lossless WebP of 32 by 24 pixels with the segment's bytes as a chunk.
    ///
    /// Source: RFC 9649, section 2.7 (extended file format).
    func appended(toWebP webp: [UInt8], withMark: Bool) -> [UInt8] {
        let body = withMark ? payload : Array(payload.dropFirst(6))
        let header = Array("VP8X".utf8) + little(10) + [0x08, 0, 0, 0, 31, 0, 0, 23, 0, 0]
        let chunks = header + webp.dropFirst(12) + Array("EXIF".utf8) + little(body.count) + body
        return Array("RIFF".utf8) + little(chunks.count + 4) + Array("WEBP".utf8) + chunks
    }

    /// The TIFF structure in the segment.
    var tiff: [UInt8] { Array(payload.dropFirst(6)) }

    private func little(_ value: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(value).littleEndian) { Array($0) }
    }

    /// The segment's bytes.
    private var payload: [UInt8] {
        var bytes = Array("Exif\0\0".utf8)
        bytes += Array((isLittleEndian ? "II" : "MM").utf8) + word(42) + long(directory)
        bytes += word(claimedEntries ?? UInt16(leading.count + 1))
        for tag in leading { bytes += word(tag) + word(3) + long(1) + word(1) + word(0) }
        bytes += word(0x0112) + word(type) + long(valueCount)
        bytes += type == 4 ? long(UInt32(orientation)) : word(orientation) + word(0)
        bytes += long(0)
        return Array(bytes.prefix(keptBytes))
    }

    private func word(_ value: UInt16) -> [UInt8] {
        withUnsafeBytes(of: isLittleEndian ? value.littleEndian : value.bigEndian) { Array($0) }
    }

    private func long(_ value: UInt32) -> [UInt8] {
        withUnsafeBytes(of: isLittleEndian ? value.littleEndian : value.bigEndian) { Array($0) }
    }
}
