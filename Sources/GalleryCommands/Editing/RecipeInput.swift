import Basics
import Gallery
import GalleryModel
import Glibc

/// Reads the recipe that `gallery edit --recipe` names.
enum RecipeInput {
    /// More bytes than any recipe has.
    private static let mostBytes = 1 << 20

    /// The recipe of a file, or of standard input for `-`.
    ///
    /// - Throws: `notFound`, `inputOutput` where it cannot be read; `badInput` where it is no recipe.
    static func read(_ operand: Operand) throws(GalleryError) -> PhotoEdit {
        let isStandardInput = operand.text == "-"
        let name = isStandardInput ? "standard input" : "'\(BytePath(operand.text))'"
        let bytes: [UInt8]
        do throws(FileError) {
            bytes =
                isStandardInput
                ? try StandardStream.input.bytes(atMost: mostBytes + 1)
                : try Descriptor(BytePath(operand.text)).bytes(atMost: mostBytes + 1)
        } catch {
            throw unreadable(name, error)
        }
        guard bytes.count <= mostBytes else {
            throw GalleryError(
                .badInput, "\(name) is larger than any edit recipe: is it the right file?")
        }
        do throws(PhotoEditError) { return try PhotoEdit(json: bytes) } catch {
            throw GalleryError(.badInput, "\(name): \(error.description)")
        }
    }

    private static func unreadable(_ name: String, _ error: FileError) -> GalleryError {
        switch error.number {
        case ENOENT:
            GalleryError(.notFound, "there is no file \(name): --recipe names a JSON file")
        case EISDIR:
            GalleryError(.badInput, "\(name) is a folder: --recipe names a JSON file")
        default:
            GalleryError(
                .inputOutput,
                "cannot read the recipe of \(name): \(error.reason)")
        }
    }
}
