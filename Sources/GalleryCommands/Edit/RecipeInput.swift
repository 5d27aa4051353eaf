import Foundation
import Gallery
import GalleryModel

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
        let bytes: Data
        do {
            let file =
                isStandardInput
                ? FileHandle.standardInput
                : try FileHandle(forReadingFrom: URL(filePath: operand.text))
            bytes = try file.read(upToCount: mostBytes + 1) ?? Data()
        } catch CocoaError.fileNoSuchFile, CocoaError.fileReadNoSuchFile {
            throw GalleryError(.notFound, "there is no file \(name): --recipe names a JSON file")
        } catch {
            throw GalleryError(
                .inputOutput, "cannot read the recipe of \(name): \(error.localizedDescription)")
        }
        guard bytes.count <= mostBytes else {
            throw GalleryError(
                .badInput, "\(name) is larger than any edit recipe: is it the right file?")
        }
        do throws(EditRecipeError) { return try EditRecipe(json: bytes) } catch {
            throw GalleryError(.badInput, "\(name): \(error.description)")
        }
    }
}
