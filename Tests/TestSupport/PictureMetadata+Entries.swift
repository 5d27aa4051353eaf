package import Basics
import GalleryModel
package import Imaging

/// Each value is written to the tags recommended by the Metadata Working Group: to EXIF, IPTC and
/// XMP alike if all three have one for it. Values that are nil are left unchanged, also face
/// regions.
extension MetadataWriter {
    /// Copies a picture file and sets metadata; an existing copy is replaced atomically.
    ///
    /// - Throws: `ImagingError` if the source is unreadable or not a JPEG or PNG, `FileError` if the
    ///   copy cannot be written.
    package func write(
        _ metadata: PictureMetadata, from source: BytePath, to destination: BytePath
    ) throws {
        let bytes = try FileBytes.read(source, atMost: .max - 1)
        try AtomicFile.replace(destination, with: applying(metadata, to: bytes), syncs: false)
    }

    /// Returns the bytes of a picture with metadata set.
    ///
    /// - Throws: `ImagingError` if the bytes are not a writable JPEG or PNG.
    package func applying(
        _ metadata: PictureMetadata, to picture: [UInt8]
    ) throws(ImagingError) -> [UInt8] {
        try applying(metadata.entries, to: picture)
    }
}

extension PictureMetadata {
    /// The tags that store this metadata.
    ///
    /// Source: https://exiv2.org/metadata.html (key tables).
    fileprivate var entries: [(key: String, value: String)] {
        var list: [(key: String, value: String)] = []
        func add(_ key: String, _ value: String?) {
            if let value { list.append((key, value)) }
        }
        // Declares that IPTC text is UTF-8 (IIM 1:90).
        add("Iptc.Envelope.CharacterSet", "\u{1B}%G")
        // EXIF must declare its version; 2.32 includes the offsets.
        add("Exif.Photo.ExifVersion", "48 50 51 50")
        add("Exif.Image.Orientation", details.orientation.map(String.init))
        add("Exif.Image.Make", details.make)
        add("Exif.Image.Model", details.model)
        add("Exif.Photo.LensModel", details.lens)
        add("Exif.Photo.ExposureTime", details.exposureTime.map { Self.rational($0, 1_000_000) })
        add("Exif.Photo.FNumber", details.fNumber.map { Self.rational($0, 100) })
        add("Exif.Photo.ISOSpeedRatings", details.iso.map(String.init))
        add("Exif.Photo.FocalLength", details.focalLength.map { Self.rational($0, 1000) })
        add("Exif.Photo.DateTimeOriginal", details.dateTimeOriginal)
        add("Exif.Photo.SubSecTimeOriginal", details.subSecTimeOriginal)
        let offset = details.offsetTimeOriginal
        add("Exif.Photo.0x9011", offset == "Z" ? "+00:00" : offset)
        add("Exif.Image.ImageDescription", details.caption)
        add("Exif.Image.Artist", details.creator)
        add("Exif.Image.Copyright", details.copyright)
        add("Iptc.Application2.ObjectName", details.title)
        add("Iptc.Application2.Caption", details.caption)
        add("Iptc.Application2.Byline", details.creator)
        add("Iptc.Application2.Copyright", details.copyright)
        add("Xmp.dc.title", details.title.map { "lang=x-default " + $0 })
        add("Xmp.dc.description", details.caption.map { "lang=x-default " + $0 })
        add("Xmp.dc.creator", details.creator)
        add("Xmp.dc.rights", details.copyright.map { "lang=x-default " + $0 })
        add("Xmp.xmp.Rating", details.rating.map(String.init))
        for keyword in details.tags {
            add("Iptc.Application2.Keywords", keyword)
            add("Xmp.dc.subject", keyword)
        }
        return list + positionEntries
    }

    private var positionEntries: [(key: String, value: String)] {
        guard let coordinate = details.coordinate else { return [] }
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
        return tags.map { ("Exif.GPSInfo." + $0.0, $0.1) }
    }

    /// Formats degrees, minutes and seconds; a millionth of a second is 3e-10 degrees, 0.03 mm on
    /// the ground.
    private static func degrees(_ angle: Double) -> String {
        let perSecond = 1_000_000
        let parts = Int((abs(angle) * 3600 * Double(perSecond)).rounded())
        let (minutes, seconds) = parts.quotientAndRemainder(dividingBy: 60 * perSecond)
        return "\(minutes / 60)/1 \(minutes % 60)/1 \(seconds)/\(perSecond)"
    }

    /// Formats a positive number as a fraction, within EXIF's 32 bits.
    private static func rational(_ number: Double, _ denominator: Int) -> String {
        let largest = Double(Int32.max)
        let numerator = (number * Double(denominator)).rounded()
        guard numerator.isFinite, numerator <= largest else {
            return "\(Int(min(max(number, 0), largest)))/1"
        }
        return "\(Int(max(numerator, 0)))/\(denominator)"
    }
}
