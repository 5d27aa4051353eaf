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
    static func read(_ operand: Operand) throws(GalleryError) -> EditRecipe {
        let isStandardInput = operand.text == "-"
        let name = isStandardInput ? "standard input" : "'\(BytePath(operand.text))'"
        let descriptor =
            isStandardInput
            ? STDIN_FILENO : BytePath(operand.text).withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw unreadable(name, errno) }
        defer { if !isStandardInput { close(descriptor) } }
        let bytes = try bytes(of: descriptor, name)
        guard bytes.count <= mostBytes else {
            throw GalleryError(
                .badInput, "\(name) is larger than any edit recipe: is it the right file?")
        }
        do throws(EditRecipeError) { return try EditRecipe(json: bytes) } catch {
            throw GalleryError(.badInput, "\(name): \(error.description)")
        }
    }

    /// At most one byte more than a recipe may have.
    private static func bytes(
        of descriptor: Int32, _ name: String
    ) throws(GalleryError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: mostBytes + 1)
        var count = 0
        while count < bytes.count {
            let length = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count)
            }
            if length < 0, errno == EINTR { continue }
            guard length >= 0 else { throw unreadable(name, errno) }
            if length == 0 { break }
            count += length
        }
        return Array(bytes.prefix(count))
    }

    private static func unreadable(_ name: String, _ code: Int32) -> GalleryError {
        switch code {
        case ENOENT:
            GalleryError(.notFound, "there is no file \(name): --recipe names a JSON file")
        case EISDIR:
            GalleryError(.badInput, "\(name) is a folder: --recipe names a JSON file")
        default:
            GalleryError(
                .inputOutput,
                "cannot read the recipe of \(name): \(String(cString: strerror(code)))")
        }
    }
}
