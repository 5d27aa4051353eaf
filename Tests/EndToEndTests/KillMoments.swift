import FakeFlickr
import Foundation
import Glibc
import TestSupport

/// The moments at which programs are killed.
enum KillMoments {
    /// Draws moments from a seed, so that a failure can be repeated.
    static func drawn(seed: UInt64, count: Int, within seconds: Double) -> [Double] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in Double.random(in: 0...seconds, using: &random) }
    }
}

extension GalleryProgram.Running {
    /// Kills the program after a delay, wherever it is then.
    func kill(after seconds: Double) throws {
        // The moment itself is tested: this waits for a time, not for a condition.
        usleep(UInt32(seconds * 1_000_000))
        signal(SIGKILL)
        _ = try wait()
    }
}
