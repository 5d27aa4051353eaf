import GalleryModel

/// Builds an XMP packet, one property at a time.
///
/// Source: XMP specification (ISO 16684-1), part 1, chapter 7 (serialization) and section 7.3.2
/// (packet wrapper).
struct XMPPacket: ~Copyable {
    /// A kind of RDF list.
    enum ListKind: String {
        /// Unordered.
        case bag = "rdf:Bag"
        /// Ordered.
        case seq = "rdf:Seq"
    }

    private var buffer = OutputBuffer(capacity: 4096)
    private var depth = 3

    /// Opens the packet with all namespaces, so that all packets start with the same bytes.
    init() {
        buffer.append("<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n")
        buffer.append("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\" x:xmptk=\"gallery\">\n")
        buffer.append(" <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n")
        buffer.append("  <rdf:Description rdf:about=\"\"")
        for (prefix, space) in XMPPacket.namespaces {
            buffer.append("\n    xmlns:\(prefix)=\"\(space)\"")
        }
        buffer.append(">\n")
    }

    /// Closes the packet and returns its bytes.
    consuming func finished() -> [UInt8] {
        buffer.append("  </rdf:Description>\n </rdf:RDF>\n</x:xmpmeta>\n")
        buffer.append("<?xpacket end=\"w\"?>\n")
        return buffer.bytes
    }

    /// Appends a simple property; nil and empty text are omitted.
    mutating func append(_ name: String, _ text: String?) {
        guard let text, !text.isEmpty else { return }
        indent()
        buffer.append("<\(name)>")
        buffer.append(xmlText: text)
        buffer.append("</\(name)>\n")
    }

    /// Appends a property whose value is a resource URL.
    mutating func append(resource name: String, _ url: String) {
        indent()
        buffer.append("<\(name) rdf:resource=\"")
        buffer.append(xmlText: url)
        buffer.append("\"/>\n")
    }

    /// Appends text in the default language; nil and empty text are omitted.
    mutating func append(language name: String, _ text: String?) {
        guard let text, !text.isEmpty else { return }
        nest(name) { packet in
            packet.nest("rdf:Alt") { packet in
                packet.indent()
                packet.buffer.append("<rdf:li xml:lang=\"x-default\">")
                packet.buffer.append(xmlText: text)
                packet.buffer.append("</rdf:li>\n")
            }
        }
    }

    /// Appends a list of texts; empty texts and empty lists are omitted.
    mutating func append(list name: String, _ kind: ListKind, _ texts: [String]?) {
        let items = (texts ?? []).filter { !$0.isEmpty }
        guard !items.isEmpty else { return }
        nest(name) { packet in
            packet.nest(kind.rawValue) { packet in
                for item in items { packet.append("rdf:li", item) }
            }
        }
    }

    /// Appends a structure; `body` appends its fields.
    mutating func append(structure name: String, _ body: (inout XMPPacket) -> Void) {
        nest(name, attributes: " rdf:parseType=\"Resource\"", body)
    }

    /// Appends an element around the output of `body`.
    mutating func nest(_ name: String, attributes: String = "", _ body: (inout XMPPacket) -> Void) {
        indent()
        buffer.append("<\(name)\(attributes)>\n")
        depth += 1
        body(&self)
        depth -= 1
        indent()
        buffer.append("</\(name)>\n")
    }

    private mutating func indent() { for _ in 0..<depth { buffer.append(UInt8(ascii: " ")) } }

    private static let namespaces = [
        ("Iptc4xmpCore", "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"),
        ("Iptc4xmpExt", "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"),
        ("cc", "http://creativecommons.org/ns#"),
        ("dc", "http://purl.org/dc/elements/1.1/"),
        ("exif", "http://ns.adobe.com/exif/1.0/"),
        ("mwg-rs", "http://www.metadataworkinggroup.com/schemas/regions/"),
        ("photoshop", "http://ns.adobe.com/photoshop/1.0/"),
        ("stArea", "http://ns.adobe.com/xmp/sType/Area#"),
        ("stDim", "http://ns.adobe.com/xap/1.0/sType/Dimensions#"),
        ("tiff", "http://ns.adobe.com/tiff/1.0/"),
        ("xmp", "http://ns.adobe.com/xap/1.0/"),
        ("xmpRights", "http://ns.adobe.com/xap/1.0/rights/"),
    ]
}

