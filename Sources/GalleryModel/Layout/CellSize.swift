/// The size of a photo's cell in a collection where all cells cover the same area, whatever the photos'
/// proportions: none looks more important than another.
///
/// ```
/// height = zoom * sqrt(area / aspectRatio)        width = zoom * sqrt(area * aspectRatio)
/// ```
/// A cell that would be wider than the collection is reduced to its width, in the same proportions.
public struct CellSize: Hashable, Sendable {
    /// The width, in the unit that the area is the square of; above 0 and finite.
    public let width: Double
    /// The height, in the same unit; above 0 and finite.
    public let height: Double

    /// The proportions that cells can have: what is longer is shown as if it were of these.
    ///
    /// A panorama of 100:1 already is a line on every screen.
    public static let aspectRatios = 0.01...100.0

    /// The lengths that can be asked for.
    private static let lengths = 1e-3...1e6

    /// Makes the size of a cell.
    ///
    /// Values that make no sense give a cell all the same.
    ///
    /// - Parameters:
    ///   - aspectRatio: the photo's width by its height, as it is shown; see `usable(_:)`.
    ///   - area: the area of a cell at zoom 1.
    ///   - maximumWidth: the widest that a cell may be, at any zoom; infinite for no bound.
    ///   - zoom: multiplies width and height, and so the area by its square.
    public init(aspectRatio: Double, area: Double, maximumWidth: Double, zoom: Double = 1) {
        let ratio = CellSize.usable(aspectRatio)
        let side = CellSize.length(area.squareRoot(), otherwise: 1)
        let scaled = CellSize.length(side * (zoom > 0 && zoom.isFinite ? zoom : 1), otherwise: side)
        let bound = maximumWidth.isNaN ? .infinity : max(maximumWidth, CellSize.lengths.lowerBound)
        let wanted = scaled * ratio.squareRoot()
        width = min(wanted, bound)
        height = width / ratio
    }

    /// Proportions that can be shown: what is no number above 0 counts as a square, and extremes are
    /// brought into `aspectRatios`.
    public static func usable(_ aspectRatio: Double) -> Double {
        guard aspectRatio.isFinite, aspectRatio > 0 else { return 1 }
        return min(max(aspectRatio, aspectRatios.lowerBound), aspectRatios.upperBound)
    }

    private static func length(_ value: Double, otherwise: Double) -> Double {
        guard value > 0 else { return otherwise }
        return min(max(value, lengths.lowerBound), lengths.upperBound)
    }
}
