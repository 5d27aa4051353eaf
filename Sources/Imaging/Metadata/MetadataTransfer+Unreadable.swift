internal import CExiv2Shim

extension MetadataTransfer {
    /// Whether a picture seems to hold EXIF or XMP of which nothing can be read: nothing can be carried.
    package static func isUnreadable(_ source: [UInt8]) -> Bool {
        guard holdsItems(source) else { return false }
        let carrier = carrier(source)
        return carrier.xmp.isEmpty && itemCount(carrier.picture) == 0
    }

    /// What exiv2 reads a picture's metadata from: a HEIC in which it finds nothing is stood for by its EXIF,
    /// and a HEIC's XMP packet goes along for where it finds none.
    static func carrier(_ source: [UInt8]) -> (picture: [UInt8], xmp: [UInt8]) {
        guard holdsItems(source) else { return (source, []) }
        let stored = source.withUnsafeBytes { bytes in
            StoredPicture.read(PictureFormat.sniff(bytes), ByteWindow(bytes))
        }
        guard let stored else { return (source, []) }
        let isStoodFor = !stored.exif.isEmpty && itemCount(source) == 0
        return (isStoodFor ? stored.exif : source, stored.xmp)
    }

    private static func itemCount(_ source: [UInt8]) -> Int {
        var count = 0
        _ = source.withUnsafeBufferPointer { source in
            withUnsafeMutablePointer(to: &count) { context in
                cexiv2_visit(
                    cexiv2_bytes(bytes: source.baseAddress, length: source.count),
                    { context, _, _, _ in
                        context?.assumingMemoryBound(to: Int.self).pointee += 1
                        return CEXIV2_DROP
                    }, context)
            }
        }
        return count
    }

    /// Whether a file in the format of HEIC has items of EXIF or XMP.
    ///
    /// Source: ISO/IEC 23008-12, annex A.
    private static func holdsItems(_ source: [UInt8]) -> Bool {
        guard source.dropFirst(4).prefix(4).elementsEqual("ftyp".utf8) else { return false }
        let head = source.prefix(1 << 16)
        return ["Exif", "rdf+xml"].contains { word in
            let word = Array(word.utf8)
            return head.indices.dropLast(word.count - 1).contains { start in
                head[start] == word[0] && head[start...].starts(with: word)
            }
        }
    }
}