extension XMPPacket {
    /// Appends the people in the picture and their face regions.
    ///
    /// Areas are relative to the stored picture and given by their center, as read by digiKam,
    /// Lightroom and Immich.
    /// Source: MWG, "Guidelines for Handling Image Metadata" 2.0, chapter 5 (Image Regions),
    /// https://exiftool.org/TagNames/MWG.html
    mutating func appendFaces(_ faces: [FaceRegion], width: Int?, height: Int?, orientation: Int) {
        var seen: Set<String> = []
        let names = faces.compactMap(\.name).filter { !$0.isEmpty && seen.insert($0).inserted }
        append(list: "Iptc4xmpExt:PersonInImage", .bag, names)
        let regions = faces.compactMap { face -> (name: String?, sides: [Double])? in
            let box = face.rectangle.stored(orientation: orientation)
            guard [box.x, box.y, box.width, box.height].allSatisfy(\.isFinite) else { return nil }
            let (left, right) = (max(box.x, 0), min(box.x + box.width, 1))
            let (top, bottom) = (max(box.y, 0), min(box.y + box.height, 1))
            guard right > left, bottom > top else { return nil }
            let name = face.name.flatMap { $0.isEmpty ? nil : $0 }
            return (name, [(left + right) / 2, (top + bottom) / 2, right - left, bottom - top])
        }
        guard !regions.isEmpty else { return }
        append(structure: "mwg-rs:Regions") { packet in
            if let width, let height, width > 0, height > 0 {
                packet.append(structure: "mwg-rs:AppliedToDimensions") { packet in
                    packet.append("stDim:w", String(width))
                    packet.append("stDim:h", String(height))
                    packet.append("stDim:unit", "pixel")
                }
            }
            packet.nest("mwg-rs:RegionList") { packet in
                packet.nest("rdf:Bag") { packet in
                    // Older versions of digiKam stop reading at the first region without a name.
                    for (name, sides) in regions where name != nil { packet.append(name, sides) }
                    for (name, sides) in regions where name == nil { packet.append(name, sides) }
                }
            }
        }
    }

    /// Appends the region of a face, whose center and size are fractions of the stored picture.
    private mutating func append(_ name: String?, _ sides: [Double]) {
        append(structure: "rdf:li") { packet in
            packet.append("mwg-rs:Name", name)
            packet.append("mwg-rs:Type", "Face")
            packet.append(structure: "mwg-rs:Area") { packet in
                for (property, side) in zip(["x", "y", "w", "h"], sides) {
                    // At most 9 decimals, exact to a ten-thousandth of a pixel.
                    var text = OutputBuffer(capacity: 64)
                    text.append(decimal: (side * 1e9).rounded() / 1e9)
                    packet.append("stArea:\(property)", String(decoding: text.bytes, as: UTF8.self))
                }
                packet.append("stArea:unit", "normalized")
            }
        }
    }
}

extension XMPPacket {
    /// Appends a position.
    ///
    /// Source: XMP specification, part 2, section 4.4 (GPSCoordinate): `DDD,MM.mmk`.
    mutating func appendPosition(_ coordinate: Coordinate?) {
        guard let coordinate else { return }
        append("exif:GPSVersionID", "2.3.0.0")
        append(
            "exif:GPSLatitude",
            XMPPacket.angle(coordinate.latitude) + (coordinate.latitude < 0 ? "S" : "N"))
        append(
            "exif:GPSLongitude",
            XMPPacket.angle(coordinate.longitude) + (coordinate.longitude < 0 ? "W" : "E"))
        guard let altitude = coordinate.altitude else { return }
        append("exif:GPSAltitudeRef", altitude < 0 ? "1" : "0")
        let millimeters = min((altitude.magnitude * 1000).rounded(), Double(UInt32.max))
        append("exif:GPSAltitude", "\(UInt32(millimeters))/1000")
    }

    /// Formats degrees and minutes, such as `22,54.4824`.
    ///
    /// Uses eight decimals for minutes: 2e-10 degrees, or 0.02 mm on the ground.
    private static func angle(_ degrees: Double) -> String {
        let perMinute: Int64 = 100_000_000
        let parts = Int64((degrees.magnitude * 60 * Double(perMinute)).rounded())
        let (whole, rest) = parts.quotientAndRemainder(dividingBy: 60 * perMinute)
        let (minutes, fraction) = rest.quotientAndRemainder(dividingBy: perMinute)
        var digits = String(String(perMinute + fraction).dropFirst())
        // Readers expect at least two decimals.
        while digits.count > 2, digits.hasSuffix("0") { digits.removeLast() }
        return "\(whole),\(minutes).\(digits)"
    }
}
