import ArgumentParser
import GalleryModel

/// Text of the command line as it was typed, also where it begins with a minus.
struct Operand: ExpressibleByArgument, Sendable, Hashable {
    /// The text.
    let text: String

    init(argument: String) {
        text = ArgumentPreparation.unmarked(argument)
    }

    /// Whether the text can only be a path: `/x`, `./x`, `../x`, `.` or `..`.
    var isPath: Bool {
        text.hasPrefix("/") || text.hasPrefix("./") || text.hasPrefix("../") || text == "."
            || text == ".."
    }

    /// Whether the text looks like a path although nothing may be there: it has folders, or the ending
    /// of a picture.
    var looksLikePath: Bool {
        let name = text.lowercased()
        return PhotoReference(text: text) == nil
            && (text.contains("/") || Operand.endings.contains { name.hasSuffix($0) })
    }

    private static let endings = [
        ".jpg", ".jpeg", ".png", ".heic", ".heif", ".webp", ".tif", ".tiff", ".gif", ".avif",
    ]
}
