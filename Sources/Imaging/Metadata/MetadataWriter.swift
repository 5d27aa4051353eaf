package import Basics
internal import CExiv2Shim
import Glibc

/// Writes metadata into copies of JPEG and PNG files; source files are never changed.
///
/// Each value is written to the tags recommended by the Metadata Working Group: to EXIF, IPTC and
/// XMP alike if all three have one for it. Values that are nil are left unchanged.
package struct MetadataWriter: Sendable {
    /// Creates a writer.
    package init() {}

    /// Copies a picture file and sets metadata; an existing copy is replaced atomically.
    ///
    /// - Throws: `ImagingError` if the source is unreadable or not a JPEG or PNG, or the copy
    ///   cannot be written.
    package func write(
        _ metadata: PictureMetadata, from source: BytePath, to destination: BytePath
    ) throws(ImagingError) {
        let bytes = try FileBytes.read(source, atMost: .max - 1)
        let written = try applying(metadata, to: bytes)
        try FileBytes.write(written, to: destination)
    }

    /// Returns the bytes of a picture with metadata set.
    ///
    /// - Throws: `ImagingError` if the bytes are not a writable JPEG or PNG.
    package func applying(
        _ metadata: PictureMetadata, to picture: [UInt8]
    ) throws(ImagingError) -> [UInt8] {
        guard [.jpeg, .png].contains(PictureFormat.sniff(picture)) else { throw .unknownType }
        let entries = metadata.entries
        // NUL-terminated copies of all texts in one buffer, so that their addresses stay valid.
        var texts: [CChar] = []
        var offsets: [(key: Int, value: Int)] = []
        for entry in entries {
            let key = texts.count
            texts += entry.key.utf8CString
            offsets.append((key, texts.count))
            texts += entry.value.utf8CString
        }
        var result: [UInt8] = []
        var message = [CChar](repeating: 0, count: 512)
        let status = texts.withUnsafeBufferPointer { buffer in
            let list = offsets.compactMap { offset in
                buffer.baseAddress.map {
                    cexiv2_entry(key: $0 + offset.key, value: $0 + offset.value)
                }
            }
            return picture.withUnsafeBufferPointer { bytes in
                withUnsafeMutablePointer(to: &result) { context in
                    cexiv2_write_bytes(
                        cexiv2_bytes(bytes: bytes.baseAddress, length: bytes.count),
                        list, list.count,
                        { context, bytes, length in
                            context?.assumingMemoryBound(to: [UInt8].self).pointee =
                                Array(UnsafeBufferPointer(start: bytes, count: length))
                        }, context, &message, message.count)
                }
            }
        }
        guard status == CEXIV2_OK else {
            throw .failed(
                reason: MetadataText.decode(message.map(UInt8.init(bitPattern:))) ?? "unknown")
        }
        return result
    }
}
