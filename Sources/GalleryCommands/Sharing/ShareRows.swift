import Basics
import Gallery
import GalleryModel

/// Rows of shared copies.
enum ShareRows {
    /// The columns of every format.
    static let columns = [
        Output.Column("id", "ID", isNumeric: true), Output.Column("name", "NAME"),
        Output.Column("width", "WIDTH", isNumeric: true),
        Output.Column("height", "HEIGHT", isNumeric: true),
        Output.Column("size", "BYTES", isNumeric: true),
        Output.Column("path", "PATH", isOptional: true),
    ]

    /// A copy's row; the path is empty for what is in an archive, a message or a print.
    static func row(_ photo: SharedPhoto) -> [RowValue] {
        [
            .integer(Int(photo.photoID.rawValue)), .text(photo.name), RowValue(photo.width),
            RowValue(photo.height), .integer(Int(photo.byteCount)), RowValue(photo.path?.escaped),
        ]
    }
}
