import Glibc

/// Checks the markers of a JPEG from its start to its end-of-image marker.
///
/// Segments are skipped by their length, so that the end of an embedded thumbnail is not mistaken
/// for the end of the picture. In coded data every 0xFF is followed by 0 or a restart marker, so
/// the first other marker is a real one. Data after the end marker (a second picture, a video,
/// manufacturer's data) is ignored.
/// Source: ITU-T T.81 (ISO 10918-1), annex B.1 and B.2.
enum JPEGStructure {
    /// Checks a whole file; looks for the end marker at the end first.
    static func check(_ bytes: UnsafeRawBufferPointer) throws(StructureDamage) {
        guard bytes.starts(with: [0xFF, 0xD8].prefix(bytes.count)) else {
            throw StructureDamage("the file has no JPEG header")
        }
        var offset = 2
        var (hasFrame, hasScan, isInCodedData) = (false, false, false)
        while let marker = nextMarker(in: bytes, &offset) {
            switch marker {
            case 0x00, 0xD0...0xD7: continue
            case 0x01, 0xD8:
                isInCodedData = false
                continue
            case endOfImage:
                if hasFrame, hasScan { return }
                throw StructureDamage("the JPEG contains no picture data")
            default: break
            }
            hasFrame = hasFrame || JPEGSegments.isFrame(marker)
            isInCodedData = false
            guard let length = ByteWindow(bytes).number(offset, 2) else { break }
            guard length >= 2 else {
                throw StructureDamage("a JPEG segment has an impossible length")
            }
            offset += length
            guard offset <= bytes.count else { break }
            guard marker == startOfScan else { continue }
            if !hasScan {
                let end = bytes.lengthWithoutTrailingZeros
                if end - 2 >= offset, bytes[end - 2] == 0xFF, bytes[end - 1] == endOfImage {
                    return
                }
            }
            (hasScan, isInCodedData) = (true, true)
        }
        throw StructureDamage(
            isInCodedData
                ? "the JPEG has no end-of-image marker; it was cut short"
                : "the JPEG ends inside its headers; it was cut short")
    }

    private static let endOfImage: UInt8 = 0xD9
    private static let startOfScan: UInt8 = 0xDA

    /// Returns the byte after the next 0xFF, and moves the offset behind it; nil at the end.
    ///
    /// Stray bytes between segments are skipped, as decoders do.
    private static func nextMarker(
        in bytes: UnsafeRawBufferPointer, _ offset: inout Int
    ) -> UInt8? {
        guard let base = bytes.baseAddress, offset < bytes.count,
            let found = memchr(base + offset, 0xFF, bytes.count - offset)
        else { return nil }
        offset = UnsafeRawPointer(found) - base
        while offset < bytes.count, bytes[offset] == 0xFF { offset += 1 }
        guard offset < bytes.count else { return nil }
        offset += 1
        return bytes[offset - 1]
    }

    /// Returns the offset after the first end-of-image marker, whose two bytes never occur in coded
    /// data, or else the length of the file.
    static func endOfImage(in bytes: UnsafeRawBufferPointer, after start: Int) -> Int {
        var offset = start
        while let marker = nextMarker(in: bytes, &offset) {
            if marker == endOfImage { return offset }
        }
        return bytes.count
    }
}

/// Iterates over the segments of a JPEG before its first scan.
///
/// Source: ITU-T T.81, annex B.1.1 (markers).
struct JPEGSegments: IteratorProtocol {
    /// A marker and the range of its payload in the file.
    struct Segment: Hashable, Sendable {
        var marker: UInt8
        var payload: Range<Int>
    }

    private let file: ByteWindow
    private var offset = 2
    private var steps = 0

    /// Starts after the start-of-image marker.
    init(_ file: ByteWindow) { self.file = file }

    /// Returns the next segment, cut at the end of the file; nil at the first scan, at the end, and
    /// if the next bytes are not a marker.
    mutating func next() -> Segment? {
        // Each step advances by at least one byte; the limit bounds the time for hostile files of
        // markers.
        while steps < JPEGSegments.maximumSteps, file.byte(offset) == 0xFF {
            steps += 1
            switch file.byte(offset + 1) {
            case 0xFF: offset += 1
            case 0x01, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8: offset += 2
            case nil, 0, 0xD9, 0xDA: return nil
            case let marker?:
                let start = offset + 4
                guard let size = file.number(offset + 2, 2), size >= 2 else { return nil }
                offset += 2 + size
                return Segment(marker: marker, payload: start..<min(offset, file.count))
            }
        }
        return nil
    }

    private static let maximumSteps = 4096

    /// Returns true if a marker begins the header of a frame.
    static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }
}

extension UnsafeRawBufferPointer {
    /// The number of bytes compared at a time.
    private static let zeroBlockLength = 4096

    /// The number of bytes without trailing zeros, which some programs use for padding.
    ///
    /// If the first byte of a block is zero and each byte equals the next, all are zero. The C
    /// library compares many bytes at a time, so hundreds of megabytes of zeros take a few
    /// milliseconds.
    var lengthWithoutTrailingZeros: Int {
        let step = Self.zeroBlockLength
        var length = count
        while length >= step, let start = baseAddress.map({ $0 + (length - step) }),
            self[length - step] == 0, memcmp(start, start + 1, step - 1) == 0
        {
            length -= step
        }
        while length > 0, self[length - 1] == 0 { length -= 1 }
        return length
    }
}
