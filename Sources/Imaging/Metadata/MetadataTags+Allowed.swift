extension MetadataTags {
    /// Tags that may be given away with any picture, where their values are what they should be: nothing of
    /// it is a person's words.
    ///
    /// Numbers stand for tags that exiv2 0.27 has no name for: OffsetTime, OffsetTimeOriginal,
    /// OffsetTimeDigitized.
    static let technical = grammars([
        (
            .numbers(1), "Exif.Image.", "ResolutionUnit XResolution YResolution"
        ),
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
        // Some cameras write a second one.
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

    /// What a person thinks of the picture.
    static let ratings = grammars([
        (.numbers(1), "Exif.Image.", "Rating RatingPercent"),
        (.numbers(1), "Xmp.MicrosoftPhoto.", "Rating"), (.numbers(1), "Xmp.xmp.", "Rating"),
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
