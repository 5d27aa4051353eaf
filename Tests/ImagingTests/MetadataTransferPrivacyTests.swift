import Foundation
import Imaging
import Testing

@Suite(
    "MetadataTransfer and what must not get out",
    .enabled(if: Exiftool.isInstalled, "needs exiftool (libimage-exiftool-perl) on the PATH"))
struct MetadataTransferPrivacyTests {
    typealias Rules = MetadataTransfer.Rules

    private static func source(_ arguments: [String]) throws -> [UInt8] {
        try Exiftool.changed(TellingPicture.blank(), ending: "jpg", arguments)
    }

    private static func copy(
        _ source: [UInt8], _ rules: Rules, packet: String? = nil
    ) throws -> [UInt8] {
        try MetadataTransfer().transferring(
            from: source, to: TellingPicture.blank(width: 40, height: 30), rules: rules, width: 40,
            height: 30, packet: packet.map(TinyPictures.xmp))
    }

    private static func tags(_ bytes: [UInt8]) throws -> String {
        try Exiftool.says(about: bytes, ending: "jpg", ["-a", "-G1", "-s", "-n"])
    }

    @Test("where a packet has nothing left to say, the original does not speak in its place")
    func emptied() throws {
        let source = try Self.source([
            "-XMP-dc:Title=Ana", "-IPTC:ObjectName=Ana", "-IPTC:Keywords=Ana", "-IPTC:By-line=Bob",
            "-EXIF:ImageDescription=Ana", "-XMP-dc:Subject=Ana", "-XMP-dc:Description=Ana",
            "-XMP-tiff:ImageDescription=Ana", "-XMP-lr:HierarchicalSubject=Family|Ana",
            "-IPTC:Caption-Abstract=Ana", "-XMP-microsoft:LastKeywordXMP=Ana",
        ])
        for rules in [Rules(), Rules(keepsNames: true), Rules(keepsLocation: true)] {
            let said = try Self.tags(
                Self.copy(source, rules, packet: "<xmp:Rating>2</xmp:Rating>"))
            #expect(!said.contains("Ana"), "\(said)")
            #expect(said.contains("Bob"))
        }
        let kept = try Self.tags(
            Self.copy(
                source, Rules(keepsLocation: true, keepsNames: true),
                packet: "<xmp:Rating>2</xmp:Rating>"))
        #expect(kept.components(separatedBy: "Ana").count > 8)
    }

    @Test("the camera's owner is a name, not a serial number")
    func owner() throws {
        let source = try Self.source(["-EXIF:OwnerName=Roger Roe", "-EXIF:SerialNumber=4711"])
        let serials = try Self.tags(Self.copy(source, Rules(keepsSerials: true)))
        #expect(serials.contains("4711") && !serials.contains("Roger"))
        let names = try Self.tags(Self.copy(source, Rules(keepsNames: true)))
        #expect(names.contains("Roger") && !names.contains("4711"))
    }

    @Test("texts that are no texts, and numbers that are none, stay behind")
    func types() throws {
        let bytes = Array("Ana\0".utf8)
        func entry(_ tag: [UInt8], _ type: UInt8) -> [UInt8] {
            tag + [0, type, 0, 0, 0, UInt8(bytes.count)] + bytes
        }
        // ImageDescription as bytes, Model as it should be, Rating as text.
        var tiff = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 3]
        tiff += entry([0x01, 0x0E], 7) + entry([0x01, 0x10], 2) + entry([0x47, 0x46], 2)
        tiff += [0, 0, 0, 0]
        let blank = try TellingPicture.blank()
        let segment = TinyPictures.segment(0xE1, Array("Exif".utf8) + [0, 0] + tiff)
        let source = Array(blank[..<2]) + segment + Array(blank[2...])
        let said = try Self.tags(Self.copy(source, Rules()))
        #expect(said.contains("Model"))
        #expect(!said.contains("ImageDescription") && !said.contains("Rating"), "\(said)")
    }

    @Test("a path of the author's disk stays behind, the address of a page goes along")
    func path() throws {
        for (text, isKept) in [("file:///home/ana/x.jpg", false), ("https://example.org/1", true)] {
            let said = try Self.tags(
                Self.copy(Self.source(["-XMP-dc:Source=\(text)"]), Rules()))
            #expect(said.contains(text) == isKept)
        }
    }

    @Test("what the original says of the colours of pixels without a profile stays true")
    func colours() throws {
        let source = try Self.source([
            "-EXIF:ColorSpace#=65535", "-EXIF:InteropIndex#=R03", "-EXIF:Make=Maker",
        ])
        for rules in [Rules(), Rules.everything] {
            let said = try Self.tags(Self.copy(source, rules))
            #expect(said.contains("R03"), "\(said)")
            #expect(said.contains("ColorSpace                      : 65535"), "\(said)")
        }
        let plain = try Self.tags(Self.copy(Self.source(["-EXIF:Make=Maker"]), Rules()))
        #expect(plain.contains("ColorSpace                      : 1"), "\(plain)")
    }

    @Test("metadata of a HEIC that cannot be read are told to be so")
    func unreadable() {
        let head: [UInt8] = [0, 0, 0, 16] + Array("ftypheic".utf8) + [0, 0, 0, 0]
        #expect(MetadataTransfer.Told(by: head + Array("infe Exif".utf8)).isUnreadable)
        #expect(!MetadataTransfer.Told(by: head).isUnreadable)
        #expect(!MetadataTransfer.Told(by: TellingPicture.jpeg).isUnreadable)
        #expect(MetadataTransfer.Told(by: TellingPicture.jpeg).places.contains("Lutetia"))
    }
}
