package import Basics
import GalleryModel

extension BytePath {
    /// The path with ` (number)` before its ending; its name is otherwise as it was, and cut where it would
    /// be longer than file systems allow.
    package func numbered(_ number: Int) -> BytePath {
        let name = lastComponent
        let folder = name == self ? BytePath(bytes: []) : parent
        if let text = name.string {
            return folder.appending(
                BytePath(SafeFileName(unchanged: text).numbered(number).text))
        }
        // Names that are no text have no graphemes: they are cut between bytes.
        let suffix = Array(" (\(number))".utf8)
        let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil }
        var stem = name.bytes[..<(dot ?? name.bytes.endIndex)]
        let ending = name.bytes[stem.endIndex...]
        stem = stem.prefix(
            max(SafeFileName.maximumByteCount - suffix.count - ending.count, 1))
        return folder.appending(BytePath(bytes: stem + suffix + ending))
    }
}
