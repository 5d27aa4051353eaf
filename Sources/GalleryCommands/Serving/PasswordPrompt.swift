import Basics
import Gallery
import Glibc

/// Asks a person on the terminal, for a password unseen.
enum PasswordPrompt {
    /// Whether a person sits there.
    static var canAsk: Bool { StandardStream.input.isTerminal }

    /// Asks, and waits for a line.
    ///
    /// - Parameter isShown: whether what is typed is seen.
    /// - Throws: `CancellationError` where the program is to stop; `usage` at the end of input.
    static func ask(_ prompt: String, isShown: Bool = false) throws -> String {
        var before = termios()
        let isSilent = !isShown && tcgetattr(STDIN_FILENO, &before) == 0
        if isSilent {
            var silent = before
            silent.c_lflag &= ~tcflag_t(ECHO)
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        }
        // After that: what is typed before the terminal is silent is thrown away.
        StandardError.shared.write(prompt)
        defer {
            if isSilent {
                tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
                // The person's own line end was not shown either.
                StandardError.shared.write("\n")
            }
        }
        var line: [UInt8] = []
        while line.last != 0x0A {
            try waitForInput()
            let some = try GalleryError.reading { () throws(FileError) in
                try StandardStream.input.readSome(atMost: 1024)
            }
            guard !some.isEmpty, line.count < 1 << 16 else {
                throw GalleryError(
                    .usage, "no \(isShown ? "answer" : "password") was given: nothing was changed")
            }
            line += some
        }
        guard let password = PasswordRule.firstLine(of: line) else {
            throw GalleryError(.badInput, "what was typed is no UTF-8: check the terminal's locale")
        }
        return password
    }

    /// Waits until there is something to read; a signal to stop is heard in between.
    private static func waitForInput() throws {
        while true {
            if Interruption.signal != nil { throw CancellationError() }
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            if poll(&input, 1, 100) > 0 { return }
        }
    }
}

extension GalleryError {
    /// Runs a body that reads standard input, and translates what it throws.
    fileprivate static func reading<Value>(
        _ body: () throws(FileError) -> Value
    ) throws(GalleryError) -> Value {
        do throws(FileError) { return try body() } catch {
            throw GalleryError(.inputOutput, "cannot read standard input: \(error.reason)")
        }
    }
}
