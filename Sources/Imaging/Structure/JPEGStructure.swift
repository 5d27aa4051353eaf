import Glibc

/// Checks the markers of a JPEG from its start to its end-of-image marker.
///
/// Segments are skipped by their length, so that the end of an embedded thumbnail is not mistaken
/// for the end of the picture. In coded data every 0xFF is followed by 0 or a restart marker, so
/// the first other marker is a real one. Data after the end marker (a second picture, a video,
/// manufacturer's data) is ignored.
/// Source: ITU-T T.81 (ISO 10918-1), annex B.1 and B.2.
struct JPEGStructure: Sendable {
    private enum State: Equatable {
        case start(matched: Int)
        case marker(sawPrefix: Bool)
        case lengthHigh(marker: UInt8)
        case lengthLow(marker: UInt8, high: UInt8)
        case payload(marker: UInt8, left: Int)
        case codedData(sawPrefix: Bool)
        case ended
        case broken(String)
    }

    private var state = State.start(matched: 0)
    private var hasFrame = false
    private var hasScan = false

    /// True if a scan's coded data has begun.
    private var isInCodedData: Bool {
        if case .codedData = state { return true }
        return false
    }

    /// Checks a whole file quickly by looking for the end marker at the end first.
    static func check(_ bytes: UnsafeRawBufferPointer) -> PictureIntegrity {
        var structure = JPEGStructure()
        var offset = 0
        // The segments before the coded data end within the first blocks.
        while offset < bytes.count, !structure.isInCodedData, !structure.isDone {
            offset = structure.advance(bytes, from: offset)
        }
        if structure.isInCodedData {
            let end = bytes.lengthWithoutTrailingZeros
            if end - 2 >= offset, bytes[end - 2] == 0xFF, bytes[end - 1] == endOfImage {
                return .complete
            }
            structure.update(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
        }
        return structure.finish()
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        while offset < bytes.count, !isDone {
            offset = advance(bytes, from: offset)
        }
    }

    func finish() -> PictureIntegrity {
        switch state {
        case .ended where !hasScan || !hasFrame:
            return .damaged(reason: "the JPEG contains no picture data")
        case .ended: return .complete
        case .broken(let reason): return .damaged(reason: reason)
        case .codedData:
            return .damaged(reason: "the JPEG has no end-of-image marker; it was cut short")
        case .start, .marker, .lengthHigh, .lengthLow, .payload:
            return .damaged(reason: "the JPEG ends inside its headers; it was cut short")
        }
    }

    private static let endOfImage: UInt8 = 0xD9
    private static let startOfScan: UInt8 = 0xDA

    private var isDone: Bool {
        switch state {
        case .ended, .broken: true
        default: false
        }
    }

    /// Consumes at least one byte and returns the offset of the next.
    private mutating func advance(_ bytes: UnsafeRawBufferPointer, from offset: Int) -> Int {
        let byte = bytes[offset]
        switch state {
        case .start(let matched):
            let expected: UInt8 = matched == 0 ? 0xFF : 0xD8
            if byte != expected {
                state = .broken("the file has no JPEG header")
            } else {
                state = matched == 0 ? .start(matched: 1) : .marker(sawPrefix: false)
            }
        case .marker(let sawPrefix):
            // Stray bytes between segments are skipped, as decoders do.
            if byte == 0xFF {
                state = .marker(sawPrefix: true)
            } else if sawPrefix {
                take(marker: byte)
            }
        case .lengthHigh(let marker):
            state = .lengthLow(marker: marker, high: byte)
        case .lengthLow(let marker, let high):
            let left = (Int(high) << 8 | Int(byte)) - 2
            if left < 0 {
                state = .broken("a JPEG segment has an impossible length")
            } else {
                state = left == 0 ? after(marker) : .payload(marker: marker, left: left)
            }
        case .payload(let marker, let left):
            let skipped = min(left, bytes.count - offset)
            state = skipped == left ? after(marker) : .payload(marker: marker, left: left - skipped)
            return offset + skipped
        case .codedData(let sawPrefix):
            return scanCodedData(bytes, from: offset, sawPrefix: sawPrefix)
        case .ended, .broken: break
        }
        return offset + 1
    }

    private mutating func take(marker: UInt8) {
        switch marker {
        case 0x00: state = .marker(sawPrefix: false)
        case JPEGStructure.endOfImage: state = .ended
        case 0x01, 0xD0...0xD8: state = .marker(sawPrefix: false)
        case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
            hasFrame = true
            state = .lengthHigh(marker: marker)
        default: state = .lengthHigh(marker: marker)
        }
    }

    private mutating func after(_ marker: UInt8) -> State {
        guard marker == JPEGStructure.startOfScan else { return .marker(sawPrefix: false) }
        hasScan = true
        return .codedData(sawPrefix: false)
    }

    private mutating func scanCodedData(
        _ bytes: UnsafeRawBufferPointer, from offset: Int, sawPrefix: Bool
    ) -> Int {
        if sawPrefix {
            switch bytes[offset] {
            case 0xFF: break
            case 0x00, 0xD0...0xD7: state = .codedData(sawPrefix: false)
            case let marker: take(marker: marker)
            }
            return offset + 1
        }
        guard let base = bytes.baseAddress,
            let found = memchr(base + offset, 0xFF, bytes.count - offset)
        else { return bytes.count }
        state = .codedData(sawPrefix: true)
        return UnsafeRawPointer(found) - base + 1
    }
}

/// Iterates over the segments of a JPEG before its first scan.
///
/// Source: ITU-T T.81, annex B.1.1 (markers).
struct JPEGSegments: IteratorProtocol {
    /// A marker and the range of its payload in the file.
    struct Segment: Hashable, Sendable {
        var marker: Int
        var payload: Range<Int>
    }

    private let file: ByteWindow
    private var offset = 2
    private var steps = 0

    /// Starts after the start-of-image marker.
    init(_ file: ByteWindow) {
        self.file = file
    }

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
                return Segment(marker: Int(marker), payload: start..<min(offset, file.count))
            }
        }
        return nil
    }

    private static let maximumSteps = 4096
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
