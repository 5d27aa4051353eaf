internal import CExiv2Shim
import Glibc

/// Copies the metadata of an original into a picture rendered from it.
///
/// EXIF, IPTC and XMP that `Rules` allow are copied, from damaged blocks as far as they can be
/// read. The copy is upright and has its own size: its orientation is 1, its dimensions are set,
/// and thumbnails and face regions of the original, which would describe another picture, are not
/// copied.
package struct MetadataTransfer: Sendable {
    /// Creates a transfer.
    package init() {}

    /// Returns the bytes of the rendered picture with metadata.
    ///
    /// If the original has IPTC, it is updated to match the packet; a WebP, which cannot contain
    /// IPTC, gets XMP instead. Maker notes and editing histories that do not fit into a JPEG are
    /// dropped.
    ///
    /// - Parameters:
    ///   - source: the original, of any type; bytes unknown to exiv2 have no metadata.
    ///   - rendered: a JPEG, PNG or WebP from `PictureEncoder`; its metadata are replaced, except
    ///     for the color profile.
    ///   - width: pixels across of the rendered picture.
    ///   - height: pixels down of the rendered picture.
    ///   - packet: an XMP packet whose properties replace the original's and are included even if
    ///     the rules exclude them; its position is also written to EXIF. Unless everything is kept,
    ///     title, description and keywords are taken only from it. Place names are the original's
    ///     if it has any that the rules allow.
    ///   - removed: kinds of metadata that are taken only from the packet.
    /// - Throws: `ImagingError.failed` if the rendered picture is of another type or is damaged,
    ///   `ImagingError.outOfMemory`.
    package func transferring(
        from source: [UInt8], to rendered: [UInt8], rules: Rules, width: Int, height: Int,
        packet: [UInt8]? = nil, removing removed: Rules = []
    ) throws(ImagingError) -> [UInt8] {
        let format = PictureFormat.sniff(rendered)
        guard format == .jpeg || format == .png || format == .webp else {
            throw .failed(
                reason: "files of type \(format.exiftoolName) cannot be written; "
                    + "render the copy as JPEG, PNG or WebP")
        }
        var work = Work(filter: MetadataFilter(rules, removed, hasPacket: packet != nil))
        var message = [CChar](repeating: 0, count: 512)
        let settings = MetadataTransfer.settings(format: format, width: width, height: height)
        defer {
            for text in settings.flatMap({ [$0.key, $0.value] }) {
                free(UnsafeMutablePointer(mutating: text))
            }
        }
        let carrier = MetadataTransfer.carrier(source)
        let status = settings.withUnsafeBufferPointer { settings in
            carrier.picture.withShimBytes { source in
                carrier.xmp.withShimBytes { xmp in
                    rendered.withShimBytes { rendered in
                        (packet ?? []).withShimBytes { packet in
                            var input = cexiv2_transfer_input(
                                source: source, source_xmp: xmp, rendered: rendered,
                                packet: packet, settings: settings.baseAddress,
                                setting_count: settings.count)
                            return withUnsafeMutablePointer(to: &work) { context in
                                cexiv2_transfer(
                                    &input, MetadataTransfer.judge, MetadataTransfer.receive,
                                    context, &message, message.count)
                            }
                        }
                    }
                }
            }
        }
        if status == CEXIV2_OUT_OF_MEMORY { throw .outOfMemory }
        guard status == CEXIV2_OK else {
            throw .failed(
                reason: MetadataText.decode(message.map(UInt8.init(bitPattern:))) ?? "unknown")
        }
        return work.result
    }

    private struct Work {
        var filter: MetadataFilter
        var result: [UInt8] = []
    }

    private static let receive: cexiv2_receive_bytes = { context, bytes, length in
        context?.assumingMemoryBound(to: Work.self).pointee.result =
            Array(UnsafeBufferPointer(start: bytes, count: length))
    }

    private static let judge: cexiv2_judge = { context, item, answer, sink in
        guard let context, let item = item?.pointee else { return CEXIV2_DROP }
        let work = context.assumingMemoryBound(to: Work.self)
        return work.pointee.filter.verdict(on: item) { text in
            var text = text
            text.withUTF8 { answer?(sink, $0.baseAddress, $0.count) }
        }
    }

    /// Returns the tags set in every upright copy of `width * height` pixels; the caller frees
    /// their texts.
    ///
    /// Source: Exif 2.32 (CIPA DC-008), table 4 and 17, for the tags that a file must have.
    private static func settings(
        format: PictureFormat, width: Int, height: Int
    ) -> [cexiv2_setting] {
        let (width, height) = (String(width), String(height))
        var list = [
            ("Exif.Image.Orientation", "1", CEXIV2_WHERE_FAMILY),
            ("Exif.Image.XResolution", "72/1", CEXIV2_WHERE_MISSING),
            ("Exif.Image.YResolution", "72/1", CEXIV2_WHERE_MISSING),
            ("Exif.Image.ResolutionUnit", "2", CEXIV2_WHERE_MISSING),
            ("Exif.Photo.ExifVersion", "48 50 51 50", CEXIV2_WHERE_MISSING),
            ("Exif.Photo.FlashpixVersion", "48 49 48 48", CEXIV2_WHERE_MISSING),
            ("Exif.Photo.PixelXDimension", width, CEXIV2_WHERE_FAMILY),
            ("Exif.Photo.PixelYDimension", height, CEXIV2_WHERE_FAMILY),
            // Pixels without a profile are sRGB; others keep the original's value or are
            // "uncalibrated".
            ("Exif.Photo.ColorSpace", "1", CEXIV2_WHERE_NO_PROFILE),
            ("Exif.Photo.ColorSpace", "65535", CEXIV2_WHERE_MISSING),
            // Declares that IPTC text is UTF-8 (IIM 1:90).
            ("Iptc.Envelope.CharacterSet", "\u{1B}%G", CEXIV2_WHERE_FAMILY),
            ("Xmp.tiff.Orientation", "1", CEXIV2_WHERE_PRESENT),
            ("Xmp.tiff.ImageWidth", width, CEXIV2_WHERE_PRESENT),
            ("Xmp.tiff.ImageLength", height, CEXIV2_WHERE_PRESENT),
            ("Xmp.exif.PixelXDimension", width, CEXIV2_WHERE_PRESENT),
            ("Xmp.exif.PixelYDimension", height, CEXIV2_WHERE_PRESENT),
        ]
        if format == .jpeg {
            list += [
                // As in libjpeg: chroma is centered between luma samples.
                ("Exif.Image.YCbCrPositioning", "1", CEXIV2_WHERE_FAMILY),
                ("Exif.Photo.ComponentsConfiguration", "1 2 3 0", CEXIV2_WHERE_FAMILY),
            ]
        }
        return list.map { key, value, condition in
            cexiv2_setting(key: strdup(key), value: strdup(value), condition: condition)
        }
    }
}

