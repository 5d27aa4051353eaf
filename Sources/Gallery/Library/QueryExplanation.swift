/// What was understood of a query, and what answering it takes.
public struct QueryExplanation: Hashable, Sendable {
    /// The query in its own language, spelled out.
    public var understood: String
    /// What finds the photos, in words: an index with what it is of, or a walk through all photos.
    public var steps: [String]
    /// How many photos fit.
    public var photos: Int
    /// How many rows were looked at for them.
    public var rowsRead: Int

    /// Makes an explanation.
    public init(understood: String, steps: [String], photos: Int, rowsRead: Int) {
        self.understood = understood
        self.steps = steps
        self.photos = photos
        self.rowsRead = rowsRead
    }
}
