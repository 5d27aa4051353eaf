/// Builds an XMP packet property by property.
///
/// Source: XMP specification (ISO 16684-1), part 1, chapter 7 (serialization) and section 7.3.2
/// (packet wrapper).
struct XMPPacket: ~Copyable {
    /// Names the kinds of lists.
    enum ListKind: String {
        /// Without an order.
        case bag = "rdf:Bag"
        /// In order.
        case seq = "rdf:Seq"
    }

    private var buffer = OutputBuffer(capacity: 4096)
    private var depth = 3

    /// Opens the packet with every namespace, so that all packets begin alike.
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

    /// Appends a simple property; nil and empty text are left out.
    mutating func append(_ name: String, _ text: String?) {
        guard let text, !text.isEmpty else { return }
        indent()
        buffer.append("<\(name)>")
        buffer.append(xmlText: text)
        buffer.append("</\(name)>\n")
    }

    /// Appends a property whose value is the address of a resource.
    mutating func append(resource name: String, _ url: String) {
        indent()
        buffer.append("<\(name) rdf:resource=\"")
        buffer.append(xmlText: url)
        buffer.append("\"/>\n")
    }

    /// Appends text in the default language; nil and empty text are left out.
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

    /// Appends a list of texts; empty ones are left out, and an empty list altogether.
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

    /// Appends an element around what `body` appends.
    mutating func nest(
        _ name: String, attributes: String = "", _ body: (inout XMPPacket) -> Void
    ) {
        indent()
        buffer.append("<\(name)\(attributes)>\n")
        depth += 1
        body(&self)
        depth -= 1
        indent()
        buffer.append("</\(name)>\n")
    }

    private mutating func indent() {
        for _ in 0..<depth { buffer.append(UInt8(ascii: " ")) }
    }

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
