extension PictureDecoder {
    /// As `decode(bytes:as:longestSide:wholeUpTo:colour:)`, for bytes in an array.
    package func decode(
        _ bytes: [UInt8], as layout: PixelBuffer.Layout, longestSide: Int?, wholeUpTo: Int = 0,
        colour: ColourTreatment = .asStored
    ) throws(ImagingError) -> DecodedPicture {
        let outcome = bytes.withUnsafeBytes { buffer in
            Result { () throws(ImagingError) in
                try decode(
                    bytes: buffer, as: layout, longestSide: longestSide, wholeUpTo: wholeUpTo,
                    colour: colour)
            }
        }
        return try outcome.get()
    }
}
