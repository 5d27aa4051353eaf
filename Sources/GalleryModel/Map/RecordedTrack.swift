public import Foundation

/// A track whose line the catalog keeps.
public struct RecordedTrack: Hashable, Sendable {
    /// Its number, which no other track ever gets.
    public var id: Int64
    /// The name that its file tells, else the file's own.
    public var name: String
    /// The name of its file.
    public var fileName: String
    /// When the first fix was made.
    public var dateFrom: Date
    /// When the last one was made.
    public var dateTo: Date
    /// A box with all of its line.
    public var bounds: CoordinateBox
    /// How many points its line has.
    public var points: Int
    /// When it was stored.
    public var dateAdded: Date

    /// Makes a track.
    public init(
        id: Int64, name: String, fileName: String, dateFrom: Date, dateTo: Date,
        bounds: CoordinateBox, points: Int, dateAdded: Date
    ) {
        self.id = id
        self.name = name
        self.fileName = fileName
        self.dateFrom = dateFrom
        self.dateTo = dateTo
        self.bounds = bounds
        self.points = points
        self.dateAdded = dateAdded
    }
}
