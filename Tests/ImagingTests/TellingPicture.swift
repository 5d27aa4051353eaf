import Foundation
import Imaging

/// A picture with private data in every field that exiftool can write.
enum TellingPicture {
    static let serials = [
        "BODYSERIAL77123", "LENSSERIAL88456",
        "c0ffee00c0ffee00c0ffee00c0ffee01",
        "AUXSERIAL99001", "MAKERSERIAL55555",
    ]
    static let names = [
        "Anna Quill", "Bertram Zant", "Cleo Vance", "Dora Yule", "Egon Wirth", "Frida Xu",
        "OWNERNAME Roger Roe",
    ]
    static let places = ["Lutetia", "Rue Cachee", "Ile Perdue", "Gallia", "GLX", "48,51.3967"]
    /// A user's texts.
    static let words = [
        "at the gate", "Zoë Maker", "© Zoë", "grün", "The gate", "The Agency", "Nature",
        "CC BY 2.0",
        "HEADLINE words", "ALTERNATIVE words", "EXTENDED words",
    ]
    static let others = [
        "USERCOMMENT words", "COMMENT words", "HOSTCOMPUTER name", "SOFTWARE name", "DOCUMENTID12",
        "HISTORY agent", "INSTRUCTIONS words", "CONTACT words", "mlat=48.856",
    ]

    /// The JPEG; made once.
    static let jpeg: [UInt8] = (try? make()) ?? []

    /// A picture without metadata.
    static func blank(width: Int = 64, height: Int = 48) throws -> [UInt8] {
        let bytes = (0..<(width * height)).map { UInt8(truncatingIfNeeded: $0 / width * 5) }
        guard let pixels = PixelBuffer(layout: .gray, width: width, height: height, bytes: bytes)
        else { return [] }
        return try JPEGEncoder(quality: 80).encode(pixels)
    }

    private static let position = [
        "-EXIF:GPSLatitude=48.8566123", "-EXIF:GPSLatitudeRef=N", "-EXIF:GPSLongitude=2.3522456",
        "-EXIF:GPSLongitudeRef=E", "-EXIF:GPSAltitude=35.5", "-EXIF:GPSAltitudeRef=0",
        "-EXIF:GPSImgDirection=123.45", "-EXIF:GPSDateStamp=2024:05:01",
    ]

    private static func make() throws -> [UInt8] {
        let thumbnail = try Exiftool.changed(blank(width: 16, height: 12), ending: "jpg", position)
        let folder = FileManager.default.temporaryDirectory
        let file = folder.appending(path: "thumbnail-\(UUID().uuidString).jpg")
        try Data(thumbnail).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var arguments = position + ["-ThumbnailImage<=\(file.path(percentEncoded: false))"]
        arguments += exif + iptc + xmp
        return try Exiftool.changed(withMakerNote(blank()), ending: "jpg", arguments)
    }

    private static let exif = [
        "-EXIF:Make=Maker", "-EXIF:Model=Model 1", "-EXIF:Orientation#=6",
        "-EXIF:LensModel=35mm f/2", "-EXIF:ExposureTime=1/250", "-EXIF:FNumber=5.6",
        "-EXIF:ISO=200",
        "-EXIF:FocalLength=35", "-EXIF:Flash#=16", "-EXIF:DateTimeOriginal=2024:05:01 10:15:30",
        "-EXIF:OffsetTimeOriginal=-03:30", "-EXIF:SubSecTimeOriginal=25", "-EXIF:Artist=Zoë Maker",
        "-EXIF:Copyright=© Zoë", "-EXIF:ImageDescription=Anna Quill, at the gate",
        "-EXIF:SerialNumber=BODYSERIAL77123", "-EXIF:LensSerialNumber=LENSSERIAL88456",
        "-EXIF:OwnerName=OWNERNAME Roger Roe",
        "-EXIF:ImageUniqueID=c0ffee00c0ffee00c0ffee00c0ffee01",
        "-EXIF:UserComment=USERCOMMENT words", "-Comment=COMMENT words",
        "-EXIF:HostComputer=HOSTCOMPUTER name", "-EXIF:Software=SOFTWARE name",
        "-EXIF:XPKeywords=Bertram Zant", "-EXIF:XPComment=USERCOMMENT words",
    ]

