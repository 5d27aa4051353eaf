import ArgumentParser
import Basics
package import Gallery
package import GalleryModel

/// The flags `--flip` and `--no-flip`.
enum Mirroring: String, EnumerableFlag {
    case flip, noFlip

    static func help(for value: Mirroring) -> ArgumentHelp? {
        switch value {
        case .flip: "Flip horizontally."
        case .noFlip: "Do not flip, or undo a flip."
        }
    }
}

/// The options of `gallery edit` that define the edit.
struct EditFlags: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: .value(
            "x,y,w,h", "Crop to this rectangle, in pixels or percent, such as 10%,10%,80%,80%."))
    var crop: Operand?

    @Option(parsing: .unconditional, help: .value("times", "Zoom factor, 1 to 100."))
    var zoom: Operand?

    @Option(
        parsing: .unconditional, help: .value("x,y", "Center of the zoom, in pixels or percent."))
    var center: Operand?

    @Option(
        parsing: .unconditional,
        help: .value("degrees", "Rotate clockwise from upright: 0, 90, 180, 270 or -90."))
    var rotate: Operand?

    @Option(
        parsing: .unconditional,
        help: .value("degrees", "Rotate clockwise by -45 to 45 degrees and crop the empty corners.")
    )
    var straighten: Operand?

    @Flag
    var mirroring: Mirroring?

    @Option(parsing: .unconditional, help: .value("pixels", "Long edge in pixels."))
    var resize: Operand?

    @Option(
        parsing: .unconditional, help: .value("pixels", "Crop to a square of exactly this size."))
    var square: Operand?

    @Option(
        parsing: .unconditionalSingleValue,
        help: .value(
            "name[:0..1]",
            "Effect, optionally with an intensity, such as noir:0.8 (repeatable, in order)."))
    var effect: [Operand] = []

    func validate() throws { try InvalidValue.check { _ = try change() } }

    /// Returns the change defined by the options.
    ///
    /// - Throws: `usage` for an invalid value.
    func change() throws(GalleryError) -> EditChange {
        var change = EditChange()
        if let crop { change.crop = try EditText.crop(crop.text) }
        if let center { change.center = try EditText.center(center.text) }
        if let zoom { change.zoom = try EditText.zoom(zoom.text) }
        if let rotate { change.rotation = try EditText.rotation(rotate.text) }
        if let straighten { change.straightening = try EditText.straightening(straighten.text) }
        change.isMirrored = mirroring.map { $0 == .flip }
        if let resize { change.longEdge = try EditText.side(resize.text, of: "--resize") }
        if let square { change.square = try EditText.side(square.text, of: "--square") }
        if !effect.isEmpty { change.effects = try EditText.effects(effect.map(\.text)) }
        return change
    }
}

