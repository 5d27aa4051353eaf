/// What becomes of a picture's own colours when it is decoded.
///
/// It matters for JPEGs alone: other types are always brought to sRGB.
package enum ColourTreatment: Hashable, Sendable {
    /// A JPEG's pixels come as they are stored, whatever its profile says; inks by multiplication.
    case asStored
    /// The embedded profile is applied: relative colorimetric, with black point compensation.
    ///
    /// A picture without a profile is taken for sRGB, also where EXIF says that its colours are
    /// "uncalibrated" (Adobe RGB by the file name's rules of DCF): libvips and ImageMagick do the same.
    case sRGB
    /// Pixels as stored, and their profile beside them: a copy of a part keeps a wide gamut.
    ///
    /// Inks become sRGB, and so do grey values in layouts that their profile does not describe.
    case kept
}
