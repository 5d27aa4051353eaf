import GalleryModel
import Imaging
import TestSupport
import Testing

@Suite("Face regions in metadata")
struct FaceRegionTests {
    /// A region as programs write it, with the area's center as its position.
    private static func region(
        _ name: String? = nil, _ area: String = "x='0.25' y='0.2' w='0.1' h='0.2'",
        unit: String = "normalized", type: String? = "Face"
    ) -> String {
        let fields = area.split(separator: " ").map { "stArea:\($0)" }.joined(separator: " ")
        return "<rdf:li rdf:parseType='Resource'>"
            + (name.map { "<mwg-rs:Name>\($0)</mwg-rs:Name>" } ?? "")
            + (type.map { "<mwg-rs:Type>\($0)</mwg-rs:Type>" } ?? "")
            + "<mwg-rs:Area \(fields) stArea:unit='\(unit)'/></rdf:li>"
    }

    private static func list(_ regions: [String], dimensions: (String, String)? = nil) -> String {
        let size = dimensions.map {
            "<mwg-rs:AppliedToDimensions stDim:w='\($0.0)' stDim:h='\($0.1)' stDim:unit='pixel'/>"
        }
        return "<mwg-rs:Regions rdf:parseType='Resource'>" + (size ?? "")
            + "<mwg-rs:RegionList><rdf:Bag>" + regions.joined()
            + "</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>"
    }

    /// Microsoft's regions: names and rectangles from the top left corner.
    private static func microsoft(_ regions: [(name: String, rectangle: String?)]) -> String {
        "<MP:RegionInfo rdf:parseType='Resource'><MPRI:Regions><rdf:Bag>"
            + regions.map { name, rectangle in
                "<rdf:li MPReg:PersonDisplayName='\(name)'"
                    + (rectangle.map { " MPReg:Rectangle='\($0)'" } ?? "") + "/>"
            }.joined() + "</rdf:Bag></MPRI:Regions></MP:RegionInfo>"
    }

    private static func packet(_ properties: String) -> [UInt8] {
        let spaces = [
            "mwg-rs='http://www.metadataworkinggroup.com/schemas/regions/'",
            "stArea='http://ns.adobe.com/xmp/sType/Area#'",
            "stDim='http://ns.adobe.com/xap/1.0/sType/Dimensions#'",
            "Iptc4xmpExt='http://iptc.org/std/Iptc4xmpExt/2008-02-29/'",
            "MP='http://ns.microsoft.com/photo/1.2/'",
            "MPRI='http://ns.microsoft.com/photo/1.2/t/RegionInfo#'",
            "MPReg='http://ns.microsoft.com/photo/1.2/t/Region#'",
        ].map { " xmlns:\($0)" }.joined()
        return Array(
            ("<x:xmpmeta xmlns:x='adobe:ns:meta/'>"
                + "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
                + "<rdf:Description rdf:about=''\(spaces)>\(properties)</rdf:Description>"
                + "</rdf:RDF></x:xmpmeta>").utf8)
    }

