import ArgumentParser
import Basics
import Gallery
import Glibc

/// The source of a password: a file, the environment or the terminal.
struct PasswordOption: ParsableArguments {
    @Option(
        name: .customLong("password-file"),
        help: .value("file", "File with the password in its first line, or - for standard input."),
        completion: .file())
    var file: Operand?

    /// Reads a new password from the file, or prompts for it twice.
    ///
    /// - Parameter name: the name of the account.
    /// - Throws: `usage` if standard input is not a terminal, and for an unacceptable password;
    ///   errors of reading the file.
    func read(for name: String) throws -> String {
        try PasswordOption.read(file, for: "'\(DisplayText.escaped(name))'")
    }

    /// Reads an existing password from the file or `GALLERY_PASSWORD`, or prompts for it once.
    ///
    /// - Parameter purpose: the text after "Password" in the prompt.
    /// - Throws: `usage` if standard input is not a terminal, and for an empty password; errors of
    ///   reading the file.
    func known(_ purpose: String) throws -> String {
        let password: String
        if let file {
            password = try PasswordFile.read(file.text)
        } else if let given = try ProcessEnvironment.read()["GALLERY_PASSWORD"], !given.isEmpty {
            password = given
        } else {
            password = try PasswordPrompt.ask(
                "Password \(purpose): ", orGive: "--password-file FILE or set GALLERY_PASSWORD")
        }
        if password.isEmpty {
            throw GalleryError(.usage, "the password is empty; nothing was sent")
        }
        return password
    }

    /// Reads a new password from a file, or prompts for it twice without one.
    ///
    /// - Throws: the errors of `read(for:)`.
    static func read(
        _ file: Operand?, for name: String, minimumLength: Int = PasswordRule.minimumLength
    ) throws -> String {
        if let file { return try PasswordFile.read(file.text) }
        let password = try PasswordPrompt.ask("Password for \(name): ")
        // Checked before the user types it again.
        if let objection = PasswordRule.objection(to: password, minimumLength: minimumLength) {
            throw GalleryError(.usage, "the password is not acceptable: \(objection)")
        }
        guard try PasswordPrompt.ask("Again: ") == password else {
            throw GalleryError(.usage, "the passwords do not match; nothing was changed")
        }
        return password
    }
}

/// Reads passwords from files.
enum PasswordFile {
    /// The maximum number of bytes read, more than any password.
    private static let maximumBytes = 1 << 16

    /// Reads the first line of a file; `-` is standard input.
    ///
    /// - Throws: `notFound`; `inputOutput`; `badInput` if the line is not UTF-8.
    static func read(_ name: String) throws(GalleryError) -> String {
        let path = BytePath(name)
        let bytes: [UInt8]
        do throws(FileError) {
            bytes =
                name == "-"
                ? try StandardStream.input.bytes(atMost: maximumBytes)
                : try Descriptor(path, for: .reading, .nonBlocking).bytes(atMost: maximumBytes)
        } catch {
            throw GalleryError(
                error.isMissing ? .notFound : .inputOutput,
                "cannot read the password file '\(path.escaped)': \(error.reason)")
        }
        guard let line = PasswordRule.firstLine(of: bytes) else {
            throw GalleryError(
                .badInput,
                "the first line of the password file '\(path.escaped)' is not valid UTF-8")
        }
        return line
    }
}

/// Prompts on the terminal, with echo disabled for passwords.
enum PasswordPrompt {
    /// True if standard input is a terminal.
    static var canPrompt: Bool { StandardStream.input.isTerminal }

    /// Prints a prompt and reads a line.
    ///
    /// - Parameters:
    ///   - subject: the requested text, for the message about a missing terminal.
    ///   - alternative: the options to give without a terminal.
    ///   - isShown: true to show the typed text.
    /// - Throws: `CancellationError` after a signal; `usage` without a terminal and at the end of
    ///   input.
    static func ask(
        _ prompt: String, for subject: String = "a password",
        orGive alternative: String = "--password-file FILE", isShown: Bool = false
    ) throws -> String {
        guard canPrompt else {
            throw GalleryError(
                .usage, "cannot prompt for \(subject): not a terminal; give \(alternative)")
        }
        var before = termios()
        let isEchoDisabled = !isShown && tcgetattr(STDIN_FILENO, &before) == 0
        if isEchoDisabled {
            var silent = before
            silent.c_lflag &= ~tcflag_t(ECHO)
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        }
        // Printed after echo is disabled, because TCSAFLUSH discards text typed earlier.
        StandardError.shared.write(prompt)
        defer {
            if isEchoDisabled {
                tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
                // The line end typed by the user was not shown.
                StandardError.shared.write("\n")
            }
        }
        var line: [UInt8] = []
        while line.last != 0x0A {
            try waitForInput()
            let some: [UInt8]
            do throws(FileError) { some = try StandardStream.input.readSome(atMost: 1024) } catch {
                throw GalleryError(.inputOutput, "cannot read standard input: \(error.reason)")
            }
            guard !some.isEmpty, line.count < 1 << 16 else {
                throw GalleryError(
                    .usage, "no \(isShown ? "answer" : "password") given; nothing was changed")
            }
            line += some
        }
        guard let password = PasswordRule.firstLine(of: line) else {
            throw GalleryError(.badInput, "input is not valid UTF-8; check the terminal's locale")
        }
        return password
    }

    /// Waits for input, checking for signals ten times per second.
    private static func waitForInput() throws {
        while true {
            if Interruption.signal != nil { throw CancellationError() }
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            if poll(&input, 1, 100) > 0 { return }
        }
    }
}
