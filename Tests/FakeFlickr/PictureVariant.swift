/// One of Flickr's sizes of a photo.
///
/// Source: https://www.flickr.com/services/api/misc.urls.html
package struct PictureVariant: Sendable, Hashable {
    /// The letter in `extras` (`url_m`).
    package let extra: String
    /// The letter in file names; empty for the medium size.
    package let suffix: String
    /// The label in `flickr.photos.getSizes`.
    package let label: String
    /// Pixels of the long edge, or of both sides of a square; nil for the original.
    package let edge: Int?
    /// True if it is cropped square.
    package let isSquare: Bool
    /// True if it has its own secret and the owner may withhold it.
    package let isRestricted: Bool

    /// All sizes, smallest first.
    package static let all: [PictureVariant] = [
        PictureVariant("sq", "s", "Square", 75, square: true),
        PictureVariant("q", "q", "Large Square", 150, square: true),
        PictureVariant("t", "t", "Thumbnail", 100),
        small,
        PictureVariant("n", "n", "Small 320", 320),
        PictureVariant("w", "w", "Small 400", 400),
        PictureVariant("m", "", "Medium", 500),
        PictureVariant("z", "z", "Medium 640", 640),
        PictureVariant("c", "c", "Medium 800", 800),
        PictureVariant("l", "b", "Large", 1024),
        PictureVariant("h", "h", "Large 1600", 1600, restricted: true),
        PictureVariant("k", "k", "Large 2048", 2048, restricted: true),
        PictureVariant("o", "o", "Original", nil, restricted: true),
    ]

    /// Long edge 240 pixels, `_m` in file names: the picture of the feed.
    package static let small = PictureVariant("s", "m", "Small", 240)

    static let bySuffix: [String: PictureVariant] = Dictionary(
        all.map { ($0.suffix, $0) }, uniquingKeysWith: { first, _ in first })

    private init(
        _ extra: String, _ suffix: String, _ label: String, _ edge: Int?, square: Bool = false,
        restricted: Bool = false
    ) {
        self.extra = extra
        self.suffix = suffix
        self.label = label
        self.edge = edge
        self.isSquare = square
        self.isRestricted = restricted
    }
}

extension FakePhoto {
    /// The existing, accessible sizes, smallest first: none is larger than the original.
    package var variants: [PictureVariant] { PictureVariant.all.filter(has) }

    /// True if a size exists and is accessible.
    package func has(_ variant: PictureVariant) -> Bool {
        if variant.isRestricted, !isOriginalPermitted || media == .video { return false }
        guard let edge = variant.edge else { return true }
        return edge <= 500 || edge <= max(width, height)
    }

    /// The width and height of a size in pixels; sizes above the original have the original's
    /// pixels.
    package func pixels(_ variant: PictureVariant) -> (width: Int, height: Int) {
        guard let edge = variant.edge else { return (width, height) }
        if variant.isSquare { return (edge, edge) }
        let longest = max(width, height)
        guard longest > edge else { return (width, height) }
        return (max(1, width * edge / longest), max(1, height * edge / longest))
    }

    /// The path of a size's picture on the picture host.
    package func picturePath(_ variant: PictureVariant) -> String {
        let host = media == .video ? "31337" : server
        let suffix = variant.suffix.isEmpty ? "" : "_\(variant.suffix)"
        return "/\(host)/\(id)_\(pictureSecret(variant))\(suffix).\(fileExtension(variant))"
    }

    func pictureSecret(_ variant: PictureVariant) -> String {
        if variant.edge == nil { return originalSecret }
        guard variant.isRestricted else { return secret }
        return FakePhoto.derivedSecret(of: secret, for: variant.suffix)
    }

    func fileExtension(_ variant: PictureVariant) -> String {
        variant.edge == nil ? originalFormat : "jpg"
    }
}
