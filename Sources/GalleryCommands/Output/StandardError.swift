import Basics
import Synchronization

/// Standard error: messages, and below them at most one progress bar.
final class StandardError: Sendable {
    /// The one standard error of the process.
    static let shared = StandardError()

    /// Whether a person looks on.
    let isTerminal = StandardStream.error.isTerminal
    /// The bar as it stands on the screen, empty for none.
    private let bar = Mutex("")

    /// Writes whole lines, above the progress bar.
    func write(_ lines: String) {
        bar.withLock { bar in
            put(bar.isEmpty ? lines : "\r\u{1B}[K" + lines + bar)
        }
    }

    /// Replaces the progress bar.
    func showProgress(_ text: String) {
        bar.withLock { bar in
            guard bar != text else { return }
            bar = text
            put("\r\u{1B}[K" + text)
        }
    }

    /// Runs a body that writes to the same terminal, with the progress bar out of its way.
    func withBarAside(_ body: () throws -> Void) rethrows {
        try bar.withLock { bar in
            if !bar.isEmpty { put("\r\u{1B}[K") }
            defer { if !bar.isEmpty { put(bar) } }
            try body()
        }
    }

    /// Takes the progress bar away.
    func endProgress() {
        bar.withLock { bar in
            if !bar.isEmpty { put("\r\u{1B}[K") }
            bar = ""
        }
    }

    /// A message that cannot be written has no better place to go.
    private func put(_ text: String) {
        try? StandardStream.error.write(Array(text.utf8), waits: false)
    }
}
