import GalleryModel
import Testing

@testable import Imaging

@Suite("Texts in metadata", .enabled(if: Exiftool.isInstalled, "exiftool is not installed"))
struct MetadataTextTests {
    private static func read(_ bytes: [UInt8], sidecars: [[UInt8]] = []) throws -> PictureMetadata {
        try bytes.withUnsafeBytes { try MetadataReader().read(bytes: $0, sidecars: sidecars) }
    }

    private static func tagged(_ tags: [String]) throws -> PictureMetadata {
        try read(Exiftool.changed(TinyPictures.jpeg(), ending: "jpg", tags))
    }

    static let boilerplate = [
        "OLYMPUS DIGITAL CAMERA         ", "SONY DSC", "SAMSUNG CAMERA PICTURES",
        "KODAK DIGITAL STILL CAMERA", "KODAK EASYSHARE C813 ZOOM DIGITAL CAMERA", "Minolta DSC",
        "KONICA MINOLTA DIGITAL CAMERA", "DIGITAL CAMERA", "DCIM\\100MEDIA\\DJI_0001.JPG",
        "<KENOX S630  / Samsung S630>", "Maker:0xec0x9e,Date:2017", "default", "Exif_JPEG_PICTURE",
        "binary comment", "charset=Ascii junk", "hdr", "edf", "rbt", "oznorWO", "---", "Maker X1",
        "EPSON DSC Picture", "\\DCIM\\100MEDIA", "CASIO COMPUTER CO.,LTD DIGITAL CAMERA",
        "frontbhdp",
        "edfsmo", "{\"mirror\":false}", "oplus_1048608",
        "filter: 0; fileterIntensity: 0.0; captureOrientation: 0; module: photo",
    ]

    @Test(
        "default texts of cameras are not captions, and a user's caption is found",
        arguments: boilerplate)
    func junk(text: String) throws {
        let tags = [
            "-IFD0:Make=Maker", "-IFD0:Model=X1", "-IFD0:ImageDescription=\(text)",
            "-XMP-dc:Title=\(text)",
        ]
        let junk = try Self.tagged(tags)
        #expect(junk.caption == nil && junk.title == nil)
        let both = try Self.tagged(
            tags + ["-XMP-dc:Description=Grandma on the beach", "-IPTC:ObjectName=Beach"])
        #expect(both.caption == "Grandma on the beach" && both.title == "Beach")
    }

    static let captions = [
        "My SONY DSC fell into the sea", "OLYMPUS DIGITAL CAMERA and Grandma",
        "Kodak moment on the beach", "The default view", "Samsung", "Olympus", "hdr of the bridge",
        "Our digital camera", "Canon in D, not a digital camera",
    ]

    @Test("a caption that only contains such words is kept", arguments: captions)
    func kept(text: String) throws {
        #expect(try Self.tagged(["-IFD0:ImageDescription=\(text)"]).caption == text)
    }

    static let keywords: [([String], [String])] = [
        (["-XMP-lr:HierarchicalSubject=Animals|Dog|Rex"], ["Rex"]),
        (["-XMP-digiKam:TagsList=Animals/Dog/Rex"], ["Rex"]),
        (["-XMP-microsoft:LastKeywordXMP=Animals/Dog/Rex"], ["Rex"]),
        (["-XMP-microsoft:LastKeywordIPTC=Animals/Dog/Rex"], ["Rex"]),
        (["-XMP-mediapro:CatalogSets=Animals|Dog|Rex"], ["Rex"]),
        (
            [
                "-XMP-acdsee:Categories=<Categories><Category Assigned=\"0\">Animals"
                    + "<Category Assigned=\"1\">Dog</Category></Category>"
                    + "<Category Assigned=\"1\">Sea</Category></Categories>"
            ], ["Dog", "Sea"]
        ),
        (["-XPKeywords=sea; sand;Sea"], ["sea", "sand"]),
        (
            [
                "-XMP-dc:Subject=rex", "-XMP-lr:HierarchicalSubject=Animals|Dog|Rex",
                "-XMP-lr:HierarchicalSubject=Places|Sea", "-IPTC:Keywords=rex",
            ], ["rex", "Sea"]
        ),
        (["-XMP-digiKam:TagsList=_Digikam_Internal_Tags_/Color Label None"], []),
        (["-XMP-dc:Subject=summer; beach; 2015"], ["summer; beach; 2015"]),
    ]

    @Test("leaves of hierarchical keywords are tags, without duplicates", arguments: keywords)
    func leaves(tags: [String], expected: [String]) throws {
        #expect(try Self.tagged(tags).tags == expected)
        // The same in a sidecar.
        let isXMP = tags.allSatisfy { $0.hasPrefix("-XMP") }
        guard isXMP else { return }
        let read = try Self.read(TinyPictures.jpeg(), sidecars: [Exiftool.packet(tags)])
        #expect(read.tags == expected)
    }

    @Test("Windows tags, the user comment and the document name come last")
    func windows() throws {
        let tags = [
            "-XPTitle=Playa é", "-XPComment=Comment", "-XPAuthor=Ann", "-DocumentName=Document",
        ]
        let read = try Self.tagged(tags)
        #expect(read.title == "Playa é" && read.caption == "Comment" && read.creator == "Ann")
        let commented = try Self.tagged(tags + ["-UserComment=At the lake"])
        #expect(commented.caption == "At the lake")
        let named = try Self.tagged(tags + ["-XMP-dc:Title=T", "-IPTC:Caption-Abstract=C"])
        #expect(named.title == "T" && named.caption == "C")
        #expect(try Self.tagged(["-DocumentName=Document"]).title == "Document")
        #expect(try Self.tagged(["-XPSubject=Subject"]).caption == "Subject")
    }

