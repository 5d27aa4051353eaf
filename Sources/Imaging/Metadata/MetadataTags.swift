/// Classifies tags by their subject, using exiv2's keys.
///
/// Source: https://exiv2.org/metadata.html (key tables of EXIF, IPTC and XMP);
/// https://exiftool.org/TagNames/
enum MetadataTags {
    /// Returns the property or tag that contains a part of a structure: `Xmp.a.B` for
    /// `Xmp.a.B[1]/c:D`.
    static func property(of key: String) -> String { String(key.prefix { $0 != "/" && $0 != "[" }) }

    /// Returns the group of a property: `Photo` for `Exif.Photo.FNumber`, `dc` for `Xmp.dc.title`.
    static func group(of property: String) -> String {
        let parts = property.split(separator: ".", maxSplits: 2)
        return parts.count > 1 ? String(parts[1]) : ""
    }

    /// The tags that rules include, except for positions and places.
    static let listed: [(rule: MetadataTransfer.Rules, keys: Set<String>)] = [
        (.camera, cameras), (.serials, serials), (.names, names), (.title, titles),
        (.description, descriptions), (.tags, keywords.union(ratings.keys)), (.credit, credits),
    ]

    /// Titles, descriptions and keywords, which the catalog also stores.
    static let catalogTags: Set<String> = [
        "Exif.Image.ImageDescription", "Iptc.Application2.ObjectName", "Iptc.Application2.Caption",
        "Iptc.Application2.Keywords", "Xmp.dc.title", "Xmp.dc.description", "Xmp.dc.subject",
        "Xmp.tiff.ImageDescription",
    ]

    /// Names of places, including parts of structures.
    static let places: Set<String> = [
        "Iptc.Application2.LocationCode", "Iptc.Application2.LocationName",
        "Iptc.Application2.City", "Iptc.Application2.SubLocation",
        "Iptc.Application2.ProvinceState", "Iptc.Application2.CountryCode",
        "Iptc.Application2.CountryName", "Xmp.photoshop.City", "Xmp.photoshop.State",
        "Xmp.photoshop.Country", "Xmp.iptc.Location", "Xmp.iptc.CountryCode",
        "Xmp.iptcExt.LocationCreated", "Xmp.iptcExt.LocationShown",
    ]

    /// The people in the picture and the owner of the camera.
    private static let names: Set<String> = [
        "Exif.Photo.CameraOwnerName", "Xmp.aux.OwnerName", "Xmp.exifEX.CameraOwnerName",
        "Xmp.iptcExt.PersonInImage",
    ]

    /// EXIF tags that must be text, because other values could hide anything.
    static let texts: Set<String> = [
        "Exif.Image.Artist", "Exif.Image.Copyright", "Exif.Image.ImageDescription",
        "Exif.Image.Make", "Exif.Image.Model", "Exif.Photo.LensMake", "Exif.Photo.LensModel",
    ]

    /// Names of the camera and the lens, from the manufacturer or the user.
    static let cameras: Set<String> = [
        "Exif.Image.Make", "Exif.Image.Model", "Exif.Photo.LensMake", "Exif.Photo.LensModel",
        "Xmp.aux.Lens", "Xmp.exifEX.LensMake", "Xmp.exifEX.LensModel", "Xmp.tiff.Make",
        "Xmp.tiff.Model",
    ]

    /// Serial numbers of the camera and the lens, and identifiers of the picture.
    static let serials: Set<String> = [
        "Exif.Photo.BodySerialNumber", "Exif.Photo.LensSerialNumber",
        "Exif.Photo.ImageUniqueID", "Exif.Image.CameraSerialNumber",
        "Xmp.aux.SerialNumber", "Xmp.aux.LensSerialNumber",
        "Xmp.exifEX.BodySerialNumber", "Xmp.exifEX.LensSerialNumber",
        "Xmp.exif.ImageUniqueID", "Xmp.MicrosoftPhoto.CameraSerialNumber",
    ]
}

