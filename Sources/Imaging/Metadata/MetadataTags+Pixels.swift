extension MetadataTags {
    /// Groups that describe other pixels than the copy's: thumbnails, previews, further pictures,
    /// regions, gain maps, films and depth maps behind the picture.
    static let groupsOfPixels: Set<String> = [
        "Thumbnail", "MpfInfo", "NikonPreview", "PanasonicRaw", "Image2", "Image3",
        "SubImage1",
        "SubImage2", "SubImage3", "SubImage4", "SubImage5", "SubImage6", "SubImage7", "SubImage8",
        "SubImage9", "SubThumb1", "MP", "MPRI", "MPReg", "apple-fi", "apdi", "Container", "GAudio",
        "GCamera", "GContainer", "GDepth", "GImage", "GPano", "HDRGainMap", "Item", "hdrgm",
        "xmpNote", "xmpGImg",
    ]

    /// Tags that describe how the original's pixels are stored, or where something lies among them.
    static let ofPixels: Set<String> = {
        var keys: Set<String> = []
        for (prefix, tags) in tagsOfPixels {
            for tag in tags.split(whereSeparator: \.isWhitespace) { keys.insert(prefix + tag) }
        }
        return keys
    }()

    private static let tagsOfPixels = [
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
    ]
}
