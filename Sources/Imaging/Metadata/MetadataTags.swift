/// Says what tags are about, by exiv2's keys.
///
/// Source: https://exiv2.org/metadata.html (key tables of EXIF, IPTC and XMP); https://exiftool.org/TagNames/
enum MetadataTags {
    /// The property or tag that a part of a structure belongs to: `Xmp.a.B` of `Xmp.a.B[1]/c:D`.
    static func property(of key: String) -> String {
        String(key.prefix { $0 != "/" && $0 != "[" })
    }

    /// The group of a property: `Photo` of `Exif.Photo.FNumber`, `dc` of `Xmp.dc.title`.
    static func group(of property: String) -> String {
        let parts = property.split(separator: ".", maxSplits: 2)
        return parts.count > 1 ? String(parts[1]) : ""
    }

    /// The people in the picture, a list.
    static let people = "Xmp.iptcExt.PersonInImage"

    /// Whether a tag says what the catalog knows too: the title, the description or the keywords.
    static func isOfCatalog(_ key: String) -> Bool { ofCatalog.contains(key) }

    private static let ofCatalog: Set<String> = [
        "Exif.Image.ImageDescription", "Iptc.Application2.ObjectName", "Iptc.Application2.Caption",
        "Iptc.Application2.Keywords", "Xmp.dc.title", "Xmp.dc.description", "Xmp.dc.subject",
        "Xmp.tiff.ImageDescription",
    ]

    /// Where the picture was taken, in words; parts of structures too.
    static let places: Set<String> = [
        "Iptc.Application2.LocationCode", "Iptc.Application2.LocationName",
        "Iptc.Application2.City", "Iptc.Application2.SubLocation",
        "Iptc.Application2.ProvinceState", "Iptc.Application2.CountryCode",
        "Iptc.Application2.CountryName", "Xmp.photoshop.City", "Xmp.photoshop.State",
        "Xmp.photoshop.Country", "Xmp.iptc.Location", "Xmp.iptc.CountryCode",
        "Xmp.iptcExt.LocationCreated", "Xmp.iptcExt.LocationShown",
    ]

    /// Whose camera it was.
    static let owners: Set<String> = [
        "Exif.Photo.CameraOwnerName", "Xmp.aux.OwnerName", "Xmp.exifEX.CameraOwnerName",
    ]

    /// Tags of EXIF that are text: one that is none may hide anything.
    static let texts: Set<String> = [
        "Exif.Image.Artist", "Exif.Image.Copyright", "Exif.Image.ImageDescription",
        "Exif.Image.Make", "Exif.Image.Model", "Exif.Photo.LensMake", "Exif.Photo.LensModel",
    ]

    /// What the camera and the lens are called, by their makers or by whoever names them.
    static let cameras: Set<String> = [
        "Exif.Image.Make", "Exif.Image.Model", "Exif.Photo.LensMake", "Exif.Photo.LensModel",
        "Xmp.aux.Lens", "Xmp.exifEX.LensMake", "Xmp.exifEX.LensModel", "Xmp.tiff.Make",
        "Xmp.tiff.Model",
    ]

    /// Which camera and lens it was; which picture it is.
    static let serials: Set<String> = [
        "Exif.Photo.BodySerialNumber", "Exif.Photo.LensSerialNumber",
        "Exif.Photo.ImageUniqueID", "Exif.Image.CameraSerialNumber",
        "Xmp.aux.SerialNumber", "Xmp.aux.LensSerialNumber",
        "Xmp.exifEX.BodySerialNumber", "Xmp.exifEX.LensSerialNumber",
        "Xmp.exif.ImageUniqueID", "Xmp.MicrosoftPhoto.CameraSerialNumber",
    ]
}
