internal import CExiv2Shim

/// A tag that a rendered copy has whatever its original had.
struct MetadataSetting: Sendable {
    /// exiv2's key.
    let key: String
    /// The value as exiv2 reads it.
    let value: String
    /// When it is set.
    let condition: cexiv2_condition

    /// The tags of an upright copy of `width * height` pixels.
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
            // Pixels without a profile are sRGB; with one, what the original said or "uncalibrated".
            setting("Exif.Photo.ColorSpace", "1", CEXIV2_WHERE_NO_PROFILE),
            setting("Exif.Photo.ColorSpace", "65535", CEXIV2_WHERE_MISSING),
            // Tells readers of IPTC that its text is UTF-8 (IIM 1:90).
            setting("Iptc.Envelope.CharacterSet", "\u{1B}%G", CEXIV2_WHERE_FAMILY),
            setting("Xmp.tiff.Orientation", "1", CEXIV2_WHERE_PRESENT),
            setting("Xmp.tiff.ImageWidth", width, CEXIV2_WHERE_PRESENT),
            setting("Xmp.tiff.ImageLength", height, CEXIV2_WHERE_PRESENT),
            setting("Xmp.exif.PixelXDimension", width, CEXIV2_WHERE_PRESENT),
            setting("Xmp.exif.PixelYDimension", height, CEXIV2_WHERE_PRESENT),
        ]
        if format == .jpeg {
            // libjpeg's: chroma between the samples of luma.
            list.append(setting("Exif.Image.YCbCrPositioning", "1", CEXIV2_WHERE_FAMILY))
            list.append(
                setting("Exif.Photo.ComponentsConfiguration", "1 2 3 0", CEXIV2_WHERE_FAMILY))
        }
        return list
    }

    /// Calls `body` with settings whose texts are valid during the call.
    static func withUnsafe<Result>(
        _ settings: [MetadataSetting], _ body: (UnsafeBufferPointer<cexiv2_setting>) -> Result
    ) -> Result {
        // Terminated copies of all texts in one buffer, so that their addresses hold.
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
