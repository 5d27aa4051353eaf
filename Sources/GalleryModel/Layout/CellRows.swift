/// Lays photos out in rows of cells that cover the same area, whatever the photos' proportions.
///
/// Cells stand left to right in the photos' order, a row takes what fits into the width, and the cells
/// of a row are centred across it. See `CellSize` for how wide and high a cell is; lengths are rounded to
/// whole pixels.
public enum CellRows {
    /// The areas in square pixels that can be asked for.
    private static let areas = 1.0...1e12

    /// All rows of photos; the last one is as full as it happens to be.
    ///
    /// Lengths that make no sense are brought into range.
    ///
    /// - Parameters:
    ///   - aspectRatios: the photos' widths by their heights, as they are shown; see
    ///     `CellSize.usable(_:)`.
    ///   - width: pixels across, at least 1; wider cells are reduced to it.
    ///   - area: the area of a cell in square pixels, at least 1.
    ///   - spacing: pixels between neighbours, at least 0.
    public static func rows(
        of aspectRatios: some Sequence<Double>, width: Int, area: Double, spacing: Int = 4
    ) -> [LayoutRow] {
        let width = LayoutRow.length(width)
        let spacing = LayoutRow.length(spacing, least: 0)
        let area = area > 0 ? min(max(area, areas.lowerBound), areas.upperBound) : 1
        var rows: [LayoutRow] = []
        var row = LayoutRow(firstPhoto: 0, y: 0, height: 0, frames: [], isFull: false)
        var x = 0
        for aspectRatio in aspectRatios {
            let size = CellSize(
                aspectRatio: aspectRatio, area: area, maximumWidth: Double(width))
            let across = max(Int(size.width.rounded()), 1)
            let down = max(Int(size.height.rounded()), 1)
            if !row.frames.isEmpty, x + across > width {
                row.isFull = true
                rows.append(centred(row))
                row = LayoutRow(
                    firstPhoto: row.firstPhoto + row.frames.count,
                    y: row.y + row.height + spacing, height: 0, frames: [], isFull: false)
                x = 0
            }
            row.frames.append(LayoutRow.Frame(x: x, y: row.y, width: across, height: down))
            row.height = max(row.height, down)
            x += across + spacing
        }
        if !row.frames.isEmpty { rows.append(centred(row)) }
        return rows
    }

    /// A row whose cells have their middles at the same height, a pixel higher where there is none.
    private static func centred(_ row: LayoutRow) -> LayoutRow {
        var row = row
        for index in row.frames.indices {
            row.frames[index].y = row.y + (row.height - row.frames[index].height) / 2
        }
        return row
    }
}
