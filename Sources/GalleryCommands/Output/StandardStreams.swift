import Basics
import Gallery
import GalleryModel
import Glibc
import Synchronization

/// The reader of standard output has closed the pipe, as `head` does; not reported as an error.
struct BrokenPipe: Error {}

/// Standard output with a buffer of 64 KiB; unbuffered on a terminal.
final class StandardOutput: Sendable {
    /// The shared standard output of the process.
    static let shared = StandardOutput()

    /// True if standard output is a terminal.
    let isTerminal = StandardStream.output.isTerminal
    private let buffer = Mutex<[UInt8]>([])

    /// Appends text.
    ///
    /// - Throws: `BrokenPipe`; `inputOutput` if writing fails.
    func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Appends bytes.
    ///
    /// - Throws: `BrokenPipe`; `inputOutput` if writing fails.
    func write(_ bytes: [UInt8]) throws {
        try buffer.withLock { buffer in
            buffer += bytes
            if buffer.count >= 1 << 16 || isTerminal { try drain(&buffer) }
        }
    }

    /// Appends one JSON object on a separate line.
    ///
    /// - Throws: `BrokenPipe`; `inputOutput` if writing fails.
    func write(object members: [JSONMember]) throws {
        try write(JSONValue(members).compact + [0x0A])
    }

    /// Writes the contents of the buffer.
    ///
    /// - Throws: `BrokenPipe`; `inputOutput` if writing fails.
    func flush() throws { try buffer.withLock { try drain(&$0) } }

    private func drain(_ buffer: inout [UInt8]) throws {
        // After a failure the bytes are dropped, so that the flush at exit does not retry them.
        let bytes = buffer
        buffer = []
        if isTerminal, !bytes.isEmpty {
            try StandardError.shared.withProgressHidden { try StandardOutput.put(bytes) }
        } else {
            try StandardOutput.put(bytes)
        }
    }

    private static func put(_ bytes: [UInt8]) throws {
        do throws(FileError) {
            try StandardStream.output.write(bytes, waits: true)
        } catch {
            if error.number == EPIPE { throw BrokenPipe() }
            throw GalleryError(.inputOutput, "cannot write to standard output: \(error.reason)")
        }
    }
}

/// The capabilities of the terminal.
enum Terminal {
    /// True if the terminal supports escape sequences.
    static var obeysEscapes: Bool { getenv("TERM").map { String(cString: $0) != "dumb" } ?? true }

    /// True if the locale's encoding is UTF-8, so that non-ASCII characters can be shown.
    ///
    /// Source: POSIX.1-2017, Base Definitions, 8.2: the first variable that is set and not empty
    /// decides.
    static var showsUnicode: Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        let locale = names.lazy
            .compactMap { name in getenv(name).map { String(cString: $0) } }.first { !$0.isEmpty }
        let folded = locale?.lowercased() ?? ""
        return folded.contains("utf-8") || folded.contains("utf8")
    }

    /// Returns the width in columns; 80 if unknown.
    static func width(of descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}

/// Standard error: messages, with at most one progress bar below them.
final class StandardError: Sendable {
    /// The shared standard error of the process.
    static let shared = StandardError()

    /// True if standard error is a terminal.
    let isTerminal = StandardStream.error.isTerminal
    /// The progress bar on the screen; empty for none.
    private let bar = Mutex("")

    /// Writes a message as one line.
    func report(_ message: String) { write(Message.line(message)) }

    /// Writes complete lines above the progress bar.
    func write(_ lines: String) {
        bar.withLock { bar in put(bar.isEmpty ? lines : "\r\u{1B}[K" + lines + bar) }
    }

    /// Replaces the progress bar.
    func showProgress(_ text: String) {
        bar.withLock { bar in
            guard bar != text else { return }
            bar = text
            put("\r\u{1B}[K" + text)
        }
    }

    /// Hides the progress bar while `body` writes to the same terminal.
    func withProgressHidden(_ body: () throws -> Void) rethrows {
        try bar.withLock { bar in
            if !bar.isEmpty { put("\r\u{1B}[K") }
            defer { if !bar.isEmpty { put(bar) } }
            try body()
        }
    }

    /// Removes the progress bar.
    func endProgress() {
        bar.withLock { bar in
            if !bar.isEmpty { put("\r\u{1B}[K") }
            bar = ""
        }
    }

    /// Writes text; errors are ignored because they cannot be reported anywhere else.
    private func put(_ text: String) {
        try? StandardStream.error.write(Array(text.utf8), waits: false)
    }
}

