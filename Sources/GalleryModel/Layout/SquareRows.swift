/// Lays photos out in rows of squares, whatever the photos' proportions.
///
/// There are as many columns as make the sides come near to the one that is asked for. Rows fill the width:
/// where it cannot be divided, some columns are a pixel wider than others.
public enum SquareRows {
    /// All rows of photos.
    ///
    /// Lengths that make no sense are brought into range.
    ///
    /// - Parameters:
    ///   - count: how many photos.
    ///   - width: pixels across, at least 1.
    ///   - side: the side of a square that is come near to, in pixels, at least 1.
    ///   - spacing: pixels between neighbours, at least 0.
    public static func rows(
        of count: Int, width: Int, side: Int, spacing: Int = 4
    ) -> [LayoutRow] {
        let width = LayoutRow.length(width)
        let spacing = LayoutRow.length(spacing, least: 0)
        let side = LayoutRow.length(side)
        let wanted = (Double(width + spacing) / Double(side + spacing)).rounded()
        // Each photo needs a pixel.
        let columns = max(min(Int(wanted), (width + spacing) / (spacing + 1)), 1)
        let room = width - spacing * (columns - 1)
        let edges = (0...columns).map {
            Int((Double(room * $0) / Double(columns)).rounded())
        }
        let height = max(Int((Double(room) / Double(columns)).rounded()), 1)
        return stride(from: 0, to: count, by: columns).map { first in
            let y = first / columns * (height + spacing)
            let photos = min(columns, count - first)
            let frames = (0..<photos).map { column in
                LayoutRow.Frame(
                    x: edges[column] + spacing * column, y: y,
                    width: edges[column + 1] - edges[column], height: height)
            }
            return LayoutRow(
                firstPhoto: first, y: y, height: height, frames: frames,
                isFull: photos == columns)
        }
    }
}
