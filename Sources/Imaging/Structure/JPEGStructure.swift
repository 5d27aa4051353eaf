import Glibc

/// Walks the markers of a JPEG from its start to its end-of-image marker.
///
/// Segments are skipped by their length, so that an embedded thumbnail's end is not taken for the
/// picture's. In coded data every 0xFF is followed by 0 or a restart marker, so the first other marker
/// there is real. What follows the end marker (a second picture, a film, maker's data) is not looked at.
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

    /// Whether a scan's coded data has begun.
    private var isInCodedData: Bool {
        if case .codedData = state { return true }
        return false
    }

    /// Checks a whole file; quick, because the end marker is looked for at the end first.
    static func check(_ bytes: UnsafeRawBufferPointer) -> PictureIntegrity {
        var structure = JPEGStructure()
        var offset = 0
        // The segments before the picture end within the first blocks.
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
            return .damaged(reason: "the JPEG holds no picture data")
        case .ended: return .complete
        case .broken(let reason): return .damaged(reason: reason)
        case .codedData:
            return .damaged(reason: "the JPEG has no end-of-image marker: it was cut short")
        case .start, .marker, .lengthHigh, .lengthLow, .payload:
            return .damaged(reason: "the JPEG ends inside of its headers: it was cut short")
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

    /// Takes at least one byte and returns the offset of the next.
    private mutating func advance(_ bytes: UnsafeRawBufferPointer, from offset: Int) -> Int {
        let byte = bytes[offset]
        switch state {
        case .start(let matched):
            let expected: UInt8 = matched == 0 ? 0xFF : 0xD8
            if byte != expected {
                state = .broken("the file does not begin as a JPEG")
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