/// Formats messages for standard error: `gallery: ` and one line.
enum Message {
    /// Returns a message as one line, with control characters escaped.
    static func line(_ text: String) -> String { "gallery: \(DisplayText.escaped(text))\n" }

    /// Returns the line about an item.
    static func line(_ item: ItemFailure) -> String {
        line((item.subject.map { "\($0.text): " } ?? "") + item.message)
    }

    /// Returns a message of several lines; only the first gets the prefix.
    static func lines(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return line(lines[0]) + lines.dropFirst().map { DisplayText.escaped($0) + "\n" }.joined()
    }

    /// Returns ArgumentParser's message about an invalid command line, in the style of the other
    /// messages.
    static func usage(_ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            DisplayText.escaped(line.filter { $0 != ArgumentPreparation.mark })
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        if let first = lines.first, first.hasPrefix("Error: ") {
            let reason = String(first.dropFirst("Error: ".count))
            lines[0] = "gallery: " + (invalidValue(reason, &lines) ?? lowered(reason))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Converts the parser's message about an invalid value to the form of `InvalidValue`; returns
    /// nil for other messages.
    ///
    /// - Parameter lines: all lines of the message; the list of valid values is removed from them.
    private static func invalidValue(_ reason: String, _ lines: inout [String]) -> String? {
        let pattern = #/The value '(.*)' is invalid for '(?:(-[^ ]+) )?<([^>]+)>'(.*)/#
        guard let match = reason.wholeMatch(of: pattern) else { return nil }
        let value = String(match.output.1)
        var choices = match.output.4.matches(of: #/'([^']+)'/#).map { String($0.output.1) }
        while lines.count > 1, lines[1].hasPrefix("  - ") {
            choices.append(String(lines.remove(at: 1).dropFirst("  - ".count)))
        }
        // Only numbers can fail without a list of choices. If the value is a number, the option
        // accepts only integers.
        var expected = Double(value) == nil ? "a number" : "a whole number"
        if let last = choices.popLast() {
            expected = choices.isEmpty ? last : choices.joined(separator: ", ") + " or \(last)"
        }
        return InvalidValue.message(
            String(match.output.2 ?? match.output.3), value, expected: expected)
    }

    /// Returns a sentence with its first letter in lower case, unless it begins with an acronym.
    private static func lowered(_ text: String) -> String {
        guard let second = text.dropFirst().first, second.isLowercase else { return text }
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}

/// Shows the progress of work on a terminal, at most ten times per second.
final class ProgressBar: Sendable {
    private let isShown: Bool
    private let lastShown = Mutex<ContinuousClock.Instant?>(nil)
    private let begun = ContinuousClock.now

    /// Creates a progress bar; without a terminal, updates are ignored.
    init() { isShown = StandardError.shared.isTerminal && Terminal.obeysEscapes }

    /// Updates the bar; can be called from any thread.
    func update(_ progress: WorkProgress) {
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

    /// Returns a bar of at most `width` columns, with the rate in items per second and the
    /// remaining time.
    ///
    /// - Parameter seconds: the time since the work began.
    static func text(_ progress: WorkProgress, seconds: Double, width: Int) -> String {
        let activity = DisplayText.escaped(progress.activity)
        // The rate is not meaningful in the first second.
        let rate = seconds >= 1 ? Double(progress.done) / seconds : 0
        let perSecond = rate < 10 ? Count.tenths(rate) : Count.text(Int(rate))
        let rateText = rate > 0 ? " \(perSecond)/s" : ""
        guard let total = progress.total, total > 0 else {
            return DisplayText.truncated(
                "\(activity) \(Count.text(progress.done))\(rateText)", to: width)
        }
        let done = min(progress.done, total)
        let rest = rate > 0 && done < total ? ", \(duration(Double(total - done) / rate)) left" : ""
        let label = "\(activity) \(Count.text(done))/\(Count.text(total))\(rateText)\(rest) "
        let barWidth = min(width - DisplayText.width(label) - 2, 40)
        guard barWidth >= 8 else { return DisplayText.truncated(label, to: width) }
        let filled = Int(Double(barWidth) * Double(done) / Double(total))
        return label + "[" + String(repeating: "#", count: filled)
            + String(repeating: "-", count: barWidth - filled) + "]"
    }

    /// Returns a duration such as `45 s`, `3 min` or `2 h 5 min`.
    private static func duration(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 1e9).rounded(.up))
        if whole < 90 { return "\(whole) s" }
        let minutes = (whole + 59) / 60
        return minutes < 90 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }
}
