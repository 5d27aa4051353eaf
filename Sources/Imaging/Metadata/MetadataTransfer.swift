internal import CExiv2Shim

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
    /// - Throws: `ImagingError.failed` if the rendered picture is of another type or is damaged,
    ///   `ImagingError.outOfMemory`.
    package func transferring(
        from source: [UInt8], to rendered: [UInt8], rules: Rules, width: Int, height: Int,
        packet: [UInt8]? = nil
    ) throws(ImagingError) -> [UInt8] {
        let format = PictureFormat.sniff(rendered)
        guard format == .jpeg || format == .png || format == .webp else {
            throw .failed(
                reason: "files of type \(format.exiftoolName) cannot be written; "
                    + "render the copy as JPEG, PNG or WebP")
        }
        var work = Work(judge: MetadataFilter(rules, hasPacket: packet != nil))
        var message = [CChar](repeating: 0, count: 512)
        let settings = MetadataSetting.list(format: format, width: width, height: height)
        let (source, xmp) = MetadataTransfer.carrier(source)
        let status = MetadataSetting.withUnsafe(settings) { settings in
            source.withUnsafeBufferPointer { source in
                rendered.withUnsafeBufferPointer { rendered in
                    MetadataTransfer.withUnsafe(xmp, packet ?? []) { xmp, packet in
                        var input = cexiv2_transfer_input(
                            source: cexiv2_bytes(bytes: source.baseAddress, length: source.count),
                            source_xmp: xmp,
                            rendered: cexiv2_bytes(
                                bytes: rendered.baseAddress, length: rendered.count),
                            packet: packet,
                            settings: settings.baseAddress, setting_count: settings.count)
                        return withUnsafeMutablePointer(to: &work) { context in
                            cexiv2_transfer(
                                &input, MetadataTransfer.judge, MetadataTransfer.receive, context,
                                &message, message.count)
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

    private static func withUnsafe<Result>(
        _ first: [UInt8], _ second: [UInt8], _ body: (cexiv2_bytes, cexiv2_bytes) -> Result
    ) -> Result {
        first.withUnsafeBufferPointer { first in
            second.withUnsafeBufferPointer { second in
                body(
                    cexiv2_bytes(bytes: first.baseAddress, length: first.count),
                    cexiv2_bytes(bytes: second.baseAddress, length: second.count))
            }
        }
    }

    private struct Work {
        let judge: MetadataFilter
        /// True if the original contains place names, which take precedence over looked-up ones.
        var hasPlace = false
        var result: [UInt8] = []
    }

    private static let receive: cexiv2_receive_bytes = { context, bytes, length in
        context?.assumingMemoryBound(to: Work.self).pointee.result =
            Array(UnsafeBufferPointer(start: bytes, count: length))
    }

    private static let judge: cexiv2_judge = { context, item, answer, sink in
        guard let context, let item = item?.pointee else { return CEXIV2_DROP }
        let work = context.assumingMemoryBound(to: Work.self)
        let key = String(cString: item.key)
        let isPacket = item.source == CEXIV2_SOURCE_SIDECAR
        let isPlace = MetadataTags.places.contains(MetadataTags.property(of: key))
        // The original's tags precede the packet's.
        if isPacket, isPlace, work.pointee.hasPlace { return CEXIV2_DROP }
        let verdict = work.pointee.judge.verdict(
            on: key, isPacket: isPacket, value: MetadataTransfer.value(of: item))
        if isPlace, !isPacket, verdict != .drop { work.pointee.hasPlace = true }
        switch verdict {
        case .drop: return CEXIV2_DROP
        case .keep: return CEXIV2_KEEP
        case .replace(let text):
            var text = text
            text.withUTF8 { answer?(sink, $0.baseAddress, $0.count) }
            return CEXIV2_REPLACE
        }
    }

    private static func value(of item: cexiv2_item) -> MetadataFilter.Value {
        guard item.text != nil else { return .other(byteCount: item.length) }
        let bytes = UnsafeBufferPointer(start: item.text, count: item.length)
        // EXIF's Copyright contains two notices separated by a NUL.
        let isCopyright = String(cString: item.key) == "Exif.Image.Copyright"
        let text =
            (isCopyright ? MetadataText.decodeCopyright(bytes) : MetadataText.decode(bytes)) ?? ""
        switch item.form {
        case CEXIV2_FORM_NUMBERS: return .numbers(text)
        case CEXIV2_FORM_LANGUAGE: return .language(text)
        default: return .text(text)
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

/// A tag set in every rendered copy.
struct MetadataSetting: Sendable {
    /// exiv2's key.
    let key: String
    /// The value in exiv2's notation.
    let value: String
    /// The condition for setting it.
    let condition: cexiv2_condition

    /// Returns the tags of an upright copy of `width * height` pixels.
    ///
    /// Source: Exif 2.32 (CIPA DC-008), table 4 and 17, for the tags that a file must have.
    static func list(format: PictureFormat, width: Int, height: Int) -> [MetadataSetting] {
        func setting(_ key: String, _ value: String, _ condition: cexiv2_condition) -> Self {
            MetadataSetting(key: key, value: value, condition: condition)
        }
        let (width, height) = (String(width), String(height))
        var list = [
            setting("Exif.Image.Orientation", "1", CEXIV2_WHERE_FAMILY),
            setting("Exif.Image.XResolution", "72/1", CEXIV2_WHERE_MISSING),
            setting("Exif.Image.YResolution", "72/1", CEXIV2_WHERE_MISSING),
            setting("Exif.Image.ResolutionUnit", "2", CEXIV2_WHERE_MISSING),
            setting("Exif.Photo.ExifVersion", "48 50 51 50", CEXIV2_WHERE_MISSING),
            setting("Exif.Photo.FlashpixVersion", "48 49 48 48", CEXIV2_WHERE_MISSING),
            setting("Exif.Photo.PixelXDimension", width, CEXIV2_WHERE_FAMILY),
            setting("Exif.Photo.PixelYDimension", height, CEXIV2_WHERE_FAMILY),
            // Pixels without a profile are sRGB; others keep the original's value or are
            // "uncalibrated".
            setting("Exif.Photo.ColorSpace", "1", CEXIV2_WHERE_NO_PROFILE),
            setting("Exif.Photo.ColorSpace", "65535", CEXIV2_WHERE_MISSING),
            // Declares that IPTC text is UTF-8 (IIM 1:90).
            setting("Iptc.Envelope.CharacterSet", "\u{1B}%G", CEXIV2_WHERE_FAMILY),
            setting("Xmp.tiff.Orientation", "1", CEXIV2_WHERE_PRESENT),
            setting("Xmp.tiff.ImageWidth", width, CEXIV2_WHERE_PRESENT),
            setting("Xmp.tiff.ImageLength", height, CEXIV2_WHERE_PRESENT),
            setting("Xmp.exif.PixelXDimension", width, CEXIV2_WHERE_PRESENT),
            setting("Xmp.exif.PixelYDimension", height, CEXIV2_WHERE_PRESENT),
        ]
        if format == .jpeg {
            // As in libjpeg: chroma is centered between luma samples.
            list.append(setting("Exif.Image.YCbCrPositioning", "1", CEXIV2_WHERE_FAMILY))
            list.append(
                setting("Exif.Photo.ComponentsConfiguration", "1 2 3 0", CEXIV2_WHERE_FAMILY))
        }
        return list
    }

    /// Calls `body` with settings whose strings are valid only during the call.
    static func withUnsafe<Result>(
        _ settings: [MetadataSetting], _ body: (UnsafeBufferPointer<cexiv2_setting>) -> Result
    ) -> Result {
        // NUL-terminated copies of all texts in one buffer, so that their addresses stay valid.
        var texts: [CChar] = []
        var offsets: [(key: Int, value: Int)] = []
        for setting in settings {
            let key = texts.count
            texts += setting.key.utf8CString
            offsets.append((key, texts.count))
            texts += setting.value.utf8CString
        }
        return texts.withUnsafeBufferPointer { buffer in
            var list: [cexiv2_setting] = []
            if let base = buffer.baseAddress {
                list = zip(settings, offsets).map { setting, offset in
                    cexiv2_setting(
                        key: base + offset.key, value: base + offset.value,
                        condition: setting.condition)
                }
            }
            return list.withUnsafeBufferPointer(body)
        }
    }
}
