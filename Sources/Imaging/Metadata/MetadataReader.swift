package import Basics
internal import CExiv2Shim
import GalleryModel

/// Reads what picture files say about themselves: EXIF, IPTC, XMP and XMP sidecars.
///
/// Damaged metadata in a picture is a warning in the result and not an error.
package struct MetadataReader: Sendable {
    /// Makes a reader.
    package init() {}

    /// Reads a picture that is in memory; its bytes are not copied.
    ///
    /// - Parameter sidecars: XMP packets beside the file, strongest first; their values win over the
    ///   picture's own, as in digiKam.
    /// - Throws: `ImagingError` where the bytes are no picture at all.
    package func read(
        bytes: UnsafeRawBufferPointer, sidecars: [[UInt8]] = []
    ) throws(ImagingError) -> PictureMetadata {
        let picture = cexiv2_bytes(
            bytes: bytes.assumingMemoryBound(to: UInt8.self).baseAddress, length: bytes.count)
        let stored = StoredPicture.read(PictureFormat.sniff(bytes), ByteWindow(bytes))
        return try read(sidecars: sidecars, path: nil, stored) { packets, count, receive, context in
            cexiv2_read_bytes(picture, packets, count, receive, context)
        }
    }

    /// Reads a picture file.
    ///
    /// - Throws: `ImagingError` where the file cannot be opened or is no picture at all.
    package func read(
        path: BytePath, sidecars: [[UInt8]] = []
    ) throws(ImagingError) -> PictureMetadata {
        try path.withCString { name throws(ImagingError) in
            try read(sidecars: sidecars, path: path, StoredPicture.read(path)) {
                packets, count, receive, context in
                cexiv2_read_path(name, packets, count, receive, context)
            }
        }
    }

    private typealias Call = (
        UnsafePointer<cexiv2_bytes>?, Int, cexiv2_receive_value, UnsafeMutableRawPointer
    ) -> cexiv2_status

    private func read(
        sidecars: [[UInt8]], path: BytePath?, _ stored: StoredPicture?, _ call: Call
    ) throws(ImagingError) -> PictureMetadata {
        var (status, values) = MetadataReader.values(sidecars, call)
        if status == CEXIV2_UNKNOWN_TYPE, stored != nil {
            // exiv2 knows no BigTIFF: what its own structure and the sidecars tell is what there is.
            (status, values) = MetadataReader.values(inTIFF: MetadataReader.emptyTIFF, sidecars)
        } else if let stored {
            MetadataReader.add(stored, &values)
        }
        switch status {
        case CEXIV2_OK:
            if let stored { values.take(stored) }
            return PictureMetadata(values)
        case CEXIV2_UNKNOWN_TYPE: throw .unknownType
        case CEXIV2_OUT_OF_MEMORY: throw .outOfMemory
        case CEXIV2_CANNOT_OPEN where path != nil: throw .cannotOpen(path ?? BytePath(""))
        default: throw .failed(reason: "exiv2 gave up on the file")
        }
    }

    /// Adds the EXIF and the XMP of a HEIC in which exiv2 finds none.
    private static func add(_ stored: StoredPicture, _ values: inout MetadataValues) {
        if !stored.exif.isEmpty, !values.holds(.exif) {
            values.take(.exif, from: .exif, of: MetadataReader.values(inTIFF: stored.exif, []).1)
        }
        if !stored.xmp.isEmpty, !values.holds(.xmp) {
            let packet = MetadataReader.values(inTIFF: emptyTIFF, [stored.xmp]).1
            values.take(.xmp, from: .sidecar(0), of: packet)
        }
    }

    /// A TIFF whose only directory has no entries; exiv2 takes shorter files for nothing at all.
    private static let emptyTIFF = Array("II*\0\u{8}".utf8) + [UInt8](repeating: 0, count: 64)

    private static func values(
        inTIFF tiff: [UInt8], _ sidecars: [[UInt8]]
    ) -> (cexiv2_status, MetadataValues) {
        values(sidecars) { packets, count, receive, context in
            tiff.withUnsafeBufferPointer { bytes in
                let picture = cexiv2_bytes(bytes: bytes.baseAddress, length: bytes.count)
                return cexiv2_read_bytes(picture, packets, count, receive, context)
            }
        }
    }

    private static func values(
        _ sidecars: [[UInt8]], _ call: Call
    ) -> (cexiv2_status, MetadataValues) {
        var values = MetadataValues()
        // One buffer for all packets, so that their addresses hold during the call.
        let joined = sidecars.flatMap(\.self)
        let status = joined.withUnsafeBufferPointer { buffer in
            var packets: [cexiv2_bytes] = []
            var offset = 0
            for sidecar in sidecars {
                let start = buffer.baseAddress.map { $0 + offset }
                packets.append(cexiv2_bytes(bytes: start, length: sidecar.count))
                offset += sidecar.count
            }
            return packets.withUnsafeBufferPointer { list in
                withUnsafeMutablePointer(to: &values) { context in
                    call(
                        list.baseAddress, list.count,
                        { context, value in
                            guard let context, let value else { return }
                            context.assumingMemoryBound(to: MetadataValues.self).pointee
                                .add(value.pointee)
                        }, context)
                }
            }
        }
        return (status, values)
    }
}
