import Export
import Foundation
import GalleryModel
import Imaging
import Testing

@Suite("XMPSidecar")
struct XMPSidecarTests {
    private static func photo(_ change: (inout PhotoDetails) -> Void = { _ in }) -> Photo {
        var details = PhotoDetails(origin: .flickr, originID: "53574198477")
        change(&details)
        return Photo(
            id: PhotoID(rawValue: 42), details: details, dateAdded: Date(timeIntervalSince1970: 0))
    }

    /// The metadata that the program reads from a picture with this sidecar.
    private static func read(
        _ photo: Photo, faces: [FaceRegion] = [], width: Int = 400, height: Int = 300,
        orientation: Int = 1
    ) throws -> PictureMetadata {
        let sidecar = XMPSidecar.bytes(
            for: photo, faces: faces, storedWidth: width, storedHeight: height,
            orientation: orientation)
        return try RegionPicture.jpeg(width: width, height: height, orientation: orientation)
            .withUnsafeBytes { try MetadataReader().read(bytes: $0, sidecars: [sidecar]) }
    }

    @Test("the exact bytes of a complete sidecar are fixed")
    func whole() {
        let photo = Self.photo {
            $0.title = "Tom & <Ana>"
            $0.tags = ["beach", "low \"tide\""]
            $0.license = License(flickrID: 4)
            $0.dateTimeOriginal = "2024:05:01 10:22:31"
            $0.offsetTimeOriginal = "-03:00"
            $0.rating = 4
            $0.coordinate = Coordinate(latitude: -22.9, longitude: 43.25, altitude: -1.88)
        }
        let faces = [
            FaceRegion(rectangle: RelativeRectangle(x: 0.7, y: 0.2, width: 0.2, height: 0.1)),
            FaceRegion(
                rectangle: RelativeRectangle(x: 0.1, y: 0.2, width: 0.2, height: 0.1), name: "Ana"),
        ]
        let bytes = XMPSidecar.bytes(
            for: photo, faces: faces, storedWidth: 4000, storedHeight: 3000, orientation: 6)
        #expect(String(decoding: bytes, as: UTF8.self) == Self.expected)
    }

