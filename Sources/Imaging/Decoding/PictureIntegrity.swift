/// Says whether a picture file has its end, and a PNG the bytes that its checksums are of: the check that
/// finds files cut short or changed on the way.
package enum PictureIntegrity: Hashable, Sendable {
    /// The file's structure is whole from its first byte to its end marker.
    case complete
    /// The file is damaged, for the reason given.
    case damaged(reason: String)

    /// Checks a file that is in memory as a whole.
    ///
    /// Formats without a check are complete.
    package static func check(
        _ format: PictureFormat, _ bytes: UnsafeRawBufferPointer
    ) -> PictureIntegrity {
        if format == .jpeg {
            return JPEGStructure.check(bytes)
        }
        var check = IntegrityCheck(format)
        check.update(bytes)
        return check.finish()
    }
}

/// Checks a file that passes by in parts, such as one too large to hold.
package struct IntegrityCheck: Sendable {
    private enum State {
        case jpeg(JPEGStructure)
        case png(PNGStructure)
        case gif(lastByte: UInt8)
        case unchecked
    }

    private var state: State

    /// Begins a check of a file of a format; formats without a check are complete.
    package init(_ format: PictureFormat) {
        switch format {
        case .jpeg: state = .jpeg(JPEGStructure())
        case .png: state = .png(PNGStructure())
        case .gif: state = .gif(lastByte: 0)
        default: state = .unchecked
        }
    }

    /// Takes the next bytes of the file.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        switch state {
        case .jpeg(var structure):
            structure.update(bytes)
            state = .jpeg(structure)
        case .png(var structure):
            structure.update(bytes)
            state = .png(structure)
        case .gif:
            // Some programs pad a file with zeros.
            let length = bytes.lengthWithoutTrailingZeros
            if length > 0 { state = .gif(lastByte: bytes[length - 1]) }
        case .unchecked: break
        }
    }

    /// The verdict once the last byte has been taken.
    package func finish() -> PictureIntegrity {
        switch state {
        case .jpeg(let structure): structure.finish()
        case .png(let structure): structure.finish()
        case .gif(let lastByte):
            // Source: GIF89a specification, section 27 (trailer).
            lastByte == 0x3B
                ? .complete : .damaged(reason: "the GIF has no trailer: it was cut short")
        case .unchecked: .complete
        }
    }
}
