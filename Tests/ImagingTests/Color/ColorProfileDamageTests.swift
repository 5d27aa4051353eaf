import Imaging
import Testing

@Suite("Unusable color profiles")
struct ColorProfileDamageTests {
    private static let good = ICCProfile.adobeRGB.bytes

    private static func part(_ number: UInt8, _ count: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        TinyPictures.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [number, count] + bytes)
    }

    private static func changed(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
        var bytes = good
        change(&bytes)
        return bytes
    }

    static let damaged: [(String, [[UInt8]])] = [
        ("a part is missing", [part(1, 2, good)]),
        ("a part is there twice", [part(1, 2, good), part(1, 2, good)]),
        ("parts count from zero", [part(0, 1, good)]),
        ("parts disagree", [part(1, 2, good), part(2, 3, good)]),
        ("no parts at all", [part(1, 0, good)]),
        ("it is empty", [part(1, 1, [0])]),
        ("it ends early", [part(1, 1, Array(good.prefix(200)))]),
        ("it is no profile", [part(1, 1, [UInt8](repeating: 7, count: 400))]),
        ("its first primary lies outside", [part(1, 1, changed { $0[148] = 0x7F })]),
        (
            "it claims 4 billion tags",
            [part(1, 1, changed { $0.replaceSubrange(128..<132, with: [255, 255, 255, 255]) })]
        ),
        (
            "it is for inks",
            [part(1, 1, changed { $0.replaceSubrange(16..<20, with: "CMYK".utf8) })]
        ),
        ("it is for Lab", [part(1, 1, changed { $0.replaceSubrange(16..<20, with: "Lab ".utf8) })]),
        ("it is too long", (1...70).map { part($0, 70, [UInt8](repeating: 0, count: 65000)) }),
    ]

    @Test("a damaged profile is ignored with a warning", arguments: damaged)
    func ignored(_ name: String, _ segments: [[UInt8]]) throws {
        let plain = try JPEGEncoder().encode(Fields.pixels())
        let bytes = Array(plain[..<2]) + segments.flatMap(\.self) + plain[2...]
        let expected = try PictureDecoder().decode(plain).pixels
        for treatment in [ColorTreatment.sRGB, .kept] {
            let picture = try bytes.withUnsafeBytes {
                try PictureDecoder().decode(
                    bytes: $0, as: .bgr, longEdge: nil, color: treatment)
            }
            #expect(picture.pixels == expected && picture.profile == nil)
            #expect(picture.warnings.count == 1, "\(picture.warnings)")
            #expect(picture.warnings.first?.hasPrefix("the color profile was ignored: ") == true)
        }
    }

    @Test("any byte of a profile may be wrong")
    func everyByte() throws {
        let plain = try JPEGEncoder().encode(Fields.pixels())
        for index in ColorProfileDamageTests.good.indices {
            let profile = ColorProfileDamageTests.changed { $0[index] ^= 0xFF }
            let bytes =
                Array(plain[..<2]) + ColorProfileDamageTests.part(1, 1, profile) + plain[2...]
            let picture = try bytes.withUnsafeBytes {
                try PictureDecoder().decode(bytes: $0, as: .bgr, longEdge: 16, color: .sRGB)
            }
            #expect(picture.pixels.width == 16 && picture.warnings.count <= 1)
        }
    }

    @Test("threads that decode pictures with one profile get the same pixels")
    func threads() async throws {
        var profile = ICCProfile.proPhoto
        profile.gamma = 1.7
        let bytes = try JPEGEncoder(profile: profile.bytes).encode(
            Gradient.pixels(width: 200, height: 160))
        let all = try await withThrowingTaskGroup(of: PixelBuffer.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    try bytes.withUnsafeBytes {
                        try PictureDecoder().decode(
                            bytes: $0, as: .bgr, longEdge: nil, color: .sRGB)
                    }.pixels
                }
            }
            return try await group.reduce(into: Set<PixelBuffer>()) { $0.insert($1) }
        }
        #expect(all.count == 1)
    }
}
