extension MetadataTags {
    /// Tags that may be given away with any picture: none is a person's words.
    ///
    /// Numbers stand for tags that exiv2 0.27 has no name for: OffsetTime, OffsetTimeOriginal,
    /// OffsetTimeDigitized.
    static let technical = keys([
        (
            "Exif.Image.",
            """
            DateTime DateTimeOriginal Make Model Rating RatingPercent ResolutionUnit XResolution
            YResolution
            """
        ),
        (
            "Exif.Photo.",
            """
            0x9010 0x9011 0x9012 OffsetTime OffsetTimeOriginal OffsetTimeDigitized DateTimeDigitized
            DateTimeOriginal SubSecTime SubSecTimeDigitized SubSecTimeOriginal ApertureValue
            BrightnessValue ColorSpace Contrast CustomRendered DigitalZoomRatio ExifVersion
            ExposureBiasValue ExposureIndex ExposureMode ExposureProgram ExposureTime FNumber
            FileSource Flash FlashEnergy FlashpixVersion FocalLength FocalLengthIn35mmFilm
            GainControl ISOSpeed ISOSpeedLatitudeyyy ISOSpeedLatitudezzz ISOSpeedRatings LensMake
            LensModel LensSpecification LightSource MaxApertureValue MeteringMode
            RecommendedExposureIndex Saturation SceneCaptureType SceneType SensingMethod
            SensitivityType Sharpness ShutterSpeedValue StandardOutputSensitivity SubjectDistance
            SubjectDistanceRange WhiteBalance
            """
        ),
        ("Exif.Iop.", "InteroperabilityIndex InteroperabilityVersion"),
        ("Iptc.Application2.", "DateCreated DigitizationDate DigitizationTime TimeCreated"),
        (
            "Xmp.exif.",
            """
            ApertureValue BrightnessValue Contrast CustomRendered DateTimeDigitized
            DateTimeOriginal DigitalZoomRatio ExposureBiasValue ExposureIndex ExposureMode
            ExposureProgram ExposureTime FNumber FileSource FocalLength FocalLengthIn35mmFilm
            GainControl ISOSpeedRatings LightSource MaxApertureValue MeteringMode
            OffsetTimeOriginal Saturation SceneCaptureType SceneType SensingMethod Sharpness
            ShutterSpeedValue SubjectDistance SubjectDistanceRange WhiteBalance
            """
        ),
        (
            "Xmp.exifEX.",
            """
            LensMake LensModel LensSpecification OffsetTime OffsetTimeDigitized OffsetTimeOriginal
            PhotographicSensitivity RecommendedExposureIndex SensitivityType
            StandardOutputSensitivity
            """
        ),
        ("Xmp.aux.", "ApproximateFocusDistance FlashCompensation Lens LensID LensInfo"),
        ("Xmp.iptcExt.", "DigitalSourceType"),
        ("Xmp.MicrosoftPhoto.", "Rating"),
        ("Xmp.photoshop.", "DateCreated"),
        ("Xmp.tiff.", "DateTime Make Model"),
        ("Xmp.xmp.", "CreateDate ModifyDate Rating"),
    ])

    /// The picture's title.
    static let titles = keys([
        ("Iptc.Application2.", "Headline ObjectName"), ("Xmp.dc.", "title"),
        ("Xmp.photoshop.", "Headline"),
    ])

    /// What the picture shows, in sentences.
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

    /// Keywords with the levels that they stand below.
    static let hierarchies = keys([
        ("Xmp.digiKam.", "TagsList"), ("Xmp.lr.", "hierarchicalSubject"),
        ("Xmp.MicrosoftPhoto.", "LastKeywordXMP"),
    ])

    /// Who made the picture, and under which terms it may be used.
    static let credits = keys([
        ("Exif.Image.", "Artist Copyright"),
        ("Iptc.Application2.", "Byline BylineTitle Copyright Credit Source"),
        ("Xmp.cc.", "attributionName attributionURL license morePermissions useGuidelines"),
        ("Xmp.dc.", "creator rights"), ("Xmp.photoshop.", "AuthorsPosition Credit Source"),
        ("Xmp.tiff.", "Artist Copyright"),
        ("Xmp.xmpRights.", "Certificate Marked Owner UsageTerms WebStatement"),
    ])

    private static func keys(_ groups: [(prefix: String, tags: String)]) -> Set<String> {
        var keys: Set<String> = []
        for (prefix, tags) in groups {
            for tag in tags.split(whereSeparator: \.isWhitespace) { keys.insert(prefix + tag) }
        }
        return keys
    }
}
