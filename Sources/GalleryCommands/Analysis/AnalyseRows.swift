import Basics
import Gallery
import GalleryModel

/// Rows of photos that were analysed.
enum AnalyseRows {
    /// How a photo is told.
    static let layout = RowLayout<AnalysedPhoto>(
        columns: columns, rows: { photo, _ in [row(photo)] }, members: members)

    /// The columns of tables and CSV.
    private static let columns = [
        Output.Column("id", "ID", isNumeric: true), Output.Column("path", nil),
        Output.Column("width", "WIDTH", isNumeric: true),
        Output.Column("height", "HEIGHT", isNumeric: true),
        Output.Column("thumbnails", "THUMBNAILS", isNumeric: true),
        Output.Column("count", "FACES", isNumeric: true), Output.Column("faces", nil),
        Output.Column("error", "ERROR", isOptional: true),
    ]

    /// A row for tables and CSV, in the order of the columns; what was not due is empty.
    private static func row(_ photo: AnalysedPhoto) -> [RowValue] {
        let boxes = photo.faces.map { faces in
            RowValue.list(
                faces.map { face in
                    let box = face.rectangle
                    return .list([box.x, box.y, box.width, box.height].map { .decimal($0) })
                })
        }
        return [
            .integer(Int(photo.photoID.rawValue)), RowValue(photo.path?.escaped),
            RowValue(photo.width), RowValue(photo.height), RowValue(photo.thumbnails?.count),
            RowValue(photo.faces?.count), boxes ?? .none, RowValue(photo.error ?? warning(photo)),
        ]
    }

    /// A row of JSON.
    private static func members(_ photo: AnalysedPhoto) -> [(String, RowValue)] {
        let thumbnails = photo.thumbnails?.map { thumbnail in
            RowValue.object([
                ("side", .integer(thumbnail.side)), ("width", .integer(thumbnail.width)),
                ("height", .integer(thumbnail.height)), ("path", .text(thumbnail.path.escaped)),
            ])
        }
        var members: [(String, RowValue)] = [
            ("id", .integer(Int(photo.photoID.rawValue))), ("path", RowValue(photo.path?.escaped)),
            ("width", RowValue(photo.width)), ("height", RowValue(photo.height)),
            ("thumbnails", thumbnails.map { .list($0) } ?? .none),
            ("faces", photo.faces.map { .list($0.map { .object(FaceRows.face($0)) }) } ?? .none),
        ]
        if let warning = warning(photo) { members.append(("warning", .text(warning))) }
        members.append(("error", RowValue(photo.error)))
        return members
    }

    private static func warning(_ photo: AnalysedPhoto) -> String? {
        photo.warnings.isEmpty ? nil : photo.warnings.joined(separator: "; ")
    }
}
