import Gallery
import GalleryModel

/// Rows of published photos.
enum PublishRows {
    /// The columns of every format.
    static let columns = [
        Output.Column("photo", "PHOTO", isNumeric: true), Output.Column("to", "TO"),
        Output.Column("as", "AS"), Output.Column("id", "ID"), Output.Column("status", "STATUS"),
    ]

    /// A photo's row.
    static func row(_ photo: PublishedPhoto, _ summary: PublishSummary) -> [RowValue] {
        [
            .integer(Int(photo.photoID.rawValue)), .text(summary.server.text),
            .text(summary.account), RowValue(photo.remoteID), .text(photo.outcome.rawValue),
        ]
    }

    /// Where a photo was published, as JSON.
    static func object(_ publication: Publication) -> RowValue {
        .object([
            ("to", .text(publication.server)), ("campaign", RowValue(publication.campaign)),
            ("as", .text(publication.account)), ("name", .text(publication.name)),
            ("id", RowValue(publication.remoteID)),
            ("dateStarted", RowValue(instant: publication.dateStarted)),
            ("dateSent", RowValue(instant: publication.dateSent)),
        ])
    }
}
