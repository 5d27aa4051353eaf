import Foundation

extension RelativeRectangle {
    /// The rectangle in the upright picture of one in the picture as stored.
    ///
    /// - Parameter orientation: EXIF's number, 1...8; anything else changes nothing.
    ///
    /// Source: Exif 2.32 (CIPA DC-008), section 4.6.4, Orientation.
    public func upright(orientation: Int) -> RelativeRectangle {
        // What lies beyond the rectangle: the distance of a mirrored edge.
        let right = 1 - x - width
        let bottom = 1 - y - height
        return switch orientation {
        case 2: RelativeRectangle(x: right, y: y, width: width, height: height)
        case 3: RelativeRectangle(x: right, y: bottom, width: width, height: height)
        case 4: RelativeRectangle(x: x, y: bottom, width: width, height: height)
        case 5: RelativeRectangle(x: y, y: x, width: height, height: width)
        case 6: RelativeRectangle(x: bottom, y: x, width: height, height: width)
        case 7: RelativeRectangle(x: bottom, y: right, width: height, height: width)
        case 8: RelativeRectangle(x: y, y: right, width: height, height: width)
        default: self
        }
    }

    /// The rectangle in the picture as stored of one in the upright picture.
    ///
    /// - Parameter orientation: EXIF's number, 1...8; anything else changes nothing.
    public func stored(orientation: Int) -> RelativeRectangle {
        // Two of the eight turn by a quarter; the others undo themselves.
        switch orientation {
        case 6: upright(orientation: 8)
        case 8: upright(orientation: 6)
        default: upright(orientation: orientation)
        }
    }
}
