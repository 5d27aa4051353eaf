import Foundation
import GalleryModel
import Imaging
import Testing

/// Tags with a user's texts, by the rule that keeps them.
private enum WordTags {
    static let all: [(tags: [String], rules: MetadataTransfer.Rules?)] = [
        (
            ["XMP-dc:Title", "IPTC:ObjectName", "IPTC:Headline", "XMP-photoshop:Headline"],
            MetadataTransfer.Rules.title
        ),
        (
            [
                "EXIF:ImageDescription", "IPTC:Caption-Abstract", "XMP-dc:Description",
                "XMP-tiff:ImageDescription", "XMP-iptcCore:AltTextAccessibility",
                "XMP-iptcCore:ExtDescrAccessibility",
            ], MetadataTransfer.Rules.description
        ),
        (
            [
                "IPTC:Keywords", "XMP-dc:Subject", "XMP-lr:HierarchicalSubject",
                "XMP-digiKam:TagsList", "XMP-microsoft:LastKeywordXMP", "XMP-xmp:Label",
            ], MetadataTransfer.Rules.tags
        ),
        (
            [
                "EXIF:Artist", "EXIF:Copyright", "IPTC:By-line", "IPTC:By-lineTitle",
                "IPTC:CopyrightNotice", "IPTC:Credit", "IPTC:Source", "XMP-dc:Creator",
                "XMP-dc:Rights", "XMP-cc:AttributionName", "XMP-photoshop:AuthorsPosition",
                "XMP-photoshop:Credit", "XMP-photoshop:Source", "XMP-tiff:Artist",
                "XMP-tiff:Copyright", "XMP-xmpRights:Owner", "XMP-xmpRights:UsageTerms",
            ], MetadataTransfer.Rules.credit
        ),
        (
            ["XMP-iptcExt:PersonInImage", "EXIF:OwnerName"],
            MetadataTransfer.Rules.names
        ),
        (
            [
                "EXIF:Make", "EXIF:Model", "EXIF:LensMake", "EXIF:LensModel", "XMP-tiff:Make",
                "XMP-tiff:Model", "XMP-aux:Lens", "XMP-exifEX:LensMake", "XMP-exifEX:LensModel",
            ], MetadataTransfer.Rules.camera
        ),
        (
            [
                "Comment", "EXIF:UserComment", "EXIF:XPTitle", "EXIF:XPSubject", "EXIF:XPComment",
                "EXIF:XPKeywords", "EXIF:XPAuthor", "EXIF:Software", "EXIF:HostComputer",
                "EXIF:DocumentName", "EXIF:PageName", "EXIF:RelatedSoundFile",
                "IPTC:SpecialInstructions", "IPTC:Writer-Editor", "IPTC:Contact",
                "IPTC:OriginatingProgram", "IPTC:OriginalTransmissionReference",
                "XMP-dc:Source", "XMP-dc:Contributor", "XMP-dc:Publisher", "XMP-dc:Relation",
                "XMP-dc:Coverage", "XMP-dc:Identifier", "XMP-exif:UserComment",
                "XMP-photoshop:Instructions", "XMP-photoshop:CaptionWriter",
                "XMP-photoshop:TransmissionReference", "XMP-xmp:Nickname", "XMP-xmp:Description",
                "XMP-iptcExt:Event", "XMP-iptcCore:Scene", "XMP-plus:ImageSupplierImageID",
            ], nil
        ),
    ]
}

