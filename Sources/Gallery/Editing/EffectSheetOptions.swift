public import Basics
public import GalleryModel

/// What effects are shown on.
public enum EffectSource: Hashable, Sendable {
    /// A photo of the catalog, with its edit applied first.
    case photo(Photo)
    /// A picture file.
    case path(BytePath)
}

/// How effects are shown.
public struct EffectSheetOptions: OptionsOfWork {
    /// The most pixels of each picture's long edge, 16...8192.
    public var side = 480
    /// Lists of effects, one after another; each list is a picture.
    ///
    /// None shows each effect by itself.
    public var variants: [[AppliedEffect]] = []

    /// How the work is carried out.
    public var work = WorkOptions()

    /// Makes the usual options: every effect.
    public init() {}

    func check() throws(GalleryError) {
        guard (16...8192).contains(side) else {
            throw GalleryError(.usage, "'\(side)' is no size of a preview: give 16 to 8192 pixels")
        }
        guard variants.count <= 100 else {
            throw GalleryError(
                .usage, "\(variants.count) previews are too many for a sheet: give at most 100")
        }
        for variant in variants {
            var edit = PhotoEdit()
            edit.effects = variant
            do throws(PhotoEditError) { try edit.check() } catch {
                throw GalleryError(.usage, "\(error)")
            }
        }
    }
}

/// A file that shows effects.
public struct EffectFile: Hashable, Sendable {
    /// The effects, one after another; empty for the contact sheet.
    public var effects: [AppliedEffect]
    /// The file.
    public var path: BytePath
    /// Pixels across.
    public var width: Int
    /// Pixels down.
    public var height: Int
}
