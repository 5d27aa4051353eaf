/// Months with their counts, and the columns that a grid of photos is laid out from.
enum ColumnRoutes {
    static let all: [Route] = []
}
