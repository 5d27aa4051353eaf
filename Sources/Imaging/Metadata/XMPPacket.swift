/// Repairs XMP packets, so that exiv2 can read their valid parts.
///
/// Source: XMP specification part 1, section 7 (serialization), part 3, section 2 (encodings of
/// sidecars).
struct XMPPacket {
    /// The packet in UTF-8, without preceding and following bytes.
    let bytes: [UInt8]

    /// Decodes UTF-8, UTF-16 and UTF-32, ignoring the declared encoding; other bytes are read as
    /// Windows-1252.
    init(_ raw: [UInt8]) {
        var packet = XMPPacket.wide(raw).map { Array($0.utf8) } ?? raw
        packet.removeFirst(packet.firstIndex(of: UInt8(ascii: "<")) ?? 0)
        // The declaration is removed, because the text is converted to UTF-8.
        if packet.starts(with: "<?xml ".utf8), let end = packet.firstIndex(of: UInt8(ascii: ">")) {
            packet.removeFirst(end + 1)
        }
        for mark in ["<?xpacket end", "</x:xmpmeta>", "</rdf:RDF>"] {
            let index = packet.indices.first { packet[$0...].starts(with: mark.utf8) }
            guard let index, let end = packet[index...].firstIndex(of: UInt8(ascii: ">")) else {
                continue
            }
            packet.removeSubrange((end + 1)...)
            break
        }
        bytes = Array((MetadataText.decode(packet) ?? "").utf8)
    }

    /// Decodes a packet in UTF-16 or UTF-32; nil for others.
    private static func wide(_ raw: [UInt8]) -> String? {
        let head = Array(raw.prefix(4)) + [1, 1, 1, 1]
        switch (head[0], head[1], head[2], head[3]) {
        case (0xFF, 0xFE, 0, 0), (0x3C, 0, 0, 0): return utf32(raw, isLittleEndian: true)
        case (0, 0, 0xFE, 0xFF), (0, 0, 0, 0x3C): return utf32(raw, isLittleEndian: false)
        case (0xFF, 0xFE, _, _), (0x3C, 0, _, _):
            return MetadataText.utf16(raw, isLittleEndian: true)
        case (0xFE, 0xFF, _, _), (0, 0x3C, _, _):
            return MetadataText.utf16(raw, isLittleEndian: false)
        default: return nil
        }
    }

    private static func utf32(_ raw: [UInt8], isLittleEndian: Bool) -> String {
        var text = String.UnicodeScalarView()
        for start in stride(from: 0, to: raw.count - 3, by: 4) {
            let bytes = raw[start..<(start + 4)]
            let code = (isLittleEndian ? Array(bytes.reversed()) : Array(bytes))
                .reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            if code != 0xFEFF { text.append(Unicode.Scalar(code) ?? "\u{FFFD}") }
        }
        return String(text)
    }

    /// A packet for each complete property, in the packet's order, so that damaged or repeated
    /// properties do not affect others.
    var properties: [[UInt8]] {
        var scanner = Scanner(bytes)
        var open: [Scanner.Tag] = []
        var result: [[UInt8]] = []
        var total = 0
        func add(_ outer: [Scanner.Tag], _ attribute: String, _ content: ArraySlice<UInt8>) {
            guard total < XMPPacket.maximumLength, result.count < XMPPacket.maximumCount else {
                return
            }
            result.append(XMPPacket.packet(outer, attribute, content))
            total += result.last?.count ?? 0
        }
        while total < XMPPacket.maximumLength, let tag = scanner.next() {
            // Descriptions inside properties are values.
            let isInside =
                open.last?.isDescription == true
                && open.dropLast().last.map { $0.name == "rdf:RDF" } ?? true
            if tag.isEnd {
                guard let match = open.lastIndex(where: { $0.name == tag.name }) else { continue }
                let property = open[match]
                open.removeSubrange(match...)
                if property.isProperty {
                    add(open, "", bytes[property.range.lowerBound..<tag.range.upperBound])
                }
                continue
            }
            if tag.isDescription, open.last.map({ $0.name == "rdf:RDF" }) ?? true {
                for attribute in tag.attributes where !attribute.isXMLAttribute {
                    add(open + [tag], attribute.text, [])
                }
            } else if isInside, tag.isEmpty {
                add(open, "", bytes[tag.range])
            }
            if !tag.isEmpty, open.count < XMPPacket.maximumDepth {
                open.append(tag)
                open[open.count - 1].isProperty = isInside
            }
        }
        return result
    }

