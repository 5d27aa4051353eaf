public import GalleryModel
import Imaging

/// An effect and what it does to a picture, for a person to read.
public struct EffectDescription: Hashable, Sendable {
    /// The effect.
    public var name: EffectName
    /// What it does, in a few words, such as `black and white, gentle contrast`.
    public var summary: String { EffectDescription.summary(of: name) }
    /// What it does, on one line: the matrix, the control points of the curves and the vignette, in sRGB
    /// values of 0...255.
    public var parameters: String

    init(_ name: EffectName) {
        self.name = name
        let made = EffectParameters.parameters(for: name)
        var parts: [String] = []
        if let matrix = made.matrix {
            let rows = [matrix.red, matrix.green, matrix.blue].map { row in
                ([row.red, row.green, row.blue] + (row.offset == 0 ? [] : [row.offset]))
                    .map(Self.text).joined(separator: " ")
            }
            // A matrix that makes grey has the same row three times.
            let isGrey = Set(rows).count == 1
            parts.append("matrix " + (isGrey ? rows[0] : rows.joined(separator: ", ")))
        }
        let curves = [("red", made.red), ("green", made.green), ("blue", made.blue)]
        if Set(curves.map(\.1)).count == 1 {
            if let points = Self.points(made.red) { parts.append("curve \(points)") }
        } else {
            for (channel, curve) in curves {
                if let points = Self.points(curve) { parts.append("\(channel) \(points)") }
            }
        }
        if let vignette = made.vignette {
            parts.append(
                "vignette from \(Self.text(vignette.radius)) over \(Self.text(vignette.falloff)) by "
                    + Self.text(vignette.strength))
        }
        parameters = parts.joined(separator: "; ")
    }

    private static func points(_ curve: ToneCurve) -> String? {
        guard !curve.points.isEmpty else { return nil }
        return curve.points.map { "\(text($0.input))→\(text($0.output))" }.joined(separator: " ")
    }

    private static func text(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}

extension EffectDescription {
    private static func summary(of name: EffectName) -> String {
        switch name {
        case .tonal: "black and white, gentle contrast"
        case .noir: "black and white, strong contrast and deep shadows"
        case .fade: "pale colours and lifted shadows"
        case .process: "cool colours, strong contrast"
        case .mono: "black and white, as bright as the colours were"
        case .transfer: "warm colours, as a copied print"
        case .sepia: "browns of an old print"
        case .chrome: "vivid colours"
        case .instant: "muted warm colours of instant film"
        case .vignette: "darker towards the corners"
        }
    }
}

extension PhotoGallery {
    /// Every effect and what it does; `docs/effects.md` has the words to it.
    public static var effectDescriptions: [EffectDescription] {
        EffectName.allCases.map(EffectDescription.init)
    }
}
