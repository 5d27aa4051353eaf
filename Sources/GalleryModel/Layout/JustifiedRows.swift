/// Lays photos out in rows that fill a width exactly, in their order, all of a row equally high.
///
/// ```
/// var rows = JustifiedRows(width: 1200, rowHeight: 240)
/// let full = rows.append(ratiosOfAPage)   // never moves again
/// let rest = rows.openRow                 // the last row so far; changes as more photos come
/// ```
/// Greedy: a row takes photos until it is as low as asked for, or a little higher where that comes
/// nearer. So a row depends on the photos up to its end and the first one behind it alone: photos
/// appended later never move it. `next` says where the open row begins: another layout can go on from
/// there, such as for the next page of a web page. All lengths are whole pixels.
public struct JustifiedRows: Hashable, Sendable {
    /// Where a row begins.
    public struct Start: Hashable, Sendable {
        /// The place of its first photo among all, from 0.
        public var photo: Int
        /// Pixels from the top.
        public var y: Int

        /// Makes the beginning of a row; of the first without values.
        public init(photo: Int = 0, y: Int = 0) {
            self.photo = photo
            self.y = y
        }
    }

    /// Pixels across that a row fills.
    public let width: Int
    /// The height that rows come near to, in pixels; the last row has no more.
    public let rowHeight: Int
    /// Pixels between neighbours, across and down.
    public let spacing: Int
    /// The most pixels down of a row.
    ///
    /// A photo that alone fills a row higher than this is cut off.
    public let maximumHeight: Int
    /// Where the open row begins, which is where the photos behind the full rows go on.
    public private(set) var next: Start
    /// The proportions of the open row's photos.
    private var open: [Double] = []
    /// Their sum.
    private var openSum = 0.0

    /// Makes a layout without photos.
    ///
    /// Lengths that make no sense are brought into range.
    ///
    /// - Parameters:
    ///   - width: pixels across, at least 1.
    ///   - rowHeight: pixels down that rows come near to, at least 1.
    ///   - spacing: pixels between neighbours, at least 0.
    ///   - maximumHeight: the most pixels down of a row, at least `rowHeight`; nil for twice that.
    ///   - start: where to go on, with the photos from there; the top without one.
    public init(
        width: Int, rowHeight: Int, spacing: Int = 4, maximumHeight: Int? = nil,
        from start: Start = Start()
    ) {
        self.width = LayoutRow.length(width)
        self.rowHeight = LayoutRow.length(rowHeight)
        self.spacing = LayoutRow.length(spacing, least: 0)
        self.maximumHeight = max(
            LayoutRow.length(maximumHeight ?? 2 * self.rowHeight), self.rowHeight)
        next = start
    }

    /// Adds photos behind those that are there.
    ///
    /// - Parameter aspectRatios: the photos' widths by their heights, as they are shown; see
    ///   `CellSize.usable(_:)`.
    /// - Returns: the rows that are full now; none of them changes any more.
    public mutating func append(_ aspectRatios: some Sequence<Double>) -> [LayoutRow] {
        var rows: [LayoutRow] = []
        for aspectRatio in aspectRatios {
            let ratio = CellSize.usable(aspectRatio)
            if isBetterFull(before: ratio) { rows.append(closeRow()) }
            open.append(ratio)
            openSum += ratio
            if fillingHeight(open.count, openSum) <= Double(rowHeight) { rows.append(closeRow()) }
        }
        return rows
    }

    /// The last row, whose photos do not fill the width at the height asked for: left-aligned, not
    /// stretched; nil where all photos stand in full rows.
    public var openRow: LayoutRow? { open.isEmpty ? nil : row(isFull: false) }

    /// Makes the open row a full one, where other photos follow that begin a row of their own, such as those of
    /// the next month: it fills the width however few photos it has, those that would be too high cut off.
    ///
    /// - Returns: the row; nil where all photos stand in full rows.
    public mutating func closeOpenRow() -> LayoutRow? { open.isEmpty ? nil : closeRow() }

    /// All rows of photos, those of `append` and the open one.
    ///
    /// - Parameters:
    ///   - aspectRatios: the photos' widths by their heights, as they are shown.
    ///   - width: pixels across.
    ///   - rowHeight: pixels down that rows come near to.
    ///   - spacing: pixels between neighbours.
    ///   - maximumHeight: the most pixels down of a row; nil for twice `rowHeight`.
    ///   - isLast: whether no photos follow; otherwise the last row is closed, see `closeOpenRow`.
    public static func rows(
        of aspectRatios: some Sequence<Double>, width: Int, rowHeight: Int, spacing: Int = 4,
        maximumHeight: Int? = nil, isLast: Bool = true
    ) -> [LayoutRow] {
        var layout = JustifiedRows(
            width: width, rowHeight: rowHeight, spacing: spacing, maximumHeight: maximumHeight)
        let full = layout.append(aspectRatios)
        return full + [isLast ? layout.openRow : layout.closeOpenRow()].compactMap(\.self)
    }

    // MARK: - One row

    /// The pixels of a row's photos without the spaces between them.
    private func room(_ count: Int) -> Int { width - spacing * (count - 1) }

    /// The height at which photos fill the width.
    private func fillingHeight(_ count: Int, _ sum: Double) -> Double {
        Double(room(count)) / sum
    }

    /// Whether the open row is to be closed, rather than take one more photo.
    private func isBetterFull(before ratio: Double) -> Bool {
        guard !open.isEmpty else { return false }
        // Each photo needs a pixel.
        if room(open.count + 1) <= open.count { return true }
        let higher = fillingHeight(open.count, openSum)
        let lower = fillingHeight(open.count + 1, openSum + ratio)
        let wanted = Double(rowHeight)
        guard lower <= wanted, higher <= Double(maximumHeight) else { return false }
        // Compared as ratios: twice as high is as far off as half as high.
        return higher * lower <= wanted * wanted
    }

    private mutating func closeRow() -> LayoutRow {
        let row = row(isFull: true)
        next = Start(photo: next.photo + open.count, y: row.y + row.height + spacing)
        open.removeAll(keepingCapacity: true)
        openSum = 0
        return row
    }

    /// The open row at its height: edges are rounded, so that the widths add up.
    private func row(isFull: Bool) -> LayoutRow {
        let filling = fillingHeight(open.count, openSum)
        let wanted = isFull ? min(filling, Double(maximumHeight)) : Double(rowHeight)
        let height = max(Int(wanted.rounded()), 1)
        let room = room(open.count)
        // A row that is cut off still fills the width.
        let scale = isFull ? Double(room) / openSum : min(Double(height), filling)
        var frames: [LayoutRow.Frame] = []
        frames.reserveCapacity(open.count)
        var sum = 0.0
        var edge = 0
        for (index, ratio) in open.enumerated() {
            sum += ratio
            let following = open.count - index - 1
            // The last one of a full row ends at the edge, whatever the sums were rounded to.
            let end =
                isFull && following == 0
                ? room : min(max(Int((sum * scale).rounded()), edge + 1), room - following)
            frames.append(
                LayoutRow.Frame(
                    x: edge + spacing * index, y: next.y, width: end - edge, height: height))
            edge = end
        }
        return LayoutRow(
            firstPhoto: next.photo, y: next.y, height: height, frames: frames, isFull: isFull)
    }
}
