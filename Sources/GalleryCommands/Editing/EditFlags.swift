import ArgumentParser
import Gallery
import GalleryModel

/// Whether left and right are swapped.
enum Mirroring: String, EnumerableFlag {
    case flip, noFlip

    static func help(for value: Mirroring) -> ArgumentHelp? {
        switch value {
        case .flip: "Swap left and right."
        case .noFlip: "Leave left and right, or swap them back."
        }
    }
}

/// The options of `gallery edit` that say what a photo is to look like.
struct EditFlags: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Keep this part, in pixels or percent, such as 10%,10%,80%,80%.", valueName: "x,y,w,h"))
    var crop: Operand?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Enlarge the middle, 1 to 100 times.", valueName: "times"))
    var zoom: Operand?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The point that --zoom shows in the middle, in pixels or percent.", valueName: "x,y"))
    var center: Operand?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Turn clockwise from upright: 0, 90, 180, 270 or -90.", valueName: "degrees"))
    var rotate: Operand?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Turn clockwise by -45 to 45 degrees and cut the empty corners off.",
            valueName: "degrees"))
    var straighten: Operand?

    @Flag
    var mirroring: Mirroring?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The most pixels of the longest side.", valueName: "pixels"))
    var resize: Operand?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Cut to a square of exactly so many pixels.", valueName: "pixels"))
    var square: Operand?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "An effect, and how much of it, such as noir:0.8; several follow one another.",
            valueName: "name[:0..1]"))
    var effect: [Operand] = []

    func validate() throws {
        do throws(GalleryError) { _ = try change() } catch {
            throw ValidationError(error.message)
        }
    }

    /// What the options change.
    ///
    /// - Throws: `usage` for a value that is none.
    func change() throws(GalleryError) -> EditChange {
        var change = EditChange()
        if let crop { change.crop = EditFlags.crop(try EditText.crop(crop.text)) }
        if let center { change.center = EditFlags.center(try EditText.center(center.text)) }
        if let zoom { change.zoom = try EditText.zoom(zoom.text) }
        if let rotate { change.rotation = try EditText.rotation(rotate.text) }
        if let straighten { change.straightening = try EditText.straightening(straighten.text) }
        change.isMirrored = mirroring.map { $0 == .flip }
        if let resize {
            let side = try EditText.side(resize.text, of: "--resize")
            change.longestSide = side.map { .pixels($0) } ?? .removed
        }
        if let square {
            let side = try EditText.side(square.text, of: "--square")
            change.square = side.map { .pixels($0) } ?? .removed
        }
        if !effect.isEmpty { change.effects = try EditText.effects(effect.map(\.text)) }
        return change
    }

    private static func crop(_ lengths: PictureLengths?) -> EditChange.Crop {
        switch lengths {
        case .pixels(let box):
            .pixels(FaceRectangle(x: box[0], y: box[1], width: box[2], height: box[3]))
        case .fractions(let box):
            .fractions(RelativeRectangle(x: box[0], y: box[1], width: box[2], height: box[3]))
        case nil: .removed
        }
    }

    private static func center(_ lengths: PictureLengths?) -> EditChange.Center {
        switch lengths {
        case .pixels(let point): .pixels(FacePoint(x: point[0], y: point[1]))
        case .fractions(let point): .fractions(RelativePoint(x: point[0], y: point[1]))
        case nil: .removed
        }
    }
}
