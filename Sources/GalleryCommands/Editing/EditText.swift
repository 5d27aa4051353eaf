import Basics
package import Gallery
package import GalleryModel

/// Reads the values of the options of `gallery edit`; `none` takes a part of an edit away.
package enum EditText {
    /// The part of the picture that is kept; nil for `none`.
    ///
    /// - Throws: `usage` for a text that is no rectangle, or one that cannot lie in a picture.
    package static func crop(_ text: String) throws(GalleryError) -> PictureLengths? {
        if isNone(text) { return nil }
        let expected =
            "left, top, width and height in pixels, such as 120,80,640,480, or in percent, such as "
            + "10%,10%,80%,80%"
        let crop = try PictureLengths(text: text, count: 4, option: "--crop", expected: expected)
        let (x, y, width, height) = (
            crop.numbers[0], crop.numbers[1], crop.numbers[2], crop.numbers[3]
        )
        guard x >= 0, y >= 0, width > 0, height > 0 else {
            throw GalleryError(.usage, InvalidValue.message("--crop", text, expected: expected))
        }
        if case .fractions = crop, max(x + width, y + height) > 1 + 1e-9 {
            throw GalleryError(
                .usage,
                InvalidValue.message(
                    "--crop", text,
                    expected: "left and width, and top and height, to be together at most 100%"))
        }
        return crop
    }

    /// The point that a zoom shows in the middle; nil for `none`.
    ///
    /// - Throws: `usage` for a text that is no point, or one that cannot lie in a picture.
    package static func center(_ text: String) throws(GalleryError) -> PictureLengths? {
        if isNone(text) { return nil }
        let expected = "X,Y in pixels, such as 800,600, or in percent, such as 50%,40%"
        let center = try PictureLengths(
            text: text, count: 2, option: "--center", expected: expected)
        guard center.numbers.allSatisfy({ $0 >= 0 }) else {
            throw GalleryError(.usage, InvalidValue.message("--center", text, expected: expected))
        }
        if case .fractions(let numbers) = center, numbers.contains(where: { $0 > 1 }) {
            throw GalleryError(
                .usage, InvalidValue.message("--center", text, expected: "up to 100%,100%"))
        }
        return center
    }

    /// The degrees of a turn clockwise: 0, 90, 180 or 270; -90 is 270.
    ///
    /// - Throws: `usage` for anything else.
    package static func rotation(_ text: String) throws(GalleryError) -> Int {
        if isNone(text) { return 0 }
        guard let degrees = Int(text), (-360...360).contains(degrees), degrees % 90 == 0 else {
            throw GalleryError(
                .usage,
                InvalidValue.message(
                    "--rotate", text,
                    expected: "0, 90, 180, 270 or -90 degrees; --straighten takes smaller ones"))
        }
        return (degrees + 360) % 360
    }

    /// The degrees of straightening, clockwise.
    ///
    /// - Throws: `usage` for anything but -45...45.
    package static func straightening(_ text: String) throws(GalleryError) -> Double {
        if isNone(text) { return 0 }
        guard let degrees = Double(text), (-45...45).contains(degrees) else {
            throw GalleryError(
                .usage,
                InvalidValue.message(
                    "--straighten", text,
                    expected: "-45 to 45 degrees; --rotate takes quarter turns"))
        }
        return degrees
    }

    /// How many times the picture is enlarged; `200%` is 2.
    ///
    /// - Throws: `usage` for anything but 1...100.
    package static func zoom(_ text: String) throws(GalleryError) -> Double {
        if isNone(text) { return 1 }
        let number =
            text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } : Double(text)
        guard let number, (1...PhotoEdit.maximumZoom).contains(number) else {
            throw GalleryError(
                .usage,
                InvalidValue.message(
                    "--zoom", text, expected: "1 to \(Int(PhotoEdit.maximumZoom))"))
        }
        return number
    }

    /// The length of a side in pixels; nil for `none`.
    ///
    /// - Throws: `usage` for anything but 1...65500.
    package static func side(_ text: String, of option: String) throws(GalleryError) -> Int? {
        if isNone(text) { return nil }
        guard let pixels = Int(text), (1...PhotoEdit.maximumSide).contains(pixels) else {
            throw GalleryError(
                .usage,
                InvalidValue.message(
                    option, text, expected: "1 to \(PhotoEdit.maximumSide) pixels"))
        }
        return pixels
    }

    /// The effects in the order they were given; `none` alone is none.
    ///
    /// - Throws: `usage` for an unknown effect, with the nearest one, or a wrong intensity.
    package static func effects(_ texts: [String]) throws(GalleryError) -> [AppliedEffect] {
        if texts.contains(where: isNone) {
            guard texts.count == 1 else {
                throw GalleryError(
                    .usage, "'none' takes all effects away: give it alone, or only effects")
            }
            return []
        }
        guard texts.count <= PhotoEdit.maximumEffects else {
            throw GalleryError(
                .usage,
                "\(texts.count) effects are too many: give at most \(PhotoEdit.maximumEffects)")
        }
        var effects: [AppliedEffect] = []
        for text in texts { effects.append(try effect(text)) }
        return effects
    }

    private static func effect(_ text: String) throws(GalleryError) -> AppliedEffect {
        if let effect = AppliedEffect(text: text) { return effect }
        let name = text.prefix { $0 != ":" }
        let names = EffectName.allCases.map(\.rawValue)
        if names.contains(name.lowercased()) {
            throw GalleryError(
                .usage,
                InvalidValue.message(
                    "--effect", text,
                    expected: "an intensity from 0 to 1, such as \(name.lowercased()):0.8"))
        }
        let nearest = NearestName.likely(for: String(name), among: names)
        throw GalleryError(
            .usage,
            "there is no effect '\(name)': "
                + (nearest.map { "did you mean '\($0)'? " } ?? "")
                + "'gallery effects --list' lists them")
    }

    private static func isNone(_ text: String) -> Bool { text.lowercased() == "none" }
}
