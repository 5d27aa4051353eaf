import Basics
import Gallery
import GalleryModel

/// Rows of thumbnails.
enum ThumbnailRows {
    /// How the thumbnails of a photo are told.
    static let layout = RowLayout<MadeThumbnails>(columns: columns) { made, _ in rows(made) }

    /// The columns of every format.
    private static let columns = [
        Output.Column("id", "ID", isNumeric: true), Output.Column("side", "SIZE", isNumeric: true),
        Output.Column("width", "WIDTH", isNumeric: true),
        Output.Column("height", "HEIGHT", isNumeric: true), Output.Column("path", "PATH"),
        Output.Column("error", "ERROR", isOptional: true),
    ]

    /// The rows of a photo: one a thumbnail, or one with the error.
    private static func rows(_ made: MadeThumbnails) -> [[RowValue]] {
        let id = RowValue.integer(Int(made.photoID.rawValue))
        guard let thumbnails = made.thumbnails else {
            return [
                [id, .none, .none, .none, RowValue(made.path?.escaped), RowValue(made.error)]
            ]
        }
        let warning = made.warnings.isEmpty ? nil : made.warnings.joined(separator: "; ")
        return thumbnails.map { thumbnail in
            [
                id, .integer(thumbnail.side), .integer(thumbnail.width),
                .integer(thumbnail.height), .text(thumbnail.path.escaped),
                RowValue(made.error ?? warning),
            ]
        }
    }
}
