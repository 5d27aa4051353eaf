import Foundation

/// Creates JPEGs with metadata that must not be shared by accident.
enum SharePictures {
    /// The contents of the metadata, none of which may be in a shared copy.
    static let secrets = [
        "SERIAL-4711", "LENS-0815", "Ana Example", "Brest", "48.39", "48,23", "4.486",
        "openstreetmap",
        "Zoe Maker", "at the sea", "swims", "a sailor", "not before", "Crozon",
    ]

    /// A JPEG with EXIF (orientation, position, serial numbers) and XMP (faces with names, a city,
    /// the address of a map, and personal text in every text field).
    static func telling(_ jpeg: [UInt8], orientation: UInt16 = 1) -> [UInt8] {
        Array(jpeg.prefix(2)) + segment(0xE1, exif(orientation)) + segment(0xE1, xmp)
            + jpeg.dropFirst(2)
    }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = content.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
    }

    private static var xmp: [UInt8] {
        let packet = """
            <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about=""
             xmlns:dc="http://purl.org/dc/elements/1.1/"
             xmlns:aux="http://ns.adobe.com/exif/1.0/aux/"
             xmlns:exif="http://ns.adobe.com/exif/1.0/"
             xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
             xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
             xmlns:xmp="http://ns.adobe.com/xap/1.0/"
             xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"
             xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
             xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
             xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
             xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"
             xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#"
             aux:SerialNumber="SERIAL-4711" aux:LensSerialNumber="LENS-0815"
             exif:GPSLatitude="48,23.42N" exif:GPSLongitude="4,29.16W" photoshop:City="Brest"
             photoshop:Headline="Ana Example in Crozon" photoshop:Instructions="not before May"
             photoshop:Credit="Zoe Maker" photoshop:Source="Zoe Maker" xmp:Label="Ana Example"
             dc:source="https://www.openstreetmap.org/?mlat=48.390394&amp;mlon=-4.486076">
            <dc:description><rdf:Alt><rdf:li xml:lang="x-default">Ana Example, a sailor</rdf:li></rdf:Alt>
            </dc:description>
            <dc:creator><rdf:Seq><rdf:li>Zoe Maker</rdf:li></rdf:Seq></dc:creator>
            <dc:rights><rdf:Alt><rdf:li xml:lang="x-default">by Zoe Maker</rdf:li></rdf:Alt></dc:rights>
            <xmpRights:UsageTerms><rdf:Alt><rdf:li xml:lang="x-default">ask Zoe Maker</rdf:li></rdf:Alt>
            </xmpRights:UsageTerms>
            <exif:UserComment><rdf:Alt><rdf:li xml:lang="x-default">Crozon</rdf:li></rdf:Alt>
            </exif:UserComment>
            <Iptc4xmpCore:AltTextAccessibility><rdf:Alt><rdf:li xml:lang="x-default">Ana Example
             swims</rdf:li></rdf:Alt></Iptc4xmpCore:AltTextAccessibility>
            <Iptc4xmpCore:ExtDescrAccessibility><rdf:Alt><rdf:li xml:lang="x-default">Ana Example swims
             off Crozon</rdf:li></rdf:Alt></Iptc4xmpCore:ExtDescrAccessibility>
            <lr:hierarchicalSubject><rdf:Bag><rdf:li>Places|Brest|Crozon</rdf:li></rdf:Bag>
            </lr:hierarchicalSubject>
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Ana Example at the sea</rdf:li></rdf:Alt>
            </dc:title>
            <dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li>Ana Example</rdf:li></rdf:Bag>
            </dc:subject>
            <Iptc4xmpExt:PersonInImage><rdf:Bag><rdf:li>Ana Example</rdf:li></rdf:Bag>
            </Iptc4xmpExt:PersonInImage>
            <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>
            <rdf:li rdf:parseType="Resource"><mwg-rs:Name>Ana Example</mwg-rs:Name>
            <mwg-rs:Type>Face</mwg-rs:Type>
            <mwg-rs:Area stArea:x="0.25" stArea:y="0.25" stArea:w="0.2" stArea:h="0.2"
             stArea:unit="normalized"/></rdf:li>
            </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
            </rdf:Description></rdf:RDF></x:xmpmeta>
            <?xpacket end="w"?>
            """
        return Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8)
    }

    /// Source: Exif 2.32 (CIPA DC-008), sections 4.5 and 4.6.
    private static func exif(_ orientation: UInt16) -> [UInt8] {
        let position: [Entry] = [
            .text(1, "N"), .rationals(2, [(48, 1), (23, 1), (2542, 100)]), .text(3, "W"),
            .rationals(4, [(4, 1), (29, 1), (996, 100)]),
        ]
        let camera: [Entry] = [
            .text(0x9003, "2024:05:01 10:15:30"), .text(0xA431, "SERIAL-4711"),
            .text(0xA435, "LENS-0815"),
        ]
        let head = 8 + directoryLength(5)
        let makeAndModel = 14
        let cameraStart = head + makeAndModel
        let cameraBytes = directory(camera, at: cameraStart)
        let positionStart = cameraStart + cameraBytes.count
        let main = directory(
            [
                .text(0x010F, "Example"), .text(0x0110, "Model"), .short(0x0112, orientation),
                .long(0x8769, UInt32(cameraStart)), .long(0x8825, UInt32(positionStart)),
            ], at: 8)
        // The text of make and model follows the directory.
        return Array("Exif\0\0".utf8) + [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] + main + cameraBytes
            + directory(position, at: positionStart)
    }

    private struct Entry {
        var tag: UInt16
        var type: UInt16
        var count: UInt32
        var value: [UInt8]

        static func text(_ tag: UInt16, _ text: String) -> Entry {
            Entry(tag: tag, type: 2, count: UInt32(text.utf8.count + 1), value: text.utf8 + [0])
        }

        static func short(_ tag: UInt16, _ number: UInt16) -> Entry {
            Entry(tag: tag, type: 3, count: 1, value: big(number) + [0, 0])
        }

        static func long(_ tag: UInt16, _ number: UInt32) -> Entry {
            Entry(tag: tag, type: 4, count: 1, value: big(number))
        }

        static func rationals(_ tag: UInt16, _ numbers: [(UInt32, UInt32)]) -> Entry {
            Entry(
                tag: tag, type: 5, count: UInt32(numbers.count),
                value: numbers.flatMap { big($0.0) + big($0.1) })
        }
    }

    private static func directoryLength(_ count: Int) -> Int { 2 + count * 12 + 4 }

    private static func directory(_ entries: [Entry], at start: Int) -> [UInt8] {
        var bytes = big(UInt16(entries.count))
        var tail: [UInt8] = []
        for entry in entries {
            bytes += big(entry.tag) + big(entry.type) + big(entry.count)
            if entry.value.count <= 4 {
                bytes += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            } else {
                bytes += big(UInt32(start + directoryLength(entries.count) + tail.count))
                tail += entry.value
            }
        }
        return bytes + [0, 0, 0, 0] + tail
    }

    private static func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
