/// A picture's pixels, upright, at the size they were wanted in.
package struct DecodedPicture: Hashable, Sendable {
    /// The pixels, EXIF orientation applied; at most as many as the file has.
    package var pixels: PixelBuffer
    /// Pixels across of the whole upright picture.
    package var width: Int
    /// Pixels down of the whole upright picture.
    package var height: Int
    /// The picture's type, by content.
    package var format: PictureFormat
    /// EXIF's orientation number in the file, 1...8; it is applied already.
    package var orientation: Int
    /// What was read with doubt, such as a file that ends early: lower-case sentences.
    package var warnings: [String]
    /// The ICC profile that the pixels are in; nil is sRGB, or unknown after `ColourTreatment.asStored`.
    package var profile: [UInt8]?
    /// What the picture, and the edit it was decoded for, take of the budget.
    var reservation: DecodeReservation?

    /// Makes a decoded picture.
    package init(
        pixels: PixelBuffer, width: Int, height: Int, format: PictureFormat, orientation: Int = 1,
        warnings: [String] = [], profile: [UInt8]? = nil
    ) {
        self.pixels = pixels
        self.width = width
        self.height = height
        self.format = format
        self.orientation = orientation
        self.warnings = warnings
        self.profile = profile
    }
}
