import GalleryModel
import Testing

@testable import Imaging

@Suite("TIFFStructure")
struct TIFFStructureTests {
    /// Directories of entries as numbers: tag, type, count, value.
    private static func tiff(
        _ pages: [[[Int]]], isBig: Bool = false, last: Int = 0, tail: [UInt8] = []
    ) -> [UInt8] {
        let size = isBig ? 8 : 4
        func number(_ value: Int, _ length: Int) -> [UInt8] {
            (0..<length).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        var bytes = Array("II".utf8) + number(isBig ? 43 : 42, 2)
        bytes += isBig ? number(8, 4) + number(16, 8) : number(8, 4)
        for (index, page) in pages.enumerated() {
            bytes += number(page.count, isBig ? 8 : 2)
            for entry in page {
                bytes += number(entry[0], 2) + number(entry[1], 2) + number(entry[2], size)
                bytes += number(entry[3], size)
            }
            bytes += number(index == pages.count - 1 ? last : bytes.count + size, size)
        }
        return bytes + tail
    }

    /// A page of 4 × 2 gray pixels with its strip at an offset.
    private static func page(at offset: Int, _ more: [[Int]] = []) -> [[Int]] {
        [
            [256, 3, 1, 4], [257, 3, 1, 2], [258, 3, 1, 8], [259, 3, 1, 1], [262, 3, 1, 1],
            [273, 4, 1, offset], [277, 3, 1, 1], [278, 3, 1, 2], [279, 4, 1, 8],
        ] + more
    }

    private static func damage(_ bytes: [UInt8]) -> String? {
        bytes.withUnsafeBytes { PictureIntegrity.damage(.tiff, $0) }
    }

    private static let pixels: [UInt8] = [0, 40, 80, 120, 160, 200, 240, 255]

    @Test("TIFF and BigTIFF decode to their first page", arguments: [false, true])
    func pages(_ isBig: Bool) throws {
        let length = isBig ? 16 + 8 + 9 * 20 + 8 : 8 + 2 + 9 * 12 + 4
        let second = length - (isBig ? 16 : 8)
        let start = length + second
        // The second page is upside down and never decoded.
        let pages = [Self.page(at: start), Self.page(at: start + 8)]
        let bytes = Self.tiff(
            pages, isBig: isBig, tail: Self.pixels + Self.pixels.reversed())
        #expect(PictureFormat.sniff(bytes) == .tiff)
        #expect(Self.damage(bytes) == nil)
        let picture = try PictureDecoder().decode(bytes, as: .gray, longEdge: nil)
        #expect(picture.pixels.bytes == Self.pixels)
        let metadata = try bytes.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
        #expect([metadata.width, metadata.height] == [4, 2])
        #expect(Self.damage(Array(bytes.dropLast())) != nil, "the second page counts, too")
    }

    @Test("the existing rows of uncompressed pixels are displayed with a warning")
    func upperRows() throws {
        let pixels = Fields.pixels(width: 32, height: 24, order: [0, 1, 2, 3])
        let whole = TIFFPicture.bytes(pixels, 1)
        let cut = Array(whole.prefix(152 + 32 * 3 * 10))
        let picture = try PictureDecoder().decode(cut)
        #expect(
            picture.warnings == ["the TIFF ends inside strip 1 of 1; it was cut short"])
        #expect(picture.pixels.width == 32 && picture.pixels.height == 24)
        #expect(picture.pixels.bytes.prefix(32 * 3 * 10) == pixels.bytes.prefix(32 * 3 * 10))
        #expect(picture.pixels.bytes.suffix(32 * 3 * 14).allSatisfy { $0 == 0 })
        // Less than a row gives no pixels.
        #expect(throws: ImagingError.self) {
            try PictureDecoder().decode(Array(whole.prefix(152 + 90)))
        }
    }

    @Test("loops, endless lists and strips beyond the end are damage")
    func hostile() {
        #expect(
            Self.damage(Self.tiff([Self.page(at: 8)], last: 8))
                == "the directories of the TIFF form a loop")
        #expect(
            Self.damage(Self.tiff([Self.page(at: 500)]))
                == "the TIFF ends inside strip 1 of 1; it was cut short")
        #expect(
            Self.damage(Self.tiff([Self.page(at: 8, [[700, 1, 1 << 31, 9]])]))
                == "the TIFF ends inside the value of tag 700; it was cut short")
        #expect(
            Self.damage(Self.tiff([Self.page(at: 8)], last: 9999))
                == "the TIFF ends inside a directory; it was cut short")
        #expect(Self.damage(Self.tiff([[[256, 3, 1, 4]]])) == "the TIFF does not specify its size")
        #expect(
            Self.damage(Self.tiff([[[256, 3, 1, 4], [257, 3, 1, 4]]]))
                == "the TIFF contains no picture data")
        let rows = Self.page(at: 8).map { $0[0] == 278 ? [278, 3, 1, 1] : $0 }
        #expect(Self.damage(Self.tiff([rows])) == "some strips of the TIFF are missing")
    }

    @Test(
        "a camera's raw file in TIFF form is recognized by its pixels, not by its maker",
        arguments: [
            ([262, 3, 1, 32803], "RAW"), ([262, 3, 1, 34892], "RAW"),
            ([0xC612, 1, 4, 0x0401], "DNG"), ([262, 3, 1, 2], nil),
        ] as [([Int], String?)])
    func raw(_ entry: [Int], _ expected: String?) {
        let bytes = Self.tiff([[[256, 3, 1, 4]], [entry]])
        #expect(PictureFormat.sniff(bytes) == expected.map { .raw($0) } ?? .tiff)
        // In a directory that the first one refers to.
        let inner = Self.tiff([[[256, 3, 1, 4], [330, 4, 1, 38]], [entry]], last: 0)
        #expect(PictureFormat.sniff(inner) == expected.map { .raw($0) } ?? .tiff)
    }
}
