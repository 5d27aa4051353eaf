import Basics
import Gallery
import Glibc
import Synchronization

/// Shows how far a piece of work is, ten times a second at most, where a person looks on.
final class ProgressBar: Sendable {
    private let isShown: Bool
    private let lastShown = Mutex<ContinuousClock.Instant?>(nil)
    private let begun = ContinuousClock.now

    /// Makes a bar; one that is not shown costs nothing.
    init(isShown: Bool) {
        self.isShown = isShown && StandardError.shared.isTerminal && Terminal.obeysEscapes
    }

    /// Takes a report, from any thread.
    func update(_ progress: WorkOptions.Progress) {
        guard isShown else { return }
        let isDue = lastShown.withLock { last in
            let now = ContinuousClock.now
            if let last, now - last < .milliseconds(100), progress.done != progress.total {
                return false
            }
            last = now
            return true
        }
        guard isDue else { return }
        StandardError.shared.showProgress(
            ProgressBar.text(
                progress, seconds: (ContinuousClock.now - begun) / .seconds(1),
                width: Terminal.width(of: STDERR_FILENO) - 1))
    }

    /// A bar of at most `width` columns, with how many items a second are done and how long the rest
    /// will take.
    ///
    /// - Parameter seconds: how long the work has been going on.
    static func text(_ progress: WorkOptions.Progress, seconds: Double, width: Int) -> String {
        let activity = DisplayText.escaped(progress.activity)
        // In the first second a rate says nothing.
        let rate = seconds >= 1 ? Double(progress.done) / seconds : 0
        let rateText = rate > 0 ? " \(rate < 10 ? tenths(rate) : Count.text(Int(rate)))/s" : ""
        guard let total = progress.total, total > 0 else {
            return DisplayText.truncated(
                "\(activity) \(Count.text(progress.done))\(rateText)", to: width)
        }
        let done = min(progress.done, total)
        let rest =
            rate > 0 && done < total
            ? ", \(duration(Double(total - done) / rate)) left" : ""
        let label = "\(activity) \(Count.text(done))/\(Count.text(total))\(rateText)\(rest) "
        let room = min(width - DisplayText.width(label) - 2, 40)
        guard room >= 8 else { return DisplayText.truncated(label, to: width) }
        let filled = Int(Double(room) * Double(done) / Double(total))
        return label + "[" + String(repeating: "#", count: filled)
            + String(repeating: "-", count: room - filled) + "]"
    }

    private static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// A time as a person says it: `45 s`, `3 min`, `2 h 5 min`.
    private static func duration(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 1e9).rounded(.up))
        if whole < 90 { return "\(whole) s" }
        let minutes = (whole + 59) / 60
        return minutes < 90 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }
}