extension MetadataTags {
    /// Tags that any shared copy can contain if their values have the expected form, because they
    /// contain no user text.
    ///
    /// Numbers represent tags without a name in exiv2 0.27: OffsetTime, OffsetTimeOriginal,
    /// OffsetTimeDigitized.
    static let technical = grammars([
        (.numbers(1), "Exif.Image.", "ResolutionUnit XResolution YResolution"),
        (
            .numbers(1), "Exif.Photo.",
            """
            ApertureValue BrightnessValue ColorSpace Contrast CustomRendered DigitalZoomRatio
            ExposureBiasValue ExposureIndex ExposureMode ExposureProgram ExposureTime FNumber
            FileSource Flash FlashEnergy FocalLength FocalLengthIn35mmFilm GainControl ISOSpeed
            ISOSpeedLatitudeyyy ISOSpeedLatitudezzz LightSource MaxApertureValue MeteringMode
            RecommendedExposureIndex Saturation SceneCaptureType SceneType SensingMethod
            SensitivityType Sharpness ShutterSpeedValue StandardOutputSensitivity SubjectDistance
            SubjectDistanceRange WhiteBalance
            """
        ),
        // Some cameras write two values.
        (.numbers(2), "Exif.Photo.", "ISOSpeedRatings"),
        (.numbers(4), "Exif.Photo.", "LensSpecification"),
        (.version, "Exif.Photo.", "ExifVersion FlashpixVersion"),
        (.version, "Exif.Iop.", "InteroperabilityVersion"),
        (.interoperability, "Exif.Iop.", "InteroperabilityIndex"),
        (.date, "Exif.Image.", "DateTime DateTimeOriginal"),
        (.date, "Exif.Photo.", "DateTimeDigitized DateTimeOriginal"),
        (
            .offset, "Exif.Photo.",
            "0x9010 0x9011 0x9012 OffsetTime OffsetTimeOriginal OffsetTimeDigitized"
        ),
        (.fraction, "Exif.Photo.", "SubSecTime SubSecTimeDigitized SubSecTimeOriginal"),
        (.date, "Iptc.Application2.", "DateCreated DigitizationDate"),
        (.time, "Iptc.Application2.", "DigitizationTime TimeCreated"),
        (
            .numbers(1), "Xmp.exif.",
            """
            ApertureValue BrightnessValue Contrast CustomRendered DigitalZoomRatio
            ExposureBiasValue ExposureIndex ExposureMode ExposureProgram ExposureTime FNumber
            FileSource FocalLength FocalLengthIn35mmFilm GainControl ISOSpeedRatings LightSource
            MaxApertureValue MeteringMode Saturation SceneCaptureType SceneType SensingMethod
            Sharpness ShutterSpeedValue SubjectDistance SubjectDistanceRange WhiteBalance
            """
        ),
        (.date, "Xmp.exif.", "DateTimeDigitized DateTimeOriginal"),
        (.offset, "Xmp.exif.", "OffsetTimeOriginal"),
        (
            .numbers(1), "Xmp.exifEX.",
            """
            PhotographicSensitivity RecommendedExposureIndex SensitivityType
            StandardOutputSensitivity
            """
        ),
        (.numbers(4), "Xmp.exifEX.", "LensSpecification"),
        (.offset, "Xmp.exifEX.", "OffsetTime OffsetTimeDigitized OffsetTimeOriginal"),
        (.numbers(1), "Xmp.aux.", "ApproximateFocusDistance FlashCompensation LensID"),
        (.numbers(4), "Xmp.aux.", "LensInfo"),
        (.sourceType, "Xmp.iptcExt.", "DigitalSourceType"),
        (.date, "Xmp.photoshop.", "DateCreated"),
        (.date, "Xmp.tiff.", "DateTime"),
        (.date, "Xmp.xmp.", "CreateDate ModifyDate"),
    ])

    /// The user's rating of the picture.
    static let ratings = grammars([
        (.numbers(1), "Exif.Image.", "Rating RatingPercent"),
        (.numbers(1), "Xmp.MicrosoftPhoto.", "Rating"), (.numbers(1), "Xmp.xmp.", "Rating"),
    ])

    /// The picture's title.
    static let titles = keys([
        ("Iptc.Application2.", "Headline ObjectName"), ("Xmp.dc.", "title"),
        ("Xmp.photoshop.", "Headline"),
    ])

    /// Descriptions of the picture.
    static let descriptions = keys([
        ("Exif.Image.", "ImageDescription"), ("Iptc.Application2.", "Caption"),
        ("Xmp.dc.", "description"), ("Xmp.iptc.", "AltTextAccessibility ExtDescrAccessibility"),
        ("Xmp.tiff.", "ImageDescription"),
    ])

    /// Keywords and labels.
    static let keywords = hierarchies.union(
        keys([
            ("Iptc.Application2.", "Keywords"), ("Xmp.dc.", "subject"), ("Xmp.xmp.", "Label"),
        ]))

    /// Hierarchical keywords.
    static let hierarchies = keys([
        ("Xmp.digiKam.", "TagsList"), ("Xmp.lr.", "hierarchicalSubject"),
        ("Xmp.MicrosoftPhoto.", "LastKeywordXMP"),
    ])

