/// A point as fractions of a picture's width and height, independent of its size; the origin is the
/// top left.
public struct RelativePoint: Hashable, Codable, Sendable {
    /// The horizontal position as a fraction of the width.
    public var x: Double
    /// The vertical position as a fraction of the height.
    public var y: Double

    /// Creates a point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A nondestructive edit of a photo.
///
/// The steps are applied in a fixed order, regardless of the order in which they were set:
/// ```
/// upright → rotation → mirroring → straightening = the frame → crop, zoom, square = the window
///         → size → effects
/// ```
/// Crop and center are fractions of the frame, so an edit applies to every size of a photo and can
/// be copied to others. `docs/edits.md` describes the JSON form.
public struct PhotoEdit: Hashable, Sendable {
    /// The version of the JSON form that is written, and the newest that can be read.
    package static let version = 1

    /// The clockwise rotation in degrees: 0, 90, 180 or 270.
    public var rotation = 0
    /// True to swap left and right after the rotation.
    public var isMirrored = false
    /// The clockwise rotation in degrees that levels the horizon, -45...45.
    ///
    /// The result is the largest rectangle with the same proportions and without empty corners.
    public var straightening = 0.0
    /// The part of the frame to keep; nil for all of it.
    public var crop: RelativeRectangle?
    /// The enlargement within the crop: 1 keeps all of it, 2 half its width and height.
    public var zoom = 1.0
    /// The center of the zoomed area, shifted to stay within the crop; nil for the center of the
    /// crop.
    public var center: RelativePoint?
    /// The side in pixels of a square cut from the center of the window, enlarged if necessary; nil
    /// for none.
    public var square: Int?
    /// The maximum long edge in pixels; nil for no limit.
    ///
    /// Smaller pictures are not enlarged.
    public var longEdge: Int?
    /// The effects, one after another.
    public var effects: [AppliedEffect] = []

    /// Creates an empty edit.
    public init() {}

    /// The maximum zoom.
    package static let maximumZoom = 100.0
    /// The maximum long edge in pixels, the limit of JPEG.
    package static let maximumSide = 65_500
    /// The maximum number of effects.
    package static let maximumEffects = 32
}

extension PhotoEdit {
    /// Sets rotation and mirroring, and adapts crop and center so that the same content stays
    /// visible.
    ///
    /// - Parameters:
    ///   - rotation: the new rotation: 0, 90, 180 or 270.
    ///   - isMirrored: whether to swap left and right after the rotation.
    package mutating func turn(to rotation: Int, isMirrored: Bool) {
        // Undo the old orientation, then apply the new one.
        func moved(_ rectangle: RelativeRectangle) -> RelativeRectangle {
            rectangle.stored(orientation: orientation)
                .upright(
                    orientation: PhotoEdit.orientation(rotation: rotation, isMirrored: isMirrored))
        }
        let cropped = crop.map(moved)
        let centered = center.map {
            moved(RelativeRectangle(x: $0.x, y: $0.y, width: 0, height: 0))
        }
        // Mirroring reverses the direction of rotation.
        if isMirrored != self.isMirrored { straightening = straightening == 0 ? 0 : -straightening }
        self.rotation = rotation
        self.isMirrored = isMirrored
        crop = cropped
        center = centered.map { RelativePoint(x: $0.x, y: $0.y) }
    }

    /// The EXIF orientation that combines rotation and mirroring, 1...8.
    package var orientation: Int {
        PhotoEdit.orientation(rotation: rotation, isMirrored: isMirrored)
    }

    /// Returns the EXIF orientation for a clockwise rotation followed by mirroring.
    ///
    /// Source: Exif 2.32 (CIPA DC-008), section 4.6.4, Orientation: the transformation that makes a
    /// stored picture upright.
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

/// An effect that changes the colors of a picture.
///
/// `docs/effects.md` lists the parameters of each.
public enum EffectName: String, Hashable, Codable, Sendable, CaseIterable {
    /// Black and white with gentle contrast.
    case tonal
    /// Black and white with strong contrast and deep shadows.
    case noir
    /// Pale colors and lifted shadows, like a print faded by sunlight.
    case fade
    /// Cool colors with strong contrast, like cross-processed film.
    case process
    /// Black and white from luma.
    case mono
    /// Warm colors, like a copied print.
    case transfer
    /// Sepia tones.
    case sepia
    /// Vivid colors.
    case chrome
    /// Muted warm colors, like instant film.
    case instant
    /// Darkened corners.
    case vignette
}

/// An effect with its intensity.
public struct AppliedEffect: Hashable, Codable, Sendable {
    /// The effect.
    public var name: EffectName
    /// The strength from 0 (no change) to 1 (full effect).
    public var intensity: Double

    /// Creates an applied effect; the intensity is clamped to 0...1, and NaN becomes 1.
    public init(_ name: EffectName, intensity: Double = 1) {
        self.name = name
        self.intensity = intensity.isNaN ? 1 : min(max(intensity, 0), 1)
    }

    /// Parses `NAME` or `NAME:INTENSITY`, such as `noir:0.8`; nil for anything else.
    public init?(text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first.flatMap({ EffectName(rawValue: $0.lowercased()) }) else {
            return nil
        }
        guard parts.count == 2 else {
            self.init(name)
            return
        }
        guard let intensity = Double(parts[1]), (0...1).contains(intensity) else { return nil }
        self.init(name, intensity: intensity)
    }

    /// The text parsed by `init(text:)`; the intensity is omitted if it is 1.
    public var text: String { intensity == 1 ? name.rawValue : "\(name.rawValue):\(intensity)" }
}

extension PhotoEdit {
    /// True if the edit has no effect.
    public var isEmpty: Bool { simplified == PhotoEdit() }

    /// The edit without parts that have no effect, and with fractions rounded to twelve decimals.
    ///
    /// Removes a crop of the whole frame, a center without zoom and effects of intensity 0.
    /// Rounding removes arithmetic noise, so that edits with the same result are equal.
    package var simplified: PhotoEdit {
        var edit = self
        edit.straightening = PhotoEdit.rounded(straightening)
        edit.zoom = PhotoEdit.rounded(zoom)
        edit.crop = crop.map {
            RelativeRectangle(
                x: PhotoEdit.rounded($0.x), y: PhotoEdit.rounded($0.y),
                width: max(PhotoEdit.rounded($0.width), 1e-12),
                height: max(PhotoEdit.rounded($0.height), 1e-12))
        }
        if edit.crop == RelativeRectangle(x: 0, y: 0, width: 1, height: 1) { edit.crop = nil }
        edit.center = center.map {
            RelativePoint(x: PhotoEdit.rounded($0.x), y: PhotoEdit.rounded($0.y))
        }
        if edit.zoom == 1 { edit.center = nil }
        edit.effects.removeAll { $0.intensity == 0 }
        return edit
    }

    private static func rounded(_ value: Double) -> Double {
        // Adding 0 turns -0 into 0.
        (value * 1e12).rounded() / 1e12 + 0
    }
}