/// Parses the option values of `gallery edit`; `none` removes a part of an edit.
package enum EditText {
    /// Parses the rectangle to crop to.
    ///
    /// - Throws: `usage` if the text is not a rectangle, or the rectangle cannot be in a picture.
    package static func crop(_ text: String) throws(GalleryError) -> EditChange.Crop {
        if isNone(text) { return .removed }
        let expected =
            "left, top, width and height in pixels, such as 120,80,640,480, or in percent, such as "
            + "10%,10%,80%,80%"
        let (box, isPercent) = try lengths(text, count: 4, of: "--crop", expected: expected)
        guard box[0] >= 0, box[1] >= 0, box[2] > 0, box[3] > 0 else {
            throw InvalidValue.error("--crop", text, expected: expected)
        }
        guard isPercent else {
            return .pixels(FaceRectangle(x: box[0], y: box[1], width: box[2], height: box[3]))
        }
        guard max(box[0] + box[2], box[1] + box[3]) <= 1 + 1e-9 else {
            throw InvalidValue.error(
                "--crop", text, expected: "left plus width, and top plus height, of at most 100%")
        }
        return .fractions(RelativeRectangle(x: box[0], y: box[1], width: box[2], height: box[3]))
    }

    /// Parses the center of a zoom.
    ///
    /// - Throws: `usage` if the text is not a point, or the point cannot be in a picture.
    package static func center(_ text: String) throws(GalleryError) -> EditChange.Center {
        if isNone(text) { return .removed }
        let expected = "X,Y in pixels, such as 800,600, or in percent, such as 50%,40%"
        let (point, isPercent) = try lengths(text, count: 2, of: "--center", expected: expected)
        guard point.allSatisfy({ $0 >= 0 }) else {
            throw InvalidValue.error("--center", text, expected: expected)
        }
        guard isPercent else { return .pixels(FacePoint(x: point[0], y: point[1])) }
        guard point.allSatisfy({ $0 <= 1 }) else {
            throw InvalidValue.error("--center", text, expected: "up to 100%,100%")
        }
        return .fractions(RelativePoint(x: point[0], y: point[1]))
    }

    /// Parses comma-separated lengths, either all in pixels or all in percent, as fractions.
    ///
    /// - Throws: `usage` for anything else.
    private static func lengths(
        _ text: String, count: Int, of option: String, expected: String
    ) throws(GalleryError) -> (numbers: [Double], arePercents: Bool) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            part.filter { $0 != " " }
        }
        let percents = parts.count { $0.hasSuffix("%") }
        let numbers = parts.compactMap { part in
            Double(part.hasSuffix("%") ? String(part.dropLast()) : String(part))
        }
        guard parts.count == count, numbers.count == count, numbers.allSatisfy(\.isFinite) else {
            throw InvalidValue.error(option, text, expected: expected)
        }
        guard percents == 0 || percents == count else {
            throw InvalidValue.error(
                option, text, expected: "all numbers in pixels, or all in percent")
        }
        return percents == 0 ? (numbers, false) : (numbers.map { $0 / 100 }, true)
    }

    /// Parses a clockwise rotation in degrees: 0, 90, 180 or 270; -90 is 270.
    ///
    /// - Throws: `usage` for anything else.
    package static func rotation(_ text: String) throws(GalleryError) -> Int {
        if isNone(text) { return 0 }
        guard let degrees = Int(text), (-360...360).contains(degrees), degrees % 90 == 0 else {
            throw InvalidValue.error(
                "--rotate", text,
                expected: "0, 90, 180, 270 or -90 degrees; use --straighten for other angles")
        }
        return (degrees + 360) % 360
    }

    /// Parses the clockwise straightening angle in degrees.
    ///
    /// - Throws: `usage` for anything but -45...45.
    package static func straightening(_ text: String) throws(GalleryError) -> Double {
        if isNone(text) { return 0 }
        guard let degrees = Double(text), (-45...45).contains(degrees) else {
            throw InvalidValue.error(
                "--straighten", text, expected: "-45 to 45 degrees; use --rotate for quarter turns")
        }
        return degrees
    }

    /// Parses a zoom factor; `200%` is 2.
    ///
    /// - Throws: `usage` for anything but 1...100.
    package static func zoom(_ text: String) throws(GalleryError) -> Double {
        if isNone(text) { return 1 }
        let number = text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } : Double(text)
        guard let number, (1...PhotoEdit.maximumZoom).contains(number) else {
            throw InvalidValue.error("--zoom", text, expected: "1 to \(Int(PhotoEdit.maximumZoom))")
        }
        return number
    }

    /// Parses the length of a side in pixels.
    ///
    /// - Throws: `usage` for anything but 1...65500.
    package static func side(_ text: String, of option: String) throws(GalleryError)
        -> EditChange.Side
    {
        if isNone(text) { return .removed }
        guard let pixels = Int(text), (1...PhotoEdit.maximumSide).contains(pixels) else {
            throw InvalidValue.error(option, text, expected: "1 to \(PhotoEdit.maximumSide) pixels")
        }
        return .pixels(pixels)
    }

    /// Parses effects, in the given order; a single `none` returns an empty array.
    ///
    /// - Throws: `usage` for an unknown effect, with a suggestion, or an invalid intensity.
    package static func effects(_ texts: [String]) throws(GalleryError) -> [AppliedEffect] {
        if texts.contains(where: isNone) {
            guard texts.count == 1 else {
                throw GalleryError(
                    .usage, "'none' removes all effects and cannot be combined with effects")
            }
            return []
        }
        guard texts.count <= PhotoEdit.maximumEffects else {
            throw GalleryError(
                .usage, "too many effects: \(texts.count) (maximum \(PhotoEdit.maximumEffects))")
        }
        return try texts.map(effect)
    }

    private static func effect(_ text: String) throws(GalleryError) -> AppliedEffect {
        if let effect = AppliedEffect(text: text) { return effect }
        let name = text.prefix { $0 != ":" }
        let names = EffectName.allCases.map(\.rawValue)
        if names.contains(name.lowercased()) {
            throw InvalidValue.error(
                "--effect", text,
                expected: "an intensity from 0 to 1, such as \(name.lowercased()):0.8")
        }
        let nearest = NearestName.likely(for: String(name), among: names)
        throw GalleryError(
            .usage,
            "unknown effect '\(name)'; " + (nearest.map { "did you mean '\($0)'? " } ?? "")
                + "see 'gallery effects --list'")
    }

    private static func isNone(_ text: String) -> Bool { text.lowercased() == "none" }
}