    private static let iptc = [
        "-IPTC:CodedCharacterSet=UTF8", "-IPTC:City=Lutetia", "-IPTC:Sub-location=Rue Cachee",
        "-IPTC:Province-State=Ile Perdue", "-IPTC:Country-PrimaryLocationName=Gallia",
        "-IPTC:Country-PrimaryLocationCode=GLX", "-IPTC:Keywords=Bertram Zant",
        "-IPTC:Keywords=grün",
        "-IPTC:ObjectName=The gate", "-IPTC:Caption-Abstract=Bertram Zant's gate",
        "-IPTC:By-line=Zoë Maker", "-IPTC:Credit=The Agency", "-IPTC:Contact=CONTACT words",
        "-IPTC:SpecialInstructions=INSTRUCTIONS words",
    ]

    private static let xmp = [
        "-XMP-dc:Source=https://www.openstreetmap.org/?mlat=48.8566&mlon=2.3522",
        "-XMP-photoshop:Headline=HEADLINE words", "-IPTC:Headline=HEADLINE words",
        "-XMP-iptcCore:AltTextAccessibility=ALTERNATIVE words",
        "-XMP-iptcCore:ExtDescrAccessibility=EXTENDED words",
        "-XMP-dc:Title=The gate, with Cleo Vance", "-XMP-dc:Subject=grün",
        "-XMP-dc:Subject=Anna Quill", "-XMP-dc:Subject=geo:lat=48.8566",
        "-XMP-dc:Subject=egon wirth", "-XMP-lr:HierarchicalSubject=People|Friends|Dora Yule",
        "-XMP-lr:HierarchicalSubject=Nature|Tree", "-XMP-digiKam:TagsList=People/Egon Wirth",
        "-XMP-digiKam:TagsList=Places/Gallia", "-XMP-digiKam:TagsList=Nature/Tree",
        "-XMP-microsoft:LastKeywordXMP=People/Frida Xu", "-XMP-iptcExt:PersonInImage=Cleo Vance",
        "-XMP-photoshop:City=Lutetia", "-XMP-photoshop:State=Ile Perdue",
        "-XMP-photoshop:Country=Gallia", "-XMP-iptcCore:Location=Rue Cachee",
        "-XMP-iptcCore:CountryCode=GLX", "-XMP-exif:GPSLatitude=48.8566123",
        "-XMP-exif:GPSLongitude=2.3522456", "-LocationShown={City=Lutetia,CountryName=Gallia}",
        "-XMP-aux:SerialNumber=AUXSERIAL99001", "-XMP-xmpMM:DocumentID=DOCUMENTID12",
        "-XMP-xmpMM:History={Action=saved,SoftwareAgent=HISTORY agent}", "-XMP-xmp:Rating=4",
        "-XMP-tiff:Orientation#=6", "-XMP-tiff:ImageWidth=64", "-XMP-exif:ExifImageWidth=64",
        "-XMP-xmpRights:UsageTerms=CC BY 2.0", "-XMP-photoshop:Instructions=INSTRUCTIONS words",
        "-CreatorContactInfo={CiEmailWork=CONTACT words}",
        "-RegionInfo={AppliedToDimensions={W=64,H=48,Unit=pixel},RegionList=[{Area={X=0.5,Y=0.5,W=0.2,"
            + "H=0.2,Unit=normalized},Name=Anna Quill,Type=Face}]}",
        "-RegionInfoMP={Regions=[{PersonDisplayName=Bertram Zant,Rectangle=\"0.1|, 0.1|, 0.1|, 0.1\"}]}",
    ]

    /// The JPEG with an EXIF that contains notes of an unknown maker.
    private static func withMakerNote(_ jpeg: [UInt8]) -> [UInt8] {
        let note = Array("NOTES\0MAKERSERIAL55555".utf8)
        var tiff = Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
        tiff += [0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
        tiff +=
            [0, 1, 0x92, 0x7C, 0, 7, 0, 0, 0, UInt8(note.count), 0, 0, 0, 44, 0, 0, 0, 0] + note
        let segment = TinyPictures.segment(0xE1, Array("Exif".utf8) + [0, 0] + tiff)
        return Array(jpeg[..<2]) + segment + Array(jpeg[2...])
    }
}
