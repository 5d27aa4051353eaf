import ArgumentParser
import Basics
import Gallery

/// Where a password comes from: a file, the environment, or the terminal.
struct PasswordOption: ParsableArguments {
    @Option(
        name: .customLong("password-file"),
        help: ArgumentHelp(
            "A file whose first line is the password, or - for standard input.", valueName: "file"),
        completion: .file())
    var file: Operand?

    /// Reads the password; asks for it twice where no file has it.
    ///
    /// - Parameter name: whose it is.
    /// - Throws: `usage` where nobody can be asked and for a password that cannot be taken; what reading the
    ///   file throws.
    func read(for name: String) throws -> String {
        try PasswordOption.read(file, for: "'\(DisplayText.escaped(name))'")
    }

    /// Reads a password that is set already: a file's, that of `GALLERY_PASSWORD`, or what a person types once.
    ///
    /// - Parameter purpose: what it is for, behind "Password".
    /// - Throws: `usage` where nobody can be asked, and for an empty one; what reading the file throws.
    func known(_ purpose: String) throws -> String {
        let password: String
        if let file {
            password = try PasswordFile.read(file.text)
        } else if let given = try ProcessEnvironment.read()["GALLERY_PASSWORD"], !given.isEmpty {
            password = given
        } else if PasswordPrompt.canAsk {
            password = try PasswordPrompt.ask("Password \(purpose): ")
        } else {
            throw GalleryError(
                .usage,
                "nobody can be asked for a password here: give --password-file FILE or set GALLERY_PASSWORD"
            )
        }
        if password.isEmpty {
            throw GalleryError(.usage, "the password is empty: nothing was sent")
        }
        return password
    }

    /// Reads a password of a file, or asks for it twice where there is none.
    ///
    /// - Throws: as `read(for:)`.
    static func read(
        _ file: Operand?, for name: String, shortest: Int = PasswordRule.shortest
    ) throws -> String {
        if let file { return try PasswordFile.read(file.text) }
        guard PasswordPrompt.canAsk else {
            throw GalleryError(
                .usage, "nobody can be asked for a password here: give --password-file FILE")
        }
        let password = try PasswordPrompt.ask("Password for \(name): ")
        // Before it is typed again.
        if let objection = PasswordRule.objection(to: password, shortest: shortest) {
            throw GalleryError(.usage, "the password cannot be taken: \(objection)")
        }
        guard try PasswordPrompt.ask("Again: ") == password else {
            throw GalleryError(.usage, "the two passwords differ: nothing was changed")
        }
        return password
    }
}

/// Reads passwords from files.
enum PasswordFile {
    /// The most that is read of a file, in bytes: its first line is shorter.
    private static let longest = 1 << 16

    /// The first line of a file; `-` is standard input.
    ///
    /// - Throws: `notFound`, `inputOutput`; `badInput` for what is no UTF-8.
    static func read(_ name: String) throws(GalleryError) -> String {
        let path = BytePath(name)
        let bytes: [UInt8]
        do throws(FileError) {
            bytes =
                name == "-"
                ? try StandardStream.input.bytes(atMost: longest)
                : try Descriptor(path, for: .reading, .nonBlocking).bytes(atMost: longest)
        } catch {
            throw GalleryError(
                error.isMissing ? .notFound : .inputOutput,
                "cannot read the password file '\(path.escaped)': \(error.reason)")
        }
        guard let line = PasswordRule.firstLine(of: bytes) else {
            throw GalleryError(
                .badInput, "the first line of the password file '\(path.escaped)' is no UTF-8")
        }
        return line
    }
}
