import Gallery
import GalleryModel

/// Rows of edited photos.
enum EditRows {
    /// How a photo that was edited is told.
    static func layout(of gallery: PhotoGallery) -> RowLayout<EditedPhoto> {
        RowLayout(columns: columns) { photo, _ in [row(photo, of: gallery)] }
    }

    /// The columns of every format.
    static let columns = [
        Output.Column("id", "ID", isNumeric: true),
        Output.Column("width", "WIDTH", isNumeric: true),
        Output.Column("height", "HEIGHT", isNumeric: true), Output.Column("recipe", "RECIPE"),
        Output.Column("error", "ERROR", isOptional: true),
    ]

    /// A photo's row: the size in pixels is that of the edited picture; empty where none is stored.
    static func row(
        _ id: PhotoID, _ edit: PhotoEdit?, of gallery: PhotoGallery, error: String? = nil
    ) -> [RowValue] {
        let size = size(of: id, edit ?? PhotoEdit(), of: gallery)
        return [
            .integer(Int(id.rawValue)), RowValue(size?.width), RowValue(size?.height),
            edit.map { .json(Array($0.json.utf8)) } ?? .none, RowValue(error),
        ]
    }

    /// The row of a photo that was edited.
    private static func row(_ photo: EditedPhoto, of gallery: PhotoGallery) -> [RowValue] {
        row(photo.photoID, photo.edit, of: gallery, error: photo.error)
    }

    /// What an edit made of a photo, as a line for a person.
    static func sentence(_ photo: EditedPhoto, of gallery: PhotoGallery) -> String {
        let size = size(of: photo.photoID, photo.edit ?? PhotoEdit(), of: gallery)
        let pixels = size.map { " \($0.width)×\($0.height)" } ?? ""
        let state = photo.isChanged ? "" : ", unchanged"
        return "photo \(photo.photoID)\(pixels)\(state): \(photo.edit?.json ?? "as the original")"
    }

    /// The size in pixels of the edited picture; nil where none is stored.
    static func size(
        of id: PhotoID, _ edit: PhotoEdit, of gallery: PhotoGallery
    ) -> EditGeometry.Size? {
        guard let photo = try? gallery.photo(id: id),
            let upright = try? gallery.editFrame(of: photo, edit: PhotoEdit())
        else { return nil }
        return EditGeometry(edit, width: upright.width, height: upright.height).result
    }
}
