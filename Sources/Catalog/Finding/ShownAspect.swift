import GRDB
import GalleryModel

/// How wide a photo is for its height where it is shown: upright and edited.
enum ShownAspect {
    /// The largest aspect that is told, in thousandths.
    private static let maximum = 1_000_000.0

    /// Width by height in thousandths, 1 at least; 0 where the size is unknown.
    ///
    /// - Parameters:
    ///   - width: pixels across of the picture as stored.
    ///   - height: pixels down, likewise.
    ///   - orientation: EXIF's number; nil for upright.
    ///   - recipe: the edit as JSON; nil for none. One that cannot be read changes nothing.
    static func thousandths(
        width: Int?, height: Int?, orientation: Int?, recipe: String?
    ) -> Int {
        guard let width, let height, width > 0, height > 0 else { return 0 }
        let isSideways = (5...8).contains(orientation ?? 1)
        var size = EditGeometry.Size(
            width: isSideways ? height : width, height: isSideways ? width : height)
        if let recipe, let edit = try? PhotoEdit(json: recipe.utf8) {
            size = EditGeometry(edit, width: size.width, height: size.height).result
        }
        let aspect = Double(size.width) / Double(size.height) * 1000
        return Int(min(max(aspect.rounded(), 1), maximum))
    }

    /// `shownAspect(width, height, orientation, recipe)` for statements.
    static let function = DatabaseFunction("shownAspect", argumentCount: 4, pure: true) { values in
        thousandths(
            width: Int.fromDatabaseValue(values[0]), height: Int.fromDatabaseValue(values[1]),
            orientation: Int.fromDatabaseValue(values[2]),
            recipe: String.fromDatabaseValue(values[3]))
    }
}
