import Basics
import Gallery
import GalleryModel

/// Rows of thumbnails.
enum ThumbnailRows {
    /// The columns of every format.
    static let columns = [
        Output.Column("id", "ID", isNumeric: true), Output.Column("side", "SIZE", isNumeric: true),
        Output.Column("width", "WIDTH", isNumeric: true),
        Output.Column("height", "HEIGHT", isNumeric: true), Output.Column("path", "PATH"),
        Output.Column("error", "ERROR", isOptional: true),
    ]

    /// The rows of a photo: one a thumbnail, or one with the error.
    static func rows(_ made: MadeThumbnails) -> [[RowValue]] {
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
