/// Darkens a picture towards its corners.
///
/// At the distance `r` from the middle, in halves of the picture's diagonal (0 is the middle, 1 a
/// corner), every channel is multiplied by `1 - intensity * strength * s(t)` with
/// `t = clamp((r - radius) / falloff, 0...1)` and the smooth step `s(t) = t * t * (3 - 2 * t)`. So every
/// size of a picture looks the same.
package struct Vignette: Hashable, Sendable {
    /// Where it begins, in halves of the diagonal.
    package let radius: Double
    /// How much farther out it is at its darkest, in halves of the diagonal.
    package let falloff: Double
    /// How much is taken away there: 1 is black.
    package let strength: Double

    /// Makes a vignette.
    package init(radius: Double, falloff: Double, strength: Double) {
        self.radius = radius
        self.falloff = falloff
        self.strength = strength
    }

    /// What values are multiplied by, in units of 1/65536, for squares of distances in units of 1/4096.
    ///
    /// - Parameter intensity: 0...1.
    func gains(intensity: Double) -> [UInt32] {
        (0...4096).map { index in
            let distance = (Double(index) / 4096).squareRoot()
            let t = min(max((distance - radius) / falloff, 0), 1)
            let loss = intensity * strength * t * t * (3 - 2 * t)
            return UInt32(65536 - min(max((loss * 65536).rounded(), 0), 65536))
        }
    }
}
