import Gallery
import GalleryModel

/// Rows of what tracks say about photos.
enum TrackRows {
    /// The columns and the row of a proposal.
    static let layout = RowLayout<TrackProposal>(
        columns: [
            Output.Column("id", "ID", isNumeric: true), Output.Column("title", "TITLE"),
            Output.Column("taken", "TAKEN"),
            Output.Column("latitude", "LATITUDE", isNumeric: true),
            Output.Column("longitude", "LONGITUDE", isNumeric: true),
            Output.Column("altitude", nil),
            Output.Column("gapSeconds", "GAP", isNumeric: true),
            Output.Column("countryCode", "COUNTRY"), Output.Column("region", nil),
            Output.Column("city", "CITY"),
            Output.Column("reason", "REASON", isOptional: true),
        ], rows: { proposal, _ in [row(proposal)] })

    private static func row(_ proposal: TrackProposal) -> [RowValue] {
        [
            .integer(Int(proposal.photoID.rawValue)), RowValue(proposal.title),
            RowValue(proposal.dateTimeOriginal),
            RowValue(proposal.coordinate.map { rounded($0.latitude, 1e7) }),
            RowValue(proposal.coordinate.map { rounded($0.longitude, 1e7) }),
            RowValue(proposal.coordinate?.altitude.map { rounded($0, 10) }),
            RowValue(proposal.gapSeconds.map { rounded($0, 10) }),
            RowValue(proposal.place?.countryCode), RowValue(proposal.place?.region),
            RowValue(proposal.place?.city), RowValue(proposal.reason),
        ]
    }

    private static func rounded(_ number: Double, _ parts: Double) -> Double {
        (number * parts).rounded() / parts
    }
}
