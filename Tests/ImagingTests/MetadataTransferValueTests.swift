import Testing

@testable import Imaging

@Suite("MetadataTransfer and text in tags that are always copied")
struct MetadataTransferValueTests {
    private static let secret = "flat of Ana at 48.390394,-4.486076, the green door"
    private static let spaces = [
        "exif": "http://ns.adobe.com/exif/1.0/", "exifEX": "http://cipa.jp/exif/1.0/",
        "aux": "http://ns.adobe.com/exif/1.0/aux/", "xmp": "http://ns.adobe.com/xap/1.0/",
        "iptcExt": "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
        "MicrosoftPhoto": "http://ns.microsoft.com/photo/1.0/",
        "photoshop": "http://ns.adobe.com/photoshop/1.0/", "tiff": "http://ns.adobe.com/tiff/1.0/",
    ]

    private static func copy(
        _ source: [UInt8], _ rules: MetadataTransfer.Rules, packet: [UInt8]? = nil
    ) throws -> [UInt8] {
        try MetadataTransfer().transferring(
            from: source, to: TinyPictures.jpeg(), rules: rules, width: 8, height: 8, packet: packet
        )
    }

    private static func isRevealed(by bytes: [UInt8]) -> Bool {
        !ByteSearch(bytes).found(["Ana at", "48.390394", "green door"]).isEmpty
    }

