import GalleryModel

/// A tag in exiv2's text form.
struct MetadataEntry: Hashable, Sendable {
    /// exiv2's key, such as `Exif.Photo.DateTimeOriginal`.
    var key: String
    /// The value as exiv2 reads it.
    var value: String
}

extension PictureMetadata {
    /// The tags that store this metadata.
    ///
    /// Source: https://exiv2.org/metadata.html (key tables).
    var entries: [MetadataEntry] {
        var list: [MetadataEntry] = []
        func add(_ key: String, _ value: String?) {
            if let value { list.append(MetadataEntry(key: key, value: value)) }
        }
        // Tells readers of IPTC that its text is UTF-8 (IIM 1:90).
        add("Iptc.Envelope.CharacterSet", "\u{1B}%G")
        // EXIF must name its version: 2.32 knows the offsets.
        add("Exif.Photo.ExifVersion", "48 50 51 50")
        add("Exif.Image.Orientation", orientation.map(String.init))
        add("Exif.Image.Make", make)
        add("Exif.Image.Model", model)
        add("Exif.Photo.LensModel", lens)
        add("Exif.Photo.ExposureTime", exposureTime.map { PictureMetadata.rational($0, 1_000_000) })
        add("Exif.Photo.FNumber", fNumber.map { PictureMetadata.rational($0, 100) })
        add("Exif.Photo.ISOSpeedRatings", iso.map(String.init))
        add("Exif.Photo.FocalLength", focalLength.map { PictureMetadata.rational($0, 1000) })
        add("Exif.Photo.DateTimeOriginal", dateTimeOriginal)
        add("Exif.Photo.SubSecTimeOriginal", subSecTimeOriginal)
        add("Exif.Photo.0x9011", offsetTimeOriginal == "Z" ? "+00:00" : offsetTimeOriginal)
        add("Exif.Image.ImageDescription", description)
        add("Exif.Image.Artist", creator)
        add("Exif.Image.Copyright", copyright)
        add("Iptc.Application2.ObjectName", title)
        add("Iptc.Application2.Caption", description)
        add("Iptc.Application2.Byline", creator)
        add("Iptc.Application2.Copyright", copyright)
        add("Xmp.dc.title", title.map { "lang=x-default " + $0 })
        add("Xmp.dc.description", description.map { "lang=x-default " + $0 })
        add("Xmp.dc.creator", creator)
        add("Xmp.dc.rights", copyright.map { "lang=x-default " + $0 })
        add("Xmp.xmp.Rating", rating.map(String.init))
        for keyword in keywords {
            add("Iptc.Application2.Keywords", keyword)
            add("Xmp.dc.subject", keyword)
        }
        return list + positionEntries
    }

    private var positionEntries: [MetadataEntry] {
        guard let coordinate else { return [] }
        var tags = [
            ("GPSVersionID", "2 3 0 0"),
            ("GPSLatitudeRef", coordinate.latitude < 0 ? "S" : "N"),
            ("GPSLatitude", PictureMetadata.degrees(coordinate.latitude)),
            ("GPSLongitudeRef", coordinate.longitude < 0 ? "W" : "E"),
            ("GPSLongitude", PictureMetadata.degrees(coordinate.longitude)),
            ("GPSMapDatum", "WGS-84"),
        ]
        if let altitude = coordinate.altitude {
            tags.append(("GPSAltitudeRef", altitude < 0 ? "1" : "0"))
            tags.append(("GPSAltitude", PictureMetadata.rational(abs(altitude), 1000)))
        }
        return tags.map { MetadataEntry(key: "Exif.GPSInfo." + $0.0, value: $0.1) }
    }

    /// Degrees, minutes and seconds; a millionth of a second is 3e-10 degrees, 0.03 mm on the ground.
    private static func degrees(_ angle: Double) -> String {
        let perSecond = 1_000_000
        let parts = Int((abs(angle) * 3600 * Double(perSecond)).rounded())
        let (minutes, seconds) = parts.quotientAndRemainder(dividingBy: 60 * perSecond)
        return "\(minutes / 60)/1 \(minutes % 60)/1 \(seconds)/\(perSecond)"
    }

    /// A positive number over a denominator, as far as EXIF's 32 bits reach.
    private static func rational(_ number: Double, _ denominator: Int) -> String {
        let largest = Double(Int32.max)
        let numerator = (number * Double(denominator)).rounded()
        guard numerator.isFinite, numerator <= largest else {
            return "\(Int(min(max(number, 0), largest)))/1"
        }
        return "\(Int(max(numerator, 0)))/\(denominator)"
    }
}
