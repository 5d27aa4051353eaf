/// Makes minimal pictures in memory, without picture files.
enum TinyPictures {
    /// A JPEG of 8 by 8 gray pixels: one component, one scan.
    static func jpeg(segments: [[UInt8]] = [], codedData: [UInt8] = [0x54, 0xFF, 0x00]) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8]
        for segment in segments { bytes += segment }
        bytes += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        bytes += segment(0xC0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])
        bytes += segment(0xC4, [0x00, 1] + [UInt8](repeating: 0, count: 15) + [0])
        bytes += segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
        bytes += segment(0xDA, [1, 1, 0, 0, 63, 0])
        return bytes + codedData + [0xFF, 0xD9]
    }

    /// A JPEG segment with its marker and length.
    static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let length = payload.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + payload
    }

    /// A JPEG with one IPTC record: application data sets by number, with their bytes.
    static func jpeg(iptc: [(dataset: UInt8, bytes: [UInt8])]) -> [UInt8] {
        var records: [UInt8] = []
        for item in iptc {
            records += [0x1C, 2, item.dataset, 0, UInt8(item.bytes.count)] + item.bytes
        }
        let length = UInt8(records.count)
        var payload = Array("Photoshop 3.0".utf8) + [0] + Array("8BIM".utf8)
        payload += [0x04, 0x04, 0, 0, 0, 0, 0, length] + records + (length % 2 == 1 ? [0] : [])
        return jpeg(segments: [segment(0xED, payload)])
    }

    /// A JPEG with one XMP packet.
    static func jpeg(xmp: [UInt8]) -> [UInt8] {
        jpeg(segments: [segment(0xE1, Array("http://ns.adobe.com/xap/1.0/".utf8) + [0] + xmp)])
    }

    /// An XMP packet with the given properties as XML.
    static func xmp(_ properties: String) -> [UInt8] {
        let spaces = [
            ("dc", "http://purl.org/dc/elements/1.1/"), ("xmp", "http://ns.adobe.com/xap/1.0/"),
            ("exif", "http://ns.adobe.com/exif/1.0/"),
            ("photoshop", "http://ns.adobe.com/photoshop/1.0/"),
        ].map { "xmlns:\($0)=\"\($1)\"" }.joined(separator: " ")
        return Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" \(spaces)>\(properties)</rdf:Description>
            </rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    /// A PNG of one gray pixel, with other chunks before and after its pixels.
    static func png(with chunks: [UInt8] = [], following: [UInt8] = []) -> [UInt8] {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return signature
            + chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]) + chunks
            + chunk("IDAT", [0x78, 0x9C, 0x63, 0x60, 0, 0, 0, 2, 0, 1]) + following
            + chunk("IEND", [])
    }

    /// A PNG chunk with its length and checksum.
    static func chunk(_ name: String, _ payload: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + payload
        return bigEndian(UInt32(payload.count)) + body + bigEndian(checksum(body))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// Source: PNG specification, annex D (CRC-32, reflected, polynomial 0xEDB88320).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = .max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
