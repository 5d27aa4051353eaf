import GalleryModel
import Testing

@testable import Imaging

@Suite("Partly damaged metadata")
struct MetadataDamageTests {
    private static func read(_ bytes: [UInt8], sidecars: [[UInt8]] = []) throws -> PictureMetadata {
        try bytes.withUnsafeBytes { try MetadataReader().read(bytes: $0, sidecars: sidecars) }
    }

    private static func title(_ text: String) -> String {
        "<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>\(text)</rdf:li></rdf:Alt></dc:title>"
    }

    private static let packet = String(
        decoding: TinyPictures.xmp(title("Título") + "<xmp:Rating>4</xmp:Rating>"), as: UTF8.self)

    static let blocks: [(String, [UInt8])] = [
        ("a wrong magic", Array("II\u{2B}\0\u{8}\0\0\0\0\0\0\0\0\0".utf8)),
        ("zeros", [UInt8](repeating: 0, count: 40)),
        ("a directory beyond the end", Array("II*\0".utf8) + [0xFF, 0xFF, 0xFF, 0x7F]),
        ("nothing", []),
    ]

    @Test("with unreadable EXIF, XMP, IPTC and the size are still read", arguments: blocks)
    func brokenEXIF(name: String, block: [UInt8]) throws {
        let broken = TinyPictures.segment(0xE1, Array("Exif\0\0".utf8) + block)
        let xmp = TinyPictures.jpeg(xmp: Array(Self.packet.utf8))
        let read = try Self.read(Array(xmp[..<2]) + broken + Array(xmp[2...]))
        #expect(read.title == "Título" && read.rating == 4)
        #expect(read.width == 8 && read.height == 8)
        let iptc = TinyPictures.jpeg(iptc: [(5, Array("Title".utf8))])
        let other = try Self.read(Array(iptc[..<2]) + broken + Array(iptc[2...]))
        #expect(other.title == "Title")
        let png = TinyPictures.png(
            with: TinyPictures.chunk("eXIf", block)
                + TinyPictures.chunk(
                    "iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0\(Self.packet)".utf8)))
        let third = try Self.read(png)
        #expect(third.title == "Título" && third.width == 1)
    }

    static let endings: [(String, String)] = [
        ("junk", "li>\n <rdf:Description"), ("NULs", "\0\0\0\0"), ("blanks", "   \n\n"),
        ("another packet", packet), ("the end of a packet and junk", "<?xpacket end='w'?>li>"),
    ]

    @Test("data after a packet's end is ignored", arguments: endings)
    func trailing(name: String, junk: String) throws {
        let bytes = Array((Self.packet + junk).utf8)
        #expect(try Self.read(TinyPictures.jpeg(), sidecars: [bytes]).title == "Título")
        let read = try Self.read(TinyPictures.jpeg(xmp: bytes))
        #expect(read.title == "Título" && read.rating == 4)
        #expect(!read.warnings.contains { $0.contains("XMP") })
    }

    static let properties: [(String, String)] = [
        ("twice", "<xmp:Label>a</xmp:Label><xmp:Label>b</xmp:Label>"),
        ("a stray item", "<dc:subject><rdf:li>a</rdf:li></dc:subject>"),
        ("a prefix without a schema", "<no:such>a</no:such>"),
    ]

    @Test("with an unreadable property the others are still read", arguments: properties)
    func property(name: String, damage: String) throws {
        let bytes = TinyPictures.xmp(
            Self.title("Title") + damage + "<xmp:Rating>4</xmp:Rating>")
        for read in [
            try Self.read(TinyPictures.jpeg(xmp: bytes)),
            try Self.read(TinyPictures.jpeg(), sidecars: [bytes]),
        ] {
            #expect(read.title == "Title" && read.rating == 4)
            #expect(read.warnings.contains { $0.contains("XMP") && $0.contains("damaged") })
        }
    }

    @Test("the complete properties of a truncated packet count")
    func cut() throws {
        let text = String(
            decoding: TinyPictures.xmp(Self.title("Title") + "<dc:creator><rdf:Seq>"),
            as: UTF8.self)
        let cut = text.prefix(text.count - 60)
        let read = try Self.read(TinyPictures.jpeg(), sidecars: [Array(cut.utf8)])
        #expect(read.title == "Title")
    }

    private static func utf16(_ text: String, isLittle: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(unit & 255), UInt8(unit >> 8)]
            return isLittle ? bytes : bytes.reversed()
        }
    }

    private static func utf32(isLittle: Bool) -> [UInt8] {
        packet.unicodeScalars.flatMap { scalar in
            let number = isLittle ? scalar.value.littleEndian : scalar.value.bigEndian
            return withUnsafeBytes(of: number) { Array($0) }
        }
    }

    private static func latin(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8($0.value) }
    }

    private static func declared(_ encoding: String) -> String {
        "<?xml version='1.0' encoding='\(encoding)'?>\n\(packet)"
    }

    static let encodings: [(String, [UInt8])] = [
        ("UTF-8 with a mark", Array("\u{FEFF}\(packet)".utf8)),
        ("UTF-16 LE", utf16(packet, isLittle: true)),
        ("UTF-16 LE with a mark", utf16("\u{FEFF}\(packet)", isLittle: true)),
        ("UTF-16 BE", utf16(packet, isLittle: false)),
        ("UTF-16 BE with a mark", utf16("\u{FEFF}\(packet)", isLittle: false)),
        ("UTF-32 LE", utf32(isLittle: true)),
        ("UTF-32 BE", utf32(isLittle: false)),
        ("UTF-8 that is said to be Latin-1", Array(declared("ISO-8859-1").utf8)),
        ("UTF-8 that is said to be UTF-16", Array(declared("UTF-16").utf8)),
        ("UTF-16 that is said to be UTF-8", utf16(declared("UTF-8"), isLittle: true)),
        ("Latin-1", latin(packet)),
        ("Latin-1 that says so", latin(declared("ISO-8859-1"))),
    ]

    @Test("packets are read in every encoding, whatever their declaration", arguments: encodings)
    func encoded(name: String, bytes: [UInt8]) throws {
        let beside = try Self.read(TinyPictures.jpeg(), sidecars: [bytes])
        let within = try Self.read(TinyPictures.jpeg(xmp: bytes))
        for read in [beside, within] {
            #expect(read.title == "Título" && read.rating == 4)
            #expect(read.warnings == [])
        }
    }

    @Test("data after a packet may be binary")
    func trailingBytes() throws {
        let bytes = Array(Self.packet.utf8) + [1, 0xFF, 0xFE, 0x80, 0]
        #expect(try Self.read(TinyPictures.jpeg(), sidecars: [bytes]).title == "Título")
        #expect(try Self.read(TinyPictures.jpeg(xmp: bytes)).title == "Título")
    }

    @Test("an invalid sidecar causes a warning", arguments: ["hello", "<a>b</a>"])
    func noPacket(text: String) throws {
        let read = try Self.read(TinyPictures.jpeg(), sidecars: [Array(text.utf8)])
        #expect(read.warnings.contains("the XMP sidecar is damaged"))
    }
}