extension MetadataTransfer {
    /// The rules for the metadata of an original that are included in a copy.
    ///
    /// Unless everything is kept, a tag is included only if it is listed: technical tags and dates
    /// always, if their value is a number or date as expected; others on request. Text is not
    /// searched for private content but removed as a whole. Never included are: maker notes (which
    /// can contain serial numbers, names and positions), comments, instructions, sources of the
    /// file, editing histories, identifiers of documents and pictures, and the program that wrote
    /// the file.
    package struct Rules: OptionSet, Hashable, Sendable {
        /// One bit per kind of metadata.
        package let rawValue: Int

        /// Creates rules from their bits.
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Positions and place names.
        package static let location = Rules(rawValue: 1)
        /// The names of cameras and lenses, which are free text.
        package static let camera = Rules(rawValue: 2)
        /// Serial numbers of cameras and lenses.
        package static let serials = Rules(rawValue: 4)
        /// The names of people in the picture and of the camera's owner.
        package static let names = Rules(rawValue: 8)
        /// The title and the headline.
        package static let title = Rules(rawValue: 16)
        /// The description and the alternative texts.
        package static let description = Rules(rawValue: 32)
        /// Keywords and ratings.
        package static let tags = Rules(rawValue: 64)
        /// Creator, copyright, credit and terms of use.
        package static let credit = Rules(rawValue: 128)
        /// All metadata valid for a private copy, including positions, serial numbers and names.
        package static let everything = Rules(rawValue: 511)
    }
}

extension MetadataTransfer {
    /// Returns true if a picture appears to contain EXIF or XMP but none of it can be read.
    package static func isUnreadable(_ source: [UInt8]) -> Bool {
        guard hasMetadataItems(source) else { return false }
        let carrier = carrier(source)
        return carrier.xmp.isEmpty && itemCount(carrier.picture) == 0
    }

    /// Returns the bytes from which exiv2 reads a picture's metadata: only the EXIF block for a
    /// HEIC in which exiv2 finds nothing, and the XMP packet of a HEIC for cases where exiv2 does
    /// not find it.
    static func carrier(_ source: [UInt8]) -> (picture: [UInt8], xmp: [UInt8]) {
        guard hasMetadataItems(source) else { return (source, []) }
        let stored = source.withUnsafeBytes { bytes in
            StoredPicture.read(PictureFormat.sniff(bytes), ByteWindow(bytes))
        }
        guard let stored else { return (source, []) }
        let usesEXIFBlock = !stored.exif.isEmpty && itemCount(source) == 0
        return (usesEXIFBlock ? stored.exif : source, stored.xmp)
    }

    private static func itemCount(_ source: [UInt8]) -> Int {
        var count = 0
        _ = source.withShimBytes { source in
            withUnsafeMutablePointer(to: &count) { context in
                cexiv2_visit(
                    source,
                    { context, _, _, _ in
                        context?.assumingMemoryBound(to: Int.self).pointee += 1
                        return CEXIV2_DROP
                    }, context)
            }
        }
        return count
    }

    /// Returns true if a HEIC file has EXIF or XMP items.
    ///
    /// Source: ISO/IEC 23008-12, annex A.
    private static func hasMetadataItems(_ source: [UInt8]) -> Bool {
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

extension [UInt8] {
    /// Calls `body` with the bytes in the shim's form, valid only during the call.
    func withShimBytes<Result>(_ body: (cexiv2_bytes) -> Result) -> Result {
        withUnsafeBufferPointer { body(cexiv2_bytes(bytes: $0.baseAddress, length: $0.count)) }
    }
}