@Suite(
    "MetadataTransfer and private data",
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

    @Test(
        "a user's texts are removed from every field unless they are requested",
        arguments: WordTags.all)
    func words(tags: [String], rules: MetadataTransfer.Rules?) throws {
        for tag in tags {
            let source = try Self.source(["-EXIF:ISO=200", "-\(tag)=Lantern"])
            // The original contains the text.
            let original = ByteSearch(source).found(["Lantern"])
            #expect(original == ["Lantern"], "\(tag)")
            for others in WordTags.all.compactMap(\.rules) + [Rules()] where others != rules {
                #expect(
                    ByteSearch(try Self.copy(source, others)).found(["Lantern"]) == [], "\(tag)")
            }
            guard let rules else { continue }
            let requested = ByteSearch(try Self.copy(source, rules)).found(["Lantern"])
            #expect(requested == ["Lantern"], "\(tag)")
        }
    }

    @Test("properties missing from a packet are not taken from the original")
    func emptied() throws {
        let source = try Self.source([
            "-XMP-dc:Title=Ana", "-IPTC:ObjectName=Ana", "-IPTC:Keywords=Ana", "-IPTC:By-line=Bob",
            "-EXIF:ImageDescription=Ana", "-XMP-dc:Subject=Ana", "-XMP-dc:Description=Ana",
            "-XMP-tiff:ImageDescription=Ana", "-XMP-lr:HierarchicalSubject=Family|Ana",
            "-IPTC:Caption-Abstract=Ana", "-XMP-microsoft:LastKeywordXMP=Ana",
        ])
        let rating = "<xmp:Rating>2</xmp:Rating>"
        let texts = Rules([.title, .description, .tags, .credit])
        for rules in [Rules(), texts] {
            let said = try Self.tags(Self.copy(source, rules, packet: rating))
            #expect(!said.contains("Ana"), "\(said)")
            #expect(said.contains("Bob") == rules.contains(.credit))
        }
        let kept = try Self.tags(Self.copy(source, .everything, packet: rating))
        #expect(kept.components(separatedBy: "Ana").count > 8)
    }

    @Test("the camera's owner is a name, not a serial number")
    func owner() throws {
        let source = try Self.source(["-EXIF:OwnerName=Roger Roe", "-EXIF:SerialNumber=4711"])
        let serials = try Self.tags(Self.copy(source, Rules.serials))
        #expect(serials.contains("4711") && !serials.contains("Roger"))
        let names = try Self.tags(Self.copy(source, Rules.names))
        #expect(names.contains("Roger") && !names.contains("4711"))
    }

    @Test("texts and numbers of the wrong type are removed")
    func types() throws {
        let bytes = Array("Ana\0".utf8)
        func entry(_ tag: [UInt8], _ type: UInt8) -> [UInt8] {
            tag + [0, type, 0, 0, 0, UInt8(bytes.count)] + bytes
        }
        // ImageDescription as bytes, Model with its regular type, Rating as text.
        var tiff = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 3]
        tiff += entry([0x01, 0x0E], 7) + entry([0x01, 0x10], 2) + entry([0x47, 0x46], 2)
        tiff += [0, 0, 0, 0]
        let blank = try TellingPicture.blank()
        let segment = TinyPictures.segment(0xE1, Array("Exif".utf8) + [0, 0] + tiff)
        let source = Array(blank[..<2]) + segment + Array(blank[2...])
        let rules = Rules([.camera, .description, .tags])
        let said = try Self.tags(Self.copy(source, rules))
        #expect(said.contains("Model"))
        #expect(!said.contains("ImageDescription") && !said.contains("Rating"), "\(said)")
    }

    @Test("a source type is kept only if it is in IPTC's list")
    func sourceType() throws {
        let list = "http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture"
        let others = ["Lantern", list + "/Lantern", "http://cv.iptc.org/newscodes/Lantern"]
        for (text, isKept) in [(list, true)] + others.map({ ($0, false) }) {
            let said = try Self.tags(
                Self.copy(Self.source(["-XMP-iptcExt:DigitalSourceType=\(text)"]), Rules()))
            #expect(said.contains(text) == isKept, "\(said)")
        }
    }

    @Test("the original's color space stays correct for pixels without a profile")
    func colors() throws {
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

    @Test("unreadable metadata of a HEIC is reported")
    func unreadable() {
        let head: [UInt8] = [0, 0, 0, 16] + Array("ftypheic".utf8) + [0, 0, 0, 0]
        #expect(MetadataTransfer.isUnreadable(head + Array("infe Exif".utf8)))
        #expect(!MetadataTransfer.isUnreadable(head))
        #expect(!MetadataTransfer.isUnreadable(TellingPicture.jpeg))
    }
}
