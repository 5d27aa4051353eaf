/// An ICC profile with a valid header.
///
/// Source: ICC.1:2022, section 7.2 (header).
struct ColorProfile: Hashable, Sendable {
    /// The color space of pixel values.
    enum Space: String, Sendable {
        case rgb = "RGB "
        case gray = "GRAY"
        case inks = "CMYK"
    }

    /// The bytes of the profile.
    let bytes: [UInt8]
    /// The color space of pixel values.
    let space: Space

    /// The size limit for profiles in bytes; profiles for printing presses have up to about 3 MB.
    static let maximumLength = 4 << 20

    func hash(into hasher: inout Hasher) {
        // Much faster than byte by byte.
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    /// Checks the header; nil if it is not a profile's, or the profile is for a color space that
    /// pictures do not use.
    init?(_ bytes: [UInt8]) {
        let found = bytes.withUnsafeBytes { buffer -> (length: Int, space: Space?) in
            let header = ByteWindow(buffer)
            guard buffer.count >= ColorProfile.headerLength, header.has("acsp", at: 36)
            else { return (0, nil) }
            return (header.number(0, 4) ?? 0, header.name(16).flatMap(Space.init(rawValue:)))
        }
        guard let space = found.space, bytes.count <= ColorProfile.maximumLength,
            (ColorProfile.headerLength...bytes.count).contains(found.length)
        else { return nil }
        // Bytes after the end of the profile are padding.
        self.bytes = found.length == bytes.count ? bytes : Array(bytes.prefix(found.length))
        self.space = space
    }

    private static let headerLength = 128
}

extension ColorProfile {
    /// Joins the parts of the profile in a JPEG's segments before its first scan; nil without one.
    ///
    /// Source: ICC.1:2022, annex B.4 (embedding in JFIF files): APP2 segments of "ICC_PROFILE",
    /// NUL, the part's number from 1 and the number of parts.
    /// - Throws: `ImagingError.damaged` with the reason if the profile cannot be used.
    static func inJPEG(_ bytes: UnsafeRawBufferPointer) throws(ImagingError) -> ColorProfile? {
        let file = ByteWindow(bytes)
        var parts: [Int: Range<Int>] = [:]
        var expected = 0
        var segments = JPEGSegments(file)
        while let segment = segments.next() {
            let start = segment.payload.lowerBound
            guard segment.marker == application2, segment.payload.count > overhead,
                file.has("ICC_PROFILE\0", at: start)
            else { continue }
            let number = Int(bytes[start + 12])
            let count = Int(bytes[start + 13])
            guard parts.isEmpty || count == expected else {
                throw .damaged(reason: "its parts disagree about their number")
            }
            expected = count
            guard parts[number] == nil, (1...max(count, 1)).contains(number) else {
                throw .damaged(reason: "part \(number) of \(count) is invalid or duplicated")
            }
            parts[number] = (start + overhead)..<segment.payload.upperBound
        }
        guard !parts.isEmpty else { return nil }
        guard parts.count == expected else {
            throw .damaged(reason: "only \(parts.count) of \(expected) parts exist")
        }
        let length = parts.values.reduce(0) { $0 + $1.count }
        guard length <= ColorProfile.maximumLength else {
            throw .damaged(
                reason: "it has \(length) bytes, more than \(ColorProfile.maximumLength)")
        }
        let joined = parts.sorted { $0.key < $1.key }.flatMap { bytes[$0.value] }
        guard let profile = ColorProfile(joined) else {
            throw .damaged(reason: "its header is not that of an RGB, gray or CMYK profile")
        }
        return profile
    }

    private static let application2: UInt8 = 0xE2
    private static let overhead = 14
}
