package import Basics
internal import CExiv2Shim

/// Reads the metadata of picture files: EXIF, IPTC, XMP and XMP sidecars.
///
/// Damaged metadata in a picture results in a warning, not an error.
package struct MetadataReader: Sendable {
    /// The version of the reader, increased whenever its results change.
    package static let version = 1

    /// Creates a reader.
    package init() {}

    /// Reads a picture in memory without copying its bytes.
    ///
    /// - Parameter sidecars: XMP packets beside the file, strongest first; their values take
    ///   precedence over the picture's own, as in digiKam.
    /// - Throws: `ImagingError` if the bytes are not a picture.
    package func read(
        bytes: UnsafeRawBufferPointer, sidecars: [[UInt8]] = []
    ) throws(ImagingError) -> PictureMetadata {
        let picture = cexiv2_bytes(
            bytes: bytes.assumingMemoryBound(to: UInt8.self).baseAddress, length: bytes.count)
        let stored = StoredPicture.read(PictureFormat.sniff(bytes), ByteWindow(bytes))
        return try read(sidecars, stored) { receive, context in
            cexiv2_read_bytes(picture, receive, context)
        }
    }

    /// Reads a picture file; large files are not read completely.
    ///
    /// - Throws: `ImagingError` if the file cannot be opened or is not a picture.
    package func read(
        path: BytePath, sidecars: [[UInt8]] = []
    ) throws(ImagingError) -> PictureMetadata {
        try path.withCString { name throws(ImagingError) in
            try read(sidecars, StoredPicture.read(path), path) { receive, context in
                cexiv2_read_path(name, receive, context)
            }
        }
    }

    private typealias Call = (cexiv2_receive_value, UnsafeMutableRawPointer) -> cexiv2_status

    private func read(
        _ sidecars: [[UInt8]], _ stored: StoredPicture?, _ path: BytePath = BytePath(""),
        _ call: Call
    ) throws(ImagingError) -> PictureMetadata {
        var (status, values) = MetadataReader.values(call)
        // exiv2 does not support BigTIFF: only its structure and the sidecars are read.
        if status == CEXIV2_UNKNOWN_TYPE, stored != nil { status = CEXIV2_OK }
        switch status {
        case CEXIV2_OK: break
        case CEXIV2_UNKNOWN_TYPE: throw .unknownType
        case CEXIV2_OUT_OF_MEMORY: throw .outOfMemory
        case CEXIV2_CANNOT_OPEN: throw .cannotOpen(path)
        default: throw .failed(reason: "exiv2 cannot read the file")
        }
        MetadataReader.add(stored ?? StoredPicture(), &values)
        if let stored { values.take(stored) }
        for (index, packet) in sidecars.enumerated() {
            MetadataReader.add(packet, as: .sidecar(index), &values)
        }
        return PictureMetadata(values)
    }

    /// Adds metadata blocks of a file that exiv2 did not read, because it does not find them,
    /// another block is damaged, or it does not support them.
    private static func add(_ stored: StoredPicture, _ values: inout MetadataValues) {
        if !stored.exif.isEmpty, !values.holds(.exif) {
            let (status, block) = MetadataReader.values(of: stored.exif, cexiv2_read_bytes)
            values.take(.exif, from: .exif, of: block)
            if status != CEXIV2_OK { values.warnings.append("the EXIF of the file is unreadable") }
        }
        // exiv2 trusts the encoding in the XML declaration, but the packet is always UTF-8.
        let isDeclared = stored.xmp.drop { $0 != UInt8(ascii: "<") }.starts(with: "<?xml ".utf8)
        if isDeclared { values.removeAll(of: .xmp) }
        if !stored.xmp.isEmpty, !values.holds(.xmp) { add(stored.xmp, as: .xmp, &values) }
        var iptc = stored.iptc
        for tag in MetadataValues.iptcBlocks where iptc.isEmpty {
            guard case .text(let block)? = values.all(.exif, tag).first else { continue }
            iptc = StoredPicture.iptc(in: block)
        }
        values.takeIPTC(iptc)
        for text in stored.texts { values.add(text.bytes, ofPNG: text.keyword) }
    }

    /// Adds an XMP packet, or the readable properties of a damaged one.
    private static func add(
        _ raw: [UInt8], as source: MetadataSource, _ values: inout MetadataValues
    ) {
        // exiv2's messages about the unchanged packet are repeated below or obsolete.
        if source == .xmp { values.warnings.removeAll { $0.contains("XMP") } }
        let packet = XMPPacket(raw)
        let (status, whole) = MetadataReader.values(of: packet.bytes, cexiv2_read_packet)
        values.take(source, from: .xmp, of: whole)
        let isPacket =
            raw.isEmpty
            || packet.bytes.indices.contains { packet.bytes[$0...].starts(with: "RDF".utf8) }
        guard status != CEXIV2_OK || !isPacket else {
            values.warnings += whole.warnings
            return
        }
        let packetName = source == .xmp ? "packet of the file" : "sidecar"
        values.warnings += ["the XMP \(packetName) is damaged"] + whole.warnings
        for property in packet.properties {
            values.take(
                source, from: .xmp, of: MetadataReader.values(of: property, cexiv2_read_packet).1)
        }
    }

    private static func values(
        of block: [UInt8],
        _ read: (cexiv2_bytes, cexiv2_receive_value, UnsafeMutableRawPointer) -> cexiv2_status
    ) -> (cexiv2_status, MetadataValues) {
        block.withShimBytes { bytes in
            values { receive, context in read(bytes, receive, context) }
        }
    }

    private static func values(_ call: Call) -> (cexiv2_status, MetadataValues) {
        var values = MetadataValues()
        let status = withUnsafeMutablePointer(to: &values) { context in
            call(
                { context, value in
                    guard let context, let value else { return }
                    context.assumingMemoryBound(to: MetadataValues.self).pointee
                        .add(value.pointee)
                }, context)
        }
        return (status, values)
    }
}
