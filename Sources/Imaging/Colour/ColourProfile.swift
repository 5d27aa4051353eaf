/// The ICC profile of a picture: bytes whose header was checked.
///
/// Source: ICC.1:2022, section 7.2 (header).
struct ColourProfile: Hashable, Sendable {
    /// What the values of a pixel are.
    enum Space: String, Sendable {
        case rgb = "RGB "
        case grey = "GRAY"
        case inks = "CMYK"
    }

    /// The profile itself.
    let bytes: [UInt8]
    /// What the values of a pixel are.
    let space: Space

    /// The longest profile that is read, in bytes: those of printing presses have up to about 3 MB.
    static let maximumLength = 4 << 20

    /// Checks the header; nil where it is no profile's, or one for values that pictures do not have.
    init?(_ bytes: [UInt8]) {
        let found = bytes.withUnsafeBytes { buffer -> (length: Int, space: Space?) in
            let header = Signature(buffer)
            guard buffer.count >= ColourProfile.headerLength, header.has("acsp", at: 36)
            else { return (0, nil) }
            return (header.bigEndian32(0), Space(rawValue: header.text(16, 4)))
        }
        guard let space = found.space, bytes.count <= ColourProfile.maximumLength,
            (ColourProfile.headerLength...bytes.count).contains(found.length)
        else { return nil }
        // What lies behind the profile's own end is padding.
        self.bytes = found.length == bytes.count ? bytes : Array(bytes.prefix(found.length))
        self.space = space
    }

    private static let headerLength = 128
}

/// What was found of a profile in a file.
enum EmbeddedProfile: Hashable, Sendable {
    case none
    case profile(ColourProfile)
    /// There is one, but it cannot be used: a sentence for a person.
    case ignored(warning: String)

    /// Joins the parts of the profile in a JPEG's segments before its first scan.
    ///
    /// Source: ICC.1:2022, annex B.4 (embedding in JFIF files): APP2 segments of "ICC_PROFILE", NUL, the
    /// part's number from 1 and the count of parts.
    static func inJPEG(_ bytes: UnsafeRawBufferPointer) -> EmbeddedProfile {
        let file = Signature(bytes)
        var parts: [Int: Range<Int>] = [:]
        var expected = 0
        var segments = JPEGSegments(bytes)
        while let segment = segments.next() {
            let start = segment.payload.lowerBound
            guard segment.marker == application2, segment.payload.count > overhead,
                file.has("ICC_PROFILE\0", at: start)
            else { continue }
            let number = file.byte(start + 12)
            let count = file.byte(start + 13)
            guard parts.isEmpty || count == expected else {
                return ignored("its parts do not agree on how many they are")
            }
            expected = count
            guard parts[number] == nil, (1...max(count, 1)).contains(number) else {
                return ignored("part \(number) of \(count) is odd or there twice")
            }
            parts[number] = (start + overhead)..<segment.payload.upperBound
        }
        guard !parts.isEmpty else { return .none }
        guard parts.count == expected else {
            return ignored("\(parts.count) of \(expected) parts are there")
        }
        let length = parts.values.reduce(0) { $0 + $1.count }
        guard length <= ColourProfile.maximumLength else {
            return ignored("it has \(length) bytes, more than \(ColourProfile.maximumLength)")
        }
        let joined = parts.sorted { $0.key < $1.key }.flatMap { bytes[$0.value] }
        guard let profile = ColourProfile(joined) else {
            return ignored("its header is no RGB, grey or CMYK profile's")
        }
        return .profile(profile)
    }

    /// A profile that cannot be used, with the reason.
    static func ignored(_ reason: String) -> EmbeddedProfile {
        .ignored(warning: "the colour profile was ignored: \(reason)")
    }

    private static let application2 = 0xE2
    private static let overhead = 14
}
