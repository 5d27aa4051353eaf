/// What an effect does to a picture: a matrix, then a curve for each channel, then a vignette.
///
/// All numbers are sRGB values (IEC 61966-2-1) as they are encoded, 0...255. `docs/effects.md` has
/// the parameters of all effects; `EffectParameters+Named.swift` is where they are made.
package struct EffectParameters: Hashable, Sendable {
    /// The version of the parameters: raised whenever any effect gives other bytes than before, because
    /// rendered pictures are kept under it.
    package static let version = 1

    /// Mixes the channels; nil changes nothing.
    package var matrix: ColourMatrix?
    /// The curve of red.
    package var red = ToneCurve.identity
    /// The curve of green.
    package var green = ToneCurve.identity
    /// The curve of blue.
    package var blue = ToneCurve.identity
    /// Darkens the corners; nil changes nothing.
    package var vignette: Vignette?

    /// Makes parameters of one curve for all channels.
    package init(matrix: ColourMatrix? = nil, curve: ToneCurve = .identity) {
        self.init(matrix: matrix, red: curve, green: curve, blue: curve)
    }

    /// Makes parameters.
    package init(
        matrix: ColourMatrix? = nil, red: ToneCurve, green: ToneCurve, blue: ToneCurve,
        vignette: Vignette? = nil
    ) {
        self.matrix = matrix
        self.red = red
        self.green = green
        self.blue = blue
        self.vignette = vignette
    }

    /// Whether single pixels are changed.
    var changesColours: Bool {
        matrix != nil || [red, green, blue].contains { $0 != .identity }
    }

    /// Whether greys stay greys.
    var keepsGrey: Bool {
        red == green && green == blue && matrix?.keepsGrey != false
    }
}
