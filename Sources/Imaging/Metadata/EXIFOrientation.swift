/// Finds EXIF's orientation in a JPEG: the one tag that decoding needs, without exiv2's cost.
enum EXIFOrientation {
    /// The orientation number of the first EXIF segment, 1...8; 1 where there is none or it makes
    /// no sense.
    ///
    /// Source: ITU-T T.81, annex B.1.1 (markers); Exif 2.32, section 4.7.2 (APP1).
    static func inJPEG(_ bytes: UnsafeRawBufferPointer) -> Int {
        let file = Signature(bytes)
        var offset = 2
        // Each step goes forward by a byte at least, and cameras write EXIF among the first
        // segments.
        for _ in 0..<maximumSteps {
            guard file.byte(offset) == 0xFF else { return 1 }
            let marker = file.byte(offset + 1)
            switch marker {
            case 0xFF: offset += 1
            case 0x01, 0xD0...0xD8: offset += 2
            case startOfScan, endOfImage, -1, 0: return 1
            default:
                let length = file.number(offset + 2, 2, false)
                guard length >= 2 else { return 1 }
                if marker == application1, file.has("Exif\0\0", at: offset + 4) {
                    let start = offset + 10
                    let end = min(offset + 2 + length, bytes.count)
                    guard start < end else { return 1 }
                    return inTIFF(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
                }
                offset += 2 + length
            }
        }
        return 1
    }

    /// The orientation in the first directory of a TIFF structure.
    ///
    /// Source: TIFF 6.0, section 2 (header, directory, types), tag 274.
    static func inTIFF(_ bytes: UnsafeRawBufferPointer) -> Int {
        let tiff = Signature(bytes)
        let isLittleEndian = tiff.has("II", at: 0)
        guard isLittleEndian || tiff.has("MM", at: 0), tiff.number(2, 2, isLittleEndian) == 42
        else { return 1 }
        let directory = tiff.number(4, 4, isLittleEndian)
        let count = tiff.number(directory, 2, isLittleEndian)
        for index in 0..<count {
            let entry = directory + 2 + index * 12
            // Outside of the bytes every number is 0, so the walk can end there.
            guard entry + 12 <= bytes.count else { return 1 }
            guard tiff.number(entry, 2, isLittleEndian) == tag else { continue }
            guard tiff.number(entry + 4, 4, isLittleEndian) == 1 else { return 1 }
            let value =
                switch tiff.number(entry + 2, 2, isLittleEndian) {
                case 1: tiff.byte(entry + 8)
                case 3: tiff.number(entry + 8, 2, isLittleEndian)
                case 4: tiff.number(entry + 8, 4, isLittleEndian)
                default: 1
                }
            return (1...8).contains(value) ? value : 1
        }
        return 1
    }

    private static let maximumSteps = 1000
    private static let application1 = 0xE1
    private static let startOfScan = 0xDA
    private static let endOfImage = 0xD9
    private static let tag = 0x0112
}
