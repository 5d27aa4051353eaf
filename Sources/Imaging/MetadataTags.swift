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

    /// Whether a tag's items are keywords.
    static func isKeyword(_ key: String) -> Bool { keywords.contains(key) }

    /// Whether a keyword's levels stand in it.
    static func isHierarchy(_ key: String) -> Bool { hierarchies.contains(key) }

    /// Whether a tag holds a person's words about the picture.
    static func isProse(_ key: String) -> Bool { prose.contains(key) }

    /// The people in the picture, a list.
    static let people = "Xmp.iptcExt.PersonInImage"

    /// Whether a tag names people in the picture: a list of them or a region's name.
    static func namesPeople(_ key: String) -> Bool {
        key.hasPrefix(people)
            || key.hasPrefix("Xmp.mwg-rs.Regions/")
                && (key.hasSuffix("/mwg-rs:Name") || key.hasSuffix("/mwg-rs:Description"))
            || key.hasPrefix("Xmp.MP.RegionInfo/") && key.hasSuffix("/MPReg:PersonDisplayName")
    }

    /// Whether a keyword gives a position, as tags of Flickr do (`geo:lat=48.8`), or stands below one that
    /// says that it is about places.
    static func tellsPlace(keyword: String) -> Bool {
        let lower = keyword.lowercased()
        if lower.contains("geo:") || lower.hasPrefix("geotag") { return true }
        let levels = NameRemoval.levels(of: lower)
        guard levels.count > 1, let first = levels.first else { return false }
        return ["places", "place", "locations", "location", "orte", "lieux"].contains(first)
    }

    /// Whether a tag says who is in the picture, and nothing else.
    static func isPersonName(_ key: String) -> Bool {
        if key == people || key.hasPrefix(people) && key.hasSuffix(":PersonName") { return true }
        if key.hasPrefix("Xmp.iptcExt.ImageRegion") {
            return key.hasSuffix(":Name") || key.contains("PersonInImage")
        }
        return namesPeople(key) && !key.hasPrefix(people) && !key.hasSuffix("/mwg-rs:Description")
    }

    /// Whether a tag says what the catalog knows too: the title, the description or the keywords.
    static func isOfCatalog(_ key: String) -> Bool {
        isKeyword(key) || titlesAndDescriptions.contains(key)
    }

    private static let titlesAndDescriptions: Set<String> = [
        "Exif.Image.ImageDescription", "Iptc.Application2.ObjectName", "Iptc.Application2.Caption",
        "Xmp.dc.title", "Xmp.dc.description", "Xmp.tiff.ImageDescription",
    ]

    private static let hierarchies: Set<String> = [
        "Xmp.lr.hierarchicalSubject", "Xmp.digiKam.TagsList", "Xmp.MicrosoftPhoto.LastKeywordXMP",
        "Xmp.MicrosoftPhoto.LastKeywordIPTC", "Xmp.mediapro.CatalogSets",
    ]

    private static let keywords: Set<String> = hierarchies.union([
        "Iptc.Application2.Keywords", "Xmp.dc.subject",
    ])

    private static let prose: Set<String> = [
        "Exif.Image.ImageDescription", "Iptc.Application2.ObjectName",
        "Iptc.Application2.Headline", "Iptc.Application2.Caption", "Xmp.dc.title",
        "Xmp.dc.description", "Xmp.photoshop.Headline", "Xmp.tiff.ImageDescription",
        "Xmp.iptc.AltTextAccessibility", "Xmp.iptc.ExtDescrAccessibility", "Xmp.xmp.Label",
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

    /// Whether a tag is the name of where the picture was taken or what it shows.
    static func isPlaceName(_ key: String) -> Bool {
        places.contains(property(of: key))
            && [
                "City", "Country", "CountryName", "Location", "LocationName", "ProvinceState",
                "State",
                "SubLocation", "Sublocation",
            ]
            .contains(String(key.split { $0 == "." || $0 == ":" || $0 == "/" }.last ?? ""))
    }

    /// Whose camera it was.
    static let owners: Set<String> = [
        "Exif.Photo.CameraOwnerName", "Xmp.aux.OwnerName", "Xmp.exifEX.CameraOwnerName",
    ]

    /// Whether a tag of EXIF that may be given away is text; nil for others.
    ///
    /// One that is what it should not be may hide anything.
    static func isText(_ key: String) -> Bool? {
        guard key.hasPrefix("Exif."), allowed.contains(key) else { return nil }
        let name = key.split(separator: ".").last ?? ""
        return texts.contains(String(name)) || name.hasPrefix("DateTime")
            || name.hasPrefix("OffsetTime") || name.hasPrefix("SubSecTime")
    }

    private static let texts: Set<String> = [
        "0x9010", "0x9011", "0x9012", "Artist", "Copyright", "ImageDescription",
        "InteroperabilityIndex", "LensMake", "LensModel", "Make", "Model",
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
