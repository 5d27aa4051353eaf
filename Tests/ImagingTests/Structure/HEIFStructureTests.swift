import GalleryModel
import TestSupport
import Testing

@testable import Imaging

@Suite("HEIFStructure")
struct HEIFStructureTests {
    private static let avif = HEIFFile.coded(in: FixturePictures.avif)
    /// Up to three turns and reflections, in every order.
    static let properties: [[[UInt8]]] = {
        let single = (0...3).map { HEIFFile.turnedLeft($0) } + (0...1).map { HEIFFile.mirrored($0) }
        return [[]] + single.map { [$0] } + single.flatMap { first in single.map { [first, $0] } }
    }()

    private func stored(_ bytes: [UInt8]) throws -> StoredPicture {
        try #require(
            bytes.withUnsafeBytes { StoredPicture.read(.sniff($0), ByteWindow($0)) })
    }

    @Test("turns and reflections match the decoders', applied once", arguments: properties)
    func turns(_ properties: [[UInt8]]) throws {
        let coded = try #require(HEIFStructureTests.avif)
        let plain = HEIFFile([.init(coded)]).bytes(brand: "avif")
        // EXIF has 6 in all of them, and never counts.
        let exif = HEIFFile.Item(
            "Exif", HEIFFile.exif(EXIFSegment(orientation: 6).tiff), [], [("cdsc", [1])])
        let turned = HEIFFile([.init(coded, properties), exif]).bytes(brand: "avif")
        let decoder = PictureDecoder()
        let expected = try decoder.decode(plain).pixels
        let picture = try decoder.decode(turned)
        let stored = try stored(turned)
        let orientation = try #require(stored.orientation)
        #expect(picture.pixels == expected.upright(orientation: orientation))
        #expect([stored.width, stored.height] == [64, 48])
        let isSideways = orientation >= 5
        #expect([picture.width, picture.height] == (isSideways ? [48, 64] : [64, 48]))
        let metadata = try turned.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
        #expect(metadata.orientation == orientation)
        #expect([metadata.width, metadata.height] == [64, 48])
    }

    @Test("the primary picture is decoded, whatever else the file contains")
    func primary() throws {
        let coded = try #require(HEIFStructureTests.avif)
        // A depth map and a thumbnail in other orientations, before and after the picture.
        let depth = HEIFFile.Item(
            coded, [HEIFFile.auxiliary("urn:mpeg:mpegB:cicp:systems:auxiliary:depth")],
            [("auxl", [2])])
        let thumbnail = HEIFFile.Item(coded, [HEIFFile.turnedLeft(1)], [("thmb", [2])])
        let file = HEIFFile(
            [depth, .init(coded, [HEIFFile.turnedLeft(2)]), thumbnail], primary: 2)
        let bytes = file.bytes(brand: "avif")
        #expect(bytes.withUnsafeBytes { PictureIntegrity.damage(.avif, $0) } == nil)
        #expect(try stored(bytes).orientation == 3)
        let expected = try PictureDecoder().decode(FixturePictures.avif).pixels
        for longEdge in [nil, 16] as [Int?] {
            let picture = try PictureDecoder().decode(bytes, longEdge: longEdge)
            #expect([picture.width, picture.height] == [64, 48])
            if longEdge == nil {
                #expect(picture.pixels == expected.upright(orientation: 3))
            }
        }
    }

    @Test("EXIF is read and copied also if exiv2 finds none because of an empty profile")
    func emptyProfile() throws {
        let coded = try #require(HEIFStructureTests.avif)
        var metadata = PictureMetadata()
        metadata.make = "Gallery"
        let jpeg = try MetadataWriter().applying(metadata, to: TinyPictures.jpeg())
        let mark = try #require(jpeg.firstRange(of: Array("Exif\0\0".utf8)))
        let length = Int(jpeg[mark.lowerBound - 2]) << 8 | Int(jpeg[mark.lowerBound - 1])
        let tiff = jpeg[mark.upperBound..<(mark.lowerBound - 2 + length)]
        let exif = HEIFFile.Item("Exif", HEIFFile.exif(Array(tiff)), [], [("cdsc", [1])])
        let profile = HEIFFile.box("colr", Array("prof".utf8))
        for properties in [[], [profile]] {
            let bytes = HEIFFile([.init(coded, properties), exif]).bytes(brand: "avif")
            let metadata = try bytes.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
            #expect(metadata.make == "Gallery", "\(properties.count)")
            #expect(!MetadataTransfer.isUnreadable(bytes))
            let copy = try MetadataTransfer().transferring(
                from: bytes, to: TinyPictures.jpeg(), rules: .everything,
                width: 8, height: 8)
            let carried = try copy.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
            #expect(carried.make == "Gallery" && carried.orientation == 1)
        }
    }

    private static func packet(_ title: String) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x='adobe:ns:meta/'>
            <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
            <rdf:Description rdf:about='' xmlns:dc='http://purl.org/dc/elements/1.1/'
              xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='4'>
            <dc:title><rdf:Alt><rdf:li xml:lang='x-default'>\(title)</rdf:li></rdf:Alt></dc:title>
            <dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li>sun</rdf:li></rdf:Bag></dc:subject>
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    @Test("XMP is read and copied also if exiv2 finds none", arguments: [false, true])
    func packets(_ hasBases: Bool) throws {
        let coded = try #require(HEIFStructureTests.avif)
        // Without bases exiv2 stops at the empty profile.
        let profile = HEIFFile.box("colr", Array("prof".utf8))
        let gain = HEIFFile.Item(
            "mime", HEIFStructureTests.packet("a gain map"), [], [("cdsc", [2])])
        let own = HEIFFile.Item("mime", HEIFStructureTests.packet("a beach"), [], [("cdsc", [1])])
        var file = HEIFFile([.init(coded, hasBases ? [] : [profile]), .init(coded), gain, own])
        file.hasBases = hasBases
        let bytes = file.bytes(brand: "avif")
        let metadata = try bytes.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
        #expect(metadata.title == "a beach" && metadata.rating == 4)
        #expect(metadata.tags == ["sea", "sun"])
        #expect(!MetadataTransfer.isUnreadable(bytes))
        let copy = try MetadataTransfer().transferring(
            from: bytes, to: TinyPictures.jpeg(), rules: .everything, width: 8, height: 8)
        let carried = try copy.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
        #expect(carried.title == "a beach" && carried.tags == ["sea", "sun"])
    }

    @Test("an invalid XMP packet or one over the length limit is ignored")
    func strangePackets() throws {
        let coded = try #require(HEIFStructureTests.avif)
        let padding = [UInt8](repeating: 0x20, count: 4 << 20)
        for data in [[0], Array("<x".utf8), HEIFStructureTests.packet("a beach") + padding] {
            var file = HEIFFile([.init(coded), .init("mime", data, [], [("cdsc", [1])])])
            file.hasBases = true
            let bytes = file.bytes(brand: "avif")
            let metadata = try bytes.withUnsafeBytes { try MetadataReader().read(bytes: $0) }
            #expect(metadata.title == nil && [metadata.width, metadata.height] == [64, 48])
        }
    }

    @Test("a grid without one of its tiles, and a file without its primary picture, are damaged")
    func missing() throws {
        let coded = try #require(HEIFStructureTests.avif)
        let grid = HEIFFile.Item(
            "grid", HEIFFile.grid(rows: 1, columns: 2, width: 128, height: 48),
            [HEIFFile.size(128, 48)], [("dimg", [2, 4])])
        let file = HEIFFile([grid, .init(coded), .init(coded)])
        #expect(
            file.bytes(brand: "avif").withUnsafeBytes { PictureIntegrity.damage(.avif, $0) }
                == "item 4 of the AVIF's picture is missing")
        let other = HEIFFile([.init(coded)], primary: 7)
        #expect(
            other.bytes(brand: "avif").withUnsafeBytes { PictureIntegrity.damage(.avif, $0) }
                == "the AVIF has no primary picture")
    }
}
