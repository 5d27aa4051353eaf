import Gallery
import GalleryModel
import Synchronization

/// Prints what tracks say about photos; handed to the gallery, which calls it from its own thread.
final class TrackOutput: Sendable {
    private let output: Mutex<Output>

    init(_ format: RowFormat) {
        output = Mutex(
            Output(
                format,
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
                ]))
    }

    /// Prints proposals.
    ///
    /// - Throws: what standard output throws.
    func append(_ proposals: [TrackProposal]) throws {
        try output.withLock { output in
            for proposal in proposals { try output.append(TrackOutput.row(proposal)) }
        }
    }

    /// Prints what closes the rows.
    ///
    /// - Throws: what standard output throws.
    func finish() throws {
        try output.withLock { try $0.finish() }
    }

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
