import Basics
public import GalleryModel

/// A change of edits: the given parts replace those of a photo's edit, the others stay.
public struct EditChange: Hashable, Sendable {
    /// The edit that a change starts from.
    public enum Beginning: Hashable, Sendable {
        /// The photo's own edit; if it has none, the unedited picture.
        case own
        /// The unedited picture: the photo's edit is discarded.
        case empty
        /// This edit.
        case edit(PhotoEdit)
        /// The edit of another photo.
        case copy(of: PhotoID)
    }

    /// The part of the frame to keep.
    ///
    /// The frame is the picture as rotated and straightened, at its
    /// largest stored size.
    public enum Crop: Hashable, Sendable {
        /// In pixels of the frame; must lie within it.
        case pixels(FaceRectangle)
        /// In fractions of the frame.
        case fractions(RelativeRectangle)
        /// All of the frame.
        case removed
    }

    /// The point of the frame that a zoom centers on.
    public enum Center: Hashable, Sendable {
        /// In pixels of the frame; must lie within it.
        case pixels(FacePoint)
        /// In fractions of the frame.
        case fractions(RelativePoint)
        /// The center of the crop.
        case removed
    }

    /// The length of a side of the result.
    public enum Side: Hashable, Sendable {
        /// In pixels, 1...65500.
        case pixels(Int)
        /// Unset: determined by the picture.
        case removed

        fileprivate var length: Int? { if case .pixels(let length) = self { length } else { nil } }
    }

    /// The edit that the change starts from.
    public var base = Beginning.own
    /// Degrees clockwise, 0, 90, 180 or 270, regardless of the current rotation; crop and center
    /// turn with it.
    public var rotation: Int?
    /// Whether left and right are swapped; crop and center turn with it.
    public var isMirrored: Bool?
    /// Degrees clockwise, -45...45; 0 removes the straightening.
    public var straightening: Double?
    /// The part to keep.
    public var crop: Crop?
    /// The magnification of the crop, 1...100; 1 removes the zoom.
    public var zoom: Double?
    /// The point that the zoom centers on.
    public var center: Center?
    /// The side of the square that the middle of the window fills.
    public var square: Side?
    /// The maximum length of the long edge in pixels.
    public var longEdge: Side?
    /// The effects in the order of application; an empty list removes all.
    public var effects: [AppliedEffect]?

    /// Makes an empty change.
    public init() {}

    /// True if the change has no effect.
    public var isEmpty: Bool { self == EditChange() }

    /// True if the change contains pixel values, which require the picture's size.
    var needsFrame: Bool {
        if case .pixels = crop { return true }
        if case .pixels = center { return true }
        return false
    }

    /// Returns an edit with the change applied; `GalleryEdits.stored` checks crops and centers that
    /// are given as fractions.
    ///
    /// - Parameters:
    ///   - edit: the edit that the change starts from.
    ///   - frame: returns the frame size for an edit; called only for pixel values.
    /// - Throws: `usage` for values out of range; errors of `frame`.
    func applied(
        to edit: PhotoEdit, frame: (PhotoEdit) throws(GalleryError) -> EditGeometry.Size
    ) throws(GalleryError) -> PhotoEdit {
        var edit = edit
        if rotation != nil || isMirrored != nil {
            edit.turn(to: rotation ?? edit.rotation, isMirrored: isMirrored ?? edit.isMirrored)
        }
        if let straightening { edit.straightening = straightening }
        if let zoom { edit.zoom = zoom }
        if let effects { edit.effects = effects }
        if let square { edit.square = square.length }
        if let longEdge { edit.longEdge = longEdge.length }
        // Rotation and straightening define the frame, so check them before measuring in it.
        try translated(edit.check())
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
        return edit
    }

    private static func crop(
        _ box: FaceRectangle, in frame: EditGeometry.Size
    ) throws(GalleryError) -> RelativeRectangle {
        let part = RelativeRectangle(within: box, width: frame.width, height: frame.height)
        guard let part else {
            throw GalleryError(
                .usage,
                "the crop \(box.text) is not within the picture, which is \(frame.width)×"
                    + "\(frame.height) pixels when rotated and straightened: give a smaller one, "
                    + "or percent")
        }
        return part
    }

    private static func center(
        _ point: FacePoint, in frame: EditGeometry.Size
    ) throws(GalleryError) -> RelativePoint {
        let x = point.x / Double(frame.width)
        let y = point.y / Double(frame.height)
        guard (0...1).contains(x), (0...1).contains(y) else {
            throw GalleryError(
                .usage,
                "the center \(point.x),\(point.y) is not within the picture, which is "
                    + "\(frame.width)×\(frame.height) pixels when rotated and straightened: give "
                    + "a point within it, or percent")
        }
        return RelativePoint(x: x, y: y)
    }
}

extension RelativeRectangle {
    /// Converts a rectangle in pixels of a picture; nil if it is smaller than a pixel or not within
    /// the picture.
    init?(within box: FaceRectangle, width: Int, height: Int) {
        guard box.x >= 0, box.y >= 0, box.width >= 1, box.height >= 1,
            box.x + box.width <= Double(width), box.y + box.height <= Double(height)
        else { return nil }
        self.init(box, width: width, height: height)
    }
}

/// A photo whose edit was, or would be, changed: a row of `gallery edit`.
public struct EditedPhoto: Hashable, Sendable {
    /// The photo's catalog id.
    public var photoID: PhotoID
    /// The photo's title or file name; nil if it has neither.
    public var title: String?
    /// The new edit, in a dry run the edit that would be stored; nil for none.
    public var edit: PhotoEdit?
    /// True if the edit differs from the previous one.
    public var isChanged: Bool
    /// The reason why the edit was not changed: value, cause and next step; nil on success.
    public var error: String?
}

/// The result of a change of edits.
public struct EditSummary: Hashable, Sendable {
    /// The number of photos whose edit changed.
    public var changed = 0
    /// The number of photos that already had the edit.
    public var unchanged = 0
    /// The number of photos that the change does not fit.
    public var failed = 0
    /// True for a dry run.
    public var isDryRun = false

    mutating func count(_ photo: EditedPhoto) {
        if photo.error != nil {
            failed += 1
        } else if photo.isChanged {
            changed += 1
        } else {
            unchanged += 1
        }
    }
}

extension EditSummary: WorkSummary {
    /// The result as a sentence.
    public var sentence: String {
        let facts = Count.list([
            (changed, isDryRun ? "would change" : "changed"), (unchanged, "unchanged"),
            (failed, "failed"),
        ])
        return "edits: \(facts ?? "no photos found")"
    }

    /// The number of failed items.
    package var failedItems: Int { failed }
}
