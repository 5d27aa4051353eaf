extension MetadataTags {
    /// Tags that may be given away with any picture.
    static let allowed: Set<String> = {
        var keys: Set<String> = []
        for (prefix, tags) in allowedTags {
            for tag in tags.split(whereSeparator: \.isWhitespace) { keys.insert(prefix + tag) }
        }
        return keys
    }()

    /// Numbers stand for tags that exiv2 0.27 has no name for: OffsetTime, OffsetTimeOriginal,
    /// OffsetTimeDigitized.
    private static let allowedTags = [
        (
            "Exif.Image.",
            """
            Artist Copyright DateTime DateTimeOriginal ImageDescription Make Model Rating
            RatingPercent ResolutionUnit XResolution YResolution
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
        (
            "Iptc.Application2.",
            """
            Byline BylineTitle Caption Copyright Credit DateCreated DigitizationDate
            DigitizationTime Headline Keywords ObjectName Source TimeCreated
            """
        ),
        ("Xmp.cc.", "attributionName attributionURL license morePermissions useGuidelines"),
        ("Xmp.dc.", "creator description rights source subject title"),
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
        ("Xmp.digiKam.", "TagsList"),
        ("Xmp.iptc.", "AltTextAccessibility ExtDescrAccessibility"),
        ("Xmp.iptcExt.", "DigitalSourceType"),
        ("Xmp.lr.", "hierarchicalSubject"),
        ("Xmp.MicrosoftPhoto.", "LastKeywordXMP Rating"),
        ("Xmp.photoshop.", "AuthorsPosition Credit DateCreated Headline Source"),
        ("Xmp.tiff.", "Artist Copyright DateTime ImageDescription Make Model"),
        ("Xmp.xmp.", "CreateDate Label ModifyDate Rating"),
        ("Xmp.xmpRights.", "Certificate Marked Owner UsageTerms WebStatement"),
    ]
}