    private static func packet(_ key: String, _ value: String) throws -> [UInt8] {
        let parts = key.split(separator: ".").map(String.init)
        let space = try #require(spaces[parts[1]], "\(key)")
        return Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:\(parts[1])="\(space)" xmlns:q="http://example.org/q/">
            <\(parts[1]):\(parts[2])\(value)</\(parts[1]):\(parts[2])></rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    /// Tags that each contain a secret in one form.
    private static let keys =
        Array(MetadataTags.technical.keys).sorted()
        + Array(MetadataTags.ratings.keys).sorted()

    @Test("no XMP tag copies text in any form", arguments: keys)
    func xmp(key: String) throws {
        guard key.hasPrefix("Xmp.") else { return }
        let rules = MetadataTransfer.Rules.tags
        for value in [
            ">\(Self.secret)", ">5 \(Self.secret)", ">2024-05-01T10:15:30 \(Self.secret)",
            "><rdf:Seq><rdf:li>5</rdf:li><rdf:li>\(Self.secret)</rdf:li></rdf:Seq>",
            "><rdf:Bag><rdf:li>\(Self.secret)</rdf:li></rdf:Bag>",
            "><rdf:Alt><rdf:li xml:lang=\"x-default\">\(Self.secret)</rdf:li></rdf:Alt>",
            " rdf:parseType=\"Resource\"><q:place>\(Self.secret)</q:place>",
            " rdf:parseType=\"Resource\"><rdf:value>5</rdf:value><q:place>\(Self.secret)</q:place>",
        ] {
            let packet = try Self.packet(key, value)
            let source = TinyPictures.jpeg(xmp: packet)
            #expect(Self.isRevealed(by: source))
            for rules in [MetadataTransfer.Rules(), rules] {
                #expect(try !Self.isRevealed(by: Self.copy(source, rules)), "\(value)")
            }
            let byPacket = try Self.copy(TinyPictures.jpeg(), rules, packet: packet)
            // A packet of our own contains no foreign fields, so these are not checked.
            if !value.contains("q:place") { #expect(!Self.isRevealed(by: byPacket), "\(value)") }
        }
        // The name of a language is text.
        let source = try TinyPictures.jpeg(
            xmp: Self.packet(
                key,
                "><rdf:Alt><rdf:li xml:lang=\"x-greendoor\">5</rdf:li>"
                    + "<rdf:li xml:lang=\"x-greendoor\">2024-05-01</rdf:li></rdf:Alt>"))
        #expect(try ByteSearch(Self.copy(source, rules)).found(["greendoor"]) == [])
    }

    @Test(
        "no EXIF tag copies text of any declared type",
        arguments: [(1, 1), (2, 1), (3, 2), (4, 4), (5, 8), (6, 1), (7, 1), (9, 4), (10, 8)])
    func exif(type: UInt8, size: Int) throws {
        // Tag names are numbers: all of them are tested.
        for tags in [
            0x8290...0x82FF, 0x8800...0x8840, 0x9000...0x917F, 0x9180...0x92FF, 0xA000...0xA1FF,
            0xA200...0xA3FF, 0xA400...0xA4FF,
        ] as [ClosedRange<UInt16>] {
            let source = Self.exif(tags, type: type, size: size)
            // The original contains the secret, and a full copy keeps it.
            #expect(Self.isRevealed(by: source))
            #expect(try Self.isRevealed(by: Self.copy(source, .everything)))
            for rules in [MetadataTransfer.Rules(), .tags] {
                #expect(try !Self.isRevealed(by: Self.copy(source, rules)), "\(tags)")
            }
            // Only camera names are text.
            let named = try Self.copy(source, .camera)
            #expect(Self.isRevealed(by: named) == (type == 2))
        }
    }

    @Test("no IPTC date or time copies text")
    func iptc() throws {
        let datasets: [UInt8] = [55, 60, 62, 63]
        for text in [Self.secret, "20240501 \(Self.secret)", "101530-0330 \(Self.secret)"] {
            for dataset in datasets {
                let source = TinyPictures.jpeg(iptc: [(dataset, Array(text.utf8))])
                #expect(Self.isRevealed(by: source))
                #expect(try Self.isRevealed(by: Self.copy(source, .everything)))
                #expect(try !Self.isRevealed(by: Self.copy(source, .init())), "\(text)")
            }
        }
        let dated = TinyPictures.jpeg(iptc: [
            (55, Array("20240501".utf8)), (60, Array("101530-0330".utf8)),
        ])
        let kept = try Self.copy(dated, .init())
        #expect(ByteSearch(kept).found(["20240501", "101530-0330"]).count == 2)
    }

    static let values: [(String, String, Bool)] = [
        ("Xmp.exif.FNumber", "56/10", true), ("Xmp.exif.FNumber", "5.6", true),
        ("Xmp.exif.ExposureBiasValue", "-1/3", true), ("Xmp.exif.FNumber", "5.6 of Ana", false),
        ("Xmp.exif.FNumber", "1/2/3", false), ("Xmp.exif.FNumber", "48390394486076", false),
        ("Xmp.aux.LensInfo", "24/1 70/1 28/10 28/10", true), ("Xmp.aux.LensInfo", "0/0 0/0", true),
        ("Xmp.xmp.CreateDate", "2024-05-01T10:15:30.25+02:00", true),
        ("Xmp.xmp.CreateDate", "2024:05:01 10:15:30", true), ("Xmp.xmp.CreateDate", "2024", true),
        ("Xmp.xmp.CreateDate", "2024-05-01T10:15Z", true),
        ("Xmp.xmp.CreateDate", "2024-05-01T10:15Zoe", false),
        ("Xmp.xmp.CreateDate", "2024 at 10:15", false), ("Xmp.xmp.CreateDate", "Brest", false),
        ("Xmp.exif.OffsetTimeOriginal", "+02:00", true),
        ("Xmp.exif.OffsetTimeOriginal", "+02:00 Brest", false),
        ("Xmp.xmp.Rating", "-1", true), ("Xmp.xmp.Rating", "good", false),
    ]

    @Test(
        "a value is copied only if it is a number or date of the expected form", arguments: values)
    func grammar(key: String, text: String, isKept: Bool) throws {
        let grammar = try #require(MetadataTags.grammar(of: key))
        #expect(grammar.holds(text, isNumbers: false, of: key) == isKept)
        let source = try TinyPictures.jpeg(xmp: Self.packet(key, ">\(text)"))
        let made = try Self.copy(source, .tags)
        #expect((made.count > TinyPictures.jpeg().count) == isKept)
    }

    /// A JPEG with the same value of one type in all EXIF tags.
    private static func exif(_ tags: ClosedRange<UInt16>, type: UInt8, size: Int) -> [UInt8] {
        let value = Array((secret + " ").utf8) + [0, 0, 0, 0, 0, 0]
        let pointers: Set<UInt16> = [0x014A, 0x0201, 0x0202, 0x8769, 0x8825, 0x927C, 0xA005]
        let image: [UInt16] = [0x10F, 0x110, 0x11A, 0x11B, 0x128, 0x132, 0x4746, 0x4749]
        let camera = tags.filter { !pointers.contains($0) }
        let iop: [UInt16] = [1, 2]
        let imageStart = 8
        let cameraStart = imageStart + 6 + (image.count + 1) * 12
        let iopStart = cameraStart + 6 + (camera.count + 1) * 12
        let end = UInt32(iopStart + 6 + iop.count * 12)
        func entry(_ tag: UInt16) -> [UInt8] {
            big(tag) + [0, type] + big(UInt32(value.count / size)) + big(end)
        }
        func pointer(_ tag: UInt16, _ start: Int) -> [UInt8] {
            big(tag) + [0, 4, 0, 0, 0, 1] + big(UInt32(start))
        }
        var tiff = Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
        tiff += big(UInt16(image.count + 1)) + image.flatMap(entry)
        tiff += pointer(0x8769, cameraStart) + [0, 0, 0, 0]
        tiff += big(UInt16(camera.count + 1)) + camera.flatMap(entry)
        tiff += pointer(0xA005, iopStart) + [0, 0, 0, 0]
        tiff += big(UInt16(iop.count)) + iop.flatMap(entry) + [0, 0, 0, 0] + value
        return TinyPictures.jpeg(segments: [
            TinyPictures.segment(0xE1, Array("Exif".utf8) + [0, 0] + tiff)
        ])
    }

    private static func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