    @Test("the same photo gives the same bytes, and unknown values are omitted")
    func bare() {
        func bytes() -> [UInt8] {
            XMPSidecar.bytes(
                for: Self.photo(), faces: [], storedWidth: nil, storedHeight: nil, orientation: 0)
        }
        #expect(bytes() == bytes())
        let lines = String(decoding: bytes(), as: UTF8.self).split(separator: "\n")
        #expect(
            lines.filter { $0.hasPrefix("   <") } == ["   <tiff:Orientation>1</tiff:Orientation>"])
    }

    @Test("boxes round-trip within a pixel under all orientations", arguments: 1...8)
    func boxes(orientation: Int) throws {
        var random = SeededGenerator(seed: UInt64(orientation))
        for _ in 0..<100 {
            let (width, height) = (
                Int.random(in: 20...30000, using: &random),
                Int.random(in: 20...30000, using: &random)
            )
            let upright = orientation > 4 ? (height, width) : (width, height)
            var boxes = [FaceRectangle]()
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let across = Int.random(in: 1...upright.0, using: &random)
                let down = Int.random(in: 1...upright.1, using: &random)
                boxes.append(
                    FaceRectangle(
                        x: Double(Int.random(in: 0...(upright.0 - across), using: &random)),
                        y: Double(Int.random(in: 0...(upright.1 - down), using: &random)),
                        width: Double(across), height: Double(down)))
            }
            let faces = boxes.enumerated().map { index, box in
                FaceRegion(
                    rectangle: RelativeRectangle(box, width: upright.0, height: upright.1),
                    name: "P\(index)")
            }
            let read = try Self.read(
                Self.photo(), faces: faces, width: width, height: height, orientation: orientation)
            #expect(read.warnings == [])
            #expect(read.orientation == orientation)
            #expect(read.faceRegions.map(\.name) == faces.map(\.name))
            // Whole pixels round-trip exactly, not only within one.
            #expect(
                read.faceRegions.map {
                    $0.rectangle.pixels(width: upright.0, height: upright.1)
                } == boxes)
        }
    }

    static let hardNames = [
        "Zoë Müller", "👩‍👧‍👦 family", "\"quoted\" 'twice'", "<&> ]]> &amp;", "日本 花子", "a/b\\c",
        "lang=de x",
        "e\u{301}", String(repeating: "Ā long nâme ", count: 850) + "end",
    ]

    @Test("names round-trip unchanged", arguments: hardNames)
    func names(name: String) throws {
        let box = RelativeRectangle(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        let read = try Self.read(Self.photo(), faces: [FaceRegion(rectangle: box, name: name)])
        #expect(read.faceRegions.map { $0.name.map { Array($0.utf8) } } == [Array(name.utf8)])
        #expect(read.warnings == [])
    }

    @Test("a face without a name has a region, one outside the picture has none")
    func nameless() throws {
        let boxes = [
            RelativeRectangle(x: 0.5, y: 0.5, width: 0.1, height: 0.1),
            RelativeRectangle(x: 1.5, y: 0.5, width: 0.1, height: 0.1),
            RelativeRectangle(x: .nan, y: 0.5, width: 0.1, height: 0.1),
            RelativeRectangle(x: 0.5, y: 0.5, width: 0, height: 0.1),
            RelativeRectangle(x: 0.9, y: 0.9, width: 0.3, height: 0.1),
        ]
        let read = try Self.read(Self.photo(), faces: boxes.map { FaceRegion(rectangle: $0) })
        #expect(read.faceRegions.count == 2)
        #expect(read.faceRegions.allSatisfy { $0.name == nil })
        #expect(read.warnings == [])
        let last = try #require(read.faceRegions.last).rectangle
        #expect(abs(last.x - 0.9) < 1e-6 && abs(last.x + last.width - 1) < 1e-6)
    }

    @Test("any text gives a packet that reads back")
    func text() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            let title = random.text()
            let tag = random.text()
            let name = random.text()
            let photo = Self.photo {
                $0.title = title
                $0.caption = title
                $0.tags = [tag]
                $0.creator = name
            }
            let box = RelativeRectangle(x: 0, y: 0, width: 0.5, height: 0.5)
            let read = try Self.read(photo, faces: [FaceRegion(rectangle: box, name: name)])
            #expect(read.warnings == [], "\(title.debugDescription)")
            #expect(read.faceRegions.count == 1)
            #expect(read.title == Self.kept(title), "\(title.debugDescription)")
            #expect(read.tags == [Self.kept(tag)].compactMap(\.self))
        }
    }

    @Test("faces from damaged bytes are always inside the picture")
    func damage() throws {
        var random = SeededGenerator(seed: 11)
        let box = RelativeRectangle(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        let sidecar = XMPSidecar.bytes(
            for: Self.photo(), faces: [FaceRegion(rectangle: box, name: "Ana")], storedWidth: 400,
            storedHeight: 300, orientation: 6)
        let picture = RegionPicture.jpeg(width: 400, height: 300, orientation: 6)
        let start = try #require(sidecar.firstRange(of: Array("<mwg-rs:Regions".utf8))).lowerBound
        // Digits give readable numbers; other characters mostly give an unreadable packet.
        let digits = Array("0123456789.-e".utf8)
        let numbers = sidecar.indices.filter {
            $0 > start && digits.prefix(11).contains(sidecar[$0])
        }
        var count = 0
        for turn in 0..<1000 {
            var damaged = sidecar
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place =
                    turn % 4 == 0
                    ? Int.random(in: start..<damaged.count, using: &random)
                    : numbers.randomElement(using: &random) ?? start
                damaged[place] = digits.randomElement(using: &random) ?? 0
            }
            let read = try picture.withUnsafeBytes {
                try MetadataReader().read(bytes: $0, sidecars: [damaged])
            }
            for face in read.faceRegions.map(\.rectangle) {
                count += 1
                #expect(face.x >= 0 && face.y >= 0 && face.width > 0 && face.height > 0)
                #expect(face.x + face.width < 1 + 1e-9 && face.y + face.height < 1 + 1e-9)
            }
        }
        #expect(count > 100, "the damage leaves too few packets that read")
    }

    /// The text without characters that XML or its readers drop and without trailing blanks.
    private static func kept(_ text: String) -> String? {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isForbidden =
                (scalar.value < 0x20 && !"\t\n\r".unicodeScalars.contains(scalar))
                || [0x7F, 0xFFFE, 0xFFFF].contains(scalar.value)
            if !isForbidden { scalars.append(scalar) }
        }
        var kept = String(scalars)
        while let last = kept.last, last.isWhitespace { kept.removeLast() }
        return kept.isEmpty ? nil : kept
    }

    @Test(
        "a date is written with its known parts",
        arguments: [
            ("1978", nil, nil, "1978"), ("1978:06", "5", "+02:00", "1978-06"),
            ("2024:05:01 10:22:31", "05", "-03:00", "2024-05-01T10:22:31.05-03:00"),
            ("2024:05:01 10:22:31", "", nil, "2024-05-01T10:22:31"),
            ("2024:05:01 10:22:31", "x", nil, "2024-05-01T10:22:31"),
            ("0987:05:01 10:22:31", nil, nil, "0987-05-01T10:22:31"), ("now", nil, nil, nil),
        ] as [(String, String?, String?, String?)])
    func dates(clock: String, digits: String?, offset: String?, expected: String?) {
        let photo = Self.photo {
            $0.dateTimeOriginal = clock
            $0.subSecTimeOriginal = digits
            $0.offsetTimeOriginal = offset
        }
        let bytes = XMPSidecar.bytes(
            for: photo, faces: [], storedWidth: nil, storedHeight: nil, orientation: 1)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("DateTimeOriginal") == (expected != nil))
        if let expected {
            #expect(text.contains(">\(expected)<") || text.contains("\"\(expected)\""))
        }
    }

    @Test("text, date, place and rating round-trip")
    func details() throws {
        for (latitude, longitude, altitude) in [
            (-22.951916, -43.210487, -1.88), (48.8566123, 2.3522456, 35.5), (90.0, -180.0, nil),
            (-0.00001, 0.00002, 0), (37.99999999, -122.00000001, nil),
        ] as [(Double, Double, Double?)] {
            let place = Coordinate(latitude: latitude, longitude: longitude, altitude: altitude)
            let photo = Self.photo {
                $0.title = "Grüße"
                $0.caption = "two\nlines"
                $0.creator = "Ann; Bob"
                $0.copyright = "© Ann"
                $0.tags = ["Paris, France", "日本"]
                $0.rating = -1
                $0.make = "Maker"
                $0.model = "Model 1"
                $0.dateTimeOriginal = "2024:05:01 10:22:31"
                $0.offsetTimeOriginal = altitude == nil ? nil : "Z"
                $0.coordinate = place
            }
            let read = try Self.read(photo, orientation: 8)
            #expect(read.title == "Grüße")
            #expect(read.caption == "two\nlines")
            #expect(read.creator == "Ann; Bob")
            #expect(read.copyright == "© Ann")
            #expect(read.tags == ["Paris, France", "日本"])
            #expect(read.rating == -1)
            #expect(read.make == "Maker" && read.model == "Model 1")
            #expect(read.orientation == 8)
            #expect(read.dateTimeOriginal == "2024:05:01 10:22:31")
            #expect(read.offsetTimeOriginal == (altitude == nil ? nil : "Z"))
            let found = try #require(read.coordinate)
            #expect(abs(found.latitude - latitude) < 1e-9)
            #expect(abs(found.longitude - longitude) < 1e-9)
            #expect(found.altitude == altitude)
        }
    }

    private static let expected = """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="gallery">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description rdf:about=""
            xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
            xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
            xmlns:cc="http://creativecommons.org/ns#"
            xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:exif="http://ns.adobe.com/exif/1.0/"
            xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
            xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
            xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"
            xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#"
            xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
            xmlns:xmp="http://ns.adobe.com/xap/1.0/"
            xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/">
           <dc:title>
            <rdf:Alt>
             <rdf:li xml:lang="x-default">Tom &amp; &lt;Ana&gt;</rdf:li>
            </rdf:Alt>
           </dc:title>
           <dc:subject>
            <rdf:Bag>
             <rdf:li>beach</rdf:li>
             <rdf:li>low &quot;tide&quot;</rdf:li>
            </rdf:Bag>
           </dc:subject>
           <xmp:Rating>4</xmp:Rating>
           <xmpRights:UsageTerms>
            <rdf:Alt>
             <rdf:li xml:lang="x-default">CC BY 2.0</rdf:li>
            </rdf:Alt>
           </xmpRights:UsageTerms>
           <xmpRights:WebStatement>https://creativecommons.org/licenses/by/2.0/</xmpRights:WebStatement>
           <cc:license rdf:resource="https://creativecommons.org/licenses/by/2.0/"/>
           <photoshop:DateCreated>2024-05-01T10:22:31-03:00</photoshop:DateCreated>
           <exif:DateTimeOriginal>2024-05-01T10:22:31-03:00</exif:DateTimeOriginal>
           <tiff:Orientation>6</tiff:Orientation>
           <exif:GPSVersionID>2.3.0.0</exif:GPSVersionID>
           <exif:GPSLatitude>22,54.00S</exif:GPSLatitude>
           <exif:GPSLongitude>43,15.00E</exif:GPSLongitude>
           <exif:GPSAltitudeRef>1</exif:GPSAltitudeRef>
           <exif:GPSAltitude>1880/1000</exif:GPSAltitude>
           <Iptc4xmpExt:PersonInImage>
            <rdf:Bag>
             <rdf:li>Ana</rdf:li>
            </rdf:Bag>
           </Iptc4xmpExt:PersonInImage>
           <mwg-rs:Regions rdf:parseType="Resource">
            <mwg-rs:AppliedToDimensions rdf:parseType="Resource">
             <stDim:w>4000</stDim:w>
             <stDim:h>3000</stDim:h>
             <stDim:unit>pixel</stDim:unit>
            </mwg-rs:AppliedToDimensions>
            <mwg-rs:RegionList>
             <rdf:Bag>
              <rdf:li rdf:parseType="Resource">
               <mwg-rs:Name>Ana</mwg-rs:Name>
               <mwg-rs:Type>Face</mwg-rs:Type>
               <mwg-rs:Area rdf:parseType="Resource">
                <stArea:x>0.25</stArea:x>
                <stArea:y>0.8</stArea:y>
                <stArea:w>0.1</stArea:w>
                <stArea:h>0.2</stArea:h>
                <stArea:unit>normalized</stArea:unit>
               </mwg-rs:Area>
              </rdf:li>
              <rdf:li rdf:parseType="Resource">
               <mwg-rs:Type>Face</mwg-rs:Type>
               <mwg-rs:Area rdf:parseType="Resource">
                <stArea:x>0.25</stArea:x>
                <stArea:y>0.2</stArea:y>
                <stArea:w>0.1</stArea:w>
                <stArea:h>0.2</stArea:h>
                <stArea:unit>normalized</stArea:unit>
               </mwg-rs:Area>
              </rdf:li>
             </rdf:Bag>
            </mwg-rs:RegionList>
           </mwg-rs:Regions>
          </rdf:Description>
         </rdf:RDF>
        </x:xmpmeta>
        <?xpacket end="w"?>

        """
}
