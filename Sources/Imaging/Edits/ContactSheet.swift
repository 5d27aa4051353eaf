internal import COpenCVImageShim

/// A sheet of pictures in a grid, each with a label below, or without labels and gaps.
package struct ContactSheet: Sendable {
    private let cellSide: Int
    private let columns: Int
    private let isLabeled: Bool
    private var cells: [(pixels: PixelBuffer, label: String)] = []

    private static let background: UInt8 = 244
    private static let ink: UInt8 = 32

    /// Creates an empty sheet.
    ///
    /// - Parameters:
    ///   - cellSide: the maximum long edge of a picture in pixels, at least 16.
    ///   - columns: the number of pictures per row, at least 1.
    ///   - isLabeled: false for pictures side by side, without labels.
    package init(cellSide: Int, columns: Int, isLabeled: Bool = true) {
        self.cellSide = min(max(cellSide, isLabeled ? 16 : 1), 16_384)
        self.columns = max(columns, 1)
        self.isLabeled = isLabeled
    }

    /// Returns the number of columns that makes a sheet nearly square.
    package static func columns(for count: Int) -> Int {
        Int(Double(max(count, 1)).squareRoot().rounded(.up))
    }

    /// Adds a picture at the end.
    ///
    /// - Parameter label: the text below the picture; characters beyond printable ASCII become `?`.
    package mutating func append(_ pixels: PixelBuffer, label: String = "") {
        cells.append((pixels, label))
    }

    /// Renders the sheet in three channels.
    ///
    /// - Throws: `ImagingError.cannotRender` if the sheet is empty or too large,
    ///   `ImagingError.outOfMemory`.
    package func pixels() throws(ImagingError) -> PixelBuffer {
        guard !cells.isEmpty else { throw .cannotRender(reason: "the contact sheet is empty") }
        let pictures = try cells.map { cell throws(ImagingError) in
            try cell.pixels.bounded(toLongEdge: cellSide).convertedToBGR()
        }
        let grid = Grid(
            columns: min(columns, cells.count), count: cells.count,
            cellWidth: pictures.map(\.width).max() ?? 1,
            cellHeight: pictures.map(\.height).max() ?? 1, isLabeled: isLabeled)
        guard grid.width <= 65_500, grid.height <= 65_500, grid.width * grid.height <= 1 << 28
        else {
            throw .cannotRender(
                reason: "a contact sheet of \(grid.width) x \(grid.height) is too large")
        }
        var bytes = [UInt8](repeating: Self.background, count: grid.width * grid.height * 3)
        for (index, picture) in pictures.enumerated() {
            let x = grid.x(of: index) + (grid.cellWidth - picture.width) / 2
            let y = grid.y(of: index) + (grid.cellHeight - picture.height) / 2
            let length = picture.width * 3
            for row in 0..<picture.height {
                let start = ((y + row) * grid.width + x) * 3
                bytes.replaceSubrange(
                    start..<(start + length),
                    with: picture.bytes[(row * length)..<((row + 1) * length)])
            }
        }
        guard
            let sheet = PixelBuffer(
                layout: .bgr, width: grid.width, height: grid.height, bytes: bytes)
        else { throw .outOfMemory }
        bytes = []
        return isLabeled ? try labeled(sheet, grid) : sheet
    }

    private func labeled(
        _ sheet: consuming PixelBuffer, _ grid: Grid
    ) throws(ImagingError) -> PixelBuffer {
        try OpenCVImage.change(sheet) { functions, target, message in
            for (index, cell) in cells.enumerated() {
                let status = functions.draw_label(
                    target, Int32(grid.x(of: index)), Int32(grid.y(of: index) + grid.cellHeight),
                    Int32(grid.cellWidth), Int32(grid.labelHeight), Self.ascii(cell.label),
                    Self.ink, message)
                guard status == CIMAGE_OK else { return status }
            }
            return CIMAGE_OK
        }
    }

    private static func ascii(_ label: String) -> String {
        String(
            label.prefix(100).map { character -> Character in
                (32..<127).contains(character.asciiValue ?? 0) ? character : "?"
            })
    }
}

/// The layout of the cells of a sheet, in pixels.
private struct Grid {
    let columns: Int
    let count: Int
    let cellWidth: Int
    let cellHeight: Int
    let isLabeled: Bool

    var gap: Int { isLabeled ? max(max(cellWidth, cellHeight) / 24, 4) : 0 }

    var labelHeight: Int { isLabeled ? max(max(cellWidth, cellHeight) / 9, 18) : 0 }

    var width: Int { gap + columns * (cellWidth + gap) }

    var height: Int { gap + (count + columns - 1) / columns * (cellHeight + labelHeight + gap) }

    func x(of index: Int) -> Int { gap + index % columns * (cellWidth + gap) }

    func y(of index: Int) -> Int { gap + index / columns * (cellHeight + labelHeight + gap) }
}
