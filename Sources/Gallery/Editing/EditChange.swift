public import GalleryModel

/// A change of how photos look: what is given takes the place of that part of an edit, what is not
/// given stays as it is.
public struct EditChange: Hashable, Sendable {
    /// What the change begins with.
    public enum Beginning: Hashable, Sendable {
        /// The photo's own edit; where it has none, the picture as it is.
        case own
        /// The picture as it is: the photo's edit is forgotten.
        case empty
        /// This edit.
        case edit(PhotoEdit)
        /// The edit of another photo.
        case copy(of: PhotoID)
    }

    /// The part of the frame that is kept: the frame is the picture as turned and straightened, at its
    /// largest stored size.
    public enum Crop: Hashable, Sendable {
        /// In pixels of the frame; must lie within it.
        case pixels(FaceRectangle)
        /// In fractions of the frame.
        case fractions(RelativeRectangle)
        /// All of the frame.
        case removed
    }

    /// The point of the frame that a zoom shows in the middle.
    public enum Center: Hashable, Sendable {
        /// In pixels of the frame; must lie within it.
        case pixels(FacePoint)
        /// In fractions of the frame.
        case fractions(RelativePoint)
        /// The middle of the crop.
        case removed
    }

    /// The length of a side of the result.
    public enum Side: Hashable, Sendable {
        /// In pixels, 1...65500.
        case pixels(Int)
        /// As the picture gives it.
        case removed
    }

    /// What the change begins with.
    public var base = Beginning.own
    /// Degrees clockwise: 0, 90, 180 or 270, whatever the rotation was; crop and centre turn along.
    public var rotation: Int?
    /// Whether left and right are swapped; crop and centre turn along.
    public var isMirrored: Bool?
    /// Degrees clockwise, -45...45; 0 takes a straightening away.
    public var straightening: Double?
    /// The part that is kept.
    public var crop: Crop?
    /// How many times the crop is enlarged, 1...100; 1 takes a zoom away.
    public var zoom: Double?
    /// The point that the zoom shows in the middle.
    public var center: Center?
    /// The side of a square that the middle of the window fills.
    public var square: Side?
    /// The most pixels of the long edge.
    public var longestSide: Side?
    /// The effects, one after another; an empty list takes all away.
    public var effects: [AppliedEffect]?

    /// Makes a change that changes nothing.
    public init() {}

    /// Whether the change changes nothing.
    public var isEmpty: Bool { self == EditChange() }

    /// Whether it tells of pixels, which need a picture's size.
    var needsFrame: Bool {
        if case .pixels = crop { return true }
        if case .pixels = center { return true }
        return false
    }

    /// The edit with what is given in the place of its parts; not yet checked.
    ///
    /// - Parameters:
    ///   - edit: what the change begins with.
    ///   - frame: the size of the frame for an edit; called only for pixels.
    func applied(
        to edit: PhotoEdit, frame: (PhotoEdit) throws(GalleryError) -> EditGeometry.Size
    ) throws(GalleryError) -> PhotoEdit {
        var edit = edit
        if rotation != nil || isMirrored != nil {
            edit.turn(
                to: rotation ?? edit.rotation, isMirrored: isMirrored ?? edit.isMirrored)
        }
        if let straightening { edit.straightening = straightening }
        if let zoom { edit.zoom = zoom }
        if let effects { edit.effects = effects }
        if let square { edit.square = square.length }
        if let longestSide { edit.longestSide = longestSide.length }
        // The turn and the straightening make the frame: a wrong one gives no size to measure in.
        do throws(PhotoEditError) { try edit.check() } catch {
            throw GalleryError(.usage, "\(error)")
        }
        switch crop {
        case .pixels(let box): edit.crop = try EditChange.crop(box, in: try frame(edit))
        case .fractions(let box): edit.crop = box
        case .removed: edit.crop = nil
        case nil: break
        }
        switch center {
        case .pixels(let point): edit.center = try EditChange.center(point, in: try frame(edit))
        case .fractions(let point): edit.center = point
        case .removed: edit.center = nil
        case nil: break
        }
        do throws(PhotoEditError) { try edit.check() } catch {
            throw GalleryError(.usage, "\(error)")
        }
        return edit
    }

    private static func crop(
        _ box: FaceRectangle, in frame: EditGeometry.Size
    ) throws(GalleryError) -> RelativeRectangle {
        let (right, bottom) = (box.x + box.width, box.y + box.height)
        guard right.isFinite, bottom.isFinite, box.width >= 1, box.height >= 1, box.x >= 0,
            box.y >= 0, right <= Double(frame.width), bottom <= Double(frame.height)
        else {
            throw GalleryError(
                .usage,
                "the crop \(box.text) is not within the picture, which has \(frame.width)×"
                    + "\(frame.height) pixels when it is turned and straightened: give a smaller one, "
                    + "or percent")
        }
        return RelativeRectangle(box, width: frame.width, height: frame.height)
    }

    private static func center(
        _ point: FacePoint, in frame: EditGeometry.Size
    ) throws(GalleryError) -> RelativePoint {
        let x = point.x / Double(frame.width)
        let y = point.y / Double(frame.height)
        guard (0...1).contains(x), (0...1).contains(y) else {
            throw GalleryError(
                .usage,
                "the centre \(point.x),\(point.y) is not within the picture, which has "
                    + "\(frame.width)×\(frame.height) pixels when it is turned and straightened: give "
                    + "a point of it, or percent")
        }
        return RelativePoint(x: x, y: y)
    }
}

extension EditChange.Side {
    fileprivate var length: Int? {
        guard case .pixels(let length) = self else { return nil }
        return length
    }
}