    /// The size limit for all packets of properties together in bytes, because hostile files repeat
    /// long names.
    private static let maximumLength = 16 << 20
    /// The limit for properties, and for attributes of a tag.
    private static let maximumCount = 1000
    private static let maximumDepth = 100

    /// Returns a packet of one description with the namespaces of some tags, innermost last.
    private static func packet(
        _ outer: [Scanner.Tag], _ attribute: String, _ content: ArraySlice<UInt8>
    ) -> [UInt8] {
        var spaces = ["xmlns:rdf": "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'"]
        for space in outer.flatMap(\.attributes) where space.name.hasPrefix("xmlns") {
            spaces[space.name] = space.text
        }
        let declarations = spaces.sorted { $0.key < $1.key }.map(\.value).joined(separator: " ")
        return Array(
            ("<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF \(declarations)>"
                + "<rdf:Description rdf:about='' \(attribute)>").utf8) + content
            + Array("</rdf:Description></rdf:RDF></x:xmpmeta>".utf8)
    }
}

extension XMPPacket {
    /// Iterates over the tags of a possibly incomplete text.
    private struct Scanner {
        struct Attribute {
            var name: String
            /// The name and the quoted value, unchanged.
            var text: String
            /// True if the attribute belongs to XML or RDF and is not a property.
            var isXMLAttribute: Bool {
                ["xmlns", "xml:", "rdf:"].contains { name.hasPrefix($0) } || !name.contains(":")
            }
        }

        struct Tag {
            var name: String
            var isEnd = false
            var isEmpty = false
            var attributes: [Attribute] = []
            var range: Range<Int>
            /// True if the tag is a property of the picture.
            var isProperty = false
            var isDescription: Bool { name == "rdf:Description" }
        }

        private let bytes: [UInt8]
        private var offset = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        /// Returns the next tag; comments and instructions are skipped.
        ///
        /// A bracket inside a quoted value, which XML allows but programs do not write, ends the
        /// tag.
        mutating func next() -> Tag? {
            while let start = bytes[offset...].firstIndex(of: UInt8(ascii: "<")),
                let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
            {
                offset = end + 1
                let isMarkup =
                    bytes[start + 1] == UInt8(ascii: "!") || bytes[start + 1] == UInt8(ascii: "?")
                if !isMarkup, let tag = tag(start..<offset) { return tag }
            }
            return nil
        }

        private func tag(_ range: Range<Int>) -> Tag? {
            var text = String(decoding: bytes[range].dropFirst().dropLast(), as: UTF8.self)[...]
            let isEnd = text.first == "/"
            if isEnd { text = text.dropFirst() }
            let isEmpty = text.last == "/"
            if isEmpty { text = text.dropLast() }
            let name = text.prefix { !$0.isWhitespace }
            guard !name.isEmpty else { return nil }
            var tag = Tag(name: String(name), isEnd: isEnd, isEmpty: isEmpty, range: range)
            text = text.dropFirst(name.count)
            while tag.attributes.count < XMPPacket.maximumCount,
                let equals = text.firstIndex(of: "=")
            {
                let name = text[..<equals].split(whereSeparator: \.isWhitespace).last ?? ""
                let value = text[equals...].dropFirst().drop(while: \.isWhitespace)
                guard let quote = value.first, quote == "\"" || quote == "'",
                    let close = value.dropFirst().firstIndex(of: quote)
                else { break }
                tag.attributes.append(
                    Attribute(name: String(name), text: "\(name)=\(value[...close])"))
                text = value[value.index(after: close)...]
            }
            return tag
        }
    }
}