    /// The creator of the picture and the terms of use.
    static let credits = keys([
        ("Exif.Image.", "Artist Copyright"),
        ("Iptc.Application2.", "Byline BylineTitle Copyright Credit Source"),
        ("Xmp.cc.", "attributionName attributionURL license morePermissions useGuidelines"),
        ("Xmp.dc.", "creator rights"), ("Xmp.photoshop.", "AuthorsPosition Credit Source"),
        ("Xmp.tiff.", "Artist Copyright"),
        ("Xmp.xmpRights.", "Certificate Marked Owner UsageTerms WebStatement"),
    ])

    private static func grammars(
        _ groups: [(grammar: MetadataGrammar, prefix: String, tags: String)]
    ) -> [String: MetadataGrammar] {
        var grammars: [String: MetadataGrammar] = [:]
        for (grammar, prefix, tags) in groups {
            for key in keys([(prefix, tags)]) { grammars[key] = grammar }
        }
        return grammars
    }

    private static func keys(_ groups: [(prefix: String, tags: String)]) -> Set<String> {
        var keys: Set<String> = []
        for (prefix, tags) in groups {
            for tag in tags.split(whereSeparator: \.isWhitespace) { keys.insert(prefix + tag) }
        }
        return keys
    }
}

extension MetadataTags {
    /// Groups that describe other pixels than the copy's: thumbnails, previews, further pictures,
    /// regions, gain maps, embedded videos and depth maps.
    static let pixelGroups: Set<String> = [
        "Thumbnail", "MpfInfo", "NikonPreview", "PanasonicRaw", "Image2", "Image3",
        "SubImage1",
        "SubImage2", "SubImage3", "SubImage4", "SubImage5", "SubImage6", "SubImage7", "SubImage8",
        "SubImage9", "SubThumb1", "MP", "MPRI", "MPReg", "apple-fi", "apdi", "Container", "GAudio",
        "GCamera", "GContainer", "GDepth", "GImage", "GPano", "HDRGainMap", "Item", "hdrgm",
        "xmpNote", "xmpGImg",
    ]

    /// Tags that describe the storage of the original's pixels, or positions among them.
    static let pixelTags = keys([
        (
            "Exif.Image.",
            """
            BitsPerSample CellLength CellWidth ClipPath ColorMap Compression ExifTag ExtraSamples
            FillOrder GPSTag GrayResponseCurve GrayResponseUnit IPTCNAA ImageLength
            ImageResources ImageWidth Indexed InterColorProfile InterlaceJPEGInterchangeFormat
            JPEGInterchangeFormat JPEGInterchangeFormatLength JPEGProc JPEGTables NewSubfileType
            OPIProxy PhotometricInterpretation PlanarConfiguration Predictor
            PrimaryChromaticities PrintImageMatching ReferenceBlackWhite RowsPerStrip SMaxSampleValue
            SMinSampleValue SampleFormat SamplesPerPixel StripByteCounts StripOffsets SubIFDs
            SubfileType T4Options T6Options Threshholding TileByteCounts TileLength TileOffsets
            TileWidth TransferFunction TransferRange WhitePoint XClipPathUnits XMLPacket
            YCbCrCoefficients YCbCrPositioning YCbCrSubSampling YClipPathUnits 0x935c 0xc4a5
            """
        ),
        (
            "Exif.Photo.",
            """
            ComponentsConfiguration CompressedBitsPerPixel FocalPlaneResolutionUnit
            FocalPlaneXResolution FocalPlaneYResolution InteroperabilityTag SubjectArea
            SubjectLocation 0xa500
            """
        ),
        ("Iptc.Application2.", "Preview PreviewFormat PreviewVersion"),
        ("Iptc.Envelope.", "CharacterSet"),
        (
            "Xmp.exif.",
            """
            ColorSpace ComponentsConfiguration CompressedBitsPerPixel FocalPlaneResolutionUnit
            FocalPlaneXResolution FocalPlaneYResolution NativeDigest SubjectArea SubjectLocation
            """
        ),
        ("Xmp.iptcExt.", "ImageRegion"),
        ("Xmp.mwg-rs.", "Regions"),
        ("Xmp.photoshop.", "ICCProfile"),
        (
            "Xmp.tiff.",
            """
            BitsPerSample Compression NativeDigest PhotometricInterpretation PlanarConfiguration
            PrimaryChromaticities ReferenceBlackWhite SamplesPerPixel TransferFunction WhitePoint
            YCbCrCoefficients YCbCrPositioning YCbCrSubSampling
            """
        ),
        ("Xmp.xmp.", "Thumbnails"),
    ])
}
