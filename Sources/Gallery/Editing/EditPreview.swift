import Basics
package import GalleryModel
import Imaging

/// A preview of an edit that is not stored: one picture, or a sheet of all effects.
package struct EditPreview: Hashable, Sendable {
    /// The edit; a sheet uses its crop and rotation only.
    package let edit: PhotoEdit
    /// The maximum long edge of the picture, or of each tile, in pixels.
    package let side: Int
    /// The columns of a sheet with a tile for each effect alone at full intensity, in the order of
    /// `EffectName`; nil for one picture.
    package let columns: Int?

    /// The limits of `side` for one picture.
    package static let sides = 1...1600
    /// The limits of `side` for a sheet.
    package static let tileSides = 1...640

    /// Creates a preview; values beyond the limits are moved to them.
    package init(_ edit: PhotoEdit, side: Int, columns: Int? = nil) {
        let sides = columns == nil ? EditPreview.sides : EditPreview.tileSides
        var edit = edit
        if columns != nil { edit.effects = [] }
        self.edit = edit
        self.side = min(max(side, sides.lowerBound), sides.upperBound)
        self.columns = columns.map { min(max($0, 1), EffectName.allCases.count) }
    }

    /// A text that differs for pictures of the same edit.
    var kind: String { "preview \(side)" + (columns.map { " \($0)" } ?? "") }
}

/// Pictures that were recently decoded for previews, at a reduced size.
///
/// While a recipe changes, its pictures are requested many times a second.
final class PreviewSources: Sendable {
    /// A picture and the long edge that it was requested at.
    private struct Key: Hashable {
        let sha256: String
        let longEdge: Int?
    }

    /// The maximum size of a kept picture in bytes.
    private static let largest = 48 << 20
    /// The long edges of decoded pictures; larger ones are decoded completely.
    ///
    /// A preview always uses the smallest one with enough pixels, so that its bytes do not depend
    /// on earlier requests.
    private static let longEdges = [EditPreview.sides.upperBound, 3200]

    private let kept = ItemCache<Key, DecodedPicture>(
        capacity: 2 * PreviewSources.largest, largest: PreviewSources.largest)

    /// Returns a picture for rendering a preview.
    ///
    /// - Parameters:
    ///   - sha256: the digest of the picture.
    ///   - decode: decodes it with at least the given long edge in pixels; nil for full size.
    func picture(
        for preview: EditPreview, _ sha256: String,
        decode: (Int?) throws(GalleryError) -> DecodedPicture
    ) throws(GalleryError) -> DecodedPicture {
        for longEdge in PreviewSources.longEdges {
            let picture = try picture(Key(sha256: sha256, longEdge: longEdge), decode: decode)
            let plan = EditGeometry(
                preview.edit, width: picture.width, height: picture.height,
                longEdge: preview.side)
            if max(picture.width, picture.height) <= longEdge || plan.neededLongEdge <= longEdge {
                return picture
            }
        }
        return try picture(Key(sha256: sha256, longEdge: nil), decode: decode)
    }

    private func picture(
        _ key: Key, decode: (Int?) throws(GalleryError) -> DecodedPicture
    ) throws(GalleryError) -> DecodedPicture {
        if let picture = kept.item(at: key) { return picture }
        let picture = try decode(key.longEdge)
        let byteCount = picture.pixels.bytes.count
        guard byteCount <= PreviewSources.largest else { return picture }
        kept.put(picture.unreserved, byteCount: byteCount, at: key)
        return picture.unreserved
    }
}

extension PictureRendering {
    /// Renders a preview as a JPEG in sRGB, without metadata.
    ///
    /// - Throws: `notFound` without a stored picture; `badInput` if it cannot be decoded;
    ///   `inputOutput` if it cannot be encoded.
    func preview(
        _ preview: EditPreview, of photo: Photo, from sources: PreviewSources
    ) throws(GalleryError) -> [UInt8] {
        guard let sha256 = photo.picture?.sha256 else { throw .noPicture(of: photo) }
        let decoded = try sources.picture(for: preview, sha256) {
            longEdge throws(GalleryError) in
            let source = try PictureBytes.read(of: photo, in: catalog, atMost: limits.maximumBytes)
            return try translated(
                PictureDecoder(limits: limits).decode(
                    source, as: .bgr, longEdge: longEdge, color: .sRGB))
        }
        let renderer = EditRenderer(threads: threads, limits: limits)
        return try GalleryError.translating {
            var pixels = try renderer.render(preview.edit, of: decoded, longEdge: preview.side)
            if let columns = preview.columns {
                var sheet = ContactSheet(cellSide: preview.side, columns: columns, isLabeled: false)
                for effect in EffectName.allCases {
                    sheet.append(
                        try EffectRenderer(threads: threads).apply(
                            [AppliedEffect(effect)], to: pixels))
                }
                pixels = try sheet.pixels()
            }
            // In small pictures, losses are visible and cost few bytes to avoid.
            let isSmall = pixels.width * pixels.height <= 1 << 20
            return try JPEGEncoder(quality: isSmall ? 95 : 90, keepsChroma: isSmall)
                .encode(pixels.reducedToGray())
        }
    }
}
