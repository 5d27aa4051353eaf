/// Walks the segments of a JPEG from its start to its first scan.
///
/// Source: ITU-T T.81, annex B.1.1 (markers).
struct JPEGSegments: IteratorProtocol {
    /// A marker and where its payload lies in the file.
    struct Segment: Hashable, Sendable {
        var marker: Int
        var payload: Range<Int>
    }

    private let file: Signature
    private let length: Int
    private var offset = 2
    private var steps = 0

    /// Begins behind the start-of-image marker.
    init(_ bytes: UnsafeRawBufferPointer) {
        file = Signature(bytes)
        length = bytes.count
    }

    /// The next segment; nil at the first scan, at the end, and where the bytes are no markers.
    mutating func next() -> Segment? {
        // Each step goes forward by a byte at least; a bound keeps hostile files of markers short.
        while steps < JPEGSegments.maximumSteps {
            steps += 1
            guard file.byte(offset) == 0xFF else { return nil }
            let marker = file.byte(offset + 1)
            switch marker {
            case 0xFF: offset += 1
            case 0x01, 0xD0...0xD8: offset += 2
            case -1, 0, 0xD9, 0xDA: return nil
            default:
                let size = file.number(offset + 2, 2, false)
                let start = offset + 4
                let end = offset + 2 + size
                guard size >= 2, end <= length else { return nil }
                offset = end
                return Segment(marker: marker, payload: start..<end)
            }
        }
        return nil
    }

    private static let maximumSteps = 4096
}