    private static func read(
        embedded: String? = nil, sidecars: [String] = [], width: UInt16 = 400,
        height: UInt16 = 200, orientation: Int? = nil
    ) throws -> PictureMetadata {
        var picture = TinyPictures.jpeg()
        if let embedded { picture = TinyPictures.jpeg(xmp: packet(embedded)) }
        if let orientation {
            var metadata = PictureMetadata()
            metadata.orientation = orientation
            picture = try MetadataWriter().applying(metadata, to: picture)
        }
        // The size in the frame header, after its marker, length and precision.
        let frame = try #require(picture.firstRange(of: [0xFF, 0xC0])).lowerBound
        picture.replaceSubrange(
            (frame + 5)..<(frame + 9),
            with: [
                UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255),
            ])
        return try picture.withUnsafeBytes {
            try MetadataReader().read(bytes: $0, sidecars: sidecars.map(packet))
        }
    }

    private static func rounded(_ rectangle: RelativeRectangle) -> [Double] {
        [rectangle.x, rectangle.y, rectangle.width, rectangle.height]
            .map { ($0 * 1e9).rounded() / 1e9 }
    }

    /// An area, 0.2...0.3 across and 0.1...0.3 down, under each orientation.
    static let turned: [(Int, [Double])] = [
        (1, [0.2, 0.1, 0.1, 0.2]), (2, [0.7, 0.1, 0.1, 0.2]), (3, [0.7, 0.7, 0.1, 0.2]),
        (4, [0.2, 0.7, 0.1, 0.2]), (5, [0.1, 0.2, 0.2, 0.1]), (6, [0.7, 0.2, 0.2, 0.1]),
        (7, [0.7, 0.7, 0.2, 0.1]), (8, [0.1, 0.7, 0.2, 0.1]),
    ]

    @Test("areas in the stored picture become rectangles in the upright one", arguments: turned)
    func upright(orientation: Int, expected: [Double]) throws {
        let embedded = Self.list([Self.region("Ana")], dimensions: ("400", "200"))
        for sidecars in [[], [embedded]] {
            let read = try Self.read(
                embedded: embedded, sidecars: sidecars, orientation: orientation)
            #expect(read.faceRegions.map { Self.rounded($0.rectangle) } == [expected])
            #expect(read.faceRegions.map(\.name) == ["Ana"])
            #expect(read.warnings == [])
        }
    }

    @Test("only faces count, including a name without a type")
    func types() throws {
        let area = "x='0.5' y='0.5' w='0.1' h='0.1'"
        let read = try Self.read(
            embedded: Self.list([
                Self.region("Rex", type: "Pet"), Self.region(nil, area, type: "Focus"),
                Self.region("4006381333931", type: "BarCode"), Self.region("Ana", area, type: nil),
                Self.region(nil, type: nil), Self.region(nil),
            ]))
        #expect(read.faceRegions.map(\.name) == ["Ana", nil])
        #expect(read.tags == ["Rex"])
        #expect(read.warnings == [])
    }

    @Test("areas written for the upright size apply to the upright picture", arguments: 1...8)
    func uprightSize(orientation: Int) throws {
        let embedded = Self.list([Self.region("Ana")], dimensions: ("200", "400"))
        let read = try Self.read(embedded: embedded, orientation: orientation)
        let expected = orientation >= 5 ? [[0.2, 0.1, 0.1, 0.2]] : []
        #expect(read.faceRegions.map { Self.rounded($0.rectangle) } == expected)
        #expect(read.warnings.contains { $0.contains("turned since") } == (orientation < 5))
    }

    @Test("a circle's diameter is relative to the picture's shorter side")
    func circles() throws {
        let circle = "x='0.5' y='0.5' d='0.2'"
        let read = try Self.read(
            embedded: Self.list([
                Self.region("Ana", circle),
                Self.region("Ben", "x='200' y='100' d='40'", unit: "pixel"),
            ]))
        #expect(read.faceRegions.map(\.name) == ["Ana", "Ben"])
        for face in read.faceRegions {
            #expect(Self.rounded(face.rectangle) == [0.45, 0.4, 0.1, 0.2])
        }
    }

    @Test("a face without a name takes the name of Microsoft's region at the same position")
    func microsoftNames() throws {
        let read = try Self.read(
            embedded: Self.list([
                Self.region(nil), Self.region("Eve", "x='0.8' y='0.8' w='0.1' h='0.1'"),
                Self.region(nil, "x='0.5' y='0.8' w='0.1' h='0.1'"),
            ])
                + Self.microsoft([
                    ("Ben", "0.75, 0.75, 0.1, 0.1"), ("Ana", "0.21, 0.1, 0.1, 0.2"),
                ]), orientation: 1)
        #expect(read.faceRegions.map(\.name) == ["Ana", "Eve", nil])
    }

    @Test("namespace prefixes of a file do not affect other files")
    func prefixes() throws {
        let strange = """
            <x:xmpmeta xmlns:x='adobe:ns:meta/'>
            <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
            <rdf:Description rdf:about='' xmlns:stArea='http://example.com/'
            xmlns:mwg-rs='http://example.com/2/'
            xmlns:m='http://www.metadataworkinggroup.com/schemas/regions/'
            xmlns:a='http://ns.adobe.com/xmp/sType/Area#'>
            <m:Regions rdf:parseType='Resource'><m:RegionList><rdf:Seq>
            <rdf:li><rdf:Description m:Name='Ana' m:Type='Face'>
            <m:Area a:x='0.25' a:y='0.2' a:w='0.1' a:h='0.2'/></rdf:Description></rdf:li>
            </rdf:Seq></m:RegionList></m:Regions></rdf:Description></rdf:RDF></x:xmpmeta>
            """
        let usual = Self.packet(Self.list([Self.region("Ben")]))
        for (packet, name) in [(Array(strange.utf8), "Ana"), (usual, "Ben")] {
            let read = try TinyPictures.jpeg(xmp: packet).withUnsafeBytes {
                try MetadataReader().read(bytes: $0)
            }
            #expect(read.faceRegions.map(\.name) == [name])
            #expect(
                read.faceRegions.map { Self.rounded($0.rectangle) } == [[0.2, 0.1, 0.1, 0.2]])
        }
    }

    static let oddAreas: [(String, String, String)] = [
        ("x='0.5' y='0.5'", "normalized", "its area is not a rectangle"),
        ("x='0.5' w='0.1' h='0.1'", "normalized", "its area has no position"),
        ("x='nan' y='0.5' w='0.1' h='0.1'", "normalized", "its area has no position"),
        ("x='1e999' y='0.5' w='0.1' h='0.1'", "normalized", "its area has no position"),
        ("x='0.5' y='0.5' w='inf' h='0.1'", "normalized", "its area is not a rectangle"),
        ("x='0.5' y='0.5' w='0,1' h='0.1'", "normalized", "its area is not a rectangle"),
        ("x='0.5' y='0.5' w='0' h='0.1'", "normalized", "its area has no size"),
        ("x='0.5' y='0.5' w='-0.1' h='-0.1'", "normalized", "its area has no size"),
        ("x='-0.5' y='0.5' w='0.1' h='0.1'", "normalized", "its area is outside the picture"),
        ("x='0.5' y='1.5' w='0.1' h='0.1'", "normalized", "its area is outside the picture"),
        ("x='200' y='100' w='50' h='50'", "normalized", "its area is outside the picture"),
        ("x='0.5' y='0.5' w='1e300' h='0.1'", "normalized", "its area is outside the picture"),
        ("x='500' y='100' w='50' h='50'", "pixel", "its area is outside the picture"),
        ("x='5' y='1' w='1' h='1'", "inch", "its area has the unknown unit 'inch'"),
    ]

    @Test(
        "an invalid region is skipped and named, and the others count",
        arguments: oddAreas)
    func nonsense(area: String, unit: String, reason: String) throws {
        let read = try Self.read(
            embedded: Self.list(
                [
                    Self.region("Ana"), Self.region("Ben", area, unit: unit),
                    Self.region("Eve", "x='0.5' y='0.5' w='0.1' h='0.1'"),
                ], dimensions: ("400", "200")))
        #expect(read.faceRegions.map(\.name) == ["Ana", "Eve"])
        #expect(read.warnings == ["face region 2 'Ben' was skipped: \(reason)"])
    }

    @Test("areas in pixels use the stated size, or the picture's size if none is stated")
    func pixels() throws {
        let region = Self.region("Ana", "x='25' y='10' w='10' h='10'", unit: "pixel")
        let result = try Self.read(embedded: Self.list([region], dimensions: ("100", "50")))
        #expect(result.faceRegions.map { Self.rounded($0.rectangle) } == [[0.2, 0.1, 0.1, 0.2]])
        let untold = try Self.read(embedded: Self.list([region]), width: 200, height: 100)
        #expect(untold.faceRegions.map { Self.rounded($0.rectangle) } == [[0.1, 0.05, 0.05, 0.1]])
    }

    @Test("a face slightly over the edge is clipped to it")
    func edge() throws {
        let read = try Self.read(
            embedded: Self.list([Self.region("Ana", "x='0.02' y='0.98' w='0.1' h='0.1'")]))
        #expect(read.faceRegions.map { Self.rounded($0.rectangle) } == [[0, 0.93, 0.07, 0.07]])
    }

    static let sizes: [(String, String, String?)] = [
        ("400", "200", nil), ("4000", "2000", nil), ("100", "50", nil), ("4000", "2010", nil),
        ("0", "0", nil), ("-4", "nan", nil),
        ("200", "400", "it was turned since"), ("4000", "3000", "it was cropped since"),
        ("4000", "1900", "it was cropped since"),
    ]

    @Test("regions are skipped if the picture was cropped or turned since", arguments: sizes)
    func staleness(width: String, height: String, change: String?) throws {
        let read = try Self.read(
            embedded: Self.list([Self.region("Ana")], dimensions: (width, height))
                + Self.microsoft([("Ben", "0.1, 0.1, 0.1, 0.1")]))
        #expect(read.faceRegions.map(\.name) == (change == nil ? ["Ana"] : []))
        let warning = change.map {
            "1 face region was skipped: written for a picture of \(width) x \(height) pixels, "
                + "but this one has 400 x 200: \($0)"
        }
        let names = change == nil ? Self.unplaced(["Ben"]) : Self.unplaced(["Ana", "Ben"])
        #expect(read.warnings == [warning, names].compactMap(\.self))
    }

    /// The warning about names without a face.
    private static func unplaced(_ names: [String]) -> String {
        names.map { "'\($0)'" }.joined(separator: ", ")
            + (names.count == 1 ? " is" : " are")
            + " named in the metadata, but no usable face region has "
            + (names.count == 1 ? "that name" : "those names")
    }

    /// Names outside the MWG regions, and the expected warnings.
    static let elsewhere: [(String, [String])] = [
        (microsoft([("Ana", "0.2, 0.1, 0.1, 0.2")]), []),
        (microsoft([("Ben", "0.2, 0.1, 0.1, 0.2")]), ["Ben"]),
        (
            microsoft([("Ben", "0.6, 0.6, 0.1, 0.2"), ("Eve", "0.8, 0.6, 0.1, 0.2")]),
            ["Ben", "Eve"]
        ),
        (microsoft([("Ben", nil), ("Ana", nil)]), ["Ben"]),
        (person(["Ana"]), []), (person(["Ana", "Zoë", "Ben", "Zoë"]), ["Zoë", "Ben"]),
        (person(["Ben"]) + microsoft([("Ben", "0.6, 0.6, 0.1, 0.2")]), ["Ben"]),
    ]

    private static func person(_ names: [String]) -> String {
        "<Iptc4xmpExt:PersonInImage><rdf:Bag>"
            + names.map { "<rdf:li>\($0)</rdf:li>" }.joined()
            + "</rdf:Bag></Iptc4xmpExt:PersonInImage>"
    }

    @Test("names without a face are reported", arguments: elsewhere)
    func unplacedNames(others: String, expected: [String]) throws {
        let embedded = Self.list([Self.region("Ana")]) + others
        for read in [
            try Self.read(embedded: embedded), try Self.read(sidecars: [embedded]),
        ] {
            #expect(read.faceRegions.map(\.name) == ["Ana"])
            #expect(read.warnings == (expected.isEmpty ? [] : [Self.unplaced(expected)]))
        }
        let alone = try Self.read(embedded: Self.person(["Ana"]))
        #expect(alone.faceRegions == [] && alone.warnings == [Self.unplaced(["Ana"])])
    }

    @Test("a sidecar's faces override the picture's own if any of them are valid")
    func sidecars() throws {
        let embedded = Self.list([Self.region("embedded")])
        func names(_ sidecars: [String]) throws -> [String?] {
            try Self.read(embedded: embedded, sidecars: sidecars).faceRegions.map(\.name)
        }
        let first = Self.list([Self.region("first")])
        let second = Self.microsoft([("second", "0.1, 0.1, 0.1, 0.1")])
        #expect(try names([first, second]) == ["first"])
        #expect(try names([second, first]) == ["second"])
        #expect(try names([Self.list([]), first]) == ["first"])
        #expect(try names([Self.list([Self.region("Rex", type: "Pet")])]) == ["embedded"])
        let stale = Self.list([Self.region("stale")], dimensions: ("10", "10"))
        #expect(try names([stale]) == ["embedded"])
    }

    @Test("Microsoft's regions are used if there are no faces in MWG form")
    func microsoftRegions() throws {
        let regions = Self.microsoft([
            ("Ana", "0.2, 0.1, 0.1, 0.2"), ("Ben", "0.5,0.5,0.1,0.1"), ("nowhere", nil),
            ("bad", "0.1, 0.2, 0.3"), ("", "0.8, 0.8, 0.1, 0.1"),
        ])
        let read = try Self.read(embedded: regions, orientation: 6)
        #expect(read.faceRegions.map(\.name) == ["Ana", "Ben", nil])
        #expect(Self.rounded(read.faceRegions[0].rectangle) == [0.7, 0.2, 0.2, 0.1])
        #expect(
            read.warnings == [
                "face region 4 'bad' was skipped: its rectangle cannot be read: '0.1, 0.2, 0.3'",
                Self.unplaced(["nowhere"]),
            ])
        let both = try Self.read(embedded: regions + Self.list([Self.region("Eve")]))
        #expect(both.faceRegions.map(\.name) == ["Eve"])
    }

    @Test("names are one clean line, and identical faces count once")
    func names() throws {
        let read = try Self.read(
            embedded: Self.list([
                Self.region(" Zoë\u{7F}\u{2028}B&#x9;C&#xA; "), Self.region(" &#xA;"),
                Self.region(" "), Self.region("👩‍👧 &lt;&amp;&gt; \"'"),
                Self.region("👩‍👧 &lt;&amp;&gt; \"'"),
            ]))
        #expect(read.faceRegions.map(\.name) == ["Zoë  B C", nil, "👩‍👧 <&> \"'"])
    }

    @Test("text that exiv2 interprets as a type is a warning, and regions before it count")
    func typeText() throws {
        let regions = [Self.region("Ana"), Self.region("type=x")]
        let read = try Self.read(sidecars: [Self.list(regions)])
        #expect(read.faceRegions.map(\.name) == ["Ana"])
        #expect(read.warnings.contains { $0.contains("type") })
    }

    @Test("the number of regions is limited to a thousand, and so are their warnings")
    func bounded() throws {
        let good = (0..<1500).map { index in
            Self.region("P\(index)", "x='0.5' y='0.5' w='0.1' h='0.\(1000 + index)'")
        }
        let read = try Self.read(sidecars: [Self.list(good)])
        #expect(read.faceRegions.count == 1000)
        #expect(read.faceRegions.last?.name == "P999")
        #expect(
            read.warnings == ["there are more than 1000 face regions: the others are left out"])
        let bad = [String](repeating: Self.region("Bad", "x='9' y='9' w='9' h='9'"), count: 20)
        let warnings = try Self.read(sidecars: [Self.list(bad)]).warnings
        #expect(warnings.count == 9)
        #expect(warnings.last == "12 more face regions were skipped")
    }
}
