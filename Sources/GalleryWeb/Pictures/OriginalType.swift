/// What a browser is told of an original's bytes: the few types that it can do no harm with, by their content.
struct OriginalType: Hashable, Sendable {
    /// The media type.
    let text: String
    /// Whether browsers show it in place of saving it.
    let isShown: Bool

    /// An archive of pictures.
    static let zip = OriginalType(text: "application/zip", isShown: false)

    private init(text: String, isShown: Bool) {
        self.text = text
        self.isShown = isShown
    }

    /// Makes the type of a file type as exiftool names it; nil where it is not known.
    init(fileType: String?) {
        (text, isShown) =
            switch fileType {
            case "JPEG": ("image/jpeg", true)
            case "PNG": ("image/png", true)
            case "WEBP": ("image/webp", true)
            case "GIF": ("image/gif", true)
            case "AVIF": ("image/avif", true)
            case "HEIC": ("image/heic", false)
            case "TIFF": ("image/tiff", false)
            default: ("application/octet-stream", false)
            }
    }
}
