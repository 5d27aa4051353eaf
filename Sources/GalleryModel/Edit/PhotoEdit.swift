import Foundation

/// A point in fractions of a picture, origin top left: the same place in every size of it.
public struct RelativePoint: Hashable, Codable, Sendable {
    /// Widths of the picture from the left edge.
    public var x: Double
    /// Heights of the picture from the top edge.
    public var y: Double

    /// Makes a point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// What a person changed about how a photo looks; the original is never changed.
///
/// The steps are taken in a fixed order, whatever order they were asked for in:
/// ```
/// upright → rotation → mirroring → straightening = the frame → crop, zoom, square = the window
///         → size → effects
/// ```
/// Crop and centre are fractions of the frame, so that an edit holds for every size of a photo and
/// can be copied to another one. `docs/edits.md` describes the JSON form.
public struct PhotoEdit: Hashable, Sendable {
    /// The version of the JSON form that this program writes, and the newest that it reads.
    public static let version = 1

    /// Degrees that the picture is turned clockwise by: 0, 90, 180 or 270.
    public var rotation = 0
    /// Whether left and right are swapped, after the rotation.
    public var isMirrored = false
    /// Degrees that the picture is turned clockwise by to make its horizon level, -45...45.
    ///
    /// What is left is the largest rectangle of the same proportions without empty corners.
    public var straightening = 0.0
    /// The part of the frame that is kept; nil for all of it.
    public var crop: RelativeRectangle?
    /// How many times the crop is enlarged: 1 keeps all of it, 2 half its width and height.
    public var zoom = 1.0
    /// The point of the frame that the zoom shows in the middle, as far as the crop reaches; nil for the
    /// middle of the crop.
    public var center: RelativePoint?
    /// The side in pixels of a square that the middle of the window fills, enlarged where it is smaller;
    /// nil for none.
    public var square: Int?
    /// The most pixels of the long edge; nil for as many as there are.
    ///
    /// Nothing is enlarged.
    public var longestSide: Int?
    /// The effects, one after another.
    public var effects: [AppliedEffect] = []

    /// Makes an edit that changes nothing.
    public init() {}

    /// Whether pixels move: anything but effects and size.
    public var changesGeometry: Bool {
        rotation != 0 || isMirrored || straightening != 0 || crop != nil || zoom != 1
            || square != nil
    }

    /// The largest zoom.
    public static let maximumZoom = 100.0
    /// The long edge in pixels that can be asked for: what a JPEG can have.
    public static let maximumSide = 65_500
    /// The most effects one after another.
    public static let maximumEffects = 32
}

extension PhotoEdit {
    /// Turns the frame by quarters, and crop and centre along with it: the same content stays in view.
    ///
    /// - Parameters:
    ///   - rotation: the new rotation: 0, 90, 180 or 270.
    ///   - isMirrored: whether left and right are swapped after it.
    public mutating func turn(to rotation: Int, isMirrored: Bool) {
        // The content's way from the old frame to the new: what the old turn did is undone first.
        func moved(_ rectangle: RelativeRectangle) -> RelativeRectangle {
            rectangle.stored(orientation: orientation)
                .upright(
                    orientation: PhotoEdit.orientation(
                        rotation: rotation, isMirrored: isMirrored))
        }
        let cropped = crop.map(moved)
        let centred = center.map {
            moved(RelativeRectangle(x: $0.x, y: $0.y, width: 0, height: 0))
        }
        // A mirror turns the other way round.
        if isMirrored != self.isMirrored { straightening = straightening == 0 ? 0 : -straightening }
        self.rotation = rotation
        self.isMirrored = isMirrored
        crop = cropped
        center = centred.map { RelativePoint(x: $0.x, y: $0.y) }
    }

    /// EXIF's number of the turn that rotation and mirroring make together, 1...8.
    public var orientation: Int {
        PhotoEdit.orientation(rotation: rotation, isMirrored: isMirrored)
    }

    /// EXIF's number of a turn: clockwise by `rotation`, then mirrored.
    ///
    /// Source: Exif 2.32 (CIPA DC-008), section 4.6.4, Orientation: what must be done to see a stored
    /// picture upright.
    static func orientation(rotation: Int, isMirrored: Bool) -> Int {
        switch (((rotation % 360) + 360) % 360, isMirrored) {
        case (90, false): 6
        case (180, false): 3
        case (270, false): 8
        case (90, true): 5
        case (180, true): 4
        case (270, true): 7
        case (_, true): 2
        default: 1
        }
    }
}
