import Gallery
import GalleryModel

extension FacePlan {
    static let columns = [
        Output.Column("id", "PHOTO", isNumeric: true), Output.Column("decision", "DECISION"),
        Output.Column("name", "NAME"), Output.Column("x", "X"), Output.Column("y", "Y"),
        Output.Column("width", "WIDTH"), Output.Column("height", "HEIGHT"),
    ]

    /// A decision's row; the rectangle is in fractions of the picture.
    static func row(_ met: MetDecision) -> [RowValue] {
        let box = met.decision.rectangle
        return [
            .integer(Int(met.photoID.rawValue)), .text(met.decision.kind.rawValue),
            RowValue(met.decision.name),
        ]
            + [box.x, box.y, box.width, box.height].map { .decimal(FaceRows.rounded($0)) }
    }
}
