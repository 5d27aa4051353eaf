/// What the header chunk of a PNG says of its rows.
///
/// Source: https://www.w3.org/TR/png-3/, sections 11.2.1 (header) and 8.1 (passes of Adam7).
struct PNGLayout {
    /// Rows that are stored one behind the other, all of the same length.
    struct Pass {
        let rows: Int
        /// Bytes of a row, its filter's number included.
        let rowLength: Int
    }

    let width: Int
    let height: Int
    /// The passes that have pixels; one where the picture is not interlaced.
    let passes: [Pass]

    /// Nil where the payload is no header of a picture.
    init?(_ payload: some Collection<UInt8>) {
        let bytes = Array(payload)
        guard bytes.count == 13 else { return nil }
        let width = PNGStructure.number(bytes[0..<4])
        let height = PNGStructure.number(bytes[4..<8])
        guard let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][bytes[9]],
            [1, 2, 4, 8, 16].contains(bytes[8]), bytes[12] <= 1,
            (1...Int(Int32.max)).contains(width), (1...Int(Int32.max)).contains(height)
        else { return nil }
        self.width = width
        self.height = height
        let bits = channels * Int(bytes[8])
        let grids = bytes[12] == 0 ? [(0, 0, 1, 1)] : PNGLayout.adam7
        passes = grids.compactMap { left, top, across, down in
            let columns = (width - left + across - 1) / across
            let rows = (height - top + down - 1) / down
            guard columns > 0, rows > 0 else { return nil }
            return Pass(rows: rows, rowLength: 1 + (columns * bits + 7) / 8)
        }
    }

    /// The first column and row of each pass, and the steps to the next.
    private static let adam7 = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
    ]
}
