import Gallery
import GalleryModel

/// Rows of tracks whose lines are kept.
enum KeptTrackRows {
    /// The columns and the row of a track.
    static let layout = RowLayout<RecordedTrack>(
        columns: [
            Output.Column("track", "TRACK", isNumeric: true), Output.Column("name", "NAME"),
            Output.Column("file", "FILE"), Output.Column("from", "FROM"), Output.Column("to", "TO"),
            Output.Column("points", "POINTS", isNumeric: true), Output.Column("west", nil),
            Output.Column("south", nil), Output.Column("east", nil), Output.Column("north", nil),
            Output.Column("added", nil),
        ], rows: { track, _ in [row(track)] })

    private static func row(_ track: RecordedTrack) -> [RowValue] {
        [
            .integer(Int(track.id)), .text(track.name), .text(track.fileName),
            .instant(track.dateFrom), .instant(track.dateTo), .integer(track.points),
            RowValue(track.bounds.west), RowValue(track.bounds.south), RowValue(track.bounds.east),
            RowValue(track.bounds.north), .instant(track.dateAdded),
        ]
    }
}
