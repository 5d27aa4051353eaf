package import GalleryModel

extension EffectParameters {
    /// The parameters of an effect.
    ///
    /// Whoever changes a number here raises `EffectParameters.version`, and docs/effects.md with it.
    package static func parameters(for name: EffectName) -> EffectParameters {
        switch name {
        case .tonal: tonal
        case .noir: noir
        case .fade: fade
        case .process: process
        case .mono: mono
        case .transfer: transfer
        case .sepia: sepia
        case .chrome: chrome
        case .instant: instant
        case .vignette: vignette
        }
    }

    private static let tonal = EffectParameters(
        matrix: ColourMatrix(luma: .init(0.299, 0.587, 0.114)),
        curve: ToneCurve([(0, 18), (64, 78), (128, 148), (192, 208), (255, 250)]))

    private static let noir = EffectParameters(
        matrix: ColourMatrix(luma: .init(0.4, 0.5, 0.1)),
        curve: ToneCurve([(0, 0), (48, 18), (96, 78), (144, 156), (200, 230), (255, 255)]))

    private static let fade = EffectParameters(
        matrix: ColourMatrix(
            red: .init(0.764, 0.215, 0.021), green: .init(0.064, 0.915, 0.021),
            blue: .init(0.064, 0.215, 0.721)),
        curve: ToneCurve([(0, 44), (64, 96), (128, 150), (192, 200), (255, 240)]))

    private static let process = EffectParameters(
        red: ToneCurve([(0, 0), (64, 46), (128, 122), (192, 200), (255, 246)]),
        green: ToneCurve([(0, 0), (64, 60), (128, 138), (192, 210), (255, 252)]),
        blue: ToneCurve([(0, 34), (64, 86), (128, 146), (192, 202), (255, 246)]))

    /// Source: ITU-R BT.709-6, item 3.2: luma of the primaries that sRGB has.
    private static let mono = EffectParameters(
        matrix: ColourMatrix(luma: .init(0.2126, 0.7152, 0.0722)))

    private static let transfer = EffectParameters(
        red: ToneCurve([(0, 24), (64, 86), (128, 154), (192, 212), (255, 255)]),
        green: ToneCurve([(0, 18), (64, 70), (128, 132), (192, 192), (255, 242)]),
        blue: ToneCurve([(0, 28), (64, 66), (128, 112), (192, 160), (255, 212)]))

    private static let sepia = EffectParameters(
        matrix: ColourMatrix(luma: .init(0.299, 0.587, 0.114)),
        red: ToneCurve([(0, 16), (64, 92), (128, 162), (192, 218), (255, 255)]),
        green: ToneCurve([(0, 8), (64, 62), (128, 126), (192, 188), (255, 240)]),
        blue: ToneCurve([(0, 4), (64, 40), (128, 94), (192, 150), (255, 208)]))

    private static let chrome = EffectParameters(
        matrix: ColourMatrix(
            red: .init(1.236, -0.215, -0.021), green: .init(-0.064, 1.085, -0.021),
            blue: .init(-0.064, -0.215, 1.279)),
        curve: ToneCurve([(0, 0), (64, 54), (128, 132), (192, 206), (255, 255)]))

    private static let instant = EffectParameters(
        matrix: ColourMatrix(
            red: .init(0.764, 0.215, 0.021), green: .init(0.064, 0.915, 0.021),
            blue: .init(0.064, 0.215, 0.721)),
        red: ToneCurve([(0, 34), (64, 88), (128, 152), (192, 210), (255, 250)]),
        green: ToneCurve([(0, 26), (64, 76), (128, 138), (192, 196), (255, 240)]),
        blue: ToneCurve([(0, 34), (64, 74), (128, 122), (192, 172), (255, 216)]))

    private static let vignette = EffectParameters(
        red: .identity, green: .identity, blue: .identity,
        vignette: Vignette(radius: 0.35, falloff: 0.7, strength: 0.65))
}
