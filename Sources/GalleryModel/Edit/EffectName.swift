import Foundation

/// Names the effects that change how a picture's colours look.
///
/// `docs/effects.md` has the parameters of each.
public enum EffectName: String, Hashable, Codable, Sendable, CaseIterable {
    /// Black and white with gentle contrast.
    case tonal
    /// Black and white with strong contrast and deep shadows.
    case noir
    /// Pale colours and lifted shadows, as a print that lay in the sun.
    case fade
    /// Cool colours with strong contrast, as film developed in the wrong bath.
    case process
    /// Black and white, as luma alone.
    case mono
    /// Warm colours, as a print that was copied.
    case transfer
    /// Browns, as a print toned with sepia.
    case sepia
    /// Vivid colours.
    case chrome
    /// Muted warm colours, as instant film.
    case instant
    /// Darkened towards the corners.
    case vignette
}

/// An effect and how much of it shows.
public struct AppliedEffect: Hashable, Codable, Sendable {
    /// The effect.
    public var name: EffectName
    /// How much of it shows: 0 is the picture as it was, 1 the whole effect.
    public var intensity: Double

    /// Makes an applied effect; an intensity beyond 0...1 is brought into it, one that is no number is 1.
    public init(_ name: EffectName, intensity: Double = 1) {
        self.name = name
        self.intensity = intensity.isNaN ? 1 : min(max(intensity, 0), 1)
    }

    /// Reads `NAME` or `NAME:INTENSITY`, such as `noir:0.8`; nil for anything else.
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

    /// The text that `init(text:)` reads; whole effects have the name alone.
    public var text: String { intensity == 1 ? name.rawValue : "\(name.rawValue):\(intensity)" }

    /// Reads an effect; intensity is 1 where it is not given.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let text = try values.decode(String.self, forKey: .name)
        guard let name = EffectName(rawValue: text) else {
            throw PhotoEditError.outOfRange(
                key: "effect", value: text,
                range: "one of " + EffectName.allCases.map(\.rawValue).joined(separator: ", "))
        }
        let intensity = try values.decodeIfPresent(Double.self, forKey: .intensity) ?? 1
        guard (0...1).contains(intensity) else {
            throw PhotoEditError.outOfRange(
                key: "intensity", value: "\(intensity)", range: "0 to 1")
        }
        self.init(name, intensity: intensity)
    }
}
