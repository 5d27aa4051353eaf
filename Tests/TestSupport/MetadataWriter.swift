internal import CExiv2Shim
package import Imaging

/// Writes metadata into copies of JPEG and PNG files; source files are never changed.
package struct MetadataWriter: Sendable {
    /// Creates a writer.
    package init() {}

    /// Returns the bytes of a picture with tags set; other tags are left unchanged.
    ///
    /// - Parameter entries: tags and values in exiv2's text notation, for example
    ///   `Exif.Photo.DateTimeOriginal`.
    /// - Throws: `ImagingError` if the bytes are not a writable JPEG or PNG.
    package func applying(
        _ entries: [(key: String, value: String)], to picture: [UInt8]
    ) throws(ImagingError) -> [UInt8] {
        guard [.jpeg, .png].contains(PictureFormat.sniff(picture)) else { throw .unknownType }
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
            let text = message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
            throw .failed(reason: String(decoding: text, as: UTF8.self))
        }
        return result
    }
}
