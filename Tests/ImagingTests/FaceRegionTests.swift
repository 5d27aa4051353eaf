import GalleryModel
import Imaging
import Testing

@Suite("Face regions in metadata")
struct FaceRegionTests {
    /// A region as programs write it, its position the area's centre.
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
        // The size in the frame header, behind its marker, length and precision.
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

    /// One area, 0.2...0.3 across and 0.1...0.3 down, as each orientation shows it.
    static let turned: [(Int, [Double])] = [
        (1, [0.2, 0.1, 0.1, 0.2]), (2, [0.7, 0.1, 0.1, 0.2]), (3, [0.7, 0.7, 0.1, 0.2]),
        (4, [0.2, 0.7, 0.1, 0.2]), (5, [0.1, 0.2, 0.2, 0.1]), (6, [0.7, 0.2, 0.2, 0.1]),
        (7, [0.7, 0.7, 0.2, 0.1]), (8, [0.1, 0.7, 0.2, 0.1]),
    ]

    @Test("areas of the stored picture become rectangles of the upright one", arguments: turned)
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

    @Test("only faces count, and a name without a type is one")
    func types() throws {
        let area = "x='0.5' y='0.5' w='0.1' h='0.1'"
        let read = try Self.read(
            embedded: Self.list([
                Self.region("Rex", type: "Pet"), Self.region(nil, area, type: "Focus"),
                Self.region("4006381333931", type: "BarCode"), Self.region("Ana", area, type: nil),
                Self.region(nil, type: nil), Self.region(nil),
            ]))
        #expect(read.faceRegions.map(\.name) == ["Ana", nil])
        #expect(read.warnings == [])
    }

    @Test("the prefixes of a file are its own business")
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
        ("x='0.5' y='0.5'", "normalized", "its area is no rectangle"),
        ("x='0.5' y='0.5' d='0.2'", "normalized", "its area is no rectangle"),
        ("x='0.5' w='0.1' h='0.1'", "normalized", "its area has no position"),
        ("x='nan' y='0.5' w='0.1' h='0.1'", "normalized", "its area has no position"),
        ("x='1e999' y='0.5' w='0.1' h='0.1'", "normalized", "its area has no position"),
        ("x='0.5' y='0.5' w='inf' h='0.1'", "normalized", "its area is no rectangle"),
        ("x='0.5' y='0.5' w='0,1' h='0.1'", "normalized", "its area is no rectangle"),
        ("x='0.5' y='0.5' w='0' h='0.1'", "normalized", "its area has no size"),
        ("x='0.5' y='0.5' w='-0.1' h='-0.1'", "normalized", "its area has no size"),
        ("x='-0.5' y='0.5' w='0.1' h='0.1'", "normalized", "its area lies outside of the picture"),
        ("x='0.5' y='1.5' w='0.1' h='0.1'", "normalized", "its area lies outside of the picture"),
        ("x='200' y='100' w='50' h='50'", "normalized", "its area lies outside of the picture"),
        ("x='0.5' y='0.5' w='1e300' h='0.1'", "normalized", "its area lies outside of the picture"),
        ("x='500' y='100' w='50' h='50'", "pixel", "its area lies outside of the picture"),
        ("x='5' y='1' w='1' h='1'", "inch", "its area has the unknown unit 'inch'"),
    ]

    @Test(
        "a region that makes no sense is left out by name, and the others count",
        arguments: oddAreas)
    func nonsense(area: String, unit: String, reason: String) throws {
        let read = try Self.read(
            embedded: Self.list(
                [
                    Self.region("Ana"), Self.region("Ben", area, unit: unit),
                    Self.region("Eve", "x='0.5' y='0.5' w='0.1' h='0.1'"),
                ], dimensions: ("400", "200")))
        #expect(read.faceRegions.map(\.name) == ["Ana", "Eve"])
        #expect(read.warnings == ["face region 2 'Ben' is left out: \(reason)"])
    }

    @Test("areas in pixels are of the told size, or of the picture where none is told")
    func pixels() throws {
        let region = Self.region("Ana", "x='25' y='10' w='10' h='10'", unit: "pixel")
        let told = try Self.read(embedded: Self.list([region], dimensions: ("100", "50")))
        #expect(told.faceRegions.map { Self.rounded($0.rectangle) } == [[0.2, 0.1, 0.1, 0.2]])
        let untold = try Self.read(embedded: Self.list([region]), width: 200, height: 100)
        #expect(untold.faceRegions.map { Self.rounded($0.rectangle) } == [[0.1, 0.05, 0.05, 0.1]])
    }

    @Test("a face that reaches a little over the edge is cut at it")
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

    @Test("regions of a picture that was cropped or turned since are left out", arguments: sizes)
    func staleness(width: String, height: String, change: String?) throws {
        let read = try Self.read(
            embedded: Self.list([Self.region("Ana")], dimensions: (width, height))
                + Self.microsoft([("Ben", "0.1, 0.1, 0.1, 0.1")]))
        #expect(read.faceRegions.map(\.name) == (change == nil ? ["Ana"] : []))
        let warning = change.map {
            "1 face region is left out: written for a picture of \(width) x \(height) pixels, "
                + "and this one has 400 x 200: \($0)"
        }
        #expect(read.warnings == [warning].compactMap(\.self))
    }

    @Test("a sidecar's faces win over the picture's own, if it has any that count")
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

    @Test("Microsoft's regions stand in where there is no face in the group's form")
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
                "face region 4 'bad' is left out: its rectangle cannot be read: '0.1, 0.2, 0.3'"
            ])
        let both = try Self.read(embedded: regions + Self.list([Self.region("Eve")]))
        #expect(both.faceRegions.map(\.name) == ["Eve"])
    }

    @Test("names are one clean line, and the same face counts once")
    func names() throws {
        let read = try Self.read(
            embedded: Self.list([
                Self.region(" Zoë\u{7F}\u{2028}B&#x9;C&#xA; "), Self.region(" &#xA;"),
                Self.region(" "), Self.region("👩‍👧 &lt;&amp;&gt; \"'"),
                Self.region("👩‍👧 &lt;&amp;&gt; \"'"),
            ]))
        #expect(read.faceRegions.map(\.name) == ["Zoë  B C", nil, "👩‍👧 <&> \"'"])
    }

    @Test("text that exiv2 takes for a type is a warning, and what came before it counts")
    func typeText() throws {
        let regions = [Self.region("Ana"), Self.region("type=x")]
        let read = try Self.read(sidecars: [Self.list(regions)])
        #expect(read.faceRegions.map(\.name) == ["Ana"])
        #expect(read.warnings.contains { $0.contains("type") })
    }

    @Test("more than a thousand regions are bounded, and so are their warnings")
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
        #expect(warnings.last == "12 more face regions are left out")
    }
}