    /// A comment's text in UTF-8, the bytes after it, and the expected text.
    static let comments: [(String, [UInt8], String?)] = [
        ("ASCII\0\0\0At the lake   ", [], "At the lake"),
        ("\0\0\0\0\0\0\0\0At the lake", [], "At the lake"),
        ("At the lake, without a name", [], "At the lake, without a name"),
        ("JIS\0\0\0\0\0", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42], "日本"),
        ("UNICODE\0", [0, 0x5A, 0, 0x6F, 0, 0xEB], "Zoë"),
        ("UNICODE\0", [0x5A, 0, 0x6F, 0, 0xEB, 0], "Zoë"),
        ("UNICODE\0", [0xFF, 0xFE, 0x5A, 0, 0x6F, 0, 0xEB, 0], "Zoë"),
        ("ASCII\0\0\0", [UInt8](repeating: 0x20, count: 40), nil),
        ("ASCII\0\0\0", [1, 2, 3, 0x41], nil),
        ("ASCII\0\0\0 12345", [], nil),
    ]

    @Test(
        "the user comment is read in its character sets, and binary data is ignored",
        arguments: comments)
    func userComment(text: String, more: [UInt8], expected: String?) throws {
        let picture = Self.jpeg(userComment: Array(text.utf8) + more)
        #expect(try Self.read(picture).caption == expected)
    }

    /// A JPEG with a big-endian EXIF that contains one comment.
    private static func jpeg(userComment: [UInt8]) -> [UInt8] {
        func word(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }
        func long(_ number: Int) -> [UInt8] { word(number >> 16) + word(number & 0xFFFF) }
        var tiff: [UInt8] = Array("MM".utf8) + word(42) + long(8)
        tiff += word(1) + word(0x8769) + word(4) + long(1) + long(26) + long(0)
        tiff += word(1) + word(0x9286) + word(7) + long(userComment.count) + long(44) + long(0)
        tiff += userComment
        return TinyPictures.jpeg(segments: [
            TinyPictures.segment(0xE1, Array("Exif\0\0".utf8) + tiff)
        ])
    }

    @Test("texts of a PNG are read, also compressed ones")
    func png() throws {
        let chunks = [
            "Title": "Playa", "Author": "Ann", "Description": "Sea", "Copyright": "© Ann",
        ]
        .sorted { $0.key < $1.key }
        .map { TinyPictures.chunk("iTXt", Array("\($0.key)\0\0\0\0\0\($0.value)".utf8)) }
        let read = try Self.read(TinyPictures.png(with: chunks.flatMap(\.self)))
        #expect(read.title == "Playa" && read.creator == "Ann")
        #expect(read.caption == "Sea" && read.copyright == "© Ann")
        let latin = TinyPictures.chunk("tEXt", Array("Title\0".utf8) + [0x5A, 0x6F, 0xEB])
        #expect(try Self.read(TinyPictures.png(following: latin)).title == "Zoë")
        let written = try Exiftool.changed(
            TinyPictures.png(), ending: "png",
            ["-z", "-PNG:Title=Compressed"])
        #expect(try Self.read(written).title == "Compressed")
        let titled = try Exiftool.changed(
            TinyPictures.png(with: latin), ending: "png", ["-XMP-dc:Title=XMP"])
        #expect(try Self.read(titled).title == "XMP")
    }

    static let ratings: [([String], Int?)] = [
        (["-RatingPercent=1"], 1), (["-RatingPercent=25"], 2), (["-RatingPercent=50"], 3),
        (["-RatingPercent=75"], 4), (["-RatingPercent=99"], 5), (["-RatingPercent=0"], nil),
        (["-XMP-microsoft:RatingPercent=75"], 4), (["-XMP-xmp:Rating=2", "-RatingPercent=99"], 2),
        (["-XMP-xmp:Rating=10", "-RatingPercent=99"], 5), (["-XMP-xmp:Rating=-1"], -1),
    ]

    @Test("rating percentages become stars if stars are missing", arguments: ratings)
    func stars(tags: [String], expected: Int?) throws {
        let read = try Self.tagged(tags)
        #expect(read.rating == expected)
        #expect(read.warnings.contains { $0.contains("rating of 10") } == tags[0].hasSuffix("=10"))
    }

    static let lenses: [(String, String?)] = [
        ("n/a", nil), ("32", nil), ("None", nil), ("Unknown (65535)", nil), ("65535", nil),
        ("----", nil), (" 6.0-72.0mm", "6.0-72.0mm"),
        ("EF-S18-55mm f/3.5-5.6", "EF-S18-55mm f/3.5-5.6"),
    ]

    @Test("placeholder words and numbers for the lens are ignored", arguments: lenses)
    func lensNames(text: String, expected: String?) throws {
        #expect(try Self.tagged(["-LensModel=\(text)"]).lens == expected)
        #expect(try Self.tagged(["-XMP-aux:Lens=\(text)"]).lens == expected)
    }
}
