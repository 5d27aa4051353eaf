package import Basics
package import Gallery
import GalleryModel

/// What the value of `gallery share --to` means.
package enum ShareDestination: Hashable, Sendable {
    /// A picture file.
    case file(BytePath)
    /// A folder, made where it is missing.
    case folder(BytePath)
    /// A zip archive.
    case zip(BytePath)
    /// A mail message.
    case message(BytePath)

    /// Reads a value: a folder that is there or ends with `/`, else by the ending of the name; a name
    /// without an ending is a new folder.
    ///
    /// - Parameter isFolder: whether a path is an existing folder.
    /// - Throws: `usage` for an empty name, `-` or an ending of something else.
    package init(
        _ text: String, isFolder: (BytePath) -> Bool
    ) throws(GalleryError) {
        guard !text.isEmpty, text != "-" else {
            throw GalleryError(
                .usage,
                InvalidValue.message(
                    "--to", text, expected: "a picture, a folder or a .zip file"))
        }
        let path = BytePath(text)
        if text.hasSuffix("/") || isFolder(path) {
            self = .folder(path)
            return
        }
        let name = text.split(separator: "/").last.map(String.init) ?? text
        // A leading dot hides a name, it begins no ending.
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
            self = .folder(path)
            return
        }
        switch name[dot...].dropFirst().lowercased() {
        case "jpg", "jpeg", "png", "webp": self = .file(path)
        case "zip": self = .zip(path)
        case "eml": self = .message(path)
        default:
            throw GalleryError(
                .usage,
                InvalidValue.message(
                    "--to", text,
                    expected: "a name that ends with .jpg, .png, .webp, .zip or .eml, or with / "
                        + "for a new folder"))
        }
    }
}
